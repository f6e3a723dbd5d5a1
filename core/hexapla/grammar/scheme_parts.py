"""Taking an absolute URL apart by the production that a memo has for its scheme."""

from collections.abc import Iterable
from urllib.parse import unquote_to_bytes

import attrs

from hexapla.grammar.derivation import derivations
from hexapla.grammar.grammar import Grammar
from hexapla.grammar.validity import Validity, Verdict, validate


@attrs.frozen
class SchemePart:
    """A named part: as written, and decoded, each octet a code point of Latin-1."""

    name: str
    raw: str
    start: int
    stop: int

    @property
    def decoded(self) -> str:
        """The part with every %XX decoded once; what is no escape stays."""
        if "%" not in self.raw:
            return self.raw
        octets = unquote_to_bytes(self.raw.encode("utf-8", "surrogatepass"))
        return octets.decode("latin-1")

    def to_dict(self) -> dict[str, object]:
        """Give the part's JSON form."""
        return {
            "name": self.name,
            "raw": self.raw,
            "decoded": self.decoded,
            "span": [self.start, self.stop],
        }


@attrs.frozen
class SchemeParts:
    """What a memo's production for a scheme makes of a URL.

    `validity` tells whether the production derives it and, if not, where it leaves it; `parts` are
    in the order of the text. `remark` is what the memo says where it has no production.
    """

    production: str | None
    parts: tuple[SchemePart, ...]
    validity: Validity
    remark: str = ""

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return {
            "production": self.production,
            "parts": [part.to_dict() for part in self.parts],
            "validity": self.validity.to_dict(),
            "remark": self.remark,
        }


def take_apart(
    grammar: Grammar,
    production: str,
    names: Iterable[str],
    reluctant: Iterable[str],
    text: str,
) -> SchemeParts:
    """Take a text apart by a production, into what the named rules take."""
    validity = validate(grammar, (production,), text)
    if validity.verdict is not Verdict.YES:
        return SchemeParts(production, (), validity)
    derivation = derivations(grammar, production, names, text, reluctant)[0]
    parts = (
        SchemePart(taken.rule, text[taken.start : taken.stop], taken.start, taken.stop)
        for taken in derivation.taken
    )
    in_order = sorted(parts, key=lambda part: (part.start, -part.stop))
    return SchemeParts(production, tuple(in_order), validity)
