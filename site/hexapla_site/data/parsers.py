"""The results of parsers for one input: recorded, or computed by parsers in a browser."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import attrs

from hexapla.operations.authority import UrlComponents
from hexapla.standard.display import uri_of
from hexapla.standard.phases import Target
from hexapla.values.frozen import FrozenMapping

Names = tuple[str, ...]
Host = tuple[str | None] | str
"""A tuple of one host, or of None if there is no host; `REFUSED` if the URL is rejected."""
REFUSED = "refused"
NO_NAMES: Mapping[str | None, Names] = FrozenMapping()


class OtherAnswer(NamedTuple):
    """A result (a URI or a host) that no standard gives, with the parsers that give this result."""

    target: str | Host | None
    names: Names


@attrs.frozen
class ResolvedBy:
    """The answers of parsers for a reference and a base.

    `names` lists the parsers that gave each answer: a URI, or None if there is no URI.
    """

    base: str
    names: Mapping[str | None, Names]

    def naming(self, target: Target) -> Names:
        """Return the parsers whose answer is the given target."""
        return self.names.get(uri_of(target, self.base), ())

    def others(self, targets: Iterable[Target]) -> tuple[OtherAnswer, ...]:
        """Return the answers that aren't among the given targets, most frequent first."""
        answers = {uri_of(target, self.base) for target in targets}
        others = [OtherAnswer(*item) for item in self.names.items() if item[0] not in answers]
        return tuple(sorted(others, key=lambda other: -len(other.names)))


@attrs.frozen
class KnownUrl:
    """Further information on a URL: the `address` of its row on the site, and a public report.

    `source` is the name of the report, and `source_url` its address; both are "" if there is no
    report.
    """

    address: str
    source: str = ""
    source_url: str = ""


@attrs.frozen
class ParserAnswers:
    """The results of parsers for an input.

    `hosts` lists the parsers that report each host. `targets` contains the results of resolving the
    input; None if there is no base. `known` is further information on the URL; None if there is
    none. `here` contains the names of parsers that run in the reader's browser, which have no page
    on the site.
    """

    hosts: Mapping[Host, Names] = FrozenMapping()
    targets: ResolvedBy | None = None
    known: KnownUrl | None = None
    here: frozenset[str] = frozenset()


NOBODY = ParserAnswers()


def answers_in(question: Mapping[str, Any]) -> ParserAnswers:
    """Extract the results of parsers from a question.

    Each item of `parsers` in the question contains a `name`, and can contain a `host` (None if
    there is no host) and a `target` (None if there is no URI). `refused` is true if the parser
    rejects the URL, and `here` is true if the parser has no page. `known` says where further
    information on the URL can be found.
    """
    hosts: dict[Host, Names] = {}
    targets: dict[str | None, Names] = {}
    here: set[str] = set()
    for parser in question.get("parsers", ()):
        name = str(parser["name"])
        if parser.get("refused"):
            hosts[REFUSED] = (*hosts.get(REFUSED, ()), name)
        elif "host" in parser:
            host = (connected_to(parser["host"]),)
            hosts[host] = (*hosts.get(host, ()), name)
        if "target" in parser:
            targets[parser["target"]] = (*targets.get(parser["target"], ()), name)
        if parser.get("here"):
            here.add(name)
    known, base = question.get("known"), question["base"]
    return ParserAnswers(
        hosts,
        targets=ResolvedBy(base, targets) if base else None,
        known=KnownUrl(**known) if known else None,
        here=frozenset(here),
    )


def connected_to(host: str | None) -> str | None:
    """Return the host that a client would connect to; None if the host is empty or missing."""
    return UrlComponents.of({"host": host}).compared("host")
