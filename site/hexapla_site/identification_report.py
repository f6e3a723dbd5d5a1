"""A page about a parser: the standard that it follows, and its departures from the standard."""

from collections.abc import Sequence
from pathlib import Path

import attrs

from hexapla.identification.explanation import Explanation
from hexapla.identification.identification import Identification
from hexapla_site.output import write_report_page


@attrs.frozen
class IdentificationContext:
    """The content of the page, with an explanation for each standard, oldest first."""

    identification: Identification
    command: str
    explanations: Sequence[Explanation]


def write_report(identification: Identification, command: Sequence[str], directory: Path) -> None:
    """Write a page that shows which standard a parser follows.

    Args:
        identification: The result of identifying the standard.
        command: The program that was tested, with its arguments.
        directory: The folder for the page.

    Raises:
        ForeignFolderError: The folder is not empty, and doesn't contain a report.
        RunError: The folder can't be replaced, or another process is writing to it.
        OSError: The page can't be written.
    """
    explained = sorted(identification.explanations, key=lambda item: item.spec.document.date)
    specs = tuple(item.spec for item in explained)
    context = IdentificationContext(identification, " ".join(command), explained)
    parses = identification.question.name == "parse"
    template = "parse_identification.html" if parses else "identification.html"
    write_report_page(directory, specs, template, context)
