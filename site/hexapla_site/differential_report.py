"""A page about differences between programs, with an example and the rules for each class."""

from collections.abc import Mapping
from pathlib import Path

import attrs

from hexapla.differentials.differential import Differential
from hexapla.divergence.answers import COMPARED_AS
from hexapla_site.output import write_report_page


@attrs.frozen
class DifferentialContext:
    """The content of the page.

    Attributes:
        differential: The differences.
        versions: The known versions of the programs, keyed by name.
        manners: How each aspect is compared, keyed by the aspect's name.
    """

    differential: Differential
    versions: Mapping[str, str | None]
    manners: Mapping[str, str]


def write_report(
    differential: Differential, versions: Mapping[str, str | None], directory: Path
) -> None:
    """Write a page that shows which URLs programs parse differently, and why.

    Args:
        differential: The differences.
        versions: The known versions of the programs, keyed by name.
        directory: The folder for the page.

    Raises:
        ForeignFolderError: The folder is not empty, and doesn't contain a report.
        RunError: The folder can't be replaced, or another process is writing to it.
        OSError: The page can't be written.
    """
    manners = {name: COMPARED_AS[name] for name in differential.aspects}
    context = DifferentialContext(differential, versions, manners)
    write_report_page(directory, differential.inputs.specs, "differential.html", context)
