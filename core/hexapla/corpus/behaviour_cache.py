"""Cache the behaviour of specs for all pairs that differ only in their words (see `text.words`).

The algorithm of a standard with `insensitive_to_words` splits strings at delimiters, tests the text
before a colon, and compares components with each other. All that matters about a word is whether it
equals other words. Therefore, the same rules apply to `http://h/a/b` and `../c` as to
`http://x/y/z` and `../k`. Causes are computed once for all such pairs, with one pair as a
representative. Targets and validity are computed for each pair.
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
    """The behaviour of specs on a pair, as far as it doesn't depend on the pair's words.

    Attributes:
        parts: Groups of specs that find the same components.
        target: Groups of specs with the same target; specs without a rule are in no group.
        sources: For each spec, the index of the first spec with the same target.
        outcomes: For each spec, the outcome of resolving.
        no_rule: The specs that have no rule for resolving the pair.
        choices: For each spec, the choices that it consults, written as `reading=option`.
        derives: For each spec, the function that returns whether the spec's grammar derives a
            reference; None if the grammar has no production for references of this kind.
        parts_causes: The causes of different components, one key for each pair of specs that
            differ; empty if the pair of strings is too long to explain.
        target_causes: The causes of different targets, one key for each pair of specs that differ;
            empty if the pair of strings is too long to explain.
        parsed_again: The specs under which the target's host changes when the target is parsed
            again (see `hexapla.standard.parsed_again`).
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
    """Return the behaviour that a comparison shows; it holds for all pairs of the same kind."""
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
    """The property to look up if the structure of a pair doesn't determine the behaviour."""

    WORDS = "which words are the same"
    PAIR = "the pair itself"


class BehaviourCache:
    """A cache of limited size for the behaviour of specs on pairs.

    A pair is first looked up without its words. This suffices if all specs with a rule agree on the
    target, apart from percent-encoding. Otherwise, the lookup also depends on which words are
    equal. The behaviour on some pairs, such as long ones, isn't cached.
    """

    def __init__(self, specs: tuple[Spec, ...]) -> None:
        self._specs = specs
        says = [spec.standard.insensitive_to_words for spec in specs]
        self._never = False in says
        self._patterns = [item for item in says if isinstance(item, re.Pattern)]
        self._without_words = functools.lru_cache(maxsize=_KINDS)(self._find_without_words)
        # Cached because the links of a page share a base, and many references are repeated.
        self._text = functools.lru_cache(maxsize=_KINDS)(without_words)
        self._renamed = functools.lru_cache(maxsize=_KINDS)(self._own)

    def of(self, base: str, reference: str) -> PairBehaviour:
        """Return the behaviour on a pair; any string is accepted."""
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
        """Return the behaviour; if it depends on the words, return what else must be compared.

        The behaviour is computed from a pair in which all words are different. If a spec finds no
        path in the base, the behaviour counts as dependent on the pair itself. In this case,
        resolving can append a path directly to another word, so that two words become one.
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
    """Return whether targets are equal, apart from the percent-encoding of certain characters.

    In that case, every word appears at the same place in all targets.
    """
    targets = [key for key in comparison.target.keys if key is not None]
    if not all(isinstance(target, str) for target in targets):
        return False
    return len({target.replace(BEYOND, ENCODED_BEYOND) for target in targets}) == 1


def _has_path(spec: Spec, base: str) -> bool:
    """Return whether a standard finds a non-empty path in a base."""
    parts: Sequence[str | None] = spec.standard.split(base)[1:]
    named = zip(spec.components, parts, strict=True)
    return any(part for component, part in named if component.shared == "path")
