"""URL Standard, 4.4: the parser as of each date, and each change of a result."""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import attrs

from hexapla.documents.citation import Citation
from hexapla.documents.reading import Rationale, Reading, SelectorError
from hexapla.standard.phases import NoUri, Options
from hexapla.standard.rule import Rule
from hexapla.standard.trace import Trace
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping, kept
from hexapla_specs.whatwg import components, former, hosts, normalising, parsing, resolving
from hexapla_specs.whatwg.components import WHATWG, Components, Parsed
from hexapla_specs.whatwg.substeps import (
    ParsingStep,
    Substep,
    Substeps,
    cleaned,
    split_watched,
    splitter,
)

# URL Standard, 4.4: the parser as of one date.

_NONE = FrozenMapping[str, str]()
_COMPONENT_NAMES = tuple(component.name for component in components.COMPONENTS)

Steps = tuple[Any, ...]
"""Steps of cleaning, of splitting or of what a component goes through, one after the other."""

Classify = Callable[..., tuple[Rule, Components | NoUri]]
Combine = Callable[..., tuple[Rule, Components]]


@attrs.frozen
class Change:
    """A change of a result: its date and its commit, and what it replaced.

    Attributes:
        steps: What stood in place of a step, by the rule of the step.
        split: What a step of parsing was, given the one behind the change.
        algorithms: The algorithms before the change, by their names; each is given the one behind
            it first.
    """

    date: str
    commit: str
    steps: Mapping[Rule, Steps] = FrozenMapping()
    split: Callable[[ParsingStep], ParsingStep] | None = None
    algorithms: Mapping[str, Callable[..., Any]] = FrozenMapping()


