"""The results of parsers for one input: recorded ones, and those of parsers in a browser."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import attrs

from hexapla.operations.authority import UrlComponents
from hexapla.standard.display import uri_of
from hexapla.standard.phases import Target
from hexapla.values.frozen import FrozenMapping

Names = tuple[str, ...]
Host = tuple[str | None] | str
"""A host in a tuple, which has None for no host; or `REFUSED` if the URL is rejected."""
REFUSED = "refused"
NO_NAMES: Mapping[str | None, Names] = FrozenMapping()


class OtherAnswer(NamedTuple):
    """A URI or a host that no standard gives, with the parsers that give it."""

    target: str | Host | None
    names: Names


@attrs.frozen
class ResolvedBy:
    """The answers of parsers to a reference and a base.

    `names` has the parsers that gave each answer: a URI, or None for no URI.
    """

    base: str
    names: Mapping[str | None, Names]

    def naming(self, target: Target) -> Names:
        """Return the parsers whose answer is a target."""
        return self.names.get(uri_of(target, self.base), ())

    def others(self, targets: Iterable[Target]) -> tuple[OtherAnswer, ...]:
        """Return the answers that are not among some targets, the most frequent answer first."""
        answers = {uri_of(target, self.base) for target in targets}
        others = [OtherAnswer(*item) for item in self.names.items() if item[0] not in answers]
        return tuple(sorted(others, key=lambda other: -len(other.names)))


@attrs.frozen
class KnownUrl:
    """More about a URL: the `address` of its row on the site, and the public report about it.

    `source` is the name of the report, and `source_url` its address; "" for none.
    """

    address: str
    source: str = ""
    source_url: str = ""


@attrs.frozen
class ParserAnswers:
    """The results of parsers for an input.

    `hosts` has the parsers that report each host. `targets` has the results of resolving the input;
    None without a base. `here` has the parsers that run in this browser, which have no page.
    """

    hosts: Mapping[Host, Names] = FrozenMapping()
    targets: ResolvedBy | None = None
    known: KnownUrl | None = None
    here: frozenset[str] = frozenset()


NOBODY = ParserAnswers()


def answers_in(question: Mapping[str, Any]) -> ParserAnswers:
    """Return the results of parsers in a question.

    Each of its `parsers` has a `name`, and may have a `host` (None for no host) and a `target`
    (None for no URI). It is `refused` if the parser rejects the URL, and `here` if the parser has
    no page. `known` says where the site has more about the URL.
    """
    hosts: dict[Host, Names] = {}
    targets: dict[str | None, Names] = {}
    parsers = question.get("parsers", ())
    for parser in parsers:
        name = str(parser["name"])
        if parser.get("refused"):
            hosts[REFUSED] = (*hosts.get(REFUSED, ()), name)
        elif "host" in parser:
            host = (connected_to(parser["host"]),)
            hosts[host] = (*hosts.get(host, ()), name)
        if "target" in parser:
            targets[parser["target"]] = (*targets.get(parser["target"], ()), name)
    known = question.get("known")
    return ParserAnswers(
        hosts,
        ResolvedBy(question["base"], targets) if question["base"] else None,
        KnownUrl(**known) if known else None,
        frozenset(str(parser["name"]) for parser in parsers if parser.get("here")),
    )


def connected_to(host: str | None) -> str | None:
    """Return a host as a client connects to it; None if it is empty or missing."""
    return UrlComponents.of({"host": host}).compared("host")
