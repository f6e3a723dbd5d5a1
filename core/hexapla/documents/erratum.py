"""Errata: reported errors in documents, and the state of each report."""

import json
from datetime import date
from enum import StrEnum
from pathlib import Path

import attrs

from hexapla.documents.citation import Document
from hexapla.values.value import Value


class ErratumState(StrEnum):
    """The state of a report at the RFC Editor."""

    VERIFIED = "Verified"
    HELD = "Held for Document Update"
    REJECTED = "Rejected"


@attrs.frozen(repr=False)
class Erratum(Value):
    """An erratum of an RFC, and its effect on the standard here.

    Attributes:
        number: The RFC Editor's number for it.
        document: The RFC.
        section: The section that it is about.
        state: The state of the report.
        is_technical: Whether it is about more than the wording.
        says: Its content, in our words.
        effect: Its effect on the standard here, in our words.
        as_of: The day on which the state was known.
        about: The names of the standard's rules and readings that it is about.
    """

    _json_members = (
        "number",
        "document=document.id",
        "section",
        "state",
        "is_technical",
        "says",
        "effect",
        "as_of",
        "about",
        "url",
    )

    number: int
    document: Document
    section: str
    state: ErratumState
    is_technical: bool
    says: str
    effect: str
    as_of: date
    about: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Erratum {self.number} of {self.document.label}>"

    @property
    def url(self) -> str:
        """The address of the report."""
        return f"https://www.rfc-editor.org/errata/eid{self.number}"


def load_errata(document: Document, path: Path) -> tuple[Erratum, ...]:
    """Return the errata of a document from a JSON file in the standard's package."""
    data = json.loads(path.read_text(encoding="utf-8"))
    as_of = date.fromisoformat(data["as_of"])
    return tuple(
        Erratum(
            row["number"],
            document,
            row["section"],
            ErratumState(row["state"]),
            row["type"] == "technical",
            row["says"],
            row["effect"],
            as_of,
            tuple(row.get("about", ())),
        )
        for row in data["errata"]
    )