class UrlParser:
    """The phases, and what a URL is by itself, before some changes.

    Args:
        changes: The changes to undo, the newest first.
    """

    def __init__(self, changes: Iterable[Change] = ()) -> None:
        self._changes = tuple(changes)
        self._steps = {rule: was for item in self._changes for rule, was in item.steps.items()}
        self._older = dict[int, Substeps]()
        newest = self._normalise if self._changes else normalising.normalise
        self.normalise = self._before("normalise", newest)
        self._classify: Classify = self._before("classify", resolving.classify)
        self._combine: Combine = self._before("combine", resolving.combine)
        self._absolute: Combine = self._before("combine_absolute", resolving.combine_absolute)
        self.remove_dots = self._before("remove_dots", resolving.remove_dots)
        self.recombine = self._before("recombine", resolving.recombine)
        self.cleaning: tuple[Substep, ...] = self._replaced(parsing.CLEANING)
        self.parsing: tuple[ParsingStep, ...] = self._replaced(parsing.PARSING)
        for split in filter(None, (change.split for change in self._changes)):
            self.parsing = tuple(map(split, self.parsing))
        self._split = splitter(self.parsing, _COMPONENT_NAMES)
        self.parse_url = kept(1024, lambda parts: len(parts[0]))(self._parse_url)

    def _before(self, name: str, algorithm: Any) -> Any:
        """Return an algorithm as it was before the changes."""
        for change in self._changes:
            if name in change.algorithms:
                algorithm = partial(change.algorithms[name], algorithm)
        return algorithm

    def _replaced(self, steps: Steps) -> Steps:
        return tuple(was for step in steps for was in self._steps.get(step.rule, (step,)))

    def _normalise(self, url: Components) -> tuple[Substeps, ...]:
        return tuple(map(self._as_it_was, normalising.normalise(url)))

    def _as_it_was(self, substeps: Substeps) -> Substeps:
        """Return the steps for a component with those that stood there."""
        known = self._older.get(id(substeps))
        if known is None:
            known, steps = substeps, self._replaced(substeps.steps)
            if steps != substeps.steps:
                known = Substeps(substeps.place, steps, lambda text: text is not None)
            self._older[id(substeps)] = known
        return known

    def clean(self, text: str) -> str:
        """Return a text without what is removed before it is parsed."""
        return cleaned(self.cleaning, text, _NONE, None)

    def split(self, text: str, base: Parsed | None = None, options: Options = _NONE) -> Parsed:
        """Return a text and its components; `base` is parsed already."""
        parts: Any = self._split(self.clean(checked(text, "text")), base, options)
        parsed: Parsed = (text, *parts)
        return parsed

    def parse(self, text: str, options: Options, trace: Trace | None) -> Parsed:
        """Return a text and its components, without a base."""
        return self.split(text) if trace is None else self.split_watched(text, None, trace)

    def split_watched(self, text: str, base: Parsed | None, trace: Trace) -> Parsed:
        """Return a text and its components, while a trace watches."""
        rest = cleaned(self.cleaning, text, trace.options, trace)
        parts: Any = split_watched(self.parsing, _COMPONENT_NAMES, rest, base, trace)
        parsed: Parsed = (text, *parts)
        return parsed

    def classify(
        self, base: Parsed, reference: Parsed, options: Options
    ) -> tuple[Rule, Parsed | NoUri]:
        """Has the reference a scheme, and is it ignored? Can the base be a base?"""
        url = self.parse_url(base)
        if isinstance(url, NoUri):
            return resolving.UNUSABLE_BASE, resolving.NO_BASE
        rule, components = self._classify(url, reference)
        if isinstance(components, NoUri):
            return rule, components
        return rule, (reference[0], *components)

    def combine(self, base: Parsed, reference: Parsed, options: Options) -> tuple[Rule, Components]:
        """What does the URL take from the base?"""
        url = reference[1:]
        if url[0] is not None:
            return self._absolute(url, self.parse_url(base) if self._changes else None)
        record = self.parse_url(base)
        return self._combine(base, base[1:] if isinstance(record, NoUri) else record, url)

    def without_dots(
        self, rule: Rule, url: Components, options: Options, trace: Trace | None
    ) -> tuple[Rule | None, Any]:
        """Return what is left after dot segments are removed; and a rule, if it is one."""
        steps, url = self.remove_dots(rule, url, options)
        if isinstance(steps, Substeps):
            return None, steps.run(url, options, trace)
        return steps, url

    def normalised(self, url: Components, options: Options, trace: Trace | None) -> Any:
        """Return the URL record with each component as the states write it, or failure."""
        for substeps in self.normalise(url):
            if isinstance(url, NoUri):
                break
            if trace is None or substeps.changes(url[substeps.place]):
                url = substeps.run(url, options, trace)
        return url

    def _without_dots(self, parts: Parsed) -> Any:
        if parts[1] is None:
            return resolving.NOT_ABSOLUTE
        rule, url = self._absolute(parts[1:])
        if isinstance(url, NoUri):
            return url
        steps, url = self.remove_dots(rule, url, _NONE)
        return steps.rewritten(url, _NONE) if isinstance(steps, Substeps) else url

    def _parse_url(self, parts: Parsed) -> Components | NoUri:
        """Return the URL record that a text parses to without a base, or failure."""
        url: Any = self._without_dots(parts)
        for substeps in () if isinstance(url, NoUri) else self.normalise(url):
            url = substeps.rewritten(url, _NONE)
            if isinstance(url, NoUri):
                break
        record: Components | NoUri = url
        return record

    def host_of(self, parts: Parsed) -> str | NoUri | None:
        """Return the host of the record of `parse_url`, or failure."""
        if self._changes or parts[1] is None:
            record = self.parse_url(parts)
            return record if isinstance(record, NoUri) else record[components.HOST]
        url: Any = resolving.combine_absolute(parts[1:])[1]
        for substeps in normalising.host_and_port_steps(url):
            url = substeps.rewritten(url, _NONE)  # host and port alone can fail
            if isinstance(url, NoUri):
                return url
        host: str | None = url[components.HOST]
        return host

    def normalising_rules(self, parts: Parsed) -> Iterator[tuple[int, Rule]]:
        """Yield the rules that rewrite components of a URL by itself, with the places of those."""
        url = self._without_dots(parts)
        for substeps in self.normalise(url):
            text = url[substeps.place]
            for step in substeps.steps if substeps.changes(text) else ():
                if step.applies is None or step.applies(text):
                    before, text = text, step(text, _NONE)
                    if text != before:
                        yield substeps.place, step.rule


