"""Rules (the smallest actions that a standard specifies), and the strings that they remove."""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

import attrs

from hexapla.documents.citation import Citation
from hexapla.text.slug import short_name, slug
from hexapla.text.span import Span
from hexapla.values.value import Value

if TYPE_CHECKING:
    from types import ModuleType

_LONGEST_PART = 40  # characters


class Phase(StrEnum):
    """The phases of resolving, in order; they are the same for every standard."""

    CLEAN = "clean"
    SPLIT = "split"
    CLASSIFY = "classify"
    COMBINE = "combine"
    DOTS = "dots"
    NORMALISE = "normalise"
    RECOMBINE = "recombine"

    @property
    def number(self) -> int:
        """The position of the phase in the order of phases, counted from 0."""
        return _NUMBERS[self]

    @property
    def previous(self) -> "Phase":
        """The phase before this one; raises `KeyError` for the first phase."""
        return _PREVIOUS[self]

    @property
    def later(self) -> tuple["Phase", ...]:
        """The phases after this one, in order."""
        return _LATER[self]

    @property
    def words(self) -> str:
        """A short description of the phase."""
        return _WORDS[self]


_NUMBERS = {phase: number for number, phase in enumerate(Phase)}
_PREVIOUS = {later: earlier for earlier, later in itertools.pairwise(Phase)}
_LATER = {phase: tuple(Phase)[number + 1 :] for phase, number in _NUMBERS.items()}

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
    """The kind of a rule; rules of different standards correspond if they have the same kind."""

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
    """A rule that a standard applies in a phase, as fine-grained as the standard's own steps.

    Two rules are equal if they belong to the same standard and the same phase and have the same
    name, even if their wordings or sections differ. `about` followed by `does` states in at most
    twelve words what the rule does.

    Attributes:
        phase: The phase in which the rule is applied.
        kind: The kind of the rule.
        citation: The passage of the standard that contains the rule.
        about: The subject to which the rule applies, such as `a ".." above the root`.
        does: What happens to the subject, such as `is removed`.
        keeps: Whether the rule keeps text that other rules of the same kind remove.
        detail: A supplement to the wording, shown in tables of steps; "" if there is none.
        also: Other rules that have a part in the same step; tables of steps show them as well.
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
    also: "tuple[Rule, ...]" = ()

    @property
    def says(self) -> str:
        """What the rule does, in at most twelve of Hexapla's own words."""
        return f"{self.about} {self.does}"

    @functools.cached_property
    def name(self) -> str:
        """The stable name of the rule within its standard, such as `4-step-6c-drop-pair`.

        By default, the name consists of the section and the kind.
        """
        return self._name or f"{name_part(self.citation.section)}-{self.kind.value}"

    @functools.cached_property
    def _identity(self) -> tuple[str, Phase, str]:
        """The standard, the phase and the name, which identify the rule."""
        return self.citation.document.id, self.phase, self.name

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Rule) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def at(self, citation: Citation) -> "Rule":
        """Return the rule with the citation of another step that also applies the rule."""
        return attrs.evolve(self, citation=citation, name=self.name)

    def __repr__(self) -> str:
        return f"<Rule {self.citation}, {self.phase}: {self.says}>"

    def __str__(self) -> str:
        return f"{self.citation.document.label}: {self.says} ({self.citation.section})"


def rules_by(cite: Callable[[str], Citation]) -> Callable[..., Rule]:
    """Return a function that creates a rule from its phase, kind, section and wording."""

    def rule(
        phase: Phase,
        kind: str,
        section: str | Citation,
        *words: str,
        keeps: bool = False,
        detail: str = "",
        also: tuple[Rule, ...] = (),
    ) -> Rule:
        about, does, name = (*words, "")[:3]
        citation = cite(section) if isinstance(section, str) else section
        return Rule(phase, RuleKind(kind), citation, about, does, name, keeps, detail, also)

    return rule


def by_phase(rule: Callable[..., Rule]) -> tuple[Callable[..., Rule], ...]:
    """Return functions that create rules for classifying, for combining and for dot segments."""
    classifying = functools.partial(rule, Phase.CLASSIFY, "test")
    return classifying, *(functools.partial(rule, phase) for phase in (Phase.COMBINE, Phase.DOTS))


def leaves_text(citation: Citation) -> tuple[Rule, Rule]:
    """Return the rules that leave text as it is, for a standard that neither cleans nor normalizes.

    The first rule is for the cleaning phase, and the second for the normalizing phase.
    """
    cleaning, normalising = (Phase.CLEAN, RuleKind.CLEAN), (Phase.NORMALISE, RuleKind.REWRITE)
    return (
        Rule(*cleaning, citation, "every character", "stays", keeps=True),
        Rule(*normalising, citation, "each component", "stays as written", keeps=True),
    )


def rules_in(*modules: "ModuleType") -> tuple[Rule, ...]:
    """Return the rules in modules, including those in tuples and mappings, without duplicates."""
    rules = _rules_among(map(vars, modules))
    return tuple({id(rule): rule for rule in rules}.values())


def _rules_among(values: Iterable[object]) -> Iterator[Rule]:
    for value in values:
        if isinstance(value, Rule):
            yield value
        elif isinstance(value, tuple | Mapping):
            yield from _rules_among(value.values() if isinstance(value, Mapping) else value)


def name_part(text: str) -> str:
    """Convert a string to a form that can be part of a rule's name.

    A file name can contain the names of two rules. Therefore, a long string is shortened and gets a
    suffix that depends on the whole string.
    """
    whole = slug(text)
    if len(whole) <= _LONGEST_PART:
        return whole
    return f"{whole[:_LONGEST_PART].strip('-')}-{short_name(text, length=6)}"


# Strings that rules remove.


def in_pieces(text: str, spans: Iterable[Span]) -> Iterator[tuple[str, bool]]:
    """Split a string at spans; yield each non-empty piece, and whether the piece is a span."""
    start = 0
    for span in (*spans, Span(len(text), len(text))):
        if start < span.start:
            yield text[start : span.start], False
        if span.start < span.stop:
            yield text[span.start : span.stop], True
        start = span.stop
