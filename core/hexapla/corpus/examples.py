"""Which references show a cause most often, and which least, in bounded memory.

Both counts can be merged, and are exact as long as there are few distinct references.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import attrs

CAPACITY = 64

# A longer pair is counted, and kept only where it is the smallest example of its cause.
LONGEST_KEPT = 2000


@attrs.frozen
class CountedExample:
    """A reference that shows a cause, with a base against which it does.

    It was seen at least `at_least` times and at most `at_most` times.
    """

    base: str
    reference: str
    at_least: int
    at_most: int

    def to_dict(self) -> dict[str, object]:
        """Return its JSON form."""
        return attrs.asdict(self)


@attrs.define(repr=False)
class Frequent:
    """Counts of the references that come most often.

    J. Misra and D. Gries, "Finding repeated elements", 1982; merged as by P. K. Agarwal et al.,
    "Mergeable summaries", 2012. `counts` has a lower bound and a base for each reference; `error`
    is what has to be added to reach an upper bound, for those that are not there as well.
    """

    counts: dict[str, tuple[int, str]] = attrs.field(factory=dict)
    error: int = 0

    def __repr__(self) -> str:
        return f"<Frequent {len(self.counts)} references, error {self.error}>"

    def add(self, base: str, reference: str) -> None:
        """Count a reference."""
        known = self.counts.get(reference)
        if known is not None:
            self.counts[reference] = (known[0] + 1, known[1])
        elif len(self.counts) < CAPACITY:
            self.counts[reference] = (1, base)
        else:
            self._lower(1)

    def merge(self, other: "Frequent") -> None:
        """Add other counts to these."""
        for reference, (count, base) in other.counts.items():
            here = self.counts.get(reference)
            self.counts[reference] = (count + here[0], here[1]) if here else (count, base)
        self.error += other.error
        if len(self.counts) > CAPACITY:
            counts = sorted((count for count, _ in self.counts.values()), reverse=True)
            self._lower(counts[CAPACITY])

    def _lower(self, by: int) -> None:
        self.error += by
        self.counts = {
            reference: (count - by, base)
            for reference, (count, base) in self.counts.items()
            if count > by
        }

    def first(self) -> CountedExample | None:
        """Return the reference that comes most often, None where none stands out."""
        item = min(self.counts.items(), key=_most_first, default=None)
        return None if item is None else _example(item, self.error)

    def state(self) -> dict[str, object]:
        """Return what `of_state` makes the same counts of."""
        return attrs.asdict(self)

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> "Frequent":
        """Return the counts of a state."""
        counts = {reference: (count, base) for reference, (count, base) in state["counts"].items()}
        return cls(counts, state["error"])


@attrs.define(repr=False)
class Sample:
    """A sample of distinct references, each with its exact count.

    It holds those of the smallest hashes: a reference that is among them at the end has been since
    it first came, so that none of its occurrences is lost. `complete` says whether all are there.
    """

    counts: dict[str, tuple[int, str]] = attrs.field(factory=dict)
    complete: bool = True
    _hashes: dict[str, bytes] = attrs.field(init=False, eq=False, repr=False)
    _largest: str | None = attrs.field(default=None, init=False, eq=False)

    def __repr__(self) -> str:
        which = "all" if self.complete else "a sample of"
        return f"<Sample {which} {len(self.counts)} references>"

    @_hashes.default
    def _hash_all(self) -> dict[str, bytes]:
        return {reference: _hash(reference) for reference in self.counts}

    def add(self, base: str, reference: str, count: int = 1) -> None:
        """Count a reference, so many times."""
        known = self.counts.get(reference)
        if known is not None:
            self.counts[reference] = (known[0] + count, known[1])
            return
        hashed = _hash(reference)
        if len(self.counts) == CAPACITY:
            self.complete = False
            largest = self._largest or max(self._hashes, key=self._hashes.__getitem__)
            self._largest = largest
            if hashed >= self._hashes[largest]:
                return
            del self.counts[largest], self._hashes[largest]
        self._largest = None
        self.counts[reference], self._hashes[reference] = (count, base), hashed

    def merge(self, other: "Sample") -> None:
        """Add another sample to this one."""
        self.complete &= other.complete
        for reference, (count, base) in other.counts.items():
            self.add(base, reference, count)

    def most(self) -> CountedExample | None:
        """Return the reference of the sample that comes most often."""
        item = min(self.counts.items(), key=_most_first, default=None)
        return None if item is None else _example(item)

    def last(self) -> CountedExample | None:
        """Return the reference that comes least often, the shortest of those that do."""
        item = min(self.counts.items(), key=_fewest_first, default=None)
        return None if item is None else _example(item)

    def state(self) -> dict[str, object]:
        """Return what `of_state` makes the same sample of."""
        return {"counts": self.counts, "complete": self.complete}

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> "Sample":
        """Return the sample of a state."""
        counts = {reference: (count, base) for reference, (count, base) in state["counts"].items()}
        return cls(counts, state["complete"])


def _example(item: tuple[str, tuple[int, str]], error: int = 0) -> CountedExample:
    reference, (count, base) = item
    return CountedExample(base, reference, count, count + error)


def _most_first(item: tuple[str, tuple[int, str]]) -> tuple[int, int, str]:
    reference, (count, _) = item
    return -count, len(reference), reference


def _fewest_first(item: tuple[str, tuple[int, str]]) -> tuple[int, int, str]:
    reference, (count, _) = item
    return count, len(reference), reference


def _hash(reference: str) -> bytes:
    return hashlib.blake2b(reference.encode("utf-8", "surrogatepass"), digest_size=8).digest()


@attrs.define(repr=False)
class CauseExamples:
    """How many rows show a cause, and the references that stand for them.

    `smallest` is the pair of the fewest code points, the first by code points among equals.
    """

    rows: int = 0
    smallest: tuple[str, str] | None = None
    frequent: Frequent = attrs.field(factory=Frequent)
    sample: Sample = attrs.field(factory=Sample)

    def __repr__(self) -> str:
        return f"<CauseExamples of {self.rows} rows, smallest {self.smallest}>"

    def add(self, base: str, reference: str) -> None:
        """Count a row."""
        self.rows += 1
        self._keep_smaller((base, reference))
        if len(base) + len(reference) <= LONGEST_KEPT:
            self.frequent.add(base, reference)
            self.sample.add(base, reference)

    def merge(self, other: "CauseExamples") -> None:
        """Add other examples to these."""
        self.rows += other.rows
        if other.smallest is not None:
            self._keep_smaller(other.smallest)
        self.frequent.merge(other.frequent)
        self.sample.merge(other.sample)

    def _keep_smaller(self, pair: tuple[str, str]) -> None:
        if self.smallest is None or _size(pair) < _size(self.smallest):
            self.smallest = pair

    @property
    def commonest(self) -> CountedExample | None:
        """The reference that comes most often, as far as is known."""
        candidates = (self.frequent.first(), self.sample.most())
        return max(filter(None, candidates), key=lambda example: example.at_least, default=None)

    @property
    def rarest(self) -> CountedExample | None:
        """The reference that comes least often, of all or of a sample."""
        return self.sample.last()

    def to_dict(self) -> dict[str, object]:
        """Return their JSON form; `sampled` says that the rarest is that of a sample."""
        base, reference = self.smallest or ("", "")
        commonest, rarest = self.commonest, self.rarest
        return {
            "rows": self.rows,
            "smallest": {"base": base, "reference": reference},
            "commonest": commonest and commonest.to_dict(),
            "rarest": rarest and rarest.to_dict(),
            "sampled": not self.sample.complete,
        }

    def state(self) -> dict[str, object]:
        """Return what `of_state` makes the same examples of."""
        return {
            "rows": self.rows,
            "smallest": self.smallest,
            "frequent": self.frequent.state(),
            "sample": self.sample.state(),
        }

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> "CauseExamples":
        """Return the examples of a state."""
        base, reference = state["smallest"]
        return cls(
            state["rows"],
            (base, reference),
            Frequent.of_state(state["frequent"]),
            Sample.of_state(state["sample"]),
        )


def _size(pair: tuple[str, str]) -> tuple[int, str, str]:
    base, reference = pair
    return len(base) + len(reference), reference, base
