"""What columns do with all pairs that differ in nothing but their words.

A standard whose `insensitive_to_words` says so cuts at marks, looks at what stands before a colon,
compares components with each other, and asks nothing else of a word than which other words are the
same. So it does with `http://h/a/b` and `../c` what it does with `http://x/y/z` and `../k`: by the
same rules, up to the words. What a difference is made of is looked for once for all such pairs, on
one that stands for them; targets and validity are those of each pair itself.
"""

import functools
import re
from collections.abc import Callable, Sequence
from enum import Enum

import attrs

from hexapla.comparison.cause_key import CauseKey
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.comparison.facet import Groups, groups_of, named_groups
from hexapla.standard.spec import Spec
from hexapla.text.words import BEYOND, ENCODED_BEYOND, LONGEST, renamed, without_words

_KINDS = 4096


@attrs.frozen(eq=False, repr=False)
class PairBehaviour:
    """What columns do with pairs, whatever the words in them.

    Attributes:
        parts: Which columns find the same components, by their selectors.
        target: Which columns resolve to the same; those without a rule are in no group.
        sources: For each column, the index of the first column with the same target.
        outcomes: How resolving ends, for each column.
        no_rule: The columns that have no rule to resolve by.
        choices: For each column the readings that it consults, as `reading=option`.
        derives: For each column, what tells whether its grammar derives such a reference; None
            where it has no production for it.
        parts_causes: Why columns find other components, one key for each pair that does.
        target_causes: Why columns resolve to other targets, one key for each pair that does.
        parsed_again: The columns whose target reads differently when it is parsed again.
    """

    parts: Groups
    target: Groups
    sources: tuple[int, ...]
    outcomes: tuple[str, ...]
    no_rule: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    derives: tuple[Callable[[str], bool] | None, ...]
    parts_causes: tuple[CauseKey, ...]
    target_causes: tuple[CauseKey, ...]
    parsed_again: tuple[str, ...]


def behaviour_of(comparison: ResolvedComparison) -> PairBehaviour:
    """Return what columns do with a pair, as it holds for all pairs of its kind."""
    parts, target = comparison.parts, comparison.target
    firsts = {index: group[0] for group in groups_of(target.keys) for index in group}
    names = [spec.selector for spec in comparison.specs]
    columns = range(len(names))
    return PairBehaviour(
        named_groups(names, parts.keys),
        named_groups(names, target.keys),
        tuple([firsts.get(index, index) for index in columns]),
        tuple([str(target.value_of(index)["outcome"]) for index in columns]),
        target.silent,
        tuple([tuple(map(str, choices)) for choices in comparison.consulted]),
        tuple([None if syntax is None else syntax.derives for syntax in comparison.syntaxes]),
        tuple([cause.key for cause in parts.causes_of_pairs]),
        tuple([cause.key for cause in target.causes_of_pairs]),
        comparison.parsed_again,
    )


class _Look(Enum):
    """What to look at where no kind holds for all pairs that are the same without their words."""

    WORDS = "which words are the same"
    PAIR = "the pair itself"


class BehaviourCache:
    """The kinds of pairs that some columns were given; a bounded number of them is kept.

    Pairs without their words are looked at first: where columns resolve to the same whatever the
    words are, nothing more is asked. Where they do not, which words are the same counts, too.
    """

    def __init__(self, specs: tuple[Spec, ...]) -> None:
        self._specs = specs
        says = [spec.standard.insensitive_to_words for spec in specs]
        self._never = False in says
        self._patterns = [item for item in says if isinstance(item, re.Pattern)]
        self._without_words = functools.lru_cache(maxsize=_KINDS)(self._find_without_words)
        # The links of a page share a base, and many a reference comes again.
        self._text = functools.lru_cache(maxsize=_KINDS)(without_words)
        self._renamed = functools.lru_cache(maxsize=_KINDS)(self._own)

    def of(self, base: str, reference: str) -> PairBehaviour:
        """Return the kind of a pair; any text is legal."""
        if len(base) + len(reference) <= LONGEST and self._are_words_alike(base, reference):
            kind = self._without_words(self._text(base), self._text(reference))
            if isinstance(kind, PairBehaviour):
                return kind
            texts = renamed(base, reference) if kind is _Look.WORDS else None
            if texts is not None:
                return self._renamed(*texts)
        return self._own(base, reference)

    def _are_words_alike(self, base: str, reference: str) -> bool:
        pair = f"{base} {reference}"
        return not self._never and all(pattern.fullmatch(pair) for pattern in self._patterns)

    def _find_without_words(self, base: str, reference: str) -> "PairBehaviour | _Look":
        """Return the kind of pairs by one in which each word is another, or what to look at.

        Behind a base without a path a path may be put, with no mark between: then two words make
        another.
        """
        texts = renamed(base, reference, apart=True)
        if texts is None or not all(_has_path(spec, base) for spec in self._specs):
            return _Look.PAIR
        comparison = self._compared(*texts)
        alike = comparison.target.agrees or _are_encoded_alike(comparison)
        return behaviour_of(comparison) if alike else _Look.WORDS

    def _own(self, base: str, reference: str) -> PairBehaviour:
        return behaviour_of(self._compared(base, reference))

    def _compared(self, base: str, reference: str) -> ResolvedComparison:
        return ResolvedComparison(self._specs, False, reference, base=base)


def _are_encoded_alike(comparison: ResolvedComparison) -> bool:
    """Return whether targets differ in nothing but that some percent-encode what others do not.

    Then no word stands where another one does to another column.
    """
    targets = [key for key in comparison.target.keys if key is not None]
    if not all(isinstance(target, str) for target in targets):
        return False
    return len({target.replace(BEYOND, ENCODED_BEYOND) for target in targets}) == 1


def _has_path(spec: Spec, base: str) -> bool:
    """Return whether a standard finds a path in a base that is not empty."""
    parts: Sequence[str | None] = spec.standard.split(base)[1:]
    named = zip(spec.components, parts, strict=True)
    return any(part for component, part in named if component.shared == "path")
