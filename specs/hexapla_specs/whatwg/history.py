"""URL Standard, 4.4: the parser as of each available date, and the changes between dates."""

import functools
import re
from bisect import bisect
from collections.abc import Callable, Mapping
from typing import NamedTuple

import attrs

from hexapla.documents.citation import Citation, Provision
from hexapla.documents.reading import Rationale, Reading, SelectorError
from hexapla.standard.phases import Options
from hexapla.values.frozen import kept
from hexapla_specs.whatwg.components import WHATWG, cite
from hexapla_specs.whatwg.former import CHANGES, FormerParser
from hexapla_specs.whatwg.parsing import TextParser
from hexapla_specs.whatwg.states import UrlParser


class Era(NamedTuple):
    """A period during which the text gave the same results.

    Attributes:
        start: The first day of the period.
        commit: The commit with which the period began.
        until: The day of the next change that affected a result.
    """

    start: str
    commit: str
    until: str


_NEVER = "9999"

# The period for each date. The parser as of a date includes all changes up to that date.
_ERAS = {
    "2026-07": Era("2026-06-25", "a8d5ca3", _NEVER),
    "2025-04": Era("2025-03-13", "6c78200", "2026-06-25"),
    "2022-03": Era("2022-01-28", "35e195a", "2024-11-29"),
    "2020-11": Era("2020-10-08", "a19495e", "2021-03-22"),
    "2018-09": Era("2018-06-08", "6ef17eb", "2019-10-18"),
    "2017-10": Era("2017-09-18", "2eef975", "2017-12-05"),
    "2015-09": Era("2015-08-17", "0755b48", "2016-01-14"),
    "2014-10": Era("2014-08-12", "efe3116", "2014-12-15"),
}


_DAY = re.compile(r"20[0-9]{2}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?")


class AsOf(Reading):
    """A reading whose options are dates; another date stands for the option of the same period."""

    def price_of(self, option: str) -> int:
        """Return the number of newer dates, because each skipped date changes several results."""
        return self.options.index(option)

    def option_named(self, owner: str, name: str) -> str:
        """Return the option for a date, given as a month or a day.

        The whole month or the day must be in the period of an option.
        """
        if name in self.rationales or not _DAY.fullmatch(name):
            return super().option_named(owner, name)
        first, last = (f"{name}{day}"[:10] for day in ("-01", "-31"))
        for date, era in _ERAS.items():
            if era.start <= first and last < era.until:
                return date
        dates = sorted(self.options)
        near = dates[max(0, bisect(dates, name) - 1) : bisect(dates, name) + 1]
        why = "its text could not be implemented to the letter"
        if len(near) == 2:
            earlier, later = (_ERAS[date] for date in near)
            is_one_day = earlier.until == later.start
            days = f"on {later.start}" if is_one_day else f"from {earlier.until} to {later.start}"
            why = f"its results changed {days}"
        raise SelectorError(
            f"{owner} as of {name} isn't available: {why}; nearest: {', '.join(near)}"
        )


def cite_commit(date: str, commit: str) -> Citation:
    """Cite a commit to the standard."""
    url = f"https://github.com/whatwg/url/commit/{commit}"
    return Citation(attrs.evolve(WHATWG, url=url), f"commit {commit} of {date}")


class Renaming(NamedTuple):
    """A commit that renamed states or sections.

    Attributes:
        date: The date of the commit.
        old: The names until then, keyed by the names from then on. A state that the commit split or
            merged has several names, or the name of the state that did the same.
    """

    date: str
    old: Mapping[str, str]


# The commits are fbaa03c, 50cb9ab, 2f4161d and, for the last one, b266a43 and 09cd673: no date is
# available between these two.
_RENAMINGS = (
    Renaming("2021-10-19", {"opaque path state": "cannot-be-a-base-URL path state"}),
    Renaming("2017-02-10", {"URL miscellaneous": "URLs"}),
    Renaming("2016-03-24", {"cannot-be-a-base-URL path state": "non-relative path state"}),
    Renaming(
        "2015-06-17",
        {
            "special relative or authority state": "relative or authority state",
            "special authority slashes state": (
                "authority first slash state, authority second slash state"
            ),
            "special authority ignore slashes state": "authority ignore slashes state",
            "path or authority state": "scheme data state",
            "file state": "relative state",
            "file slash state": "relative slash state",
            "path start state": "relative path start state",
            "path state": "relative path state",
            "non-relative path state": "scheme data state",
        },
    ),
)

_SERIALIZING = cite("4.5")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9 -]* (?:state|parser)(?![a-z])")


