"""A baseline: the classes of an earlier search, so that only new ones count."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from hexapla.differentials.classes import DifferentialClass
from hexapla.differentials.differential import Differential
from hexapla.text.json_text import json_value, text_in
from hexapla.values.errors import HexaplaError
from hexapla.values.value import Value


class BaselineError(HexaplaError, ValueError):
    """A file is no baseline; the message says what to do."""


@attrs.frozen(repr=False)
class Baseline(Value):
    """The classes that an earlier search found, each with its smallest URL."""

    classes: Mapping[DifferentialClass, str]

    def new(self, differential: Differential) -> Differential:
        """Return a search's result with those classes only that the baseline lacks."""
        return differential.only(lambda item: item not in self.classes)

    def gone(self, differential: Differential) -> Mapping[DifferentialClass, str]:
        """Return the classes of the baseline that a search did not find again."""
        return {
            item: url for item, url in self.classes.items() if item not in differential.findings
        }

    def changes(self, differential: Differential) -> dict[str, object]:
        """Return the JSON form of what is new and what is gone in a search's result."""
        new = self.new(differential).classes
        gone = [{"id": item.id, "url": url} for item, url in self.gone(differential).items()]
        return {"new": [item.id for item in new], "gone": gone}


def read_baseline(path: Path) -> Baseline:
    """Return the baseline that an earlier search wrote.

    Raises:
        BaselineError: The file is of another kind.
        OSError: It can't be read.
    """
    try:
        form: Any = json_value(path.read_text("utf-8"))
        return Baseline(
            {
                DifferentialClass.from_dict(item): text_in(item["smallest"]["url"])
                for item in form["classes"]
            }
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BaselineError(
            f"{path} is not what hexapla differential writes ({error!r}); name such a file"
        ) from error
