"""What resolving gives: an outcome, and on demand the steps that led there."""

from enum import StrEnum
from typing import Protocol

import attrs

from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice
from hexapla.standard.reference import Parts


class Outcome(StrEnum):
    """The four ways in which resolving can end."""

    URI = "uri"
    SAME_DOCUMENT = "same-document"
    UNDEFINED = "undefined"
    ERROR = "error"


class Phase(StrEnum):
    """The phases that every memo's resolving goes through, in this order."""

    SPLIT = "split"
    CLASSIFY = "classify"
    COMBINE = "combine"
    DOTS = "dots"
    RECOMBINE = "recombine"


class Move(StrEnum):
    """What kind of work a rule does, so that rules of two memos can be set against each other."""

    CUT_SCHEME = "cut-scheme"
    CUT_AUTHORITY = "cut-authority"
    CUT_PATH = "cut-path"
    CUT_PARAMS = "cut-params"
    CUT_QUERY = "cut-query"
    CUT_FRAGMENT = "cut-fragment"
    CUT_ALL = "cut-all"
    TEST = "test"
    REPLACE = "replace"
    INHERIT = "inherit"
    MERGE = "merge"
    DROP_DOT = "drop-dot"
    DROP_FINAL_DOT = "drop-final-dot"
    DROP_PAIR = "drop-pair"
    DROP_FINAL_PAIR = "drop-final-pair"
    KEEP_REST = "keep-rest"
    SKIP_DOTS = "skip-dots"
    JOIN = "join"


@attrs.frozen
class Rule:
    """One rule of a memo, as it acts in a phase.

    `does` completes a sentence that begins with the memo's name. It is in our own words.
    """

    phase: Phase
    move: Move
    citation: Citation
    does: str

    def to_dict(self) -> dict[str, object]:
        """Give the rule's JSON form."""
        return {
            "phase": self.phase.value,
            "citation": self.citation.to_dict(),
            "does": self.does,
        }


@attrs.frozen
class Reason:
    """Why there is no URI: what is wrong, in our words, and where the memo says so."""

    says: str
    citation: Citation

    def __str__(self) -> str:
        return f"{self.says} ({self.citation})"

    def to_dict(self) -> dict[str, object]:
        """Give the reason's JSON form."""
        return {"says": self.says, "citation": self.citation.to_dict()}


@attrs.frozen
class NoUri:
    """How resolving ends where it gives no URI."""

    outcome: Outcome
    fragment: str | None = None
    reason: Reason | None = attrs.field(default=None, eq=False)

    def __str__(self) -> str:
        if self.outcome is Outcome.SAME_DOCUMENT:
            return "(current document)" + ("" if self.fragment is None else f"#{self.fragment}")
        return f"({self.outcome.value})"


Target = str | NoUri
"""What a memo's algorithm gives: the text of a URI, or how it ended without one."""


@attrs.frozen
class Step:
    """One step of resolving: the rule, the target so far as text before and after it.

    `choices` are the readings that the step consulted.
    """

    rule: Rule
    before: Target
    after: Target
    choices: tuple[Choice, ...] = ()

    @property
    def phase(self) -> Phase:
        """The phase that the step belongs to."""
        return self.rule.phase

    @property
    def changed(self) -> bool:
        """Whether the step changed the target so far."""
        return self.before != self.after

    def to_dict(self) -> dict[str, object]:
        """Give the step's JSON form."""
        return {
            "phase": self.phase.value,
            "rule": self.rule.to_dict(),
            "before": str(self.before),
            "after": str(self.after),
            "changed": self.changed,
            "choices": [choice.to_dict() for choice in self.choices],
        }


class Trace:
    """Collects the steps and the choices while a memo's algorithm runs on one text."""

    def __init__(self, text: str) -> None:
        self._now: Target = text
        self._pending: list[Choice] = []
        self._steps: list[Step] = []
        self._choices: dict[str, Choice] = {}

    def touch(self, choice: Choice) -> None:
        """Note that the input came to a place where the options of a reading differ."""
        self._choices.setdefault(choice.reading, choice)
        if choice not in self._pending:
            self._pending.append(choice)

    def step(self, rule: Rule, after: Target) -> None:
        """Note that a rule was applied, and the target so far behind it."""
        self._steps.append(Step(rule, self._now, after, tuple(self._pending)))
        self._pending.clear()
        self._now = after

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps in the order in which they were taken."""
        return tuple(self._steps)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The readings that the input touched, in the order in which it came to them."""
        return tuple(self._choices.values())


class Resolver(Protocol):
    """What a resolution needs to know of the spec that made it."""

    @property
    def selector(self) -> str:
        """The spec's name, with its choices."""
        ...

    def trace(self, base: str, reference: str) -> Trace:
        """Resolve once more, with every step noted."""
        ...


def conclude(rule: Rule, target: Target, trace: Trace | None) -> Target:
    """Give a target at which resolving ends, noting the rule where a trace is given."""
    if trace is not None:
        trace.step(rule, target)
    return target


def error(says: str, citation: Citation) -> NoUri:
    """Build the target for what a memo calls an error."""
    return NoUri(Outcome.ERROR, reason=Reason(says, citation))


@attrs.define(unsafe_hash=True, repr=False)
class Resolution:
    """What one spec gives for a reference against a base."""

    _spec: Resolver
    _base_split: Parts
    _reference_split: Parts
    _target: Target

    @property
    def spec(self) -> Resolver:
        """The spec that resolved."""
        return self._spec

    @property
    def base_split(self) -> Parts:
        """The base as the spec splits it."""
        return self._base_split

    @property
    def reference_split(self) -> Parts:
        """The reference as the spec splits it."""
        return self._reference_split

    @property
    def target(self) -> Target:
        """The text of the URI, or how resolving ended without one."""
        return self._target

    def __repr__(self) -> str:
        return f"<Resolution by {self.spec.selector}: {self.target!s}>"

    def __str__(self) -> str:
        return str(self.target)

    @property
    def base(self) -> str:
        """The base, as it was given."""
        return str(self.base_split[0])

    @property
    def reference(self) -> str:
        """The reference, as it was given."""
        return str(self.reference_split[0])

    @property
    def outcome(self) -> Outcome:
        """How resolving ended."""
        return Outcome.URI if isinstance(self.target, str) else self.target.outcome

    @property
    def uri(self) -> str | None:
        """The text of the URI, where there is one."""
        return self.target if isinstance(self.target, str) else None

    @property
    def fragment(self) -> str | None:
        """The fragment of a same-document reference."""
        return None if isinstance(self.target, str) else self.target.fragment

    @property
    def reason(self) -> Reason | None:
        """Why the outcome is `undefined` or `error`, with its citation."""
        return None if isinstance(self.target, str) else self.target.reason

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that led to the outcome; asking for them runs the algorithm once more."""
        return self.spec.trace(self.base, self.reference).steps

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The readings that this input touched, with the option in force."""
        return self.spec.trace(self.base, self.reference).choices

    def to_dict(self, *, steps: bool = False) -> dict[str, object]:
        """Give the resolution's JSON form; the steps go in where they are asked for."""
        trace = self.spec.trace(self.base, self.reference)
        form: dict[str, object] = {
            "spec": self.spec.selector,
            "base": self.base,
            "reference": self.reference,
            "outcome": self.outcome.value,
            "uri": self.uri,
            "fragment": self.fragment,
            "reason": self.reason and self.reason.to_dict(),
            "choices": [choice.to_dict() for choice in trace.choices],
        }
        if steps:
            form["steps"] = [step.to_dict() for step in trace.steps]
        return form
