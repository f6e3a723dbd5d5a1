"""Search for differences: ask every program about every URL once, and classify the differences.

`hexapla.differential` finds URLs that callables, specs or programs parse differently.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple, TypedDict, Unpack

import attrs

from hexapla.differentials.differential import (
    ClassFinding,
    ComparedCounts,
    Differential,
    Pair,
    check_comparable,
)
from hexapla.differentials.inputs import Inputs
from hexapla.discover.inputs import InputOrder, SearchInput, smallest
from hexapla.divergence.answers import Compared, aspects_of, compared_values
from hexapla.divergence.classes import ClassCount
from hexapla.divergence.divergence import Divergence, DivergenceClass, ProgramReading, divergence
from hexapla.divergence.model import HOST
from hexapla.identification.question import candidates
from hexapla.implementations.asking import Parse, ParseAnswer, UrlCase, ask
from hexapla.implementations.programs import TIMEOUT, Asked, StandardParser, names_of, started
from hexapla.jobs.pool import Progress, no_progress
from hexapla.jobs.time_limit import TimeLimit
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked_items

# The maximum numbers of URLs that are tried to shrink one example, and to shrink all examples.
_QUESTIONS_FOR_ONE = 1_000
_QUESTIONS_FOR_ALL = 50_000
# The maximum length, in code points, of an example to shrink; longer examples have too many smaller
# variants.
_LONGEST = 200


class _Reply(NamedTuple):
    """A program's reading of a URL, with the compared values keyed by aspect."""

    reading: ProgramReading
    values: Mapping[str, Compared]

    @property
    def program(self) -> str:
        return self.reading.program

    @property
    def is_rejection(self) -> bool:
        """Whether the program rejected the URL."""
        answer = self.reading.answer
        return answer.trouble is None and answer.value is None


@attrs.define
class _Counts:
    """The numbers of compared and differing URLs so far; see `ComparedCounts`."""

    inputs: int = 0
    differing: int = 0
    rejected_by_left: int = 0
    rejected_by_right: int = 0
    rejected_by_both: int = 0

    def add(self, aspect: str, left: _Reply, right: _Reply) -> None:
        """Count a URL for an aspect, given the replies of both programs."""
        if aspect in left.values and aspect in right.values:
            self.inputs += 1
        elif left.is_rejection and right.is_rejection:
            self.rejected_by_both += 1
        elif left.is_rejection:
            self.rejected_by_left += 1
        elif right.is_rejection:
            self.rejected_by_right += 1

    @property
    def result(self) -> ComparedCounts:
        """The result of counting."""
        return ComparedCounts(
            inputs=self.inputs,
            differing=self.differing,
            rejected_by_left=self.rejected_by_left,
            rejected_by_right=self.rejected_by_right,
            rejected_by_both=self.rejected_by_both,
        )


@attrs.define
class _Class:
    """A class of differences that was found.

    Attributes:
        count: The number of members, and the standards that behave like the programs in them.
        smallest: The smallest member so far.
        shrunk: A smaller example that was found by shrinking `smallest`; None if there is none.
    """

    count: ClassCount
    smallest: Divergence
    shrunk: Divergence | None = None

    @property
    def finding(self) -> ClassFinding:
        """The class as a part of the result."""
        original = self.smallest
        smallest = self.shrunk or original
        return ClassFinding(
            item=original.item,
            inputs=self.count.inputs,
            smallest=smallest,
            original=original,
            sides=self.count.sides,
        )


