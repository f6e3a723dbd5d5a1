"""The URL Standard as of a date: what changed since, and what stood there before.

As of a date, each change behind it is undone, the newest first: for a step stands what the change
put it in place of, and an algorithm is made what it was.
"""

import re
from bisect import bisect
from collections.abc import Callable
from typing import Any

import attrs

from hexapla.documents.citation import Citation
from hexapla.documents.reading import Rationale, Reading, SelectorError
from hexapla.standard.phases import Options, ParsingStep, Substep, Substeps
from hexapla.standard.rule import Rule
from hexapla.text.escapes import ascii_lower
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.whatwg.addresses import ends_in_number, parse_ipv4, serialise_ipv4
from hexapla_specs.whatwg.components import HOST, PORT, Components, Kind, Parsed, kind_of
from hexapla_specs.whatwg.document import WHATWG, cite_state
from hexapla_specs.whatwg.hosts import (
    FORBIDDEN,
    FORBIDDEN_OPAQUE,
    IPV4,
    IPV4_REFUSALS,
    MAPPED_TO_NOTHING,
    MAPS_TO_ASCII,
    NOT_MAPPED,
    is_mapped_to_nothing,
)
from hexapla_specs.whatwg.idna import domain_to_ascii
from hexapla_specs.whatwg.normalising import (
    COLON_OF_DRIVE,
    COLON_STEP,
    ENCODES_FRAGMENT,
    ENCODES_PATH,
    ENCODES_QUERY,
    ENCODES_SPACE,
    port_steps,
)
from hexapla_specs.whatwg.parsing import KindOf
from hexapla_specs.whatwg.resolving import SERIALISES, written
from hexapla_specs.whatwg.rewriting import (
    C0_CONTROL,
    FRAGMENT_SET,
    PATH_SET,
    QUERY_SET,
    encoding,
    refusing,
    rewrites,
)
from hexapla_specs.whatwg.url_parser import Change, Steps, UrlParser

# Steps that are no more.

DROPS_NUL = rewrites(cite_state("fragment"), "U+0000 in the fragment", "goes", "drops-nul")
DROPS_HOST = rewrites(cite_state("path"), "a host before a drive letter", "goes", "drops-host")
TRIMS_PATH = rewrites(
    cite_state("path"), "each empty segment that a file's path begins with", "goes", "trims-path"
)
FORMER_RULES = (DROPS_NUL, DROPS_HOST, TRIMS_PATH)

# 3.3 IDNA.

_SHORTEST = re.compile(r"(?<![^.])xn--(?:([\x00-\x7f]*)-)?(?=\.|\Z)", re.IGNORECASE)
"""A label in Punycode that stands for US-ASCII."""


def _to_ascii(host: str) -> str:
    """Return what ToASCII gives, for a domain of US-ASCII too: each label is looked at."""
    if "xn--" not in host:
        return domain_to_ascii(host)
    return domain_to_ascii(f"é.{host}").partition(".")[2]


def _is_unmapped(host: str) -> bool:
    return ("xn--" in host or not host.isascii()) and not _to_ascii(host)


def _in_letters(host: str) -> str:
    return _SHORTEST.sub(lambda match: ascii_lower(match[1] or ""), host)


_NOT_MAPPED = refusing(NOT_MAPPED, _is_unmapped)
_IN_LETTERS = Substep(MAPS_TO_ASCII, _in_letters, lambda host: _in_letters(host) != host)
_EMPTY = refusing(MAPPED_TO_NOTHING, lambda host: host != "" and not _in_letters(host))
_TO_NOTHING = Substep(MAPS_TO_ASCII, lambda _: "", is_mapped_to_nothing)

# 3.5 Host parsing.

_HOST_2021 = r"\x00\t\n\r #/:<>?@\[\\\]^|"
_HOST_2020 = r"\x00\t\n\r #/:<>?@\[\\\]^"
_HOST_2014 = r"\x00\t\n\r #/:?@\[\\\]"


