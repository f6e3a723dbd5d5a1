"""Differences between programs as a page: each class with its smallest example and its rules."""

from collections.abc import Mapping
from pathlib import Path

from hexapla.differentials.differential import Differential
from hexapla.divergence.answers import COMPARED_AS
from hexapla_site.output import write_report_page


def write_report(
    differential: Differential, versions: Mapping[str, str | None], directory: Path
) -> None:
    """Write a page that shows which URLs programs read differently, and why, into a folder.

    `versions` are those of the programs by their names, as far as they are told.

    Raises:
        OSError: The page can't be written.
    """
    context = {
        "differential": differential,
        "versions": versions,
        "manners": {name: COMPARED_AS[name] for name in differential.aspects},
    }
    write_report_page(directory, differential.inputs.specs, "differential.html", context)
