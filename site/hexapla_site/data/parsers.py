"""What parsers make of one input: those that were recorded, and those that run in a browser."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import attrs

from hexapla.operations.authority import UrlComponents
from hexapla.standard.display import uri_of
from hexapla.standard.phases import Target
from hexapla.values.frozen import FrozenMapping

Names = tuple[str, ...]
Host = tuple[str | None] | str
"""A host, None for no host, in a tuple; `REFUSED` where the URL is refused."""
REFUSED = "refused"
NO_NAMES: Mapping[str | None, Names] = FrozenMapping()


class OtherAnswer(NamedTuple):
    """An answer that no standard gives, a URI or a host, with the parsers that give it."""

    target: str | Host | None
    names: Names


@attrs.frozen
class ResolvedBy:
    """What parsers answer to a reference against a base: a URI, or None for no URI.

    `names` has by each answer those that gave it.
    """

    base: str
    names: Mapping[str | None, Names]

    def naming(self, target: Target) -> Names:
        """Return the parsers whose answer is a target."""
        return self.names.get(uri_of(target, self.base), ())

    def others(self, targets: Iterable[Target]) -> tuple[OtherAnswer, ...]:
        """Return the answers that are none of some targets, the one that most gave first."""
        answers = {uri_of(target, self.base) for target in targets}
        others = [OtherAnswer(*item) for item in self.names.items() if item[0] not in answers]
        return tuple(sorted(others, key=lambda other: -len(other.names)))


@attrs.frozen
class KnownUrl:
    """Where a site tells more of a URL: its row, and the public source that reports it.

    `source` is the name of the source, and `source_url` its address; "" for none.
    """

    address: str
    source: str = ""
    source_url: str = ""


@attrs.frozen
class ParserAnswers:
    """What parsers read in an input.

    `hosts` has the parsers that tell of a host, by the host. `targets` are what they resolve the
    input to, None without a base. `here` are those that run in this browser, which have no page.
    """

    hosts: Mapping[Host, Names] = FrozenMapping()
    targets: ResolvedBy | None = None
    known: KnownUrl | None = None
    here: frozenset[str] = frozenset()


NOBODY = ParserAnswers()


def answers_in(question: Mapping[str, Any]) -> ParserAnswers:
    """Return what a question says of parsers.

    Its `parsers` are a list; each has a `name`, and may have a `host` (None for no host), be
    `refused`, have a `target` (None for no URI), or be `here`, which says that it has no page.
    `known` has where the site tells more of the URL.
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
    """Return a host as a client connects to it; None for none, and for an empty one."""
    return UrlComponents.of({"host": host}).compared("host")
