"""Rules: what a standard says that a phase of resolving does, and the edits of a text by them."""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

import attrs

from hexapla.documents.citation import Citation
from hexapla.text.slug import short_name, slug
from hexapla.text.span import Span
from hexapla.values.value import Value

_LONGEST_PART = 40  # characters


class Phase(StrEnum):
    """The phases that resolving goes through under every standard, in this order."""

    CLEAN = "clean"
    SPLIT = "split"
    CLASSIFY = "classify"
    COMBINE = "combine"
    DOTS = "dots"
    NORMALISE = "normalise"
    RECOMBINE = "recombine"

    @property
    def words(self) -> str:
        """What happens in the phase, in a few words."""
        return _WORDS[self]


_WORDS = {
    Phase.CLEAN: "cleaning the text",
    Phase.SPLIT: "parsing",
    Phase.CLASSIFY: "kind of reference",
    Phase.COMBINE: "combining with the base",
    Phase.DOTS: "removing dot segments",
    Phase.NORMALISE: "normalising",
    Phase.RECOMBINE: "recombining",
}


class RuleKind(StrEnum):
    """What kind of work a rule does, so that rules of two standards can be compared."""

    CLEAN = "clean"
    CUT_SCHEME = "cut-scheme"
    CUT_AUTHORITY = "cut-authority"
    CUT_PATH = "cut-path"
    CUT_PARAMS = "cut-params"
    CUT_QUERY = "cut-query"
    CUT_FRAGMENT = "cut-fragment"
    CUT_ALL = "cut-all"
    DROP_EMPTY = "drop-empty"
    DROP_EMPTY_QUERY = "drop-empty-query"
    DROP_EMPTY_FRAGMENT = "drop-empty-fragment"
    BACKSLASH = "backslash"
    SLASHES = "slashes"
    DRIVE_LETTER = "drive-letter"
    TEST = "test"
    REPLACE = "replace"
    MATCH = "match"
    INHERIT = "inherit"
    MERGE = "merge"
    MERGE_SLASH = "merge-slash"
    MERGE_ALONE = "merge-alone"
    DROP_DOT = "drop-dot"
    DROP_FINAL_DOT = "drop-final-dot"
    DROP_PAIR = "drop-pair"
    DROP_FINAL_PAIR = "drop-final-pair"
    CLIMB = "climb"
    FINAL_CLIMB = "final-climb"
    ENCODED_DOTS = "encoded-dots"
    KEEP_REST = "keep-rest"
    SKIP_DOTS = "skip-dots"
    ADDRESS = "address"
    REWRITE = "rewrite"
    REFUSE = "refuse"
    JOIN = "join"


@attrs.frozen(repr=False, eq=False)
class Rule(Value):
    """One rule of a standard, as fine as the standard's own steps, as it acts in a phase.

    Two rules are the same if they are of one standard and have one name: nothing but what people
    read depends on the words and the section. `about` and `does`, one after the other, say in at
    most twelve words what happens where the rule acts.

    Attributes:
        phase: The phase in which it acts.
        kind: What kind of work it does.
        citation: Where the standard has it.
        about: What it acts on, as `a ".." above the root`.
        does: What becomes of that, as `goes`.
        keeps: Whether it is cited where the standard leaves what a rule of this kind removes.
        detail: What a table of steps adds to the words; "" if there is nothing.
    """

    _json_members = ("phase", "name", "citation", "says")

    phase: Phase
    kind: RuleKind
    citation: Citation
    about: str
    does: str
    _name: str = ""
    keeps: bool = False
    detail: str = ""

    @property
    def says(self) -> str:
        """What happens where the rule acts, in at most twelve words of our own."""
        return f"{self.about} {self.does}"

    @functools.cached_property
    def name(self) -> str:
        """The stable name of the rule within its standard: `4-step-6c-drop-pair`.

        It is made of the section and the kind of work, unless another one is given.
        """
        return self._name or f"{name_part(self.citation.section)}-{self.kind.value}"

    @functools.cached_property
    def _identity(self) -> tuple[str, Phase, str]:
        """The standard, the phase and the name."""
        return self.citation.document.id, self.phase, self.name

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Rule) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def at(self, citation: Citation) -> "Rule":
        """Return the same rule as an input met it: in one of several steps that have it."""
        return attrs.evolve(self, citation=citation, name=self.name)

    def __repr__(self) -> str:
        return f"<Rule {self.citation}, {self.phase}: {self.says}>"

    def __str__(self) -> str:
        return f"{self.citation.document.label}: {self.says} ({self.citation.section})"


def rules_by(cite: Callable[[str], Citation]) -> Callable[..., Rule]:
    """Return what makes a rule of its phase, its kind, the section that has it, and its words."""

    def rule(
        phase: Phase,
        kind: str,
        section: str | Citation,
        *words: str,
        keeps: bool = False,
        detail: str = "",
    ) -> Rule:
        about, does, name = (*words, "")[:3]
        citation = cite(section) if isinstance(section, str) else section
        return Rule(phase, RuleKind(kind), citation, about, does, name, keeps, detail)

    return rule


def by_phase(rule: Callable[..., Rule]) -> tuple[Callable[..., Rule], ...]:
    """Return what makes the rules of classifying, of combining and of removing dots."""
    classifying = functools.partial(rule, Phase.CLASSIFY, "test")
    return classifying, *(functools.partial(rule, phase) for phase in (Phase.COMBINE, Phase.DOTS))


def leaves_text(citation: Citation) -> tuple[Rule, Rule]:
    """Return the rules of a standard of whose steps none cleans a text or normalises components."""
    cleaning, normalising = (Phase.CLEAN, RuleKind.CLEAN), (Phase.NORMALISE, RuleKind.REWRITE)
    return (
        Rule(*cleaning, citation, "every character", "stays", keeps=True),
        Rule(*normalising, citation, "each component", "stays as written", keeps=True),
    )


def rules_in(*modules: Mapping[str, object]) -> tuple[Rule, ...]:
    """Return the rules that modules define, alone or several in one, in the order of the text."""
    return tuple({id(rule): rule for rule in _rules_among(modules)}.values())


def _rules_among(values: Iterable[object]) -> Iterator[Rule]:
    for value in values:
        if isinstance(value, Rule):
            yield value
        elif isinstance(value, tuple | Mapping):
            yield from _rules_among(value.values() if isinstance(value, Mapping) else value)


def name_part(text: str) -> str:
    """Return a text as a part of the name of a rule.

    Two rules' names go into the name of a file, so that a long text is cut, and gets a code that
    depends on the whole.
    """
    whole = slug(text)
    if len(whole) <= _LONGEST_PART:
        return whole
    return f"{whole[:_LONGEST_PART].strip('-')}-{short_name(text, length=6)}"


# What rules remove.


def in_pieces(text: str, spans: Iterable[Span]) -> Iterator[tuple[str, bool]]:
    """Yield a text in pieces that are not empty, each with whether it is one of the spans."""
    start = 0
    for span in (*spans, Span(len(text), len(text))):
        if start < span.start:
            yield text[start : span.start], False
        if span.start < span.stop:
            yield text[span.start : span.stop], True
        start = span.stop


def removed_in_all(length: int, removals: Iterable[Sequence[Span]]) -> tuple[Span, ...]:
    """Return what removals, one after the other, take out of a text, as spans of that text."""
    left = list(range(length))
    for removed in removals:
        for span in reversed(removed):
            del left[span.start : span.stop]
    neighbours = itertools.pairwise((-1, *left, length))
    return tuple(Span(one + 1, other) for one, other in neighbours if one + 1 < other)
