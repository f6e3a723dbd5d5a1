"""A parser as a page: the standard that it follows, with its readings, and where it differs."""

from collections.abc import Sequence
from pathlib import Path

from hexapla.comparison.display import label_of
from hexapla.implementations.identification import Identification
from hexapla_site.report_page import report_environment, write_report_page


def write_report(identification: Identification, command: Sequence[str], directory: Path) -> None:
    """Write a page that shows which standard a parser follows, and what it needs, into a folder.

    Args:
        identification: Which standard it follows.
        command: The program that was asked, with its arguments.
        directory: The folder, which is made where it is missing.

    Raises:
        OSError: The page can't be written.
    """
    explained = sorted(identification.explanations, key=lambda item: item.spec.document.date)
    environment = report_environment(tuple(item.spec for item in explained))
    context: dict[str, object] = {
        "identification": identification,
        "command": " ".join(command),
        "explanations": [(item, label_of(item.spec)) for item in explained],
    }
    if identification.question.name == "parse":
        context |= {"best": identification.best.spec, "verdict": identification.verdict}
        write_report_page(directory, environment, "parse_identification.html", context)
    else:
        write_report_page(directory, environment, "identification.html", context)
