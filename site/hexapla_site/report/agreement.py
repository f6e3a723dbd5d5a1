"""An agreement as shown on pages: its parts, a diagram of the parts, and its borders."""

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
    """Examples of URLs that match an agreement, and of URLs that don't match."""

    matching: list[str]
    others: list[str]


@attrs.frozen(repr=False)
class ShownAgreement:
    """An agreement with the content of its page.

    Attributes:
        agreement: The agreement.
        parts: The title of each part, with a description of the allowed content.
        diagram: The sequence of the parts as SVG.
        ways: The borders of the agreement, at which URLs stop matching. Similar borders are
            grouped.
    """

    agreement: UrlAgreement
    parts: tuple[tuple[str, str], ...]
    diagram: Markup
    ways: tuple[WayOut, ...]

    def read_in(self, way: WayOut) -> tuple[tuple[str, str], ...]:
        """Return the name of each reader, with its result for a border."""
        reads = way.border.reads
        return tuple((name, reading_text(reads[name])) for name in self.agreement.readers)

    @property
    def examples(self) -> Examples:
        """Examples of URLs that match, and of URLs that don't match."""
        examples = Examples([], [])
        for url in _EXAMPLES:
            matches = self.agreement.matches(url)
            listed = examples.matching if matches else examples.others
            listed.append(url)
        return examples

    @property
    def different(self) -> WayOut | None:
        """The border with the shortest URL that all readers accept and some parse differently.

        None if there is no such border.
        """
        found = (way for way in self.ways if _is_different(way))
        return min(found, key=lambda way: len(way.border.url), default=None)

    def matchers(self, version: str) -> Mapping[str, str]:
        """Return modules that match the agreement, keyed by file suffix."""
        automaton = self.agreement.automaton
        about = self.agreement.about
        return {
            "py": matcher(automaton, "python", about, version),
            "mjs": matcher(automaton, "javascript", about, version),
        }


def _is_different(way: WayOut) -> bool:
    reads = set(way.border.reads.values())
    return None not in reads and len(reads) > 1


def agreement_context(
    agreement: UrlAgreement, places: Sequence[int] | None = None
) -> ShownAgreement:
    """Return the content of an agreement's page.

    Args:
        agreement: The agreement.
        places: The number of borders that each listed border represents; None if all borders are
            listed.
    """
    ways = ways_out(agreement)
    if places is not None:
        ways = list(map(WayOut, agreement.borders, places))
    return ShownAgreement(agreement, tuple(part_lines(agreement)), _diagram(agreement), tuple(ways))


def _diagram(agreement: UrlAgreement) -> Markup:
    return drawn(_shape(agreement), "The parts of a URL", "The content of each is listed below.")


def _shape(agreement: UrlAgreement) -> Expression:
    """Return the sequence of the agreed parts, as an expression."""
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
    if len(hosts) == 1:
        items += hosts
    else:
        items.append(Alternation(tuple(hosts)))
    if PORT in parts:
        port = Concatenation((_sign(":"), Name(TITLES[PORT])))
        items.append(Repetition(port, 0, 1))
    if REST in parts:
        items.append(Name(TITLES[REST]))
    return Concatenation(tuple(items))


def _sign(text: str) -> Literal:
    """Return a delimiter as a box in a diagram."""
    return Literal(Characters.of(text), text)