def _forbidden(characters: str) -> dict[Rule, Steps]:
    """Return the steps that refuse a host with one of some characters; in a domain, "%" too."""

    def refuse(rule: Rule, characters: str) -> tuple[Substep]:
        search = re.compile(f"[{characters}]").search
        return (refusing(rule, lambda host: search(host) is not None),)

    return {
        FORBIDDEN: refuse(FORBIDDEN, "%" + characters),
        FORBIDDEN_OPAQUE: refuse(FORBIDDEN_OPAQUE, characters),
    }


def _as_shorthand(host: str) -> str:
    address, *_ = parse_ipv4(host)
    return host if address is None else serialise_ipv4(address)


_SHORTHAND = Substep(
    *(IPV4, _as_shorthand),
    lambda host: ends_in_number(host) and _as_shorthand(host) != host,
)

# 4.2 Special schemes.


def _with_gopher(newer: KindOf) -> KindOf:
    def older(scheme: str | None) -> Kind:
        return Kind.SPECIAL if _is_gopher(scheme) else newer(scheme)

    return older


def _is_gopher(scheme: str | None) -> bool:
    return scheme is not None and scheme.lower() == "gopher"


_GOPHER = _with_gopher(kind_of)
_GOPHER_PORT = port_steps("70")


def _split_gopher(newer: tuple[ParsingStep, ...]) -> tuple[ParsingStep, ...]:
    return tuple(map(_of_gopher, newer))


def _of_gopher(step: ParsingStep) -> ParsingStep:
    if step.parameters != ("scheme", "base"):
        return step

    def parse(text: str, scheme: str | None, base: Parsed | None) -> tuple[str | None, ...]:
        return step.parse(text, scheme, base, of=_GOPHER)

    return attrs.evolve(step, parse=parse)


Normalise = Callable[[Components], tuple[Substeps, ...]]


def _without_gopher_port(newer: Normalise) -> Normalise:
    def older(url: Components) -> tuple[Substeps, ...]:
        if not _is_gopher(url[0]):
            return newer(url)
        return tuple(_GOPHER_PORT if step.place == PORT else step for step in newer(url))

    return older


# 4.4 URL parsing.

_NUL = Substep(DROPS_NUL, lambda text: text.replace("\0", ""), lambda text: "\0" in text)
_BEGINS_WITH_DRIVE = re.compile(r"/[A-Za-z][:|](?=/|\Z)")
_NO_HOST = Substep(DROPS_HOST, lambda _: "")
_TRIM = Substep(TRIMS_PATH, lambda path: f"/{path.lstrip('/')}", lambda path: path[:2] == "//")


def _without_host_before_drive(newer: Normalise) -> Normalise:
    def older(url: Components) -> tuple[Substeps, ...]:
        scheme, _, _, host, _, path, _, _ = url
        if not host or kind_of(scheme) is not Kind.FILE or not _BEGINS_WITH_DRIVE.match(path):
            return newer(url)
        return tuple(
            Substeps(HOST, (*item.steps, _NO_HOST), bool) if item.place == HOST else item
            for item in newer(url)
        )

    return older


def _encode(rule: Rule, left: frozenset[str]) -> Substep:
    return encoding(rule, left)[1]


def _change(date: str, commit: str, steps: dict[Rule, Steps], **algorithms: Any) -> Change:
    return Change(date, commit, FrozenMapping(steps), FrozenMapping(algorithms))


