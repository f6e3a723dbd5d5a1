"""The terms of an answer, explained for those who have never opened an RFC."""

import tomllib
from collections.abc import Iterator

import attrs

from hexapla.text.slug import slug
from hexapla_site.folders import DATA


@attrs.frozen
class Term:
    """A term by its names, the usual one first, and what it means."""

    names: tuple[str, ...]
    explanation: str

    @property
    def anchor(self) -> str:
        """The id of its explanation on a page."""
        return f"word-{slug(self.names[0])}"


def _read() -> Iterator[Term]:
    for term in tomllib.loads((DATA / "terms.toml").read_text("utf-8"))["term"]:
        yield Term(tuple(term["names"]), term["explanation"])


TERMS = tuple(_read())
