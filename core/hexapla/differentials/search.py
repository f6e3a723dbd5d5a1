"""Searching: every program is asked every URL once, and each difference is put into its class."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import attrs

from hexapla.differentials.agreement import Readings
from hexapla.differentials.aspects import NOT_TOLD, Compared, compared, differ
from hexapla.differentials.classes import Answered, DifferentialClass, class_of
from hexapla.differentials.differential import Counts, Differential, Pair, Unanswered
from hexapla.differentials.example import Example, Finding
from hexapla.differentials.inputs import Inputs
from hexapla.discover.search_space import Input
from hexapla.discover.shrinking import smallest
from hexapla.implementations.parse_asking import Parse, ParseAnswer, ask_to_parse
from hexapla.jobs.progress import Progress, no_progress
from hexapla.jobs.time_limit import TimeLimit

# How many URLs are asked at most to shrink one example, and to shrink all of them.
_QUESTIONS_FOR_ONE = 1_000
_QUESTIONS_FOR_ALL = 50_000
# In code points: a longer example has too many neighbours, and is left as it is.
_LONGEST = 200
_EXAMPLES_UNANSWERED = 5


@attrs.frozen
class Difference:
    """Two programs' answers to a URL that differ under an aspect, with their class.

    Attributes:
        item: The class that it belongs to.
        url: The URL.
        answers: What the two programs answered.
    """

    item: DifferentialClass
    url: str
    answers: tuple[ParseAnswer, ParseAnswer]


class Search:
    """Asks programs, compares their answers and keeps the smallest example of every class."""

    def __init__(
        self, programs: Mapping[str, Parse], aspects: Sequence[str], inputs: Inputs
    ) -> None:
        """Prepare a search.

        Args:
            programs: What parses, by the names of the programs.
            aspects: What to compare, of `ASPECTS`.
            inputs: What to ask.
        """
        self._programs = programs
        self._aspects = tuple(aspects)
        self._inputs = inputs
        self._asked = 0
        self._counts: Counter[DifferentialClass] = Counter()
        self._smallest: dict[DifferentialClass, Difference] = {}
        self._compared: Counter[tuple[Pair, str]] = Counter()
        self._differing: Counter[tuple[Pair, str]] = Counter()
        self._failures: Counter[str] = Counter()
        self._unanswered: dict[str, list[ParseAnswer]] = {}

    def run(self, progress: Progress = no_progress, limit: TimeLimit | None = None) -> Differential:
        """Ask every URL, shrink the examples and return what was found.

        Args:
            progress: Is told how many URLs were asked.
            limit: How long that may take; what was found by then is returned.
        """
        limit = limit or TimeLimit()
        for url in self._inputs:
            if limit.is_over():
                break
            self._asked += 1
            for difference in self._differences(url, self._answers(url)):
                self._counts[difference.item] += 1
                self._note(difference)
            progress(1, 1)
        _Shrinking(self, self._inputs, limit).run()
        return self._result(complete=not limit.reached)

    @property
    def smallest(self) -> Mapping[DifferentialClass, Difference]:
        """The smallest difference of each class, as far as is known."""
        return self._smallest

    def ask(self, url: str) -> Iterator[Difference]:
        """Ask one more URL, and yield the differences that it shows."""
        return self._differences(url, self._answers(url), counted=False)

    def replace(self, difference: Difference) -> None:
        """Take another example of a class, which is smaller."""
        self._smallest[difference.item] = difference

    def _answers(self, url: str) -> Sequence[ParseAnswer]:
        return [ask_to_parse(parse, url) for parse in self._programs.values()]

    def _differences(
        self, url: str, answers: Sequence[ParseAnswer], *, counted: bool = True
    ) -> Iterator[Difference]:
        """Yield how the answers to a URL differ; the columns read it only where they do."""
        readings: Readings | None = None
        values = [self._values(answer) for answer in answers]
        if counted:
            self._keep_failures(answers)
        sides = zip(self._programs, answers, values, strict=True)
        for (left, one, here), (right, other, there) in combinations(sides, 2):
            for aspect, mine, theirs in zip(self._aspects, here, there, strict=True):
                if counted and mine is not NOT_TOLD and theirs is not NOT_TOLD:
                    self._compared[(left, right), aspect] += 1
                if not differ(mine, theirs):
                    continue
                if counted:
                    self._differing[(left, right), aspect] += 1
                readings = readings or Readings(self._inputs.specs, url)
                item = class_of(aspect, Answered(left, mine), Answered(right, theirs), readings)
                yield Difference(item, url, (one, other))

    def _values(self, answer: ParseAnswer) -> Sequence[Compared]:
        if answer.trouble is not None:
            return [NOT_TOLD] * len(self._aspects)
        return [compared(aspect, answer.components) for aspect in self._aspects]

    def _keep_failures(self, answers: Sequence[ParseAnswer]) -> None:
        for name, answer in zip(self._programs, answers, strict=True):
            if answer.trouble is not None:
                self._failures[name] += 1
                kept = self._unanswered.setdefault(name, [])
                if len(kept) < _EXAMPLES_UNANSWERED:
                    kept.append(answer)

    def _note(self, difference: Difference) -> None:
        known = self._smallest.get(difference.item)
        if known is None or self._inputs.is_smaller(difference.url, known.url):
            self._smallest[difference.item] = difference

    def _example(self, difference: Difference) -> Example:
        """Return a difference as an example, with all columns that agree with either side."""
        aspect, answers = difference.item.aspect, difference.answers
        readings = Readings(self._inputs.specs, difference.url)
        left, right = (compared(aspect, answer.components) for answer in answers)
        columns = [
            tuple(column.spec for column in readings.agreeing(aspect, value))[::-1]
            for value in (left, right)
        ]
        agreed = readings.pair(aspect, left, right)
        return Example(difference.url, *answers, agreed, (columns[0], columns[1]))

    def _result(self, *, complete: bool) -> Differential:
        names = tuple(self._programs)
        return Differential(
            names,
            self._aspects,
            self._inputs,
            self._asked,
            {
                item: Finding(self._counts[item], self._example(difference))
                for item, difference in self._smallest.items()
            },
            {
                (pair, aspect): Counts(self._compared[pair, aspect], self._differing[pair, aspect])
                for pair in combinations(names, 2)
                for aspect in self._aspects
            },
            {
                name: Unanswered(self._failures[name], tuple(examples))
                for name, examples in self._unanswered.items()
            },
            complete,
        )


class _Shrinking:
    """Makes the examples of classes smaller that no URL of the exhaustive part is of.

    The others are the smallest there are: whatever is smaller and begins like them was asked.
    """

    def __init__(self, search: Search, inputs: Inputs, limit: TimeLimit) -> None:
        self._search = search
        self._inputs = inputs
        self._limit = limit
        self._asked: dict[str, Mapping[DifferentialClass, Difference]] = {}

    def run(self) -> None:
        known = self._search.smallest
        for item in sorted(known, key=lambda item: (self._order(item), item.id)):
            if len(known[item].url) <= _LONGEST and len(self._asked) < _QUESTIONS_FOR_ALL:
                self._shrink(item, known[item].url)

    def _order(self, item: DifferentialClass) -> object:
        return self._inputs.order(self._search.smallest[item].url)

    def _shrink(self, item: DifferentialClass, url: str) -> None:
        """Ask smaller URLs; those that begin with the prefix keep it."""
        if self._inputs.is_exhausted(url):
            return
        prefix = self._inputs.prefix if url.startswith(self._inputs.prefix) else ""
        most = min(len(self._asked) + _QUESTIONS_FOR_ONE, _QUESTIONS_FOR_ALL)

        def holds(neighbour: Input) -> bool:
            smaller = prefix + neighbour.reference
            if self._inputs.is_exhausted(smaller):
                return False
            if smaller not in self._asked:
                if len(self._asked) >= most or self._limit.is_over():
                    return False
                self._asked[smaller] = {each.item: each for each in self._search.ask(smaller)}
            return item in self._asked[smaller]

        shrunk = smallest(self._inputs.space, Input(url[len(prefix) :], None), holds)
        if prefix + shrunk.reference != url:
            self._search.replace(self._asked[prefix + shrunk.reference][item])