class Search:
    """Asks programs, compares their answers, and keeps the smallest example of every class."""

    def __init__(
        self, programs: Mapping[str, Parse], aspects: Sequence[str], inputs: Inputs
    ) -> None:
        """Prepare a search.

        Args:
            programs: The parsers, keyed by the name of the program.
            aspects: The aspects to compare, from `ASPECTS`.
            inputs: The URLs to try.
        """
        self._programs = programs
        self._aspects = tuple(aspects)
        self._inputs = inputs
        self._classes: dict[DivergenceClass, _Class] = {}
        self._against: list[Divergence] = []
        self._asked = 0
        self._counts: dict[tuple[Pair, str], _Counts] = {}
        for pair, aspect in product(combinations(programs, 2), self._aspects):
            self._counts[pair, aspect] = _Counts()
        self._unanswered: dict[str, list[ParseAnswer]] = {}
        # The URLs that were tried to shrink examples, with their differences.
        self._smaller: dict[str, Mapping[DivergenceClass, Divergence]] = {}

    def run(self, progress: Progress = no_progress, limit: TimeLimit | None = None) -> Differential:
        """Try every URL, shrink the examples, and return the result.

        Args:
            progress: A callback that receives the number of URLs just tried.
            limit: The time limit; once it is reached, the partial result is returned. None for no
                limit.
        """
        limit = limit or TimeLimit()
        for url in self._inputs:
            if limit.is_over():
                break
            replies = self._ask(url)
            self._asked += 1
            self._count(replies)
            for difference in self._differences(replies):
                self._add(difference)
            progress(1)
        examples = [found.smallest for found in self._classes.values()]
        examples.sort(key=lambda each: (self._size(each), each.item.id))
        for example in examples:
            self._shrink(example, limit)
        return self.result(complete=not limit.reached)

    def _size(self, example: Divergence) -> InputOrder:
        return self._inputs.order(example.url)

    def _add(self, member: Divergence) -> None:
        item = member.item
        if member.url in self._inputs.against:
            self._against.append(member)
        if item not in self._classes:
            self._classes[item] = _Class(ClassCount(member), member)
        found = self._classes[item]
        found.count.add(member)
        found.smallest = min(found.smallest, member, key=self._size)
        self._counts[item.programs, item.aspect].differing += 1

    def _ask(self, url: str) -> Sequence[_Reply]:
        """Ask every program about a URL; a program that fails to answer has no values."""
        replies: list[_Reply] = []
        for name, parse in self._programs.items():
            answer = ask(parse, UrlCase(url))
            standard = parse.spec if isinstance(parse, StandardParser) else None
            reading = ProgramReading(name, answer, standard)
            replies.append(_Reply(reading, self._values(answer)))
        return replies

    def _values(self, answer: ParseAnswer) -> Mapping[str, Compared]:
        """Return the compared values of an answer, keyed by aspect."""
        return compared_values(self._aspects, answer.value) if answer.trouble is None else {}

    def _count(self, replies: Sequence[_Reply]) -> None:
        for reply in replies:
            answer = reply.reading.answer
            if answer.trouble is not None:
                self._unanswered.setdefault(reply.program, []).append(answer)
        for one, other in combinations(replies, 2):
            pair = one.program, other.program
            for aspect in self._aspects:
                self._counts[pair, aspect].add(aspect, one, other)

    def _differences(self, replies: Sequence[_Reply]) -> Iterator[Divergence]:
        for one, other in combinations(replies, 2):
            for aspect, value in one.values.items():
                if other.values.get(aspect, value) != value:
                    yield divergence(aspect, one.reading, other.reading, self._inputs.specs)

    def _shrink(self, example: Divergence, limit: TimeLimit) -> None:
        """Look for a smaller URL that can replace an example.

        If the example begins with the prefix of the exhaustive URLs, the smaller URL does too.

        The smaller URL must be in the same class, and must not contradict what is reported about
        the class. An exhaustive URL isn't shrunk, because all smaller exhaustive URLs are tried
        anyway. An overlong URL isn't shrunk. After too many URLs have been tried, no URL is shrunk.
        """
        item, url = example.item, example.url
        found = self._classes[item]
        asked = len(self._smaller)
        if self._inputs.is_exhausted(url) or len(url) > _LONGEST or asked >= _QUESTIONS_FOR_ALL:
            return
        most = min(asked + _QUESTIONS_FOR_ONE, _QUESTIONS_FOR_ALL)
        prefix = self._inputs.prefix if url.startswith(self._inputs.prefix) else ""

        def holds(neighbour: SearchInput) -> bool:
            smaller = prefix + neighbour.reference
            if self._inputs.is_exhausted(smaller):
                return False
            if smaller not in self._smaller:
                if len(self._smaller) >= most or limit.is_over():
                    return False
                differences = self._differences(self._ask(smaller))
                self._smaller[smaller] = {each.item: each for each in differences}
            same = self._smaller[smaller].get(item)
            return same is not None and found.count.holds_in(same)

        start = SearchInput(url.removeprefix(prefix))
        shrunk = prefix + smallest(start, holds, self._inputs.alphabet).reference
        if shrunk != url:
            found.shrunk = self._smaller[shrunk][item]

    def result(self, *, complete: bool = False) -> Differential:
        """Return the result so far.

        Args:
            complete: Whether the search is finished.
        """
        return Differential(
            programs=tuple(self._programs),
            aspects=self._aspects,
            inputs=self._inputs,
            asked=self._asked,
            findings={item: found.finding for item, found in self._classes.items()},
            against=tuple(self._against),
            compared={key: counts.result for key, counts in self._counts.items()},
            unanswered=self._unanswered,
            complete=complete,
        )


