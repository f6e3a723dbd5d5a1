"""An agreement as pages show it: its parts, its expression, and its ways out."""

import attrs
from markupsafe import Markup

from hexapla.agreements.agreement import UrlAgreement
from hexapla.agreements.borders import reading_text
from hexapla.agreements.parts import ADDRESS, NAME, PORT, REST, SCHEME, TITLES, USERINFO
from hexapla.agreements.words import WayOut, part_lines, ways_out
from hexapla.grammar.expression import (
    Alternation,
    Characters,
    Concatenation,
    Expression,
    Literal,
    Name,
    Repetition,
)
from hexapla_site.figures.railroad_pictures import picture


@attrs.frozen(repr=False)
class ShownAgreement:
    """An agreement with what its page shows of it.

    Attributes:
        agreement: The agreement.
        parts: What may stand in each part: its title, and words.
        diagram: How the parts follow each other, as SVG.
        ways: The ways out, those that are alike together.
    """

    agreement: UrlAgreement
    parts: tuple[tuple[str, str], ...]
    diagram: Markup
    ways: tuple[WayOut, ...]

    def read_in(self, way: WayOut) -> tuple[tuple[str, str], ...]:
        """Return what each reader reads at a way out: its name, and a few words."""
        reads = way.border.reads
        return tuple((name, reading_text(reads[name])) for name in self.agreement.readers)


def agreement_context(agreement: UrlAgreement) -> ShownAgreement:
    """Return what the page of an agreement shows."""
    return ShownAgreement(
        agreement,
        tuple(part_lines(agreement)),
        _diagram(agreement),
        tuple(ways_out(agreement)),
    )


def _diagram(agreement: UrlAgreement) -> Markup:
    names = [TITLES[name] for name in agreement.parts]
    return picture("a URL", _shape(agreement), names, "part-")


def _shape(agreement: UrlAgreement) -> Expression:
    """Return how the parts that are agreed on follow each other."""
    parts = agreement.parts
    hosts: list[Expression] = []
    if NAME in parts:
        hosts.append(Name(TITLES[NAME]))
    if ADDRESS in parts:
        hosts.append(Concatenation((_sign("["), Name(TITLES[ADDRESS]), _sign("]"))))
    items: list[Expression] = [Name(TITLES[SCHEME]), _sign("://")]
    if USERINFO in parts:
        userinfo = Concatenation((Name(TITLES[USERINFO]), _sign("@")))
        items.append(Repetition(userinfo, 0, 1))
    items.append(hosts[0] if len(hosts) == 1 else Alternation(tuple(hosts)))
    if PORT in parts:
        items.append(Repetition(Concatenation((_sign(":"), Name(TITLES[PORT]))), 0, 1))
    if REST in parts:
        items.append(Name(TITLES[REST]))
    return Concatenation(tuple(items))


def _sign(text: str) -> Literal:
    """Return a box with a delimiter in a diagram."""
    return Literal(Characters.of(text), text)