# The URL Standard as of a date: each change of a result, and what stood there before.
#
# As of a date, each change behind it is undone, the newest first: for a step stands what the change
# put it in place of, and an algorithm is made what it was.

_FORBIDDEN_2020 = r"\x00\t\n\r #/:<>?@\[\\\]^"
_FORBIDDEN_2014 = r"\x00\t\n\r #/:?@\[\\\]"


def _encodes_userinfo(left: frozenset[str]) -> dict[Rule, Steps]:
    left -= {"@"}
    return former.encodes(normalising.ENCODES_USERNAME, left) | former.encodes(
        normalising.ENCODES_PASSWORD, left
    )


def _change(day: str, commit: str, steps: Any = (), split: Any = None, **older: Any) -> Change:
    return Change(day, commit, FrozenMapping(steps), split, FrozenMapping(older))


_DECODED = (hosts.REFUSE_EMPTY, hosts.DECODE_ASCII, hosts.REFUSE_UNMAPPED)
_EMPTY = {hosts.MAPPED_TO_NOTHING: (hosts.MAP_TO_NOTHING,), hosts.NOT_MAPPED: _DECODED[1:]}
_DOMAINS = {**dict.fromkeys(hosts.IPV4_REFUSALS[:2], ()), hosts.IPV4: (hosts.SHORTHAND,)}
_HYPHENS = hosts.forbids(_FORBIDDEN_2014, hosts.REFUSE_HYPHENS)
_TRANSITIONAL = (hosts.MAP_DEVIATIONS, hosts.MAP_TO_NOTHING)
_FRAGMENT, _SIMPLE = (
    former.encodes(normalising.ENCODES_FRAGMENT, left)[normalising.ENCODES_FRAGMENT]
    for left in (components.FRAGMENT_SET, components.C0_CONTROL)
)
_BRACES = former.encodes(normalising.ENCODES_PATH, former.DEFAULT_SET) | _encodes_userinfo(
    former.DEFAULT_SET
)

