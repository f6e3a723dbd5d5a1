"""Count links that differ, by the generator of the page, and by form, scheme, host and cause."""

import functools
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import attrs

import hexapla
from hexapla.comparison.cause_key import TARGET, CauseKey
from hexapla.comparison.spellings import differ_in_spelling
from hexapla.corpus.rows import ComparedSpecs, Row
from hexapla.corpus.summary import Counting, Summary, counted_batch
from hexapla.documents.reading import Choice
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla.standard.spec import Spec

SPECS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg")
# The first standard that resolves like the later ones, except for details.
SINCE = "rfc1808"
# The two current standards.
TODAY = ("rfc3986", "whatwg")
_ALONE = {"#": "fragment alone", "?": "query alone"}
_MOST_EXAMPLES = 8


class ResultKind(StrEnum):
    """How the results of the two current standards differ.

    A link whose scheme is `javascript` is a script. Other results differ in spelling if both
    standards call them equivalent, and in structure if not.
    """

    STRUCTURE = "structure"
    SPELLING = "spelling"
    SCRIPT = "script"


class TodayKey(NamedTuple):
    """How the two current standards differ on a link, and the cause."""

    kind: ResultKind
    cause: CauseKey


@attrs.define
class Numbers:
    """The number of links of a kind, and the numbers of those that differ.

    Attributes:
        links: The number of links.
        valid: The number of links whose validity differs.
        parts: The number of links whose parts differ.
        target: The number of links whose targets differ.
        since: The number of links whose targets differ between RFC 1808 and the later standards;
            where a standard gives the current document instead of a URI, the document's URI counts
            as the target.
        today: The number of links that the two current standards resolve to different targets.
    """

    links: int = 0
    valid: int = 0
    parts: int = 0
    target: int = 0
    since: int = 0
    today: int = 0

    def add(self, other: "Numbers", times: int = 1) -> None:
        """Add other numbers, multiplied by `times`."""
        self.links += times * other.links
        self.valid += times * other.valid
        self.parts += times * other.parts
        self.target += times * other.target
        self.since += times * other.since
        self.today += times * other.today


@attrs.define
class Effect:
    """The effect of choosing an option of a reading other than the default.

    Attributes:
        consulted: The number of links for which the standard consults the reading.
        changed: The number of links whose target changes with the option.
        settled: The number of links on which all standards agree with the option, but not with the
            default.
        unsettled: The number of links on which all standards agree with the default, but not with
            the option.
        example: The smallest reference whose target changes, with its base.
    """

    consulted: int = 0
    changed: int = 0
    settled: int = 0
    unsettled: int = 0
    example: tuple[str, str] | None = None

    def merge(self, other: "Effect") -> None:
        """Add the counts of another effect."""
        self.consulted += other.consulted
        self.changed += other.changed
        self.settled += other.settled
        self.unsettled += other.unsettled
        self.example = _smaller(self.example, other.example)


@attrs.define
class Pattern:
    """Links that differ for the same causes.

    Attributes:
        generators: The number of links, keyed by the generator of the page.
        example: The base and the reference of the link with the shortest reference; None if no link
            was counted.
    """

    generators: Counter[str] = attrs.field(factory=Counter)
    example: tuple[str, str] | None = None

    @property
    def links(self) -> int:
        """The number of links."""
        return self.generators.total()


def _smaller(left: tuple[str, str] | None, right: tuple[str, str] | None) -> tuple[str, str] | None:
    """Return the pair with the shorter reference; in a tie, the first in alphabetical order."""
    pairs = (pair for pair in (left, right) if pair is not None)
    return min(pairs, key=lambda pair: (len(pair[1]), pair[1], pair[0]), default=None)


