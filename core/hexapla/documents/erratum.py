"""Errata: reported errors in documents, with the state of each report."""

import json
import re
from datetime import date
from enum import StrEnum
from pathlib import Path

import attrs

from hexapla.documents.citation import Document
from hexapla.values.value import Value


class ErratumState(StrEnum):
    """The state that the RFC Editor assigned to a report."""

    VERIFIED = "Verified"
    HELD = "Held for Document Update"
    REJECTED = "Rejected"


@attrs.frozen(repr=False)
class Erratum(Value):
    """An erratum of an RFC, with its effect on Hexapla's implementation of the standard.

    Attributes:
        number: The number that the RFC Editor assigned to the erratum.
        document: The RFC.
        section: The section that the erratum concerns.
        state: The state of the report.
        is_technical: Whether the report is classified as technical rather than editorial.
        says: The content of the erratum, in our words.
        effect: The effect on Hexapla's implementation of the standard, in our words.
        as_of: The date on which the report had this state.
        about: The names of the standard's rules and readings that the erratum concerns.
        base_pattern: A regular expression that is found in the bases that the erratum concerns; ""
            if the base doesn't matter.
        reference_pattern: A regular expression that is found in the references that the erratum
            concerns; "" if the reference doesn't matter.
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
        "base_pattern",
        "reference_pattern",
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
    base_pattern: str = ""
    reference_pattern: str = ""

    def concerns(self, base: str, reference: str) -> bool:
        """Return whether the erratum concerns a base and a reference; "" stands for no base."""
        concerns_base = re.search(self.base_pattern, base) is not None
        return concerns_base and re.search(self.reference_pattern, reference) is not None

    def __repr__(self) -> str:
        return f"<Erratum {self.number} of {self.document.label}>"

    @property
    def url(self) -> str:
        """The address of the report."""
        return f"https://www.rfc-editor.org/errata/eid{self.number}"


def load_errata(document: Document, path: Path) -> tuple[Erratum, ...]:
    """Load the errata of a document from a JSON file in the standard's package."""
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
            row.get("base_pattern", ""),
            row.get("reference_pattern", ""),
        )
        for row in data["errata"]
    )