CHANGES = (
    _change("2026-06-25", "a8d5ca3", {hosts.NOT_MAPPED: (hosts.REFUSE_UNMAPPED,)}),
    _change("2025-03-13", "6c78200", {normalising.ENCODES_SPACE: ()}),
    _change(
        "2025-03-05",
        "9bc33c3",
        former.encodes(normalising.ENCODES_PATH, components.PATH_SET | {"^"}),
    ),
    _change("2024-11-29", "a6e4492", {hosts.NOT_MAPPED: _DECODED}),
    _change("2022-01-28", "35e195a", hosts.forbids(_FORBIDDEN_2020 + "|")),
    _change("2021-08-05", "ab0e820", _DOMAINS),
    _change("2021-03-22", "4025253", hosts.forbids(_FORBIDDEN_2020)),
    _change(
        "2020-09-30",
        "47efa00",
        {normalising.COLON_OF_DRIVE: (normalising.COLON_STEP, former.TRIM)},
        normalise=former.drop_host_before_drive,
    ),
    _change("2020-08-24", "83adf0c", recombine=former.write_without_dot),
    _change("2020-05-14", "302ba41", hosts.forbids(_FORBIDDEN_2014)),
    _change("2020-05-07", "cceb435", _EMPTY),
    _change("2020-04-27", "3d57401", {normalising.ENCODES_FRAGMENT: (former.DROP_NUL, *_FRAGMENT)}),
    _change(
        "2019-10-18",
        "d589670",
        split=former.split_gopher,
        classify=former.classify_gopher,
        normalise=former.normalise_gopher,
    ),
    _change(
        "2018-06-08", "6ef17eb", former.encodes(normalising.ENCODES_QUERY, components.QUERY_SET)
    ),
    _change("2017-12-05", "7a3c69f", {normalising.ENCODES_FRAGMENT: (former.DROP_NUL, *_SIMPLE)}),
    _change("2017-09-18", "2eef975", combine=former.take_no_host),
    _change("2017-06-01", "dc9d831", _HYPHENS),
    _change("2017-05-03", "fe6b251", combine=former.ignore_final_drive),
    _change("2017-03-29", "6103e0a", {normalising.COLON_OF_DRIVE: (normalising.COLON_STEP,)}),
    _change("2017-02-20", "f4d84a5", {hosts.MAPPED_TO_NOTHING: _TRANSITIONAL}),
    _change("2017-02-07", "698f3e8", combine_absolute=former.skip_mark),
    _change(
        "2017-01-31",
        "b087fe2",
        {parsing.ANY_SLASHES: (former.COUNT_SLASHES,)},
        normalise=former.fill_every_path,
    ),
    _change("2017-01-24", "3036255", normalise=former.parse_every_host),
    _change("2017-01-11", "a7ae1b8", {hosts.NOT_CLOSED: (hosts.IS_CLOSED, hosts.IGNORE_LAST)}),
    _change("2017-01-03", "5e0b05e", {normalising.DROPS_PASSWORD: ()}),
    _change("2016-12-09", "373dbed", {normalising.ENCODES_FRAGMENT: (former.DROP_NUL,)}),
    _change("2016-12-08", "620fa90", {hosts.IPV4: (hosts.OCTAL_SHORTHAND,)}),
    _change("2016-03-07", "7b40216", {parsing.REMOVES: ()}, split=former.drop_tabs_inside),
    _change("2015-08-14", "9ca26e5", _encodes_userinfo(components.PATH_SET)),
    _change("2015-08-14", "c3a454c", {normalising.TOO_LARGE: ()}),
    _change(
        "2015-08-14",
        "09cd673",
        combine=former.take_no_drive,
        combine_absolute=former.take_of_any_base,
        remove_dots=former.remove_drive,
        normalise=former.keep_host_before_drive,
    ),
    _change("2015-08-13", "bb36bd9", {hosts.LOCALHOST: ()}),
    _change("2015-07-01", "9043740", {hosts.IPV4: (), **dict.fromkeys(hosts.IPV4_REFUSALS, ())}),
    _change(
        "2015-06-17",
        "b266a43",
        {parsing.CUTS_AUTHORITY: (former.CUT_KNOWN_AUTHORITY,)},
        classify=former.refuse_unknown,
        remove_dots=former.keep_unknown_dots,
        normalise=former.encode_unknown_path,
    ),
    _change("2015-06-16", "0bab926", {parsing.STRIPS: (former.STRIP_SPACE,)}),
    _change("2015-06-16", "7f5036c", classify=former.refuse_fragment),
    _change(
        "2015-06-10",
        "f54c44d",
        former.encodes(normalising.ENCODES_QUERY, components.QUERY_SET - {"`"}),
    ),
    _change("2015-06-10", "c296e2f", _BRACES),
    _change("2015-06-09", "06b2e68", combine=former.drop_credentials),
    _change("2014-12-15", "05cbe06", {normalising.ENCODES_FRAGMENT: _SIMPLE}),
)


# Each date: since when, and by which commit, the text gave its results, and until when.
_ERAS = {
    "2026-07": ("2026-06-25", "a8d5ca3", "9999"),
    "2025-04": ("2025-03-13", "6c78200", "2026-06-25"),
    "2022-03": ("2022-01-28", "35e195a", "2025-03-05"),
    "2020-11": ("2020-10-08", "a19495e", "2021-03-22"),
    "2018-09": ("2018-06-08", "6ef17eb", "2019-10-18"),
    "2017-10": ("2017-09-18", "2eef975", "2017-12-05"),
    "2015-09": ("2015-08-17", "0755b48", "2016-01-14"),
    "2014-10": ("2014-08-12", "efe3116", "2014-12-15"),
}