@attrs.define
class LinkCounts:
    """Counts of links; other counts can be added to them.

    Attributes:
        specs: The standards that are compared.
        fragments: The results to count for links that begin with `#`, as Arrow record batches.
        others: The results to count for all other links, as Arrow record batches.
        by: The numbers of links, keyed by a dimension, such as `host`, and a name in it.
        effects: The effects of other options, keyed by spec, reading, default and option.
        patterns: The links that differ, keyed by their causes.
        today: The number of times that each pair of a base and a reference occurs, keyed by how the
            two current standards differ on the pair.
    """

    specs: ComparedSpecs
    fragments: list[Any] = attrs.field(factory=list)
    others: list[Any] = attrs.field(factory=list)
    by: dict[tuple[str, str], Numbers] = attrs.field(factory=dict)
    effects: dict[tuple[str, str, str, str], Effect] = attrs.field(factory=dict)
    patterns: dict[tuple[CauseKey, ...], Pattern] = attrs.field(factory=dict)
    today: dict[TodayKey, Counter[tuple[str, str]]] = attrs.field(factory=dict)

    @classmethod
    def empty(cls) -> "LinkCounts":
        """Create counts that don't contain any links yet."""
        return cls(_specs())

    def add_page(self, rows: Iterable[Row], times: Mapping[str, int], generator: str) -> None:
        """Count the links of a page.

        Args:
            rows: The results of the standards, one row for each distinct reference on the page.
            times: How often each reference occurs on the page.
            generator: The program that made the page.
        """
        fragments: list[Row] = []
        others: list[Row] = []
        for row in rows:
            count = times[row.pair.reference]
            same = fragments if row.pair.reference.startswith("#") else others
            same += [row] * count
            self._add(row, count, generator)
        for same, batches in ((fragments, self.fragments), (others, self.others)):
            batches.append(counted_batch(same, self.specs))

    def _add(self, row: Row, times: int, generator: str) -> None:
        base, reference = row.pair.base, row.pair.reference
        numbers = _numbers_of(row, self.specs)
        for kind in (("generator", generator), *_kinds_of(reference)):
            self.by.setdefault(kind, Numbers()).add(numbers, times)
        if row.causes:
            pattern = self.patterns.setdefault(_sorted(row.causes), Pattern())
            pattern.generators[generator] += times
            pattern.example = _smaller(pattern.example, (base, reference))
        if numbers.today:
            links = self.today.setdefault(_today_key(row, self.specs), Counter())
            links[base, reference] += times
        for key, effect in _effects_of(row, times, self.specs):
            self.effects.setdefault(key, Effect()).merge(effect)

    def merge(self, other: "LinkCounts") -> None:
        """Add other counts."""
        self.fragments += other.fragments
        self.others += other.others
        for kind, numbers in other.by.items():
            self.by.setdefault(kind, Numbers()).add(numbers)
        for key, effect in other.effects.items():
            self.effects.setdefault(key, Effect()).merge(effect)
        for causes, pattern in other.patterns.items():
            here = self.patterns.setdefault(causes, Pattern())
            here.generators += pattern.generators
            here.example = _smaller(here.example, pattern.example)
        for today_key, links in other.today.items():
            self.today.setdefault(today_key, Counter()).update(links)

    @property
    def links(self) -> int:
        """The number of links."""
        return rows_of(self.fragments) + rows_of(self.others)

    def summary(self, batches: Iterable[Any]) -> Summary:
        """Return a summary of the links in batches."""
        with tempfile.TemporaryDirectory() as folder:
            counting = Counting(Path(folder))
            for batch in batches:
                counting.add(batch)
            return counting.summary(self.specs)

    def dimensions(self) -> Iterator[tuple[str, list[tuple[str, Numbers]]]]:
        """Yield each dimension with its names and numbers; names with the most links come first."""
        ordered = sorted(self.by.items(), key=lambda item: (item[0][0], -item[1].links, item[0][1]))
        for dimension, items in groupby(ordered, key=lambda item: item[0][0]):
            yield dimension, [(name, numbers) for (_, name), numbers in items]


def rows_of(batches: Iterable[Any]) -> int:
    """Return the number of rows in batches."""
    return sum(batch.num_rows for batch in batches)


@functools.lru_cache(maxsize=4096)
def _sorted(causes: tuple[CauseKey, ...]) -> tuple[CauseKey, ...]:
    return tuple(sorted(causes))


@functools.cache
def _specs() -> ComparedSpecs:
    """Create the standards once, because they cache their results."""
    return ComparedSpecs(tuple(map(hexapla.spec, SPECS)))


def _numbers_of(row: Row, specs: ComparedSpecs) -> Numbers:
    """Return the counts that one link adds: 1 for each property that it has, otherwise 0."""
    speaking = {verdict for verdict in row.verdicts if verdict is not Verdict.NO_PRODUCTION}
    today = {row.targets[specs.selectors.index(selector)] for selector in TODAY}
    return Numbers(
        links=1,
        valid=int(len(speaking) > 1),
        parts=int(len(row.kind.parts) > 1),
        target=int(row.differs),
        since=int(row.differs and _differs_since(row, specs)),
        today=int(len(today) > 1),
    )


