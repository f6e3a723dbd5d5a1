"""Which references show a kind of disagreement most often, and which least, in bounded memory.

Both counts can be merged, and are exact as long as there are few distinct references.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import attrs

CAPACITY = 64

# A longer pair is counted, and kept only where it is the shortest of its kind.
LONGEST_KEPT = 2000


@attrs.frozen
class Witness:
    """A reference that shows a kind of disagreement, with a base against which it does.

    It was seen `at_least` and `at_most` so many times.
    """

    base: str
    reference: str
    at_least: int
    at_most: int

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return attrs.asdict(self)


@attrs.define
class Frequent:
    """Counts of the references that come most often.

    J. Misra and D. Gries, "Finding repeated elements", 1982; merged as by P. K. Agarwal et al.,
    "Mergeable summaries", 2012. `counts` has a lower bound and a base for each reference; `error`
    is what has to be added to reach an upper bound, for those that are not there as well.
    """

    counts: dict[str, tuple[int, str]] = attrs.field(factory=dict)
    error: int = 0

    def add(self, base: str, reference: str) -> None:
        """Count a reference."""
        found = self.counts.get(reference)
        if found is not None:
            self.counts[reference] = (found[0] + 1, found[1])
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

    def first(self) -> Witness | None:
        """Give the reference that comes most often, None where none stands out."""
        found = min(self.counts.items(), key=_most_first, default=None)
        return found and Witness(found[1][1], found[0], found[1][0], found[1][0] + self.error)

    def state(self) -> dict[str, object]:
        """Give what `of_state` makes the same counts of."""
        return attrs.asdict(self)

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> "Frequent":
        """Make counts of their state."""
        counts = {reference: (count, base) for reference, (count, base) in state["counts"].items()}
        return cls(counts, state["error"])


@attrs.define
class SampledSpace:
    """A sample of distinct references, each with its exact count.

    It holds those of the smallest hashes: a reference that is among them at the end has been since
    it first came, so that none of its occurrences is lost. `complete` says whether all are there.
    """

    counts: dict[str, tuple[int, str]] = attrs.field(factory=dict)
    complete: bool = True
    _hashes: dict[str, bytes] = attrs.field(init=False, eq=False, repr=False)

    @_hashes.default
    def _hash_all(self) -> dict[str, bytes]:
        return {reference: _hash(reference) for reference in self.counts}

    def add(self, base: str, reference: str, count: int = 1) -> None:
        """Count a reference, so many times."""
        found = self.counts.get(reference)
        if found is not None:
            self.counts[reference] = (found[0] + count, found[1])
            return
        hashed = _hash(reference)
        if len(self.counts) == CAPACITY:
            self.complete = False
            largest = max(self._hashes, key=self._hashes.__getitem__)
            if hashed >= self._hashes[largest]:
                return
            del self.counts[largest], self._hashes[largest]
        self.counts[reference], self._hashes[reference] = (count, base), hashed

    def merge(self, other: "SampledSpace") -> None:
        """Add another sample to this one."""
        self.complete &= other.complete
        for reference, (count, base) in other.counts.items():
            self.add(base, reference, count)

    def most(self) -> Witness | None:
        """Give the reference of the sample that comes most often."""
        found = min(self.counts.items(), key=_most_first, default=None)
        return found and Witness(found[1][1], found[0], found[1][0], found[1][0])

    def last(self) -> Witness | None:
        """Give the reference that comes least often, the shortest of those that do."""
        found = min(self.counts.items(), key=_fewest_first, default=None)
        return found and Witness(found[1][1], found[0], found[1][0], found[1][0])

    def state(self) -> dict[str, object]:
        """Give what `of_state` makes the same sample of."""
        return {"counts": self.counts, "complete": self.complete}

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> "SampledSpace":
        """Make a sample of its state."""
        counts = {reference: (count, base) for reference, (count, base) in state["counts"].items()}
        return cls(counts, state["complete"])


def _most_first(item: tuple[str, tuple[int, str]]) -> tuple[int, int, str]:
    reference, (count, _) = item
    return -count, len(reference), reference


def _fewest_first(item: tuple[str, tuple[int, str]]) -> tuple[int, int, str]:
    reference, (count, _) = item
    return count, len(reference), reference


def _hash(reference: str) -> bytes:
    return hashlib.blake2b(reference.encode("utf-8", "surrogatepass"), digest_size=8).digest()


@attrs.define
class Witnesses:
    """How many rows show a kind of disagreement, and the references that stand for them.

    `shortest` is the pair of the fewest code points, the first by code points among equals.
    """

    rows: int = 0
    shortest: tuple[str, str] | None = None
    frequent: Frequent = attrs.field(factory=Frequent)
    sample: SampledSpace = attrs.field(factory=SampledSpace)

    def add(self, base: str, reference: str) -> None:
        """Count a row."""
        self.rows += 1
        self._shorten((base, reference))
        if len(base) + len(reference) <= LONGEST_KEPT:
            self.frequent.add(base, reference)
            self.sample.add(base, reference)

    def merge(self, other: "Witnesses") -> None:
        """Add other witnesses to these."""
        self.rows += other.rows
        if other.shortest is not None:
            self._shorten(other.shortest)
        self.frequent.merge(other.frequent)
        self.sample.merge(other.sample)

    def _shorten(self, pair: tuple[str, str]) -> None:
        if self.shortest is None or _size(pair) < _size(self.shortest):
            self.shortest = pair

    @property
    def commonest(self) -> Witness | None:
        """The reference that comes most often, as far as is known."""
        found = [self.frequent.first(), self.sample.most()]
        return max(filter(None, found), key=lambda witness: witness.at_least, default=None)

    @property
    def rarest(self) -> Witness | None:
        """The reference that comes least often, of all or of a sample."""
        return self.sample.last()

    def to_dict(self) -> dict[str, object]:
        """Give their JSON form; `sampled` says that the rarest is that of a sample."""
        base, reference = self.shortest or ("", "")
        commonest, rarest = self.commonest, self.rarest
        return {
            "rows": self.rows,
            "shortest": {"base": base, "reference": reference},
            "commonest": commonest and commonest.to_dict(),
            "rarest": rarest and rarest.to_dict(),
            "sampled": not self.sample.complete,
        }

    def state(self) -> dict[str, object]:
        """Give what `of_state` makes the same witnesses of."""
        return {
            "rows": self.rows,
            "shortest": self.shortest,
            "frequent": self.frequent.state(),
            "sample": self.sample.state(),
        }

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> "Witnesses":
        """Make witnesses of their state."""
        base, reference = state["shortest"]
        frequent, sample = (
            Frequent.of_state(state["frequent"]),
            SampledSpace.of_state(state["sample"]),
        )
        return cls(state["rows"], (base, reference), frequent, sample)


def _size(pair: tuple[str, str]) -> tuple[int, str, str]:
    base, reference = pair
    return len(base) + len(reference), reference, base