_DAY = re.compile(r"20[0-9]{2}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?")


class AsOf(Reading):
    """A reading whose options are dates; any date has the option whose results the text had."""

    def price_of(self, option: str) -> int:
        """Return how many dates are passed over: each changes several results at once."""
        return self.options.index(option)

    def option_named(self, owner: str, name: str) -> str:
        """Return the option that a date stands for: a month, or a day."""
        if name in self.rationales or not _DAY.fullmatch(name):
            return super().option_named(owner, name)
        first, last = (f"{name}{day}"[:10] for day in ("-01", "-31"))
        for date, (start, _, until) in _ERAS.items():
            if start <= first and last < until:
                return date
        dates = sorted(self.options)
        near = dates[max(0, bisect(dates, name) - 1) : bisect(dates, name) + 1]
        why = "the text could not be followed to the letter"
        if len(near) == 2:
            (_, _, until), (start, _, _) = (_ERAS[date] for date in near)
            days = f"on {start}" if until == start else f"from {until} to {start}"
            why = f"its results changed {days}"
        raise SelectorError(f"{owner} as of {name} is not offered: {why}; near: {', '.join(near)}")


def cite_commit(date: str, commit: str) -> Citation:
    """Return a citation of a commit to the standard."""
    url = f"https://github.com/whatwg/url/commit/{commit}"
    return Citation(attrs.evolve(WHATWG, url=url), f"commit {commit} of {date}")


AS_OF = AsOf(
    "as-of",
    "As of which date is the living standard read?",
    {
        date: Rationale(
            f"The text gave these results from {start} on"
            + ("." if until == "9999" else f", until {until}."),
            cite_commit(start, commit),
        )
        for date, (start, commit, until) in _ERAS.items()
    },
)
_PARSERS = {
    date: UrlParser(change for change in CHANGES if change.date > date) for date in AS_OF.options
}


def parser_as_of(options: Options) -> UrlParser:
    """Return the parser as of the date that is in force."""
    return _PARSERS[options[AS_OF.name]]


# No change is about URLs of HTTP, FTP and two opaque schemes whose host is a domain, and that have
# none of the signs that were encoded at one date only, and no dot that is encoded.
_LABEL = "(?!..--|-)[A-Za-z0-9-]+(?<!-)"
_HOST = rf"//(?:{_LABEL}\.)*(?=[A-Za-z]){_LABEL}(?::[0-9]{{1,4}})?(?=[/?#]|\Z)"
_SIGNS = "A-Za-z0-9$_+!*(),&=;.@~:/?-"
_ESCAPE = "%(?!2[Ee])[0-9A-Fa-f]{2}"
# It goes back nowhere, which would take much memory. One set of all would take long to compile.
_PLAIN = rf"(?:[{_SIGNS}]++|[^\0-\x7f\ud800-\udfff]++|{_ESCAPE})*+"
_BEHIND = rf"{_PLAIN}(?:#(?:[#{_SIGNS}]++|{_ESCAPE})*+)?"
_BASE = re.compile(rf"(?:https?|ftp):{_HOST}{_BEHIND}")
_REFERENCE = re.compile(
    rf"(?:(?:(?:https?|ftp):)?{_HOST}|(?:mailto|javascript):(?!/)|(?!//|[^/?#]*:)){_BEHIND}"
)


@kept(64, len)
def _is_plain_base(base: str) -> bool:
    return _BASE.fullmatch(base) is not None


def is_alike_at_each_date(base: str, reference: str) -> bool:
    """Return whether a reference is seen to resolve to the same at each date."""
    return _REFERENCE.fullmatch(reference) is not None and _is_plain_base(base)