def _today_key(row: Row, specs: ComparedSpecs) -> TodayKey:
    """Return how the two current standards differ on a link, and the cause."""
    places = [specs.selectors.index(selector) for selector in TODAY]
    left, right = (row.targets[place] for place in places)
    today = [specs.specs[place] for place in places]
    cause = next(
        key for key in row.causes if key.facet == TARGET and (key.left, key.right) == TODAY
    )
    scheme = today[0].parse(row.pair.reference).parts["scheme"]
    if scheme is not None and scheme.lower() == "javascript":
        kind = ResultKind.SCRIPT
    elif differ_in_spelling(today, left, right):
        kind = ResultKind.SPELLING
    else:
        kind = ResultKind.STRUCTURE
    return TodayKey(kind, cause)


def _differs_since(row: Row, specs: ComparedSpecs) -> bool:
    base = row.pair.base.partition("#")[0]
    later = row.targets[specs.selectors.index(SINCE) :]
    return len({_as_uri(target, base) for target in later} - {None}) > 1


def _as_uri(target: Target, base: str) -> Target | None:
    """Return a target, or the base's URI for the current document; None if there is no rule."""
    if isinstance(target, NoUri):
        if target.outcome is Outcome.SAME_DOCUMENT:
            return base if target.fragment is None else f"{base}#{target.fragment}"
        if target.outcome is Outcome.UNDEFINED:
            return None
    return target


def _kinds_of(reference: str) -> Iterator[tuple[str, str]]:
    """Yield the form, the scheme and any host of a reference under RFC 3986, as keys of `by`."""
    parsed = hexapla.spec("rfc3986").parse(reference)
    yield "form", _ALONE.get(reference[:1]) or parsed.form.value
    scheme, authority = parsed.parts["scheme"], parsed.parts["authority"]
    yield "scheme", (scheme or "").lower()
    if authority is not None:
        yield "host", authority.rpartition("@")[2].partition(":")[0].lower()


def _effects_of(
    row: Row, times: int, specs: ComparedSpecs
) -> Iterator[tuple[tuple[str, str, str, str], Effect]]:
    """Yield the effect of each alternative option of each reading that was consulted.

    Only one option is changed at a time.
    """
    for number, (spec, choices) in enumerate(zip(specs.specs, row.kind.choices, strict=True)):
        for name, default in (choice.split("=") for choice in choices):
            for option in _other_options(spec, name, default):
                variant = spec.choosing(Choice(name, option))
                effect = _effect_of(row, times, number, variant)
                yield (spec.selector, name, default, option), effect


def _other_options(spec: Spec, name: str, default: str) -> Iterable[str]:
    reading = next(reading for reading in spec.readings if reading.name == name)
    return (option for option in reading.options if option != default)


def _effect_of(row: Row, times: int, number: int, variant: Spec) -> Effect:
    pair = row.pair
    target = variant.resolve(pair.reference, base=pair.base).target
    if target == row.targets[number]:
        return Effect(times)
    targets = list(row.targets)
    targets[number] = target
    differ = len({_as_compared(item) for item in targets} - {None}) > 1
    return Effect(
        times,
        times,
        times if row.differs and not differ else 0,
        times if differ and not row.differs else 0,
        (pair.base, pair.reference),
    )


def _as_compared(target: Target) -> Target | None:
    silent = isinstance(target, NoUri) and target.outcome is Outcome.UNDEFINED
    return None if silent else target


def form_of_pattern(
    causes: Iterable[CauseKey], pattern: Pattern, numbers: dict[CauseKey, int]
) -> dict[str, Any]:
    """Return the JSON form of a pattern; `numbers` maps causes to their indexes in a list."""
    return {
        "causes": [numbers[key] for key in causes],
        "links": pattern.links,
        "generators": dict(sorted(pattern.generators.items())),
        "example": pattern.example,
    }


def forms_of_today(counts: LinkCounts) -> Iterator[dict[str, Any]]:
    """Yield the JSON form of each difference between the two current standards.

    The differences are sorted by kind, and then by number of links. Each form contains the most
    frequent references, each with one of its bases and its number of links.
    """
    kinds = list(ResultKind)
    ordered = sorted(
        counts.today.items(),
        key=lambda item: (kinds.index(item[0].kind), -item[1].total(), item[0].cause),
    )
    for key, links in ordered:
        by_reference: Counter[str] = Counter()
        bases: dict[str, str] = {}
        for (base, reference), count in sorted(links.items()):
            by_reference[reference] += count
            bases.setdefault(reference, base)
        commonest = sorted(by_reference, key=lambda text: (-by_reference[text], len(text), text))
        yield {
            "kind": key.kind.value,
            **key.cause.to_dict(),
            "links": links.total(),
            "references": len(by_reference),
            "examples": [
                {"base": bases[text], "reference": text, "links": by_reference[text]}
                for text in commonest[:_MOST_EXAMPLES]
            ],
        }