@functools.cache
def as_of_date(citation: Citation, date: str) -> Citation:
    """Cite the text of an earlier date, with the names of its states and without step numbers.

    Any commit can change the numbers. If no state or parser is cited, the name is the heading of
    the section. For a short heading of 2014, such as "Parsing" in "URLs", it is today's heading.
    The section on serializing, which has no states, can be cited beside a state.
    """
    names = dict.fromkeys(_NAME.findall(citation.section) or [citation.title])
    if citation.section.startswith(f"{_SERIALIZING.section}, "):
        names = {_SERIALIZING.title: None, **names}
    for renaming in _RENAMINGS:
        if date < renaming.date:
            names = dict.fromkeys(renaming.old.get(name, name) for name in names)
    return attrs.evolve(citation, section=", ".join(names))


AS_OF = AsOf(
    "as-of",
    "As of which date is the living standard read?",
    {
        date: Rationale(
            f"The text gave these results from {era.start} on"
            + ("." if era.until == _NEVER else f", until {era.until}."),
            cite_commit(era.start, era.commit),
        )
        for date, era in _ERAS.items()
    },
)


def states_as_of(date: str) -> type[UrlParser]:
    """Return the state machine as of a date."""
    undone = [change for change in CHANGES if change.date > date]
    return undone[-1] if undone else UrlParser


_STATES: tuple[type[UrlParser], ...] = (UrlParser, *CHANGES)
_PARSERS = {states: TextParser(states) for states in _STATES}
PARSERS = {date: _PARSERS[states_as_of(date)] for date in AS_OF.options}


def provision_of(change: type[FormerParser]) -> Provision:
    """Return a provision that cites a change's commit and describes the earlier behaviour."""
    section, _, was = change.was.partition(": ")
    citation = cite_commit(change.date, change.commit)
    return Provision(citation, f"changed; until then, {was} ({section})")


def deciding_changes(
    newer: str, older: str, ask: Callable[[TextParser], object]
) -> tuple[type[FormerParser], ...]:
    """Return the changes between two dates that affect a result, newest first.

    Args:
        newer: The later date.
        older: The earlier date.
        ask: A function that returns the result of a parser.
    """
    found: list[type[FormerParser]] = []
    answer = ask(_PARSERS[states_as_of(newer)])
    for change in CHANGES:
        if older < change.date <= newer:
            before = ask(_PARSERS[change])
            if before != answer:
                found.append(change)
            answer = before
    return tuple(found)


def parser_as_of(options: Options) -> TextParser:
    """Return the parser as of the date that the options select."""
    return PARSERS[options[AS_OF.name]]


# A base or reference that matches isn't affected by any change. Its scheme, if any, is that of HTTP
# or FTP, or one of two schemes with opaque paths. Its host is a domain, or an IPv4 address of four
# decimal numbers. It contains no character whose encoding changed at some date, and no encoded dot.
_LABEL = "(?!..--|-)[A-Za-z0-9-]+(?<!-)"
_DOMAIN = rf"(?:{_LABEL}\.)*(?=[A-Za-z]){_LABEL}"
_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_HOST = rf"(?:{_DOMAIN}|{_OCTET}(?:\.{_OCTET}){{3}})(?::[0-9]{{1,4}})?(?=[/?#]|\Z)"
_SIGNS = "A-Za-z0-9$_+!*(),&=;.@~:/?-"
_ESCAPE = "%(?!2[Ee])[0-9A-Fa-f]{2}"
# The pattern never backtracks, to save memory. It uses several sets, because a single one would
# take long to compile.
_PLAIN = rf"(?:[{_SIGNS}]++|[^\0-\x7f\ud800-\udfff]++|{_ESCAPE})*+"
_BEHIND = rf"{_PLAIN}(?:#(?:[#{_SIGNS}]++|{_ESCAPE})*+)?"
_BASE = re.compile(rf"(?:https?|ftp)://(?P<username>[A-Za-z0-9]+@)?{_HOST}{_BEHIND}")
_REFERENCE = re.compile(
    rf"(?:(?:(?:https?|ftp):)?//{_HOST}|(?:mailto|javascript):(?!/)"
    rf"|(?P<relative>(?!//|[^/?#]*:))){_BEHIND}"
)
_plain_base = kept(64)(_BASE.fullmatch)


def is_alike_at_each_date(base: str, reference: str) -> bool:
    """Return whether a quick test shows that a reference has the same target at all dates."""
    plain = _REFERENCE.fullmatch(reference)
    plain_base = _plain_base(base)
    if plain is None or plain_base is None:
        return False
    # The username of the base was not always inherited.
    return plain_base["username"] is None or plain["relative"] is None
