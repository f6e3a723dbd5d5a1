"""An agreement as pages show it: its parts, its expression, and the ways out of it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import attrs
from markupsafe import Markup

from hexapla.agreements.agreement import UrlAgreement
from hexapla.agreements.borders import reading_text
from hexapla.agreements.matchers import matcher
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
from hexapla_site.figures.railroad_pictures import drawn

_EXAMPLES = (
    "http://example.com",
    "https://Example.com:8443/a/b?c=d#e",
    "http://example.com/%41",
    "http://127.0.0.1/",
    "http://localhost/",
    "http://example.com?c=d",
    "http://example.com./",
    "http://a_b.example/",
    "http://user@example.com/",
    "http://[::1]/",
    "http://xn--bcher-kva.example/",
    "http://127.1/",
    "http://0x7f.1/",
    "http://a.1/",
    "http://example.com:65536/",
    "http://a\\@b/",
    "http://a@b@c/",
    "http://a\tb/",
    "http://%61/",
)


class Examples(NamedTuple):
    """URLs that match an agreement, and URLs that don't."""

    matching: list[str]
    others: list[str]


@attrs.frozen(repr=False)
class ShownAgreement:
    """An agreement with the content of its page.

    Attributes:
        agreement: The agreement.
        parts: The allowed content of each part: its title, and a description.
        diagram: The sequence of the parts as SVG.
        ways: The ways out of the agreement, with similar ones grouped.
    """

    agreement: UrlAgreement
    parts: tuple[tuple[str, str], ...]
    diagram: Markup
    ways: tuple[WayOut, ...]

    def read_in(self, way: WayOut) -> tuple[tuple[str, str], ...]:
        """Return the name and the result of each reader at a way out."""
        reads = way.border.reads
        return tuple((name, reading_text(reads[name])) for name in self.agreement.readers)

    @property
    def examples(self) -> Examples:
        """URLs that match, and URLs that don't."""
        examples = Examples([], [])
        for url in _EXAMPLES:
            matches = self.agreement.matches(url)
            listed = examples.matching if matches else examples.others
            listed.append(url)
        return examples

    @property
    def different(self) -> WayOut | None:
        """The way out with the shortest URL that all readers accept, but read differently."""
        found = (way for way in self.ways if _is_different(way))
        return min(found, key=lambda way: len(way.border.url), default=None)

    def matchers(self, version: str) -> Mapping[str, str]:
        """Return modules that match the agreement, by file suffix."""
        automaton, about = self.agreement.automaton, self.agreement.about
        return {
            suffix: matcher(automaton, language, about, version)
            for language, suffix in (("python", "py"), ("javascript", "mjs"))
        }


def _is_different(way: WayOut) -> bool:
    reads = list(way.border.reads.values())
    return None not in reads and any(read != reads[0] for read in reads)


def agreement_context(
    agreement: UrlAgreement, places: Sequence[int] | None = None
) -> ShownAgreement:
    """Return the content of an agreement's page.

    Args:
        agreement: The agreement.
        places: The number of borders that each listed border stands for; None if all are listed.
    """
    ways = ways_out(agreement)
    if places is not None:
        ways = list(map(WayOut, agreement.borders, places))
    return ShownAgreement(agreement, tuple(part_lines(agreement)), _diagram(agreement), tuple(ways))


def _diagram(agreement: UrlAgreement) -> Markup:
    return drawn(_shape(agreement), "The parts of a URL", "The content of each is listed below.")


def _shape(agreement: UrlAgreement) -> Expression:
    """Return the sequence of the agreed parts."""
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