class Tried(TypedDict, total=False):
    """The options for the URLs to try; each option can be omitted.

    Attributes:
        alphabet: The characters of the strings that are tried exhaustively after the prefix. Of
            two examples of the same length, the one with characters listed earlier is preferred.
        max_length: The maximum length of the strings after the prefix.
        prefix: The text before each of the strings.
        count: The number of random URLs. They are composed of pieces or drawn from the specs'
            grammars, and most of them are then mutated.
        seed: The seed of the random URLs.
        against: The caller's own URLs to try.
    """

    alphabet: str
    max_length: int
    prefix: str
    count: int
    seed: int
    against: Iterable[str]


def differential(
    *programs: Asked,
    names: Iterable[str] | None = None,
    on: str | Iterable[str] = HOST,
    specs: Iterable[str | Spec] | None = None,
    timeout: float = TIMEOUT,
    progress: Progress = no_progress,
    **tried: Unpack[Tried],
) -> Differential:
    """Find URLs that programs parse differently, with the smallest example of each class.

    >>> import hexapla
    >>> found = hexapla.differential(
    ...     "spec:rfc3986", "spec:whatwg", alphabet="ab\\\\", max_length=2, count=0
    ... )
    >>> [item.smallest.url for item in found.classes]
    ['http://a\\\\', 'http://\\\\a']

    Args:
        programs: At least two programs. Each is a callable that takes a URL and returns its
            components or raises an error; a spec; or a string: `adapter:NAME`,
            `python:module:function`, `spec:SELECTOR` or a command.
        names: The names of the programs. By default, they are the names of callables, the labels
            of specs, and the given strings without `adapter:`; repeated names are numbered.
        on: The aspects to compare: a component, `accepts`, several of these, or `all`.
        specs: The specs that explain the differences; the defaults are those of `identify`.
        timeout: The time limit for each answer of a program, in seconds; it doesn't apply to
            callables and specs.
        progress: A callback that receives the number of URLs just tried.
        **tried: The URLs to try: `alphabet`, `max_length`, `prefix`, `count`, `seed`, `against`.

    Raises:
        SelectorError: A selector or an adapter is unknown, or an adapter can't parse URLs; this is
            a subclass of `LookupError`.
        TypeError: An argument has the wrong type.
        ValueError: There are fewer than two programs, two programs have the same name, a string
            doesn't name a program, an aspect is unknown, a spec doesn't split URLs, or two programs
            never both report a compared aspect of a URL. The subclass `DiscoveryError` means that
            the maximum length is below 0, or that a character occurs twice in the alphabet.
        OSError: A program can't be started.
        RunError: Hexapla is running on Windows, where it can't ask other programs.
    """
    called = names_of(programs) if names is None else checked_items(names, "names")
    if len(programs) < 2 or len(set(called)) != len(programs):
        raise ValueError("give at least two programs with different names")
    columns = candidates() if specs is None else columns_of(specs)
    inputs, aspects = Inputs(columns, **tried), aspects_of(on)
    with started(programs, timeout) as parsing:
        result = Search(dict(zip(called, parsing, strict=True)), aspects, inputs).run(progress)
    check_comparable(result)
    return result
