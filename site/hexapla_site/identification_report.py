"""A parser as a page: which memo it follows, under which readings, and where it leaves it."""

from collections.abc import Sequence
from pathlib import Path

from hexapla.comparison.wording import label_of
from hexapla.implementations import Identification
from hexapla_site.standalone import standalone_environment, write_standalone


def write_report(found: Identification, command: Sequence[str], directory: Path) -> None:
    """Write a page that shows a fingerprint, and what it needs, into a folder.

    `command` is the program that was asked, with its arguments. Raises `OSError` where the page
    can't be written.
    """
    explained = sorted(found.explanations, key=lambda item: item.spec.document.date)
    environment = standalone_environment(tuple(item.spec for item in explained))
    context = {
        "found": found,
        "command": " ".join(command),
        "explanations": [(item, label_of(item.spec)) for item in explained],
    }
    write_standalone(directory, environment, "identification.html", context)