CHANGES = (
    _change("2026-06-25", "a8d5ca3", {NOT_MAPPED: (_NOT_MAPPED,)}),
    _change("2025-03-13", "6c78200", {ENCODES_SPACE: ()}),
    _change("2025-03-05", "9bc33c3", {ENCODES_PATH: (_encode(ENCODES_PATH, PATH_SET | {"^"}),)}),
    _change("2024-11-29", "a6e4492", {NOT_MAPPED: (_EMPTY, _IN_LETTERS, _NOT_MAPPED)}),
    _change("2022-01-28", "35e195a", _forbidden(_HOST_2021)),
    _change(
        *("2021-08-05", "ab0e820"),
        {IPV4_REFUSALS[0]: (), IPV4_REFUSALS[1]: (), IPV4: (_SHORTHAND,)},
    ),
    _change("2021-03-22", "4025253", _forbidden(_HOST_2020)),
    _change(
        *("2020-09-30", "47efa00", {COLON_OF_DRIVE: (COLON_STEP, _TRIM)}),
        normalise=_without_host_before_drive,
    ),
    _change(
        *("2020-08-24", "83adf0c", {}),
        recombine=lambda _: lambda url: (SERIALISES, written(url)),
    ),
    _change("2020-05-14", "302ba41", _forbidden(_HOST_2014)),
    _change(
        *("2020-05-07", "cceb435"),
        {MAPPED_TO_NOTHING: (_TO_NOTHING,), NOT_MAPPED: (_IN_LETTERS, _NOT_MAPPED)},
    ),
    _change(
        *("2020-04-27", "3d57401"),
        {ENCODES_FRAGMENT: (_NUL, _encode(ENCODES_FRAGMENT, FRAGMENT_SET))},
    ),
    _change(
        *("2019-10-18", "d589670", {}),
        kind_of=_with_gopher,
        split=_split_gopher,
        normalise=_without_gopher_port,
    ),
    _change("2018-06-08", "6ef17eb", {ENCODES_QUERY: (_encode(ENCODES_QUERY, QUERY_SET),)}),
    _change(
        *("2017-12-05", "7a3c69f"),
        {ENCODES_FRAGMENT: (_NUL, _encode(ENCODES_FRAGMENT, C0_CONTROL))},
    ),
)


# The reading.


def _citation(date: str, commit: str) -> Citation:
    url = f"https://github.com/whatwg/url/commit/{commit}"
    return Citation(attrs.evolve(WHATWG, url=url), f"commit {commit} of {date}")


# Since when the text gave the results of a date, by which commit, and until when.
_ERAS = {
    "2026-07": ("2026-06-25", "a8d5ca3", "9999"),
    "2025-04": ("2025-03-13", "6c78200", "2026-06-25"),
    "2022-03": ("2022-01-28", "35e195a", "2025-03-05"),
    "2020-11": ("2020-10-08", "a19495e", "2021-03-22"),
    "2018-09": ("2018-06-08", "6ef17eb", "2019-10-18"),
    "2017-10": ("2017-09-18", "2eef975", "2017-12-05"),
}


class AsOf(Reading):
    """A reading whose options are dates; any date has the option whose results the text had."""

    def option_named(self, owner: str, name: str) -> str:
        """Return the option that a date stands for: a month, or a day."""
        if name in self.rationales or not re.fullmatch(r"20[0-9]{2}-[0-9]{2}(-[0-9]{2})?", name):
            return super().option_named(owner, name)
        first, last = (f"{name}{day}"[:10] for day in ("-01", "-31"))
        for date, (start, _, until) in _ERAS.items():
            if start <= first and last < until:
                return date
        dates = sorted(self.options)
        near = dates[max(0, bisect(dates, name) - 1) : bisect(dates, name) + 1]
        raise SelectorError(
            f"{owner} as of {name} is not offered: "
            + ("the text could not be followed to the letter" if name < dates[0] else "it changed")
            + f"; the nearest are {', '.join(near)}"
        )


AS_OF = AsOf(
    "as-of",
    "As of which date is the living standard read?",
    {
        date: Rationale(
            f"The text gave these results from {start} on"
            + ("." if until == "9999" else f", until {until}."),
            _citation(start, commit),
        )
        for date, (start, commit, until) in _ERAS.items()
    },
)
PARSERS = FrozenMapping(
    (date, UrlParser(change for change in CHANGES if change.date > date)) for date in AS_OF.options
)


def parser_of(options: Options) -> UrlParser:
    """Return the parser as of the date that is chosen."""
    return PARSERS[options[AS_OF.name]]
