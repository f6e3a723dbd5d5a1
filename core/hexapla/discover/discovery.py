"""What a search gives, and its JSON form."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

import hexapla
from hexapla.discover.classes import DisagreementClass, judge_of
from hexapla.discover.exhaustive import BASES
from hexapla.discover.search import Finding, Found
from hexapla.discover.search_space import DiscoveryError, SearchSpace
from hexapla.standard.resolution import Phase
from hexapla.values.schema import SCHEMA

_FACETS = ("valid", "parts", "target")
_PHASES = (None, *(phase.value for phase in Phase))


@attrs.frozen
class Discovery:
    """The classes that a search found, each with how often it came and its smallest witness.

    They come by facet, phase, the two columns and the cause; within a cause, the class with the
    smallest witness first, and so do causes. `seen_again` counts the classes that are left out
    because an earlier search has them; None where none was given.
    """

    work: SearchSpace
    found: Found
    seen_again: int | None = None

    @property
    def classes(self) -> Mapping[DisagreementClass, Finding]:
        """The classes in their order."""
        places = {spec.selector: place for place, spec in enumerate(self.work.specs)}

        def witness(item: DisagreementClass) -> object:
            smallest = self.found.classes[item].witness
            return self.work.order(smallest.reference, smallest.base)

        first: dict[object, Any] = {}
        for item in sorted(self.found.classes, key=lambda item: (witness(item), item.id)):
            first.setdefault(item.cause, (witness(item), item.id))

        def order(item: DisagreementClass) -> Any:
            return (
                _FACETS.index(item.facet),
                _PHASES.index(item.phase),
                places[item.left.spec],
                places[item.right.spec],
                first[item.cause],
                witness(item),
                item.id,
            )

        return {item: self.found.classes[item] for item in sorted(self.found.classes, key=order)}

    def to_dict(self) -> dict[str, object]:
        """Give the JSON form, which is the same however many workers found it."""
        work = self.work
        return {
            "version": hexapla.__version__,
            "specs": [spec.selector for spec in work.specs],
            "judge": judge_of(work.specs).selector,
            "bases": [{"base": base, "why": BASES.get(base)} for base in work.bases],
            "coverage": {
                **work.to_dict(),
                "differing": self.found.differing,
                "seen_again": self.seen_again,
            },
            "classes": [
                {**item.to_dict(), **finding.to_dict()} for item, finding in self.classes.items()
            ],
        }

    def to_json(self) -> str:
        """Give the document that a file holds, in ASCII, so that no character is lost."""
        form = {"schema": SCHEMA, "command": "discover", **self.to_dict()}
        return json.dumps(form, indent=1) + "\n"


def classes_from(forms: Any) -> dict[DisagreementClass, Finding]:
    """Read classes from their JSON form; raise `KeyError` or `TypeError` where it is none."""
    return {DisagreementClass.from_dict(form): Finding.from_dict(form) for form in forms}


@attrs.frozen
class Seen:
    """What an earlier search found, as its file has it: its columns, its bases, its classes."""

    specs: tuple[str, ...]
    bases: tuple[str, ...]
    classes: Mapping[DisagreementClass, Finding]


def read_discovery(path: Path) -> Seen:
    """Read what an earlier search wrote; raise `DiscoveryError` for a file of another kind."""
    try:
        form = json.loads(path.read_text("utf-8"))
        return Seen(
            tuple(form["specs"]),
            tuple(item["base"] for item in form["bases"]),
            classes_from(form["classes"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise DiscoveryError(
            f"{path} is not what hexapla discover writes ({error!r}); name such a file"
        ) from error
