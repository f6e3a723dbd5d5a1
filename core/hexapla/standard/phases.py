"""The results of resolving, and the arguments and results of the functions for its phases.

Every standard resolves references in the same seven phases. Unless a standard runs the phases
itself, it defines functions for them:

- clean: most standards have no such step; otherwise, `parse` rewrites the string before it parses
  it, and the method `clean_text` returns the rewritten string;
- parse, `(text, options, trace)`: returns the string, followed by its components;
- classify, `(base, reference, options)`: decides whether the reference is absolute or relative;
  returns the applied rule, with the reference or, if resolving ends in this phase, the outcome;
- combine, `(base, reference, options)`: returns the rule that combines the base and the reference,
  with the components of the target or an outcome that isn't a URI;
- remove_dots, `(combining rule, target, options, trace)`: returns the applied rule (None unless
  exactly one rule is cited for the whole phase), with the target or an error;
- normalise, `(target, options, trace)`: returns the rewritten target or an error; most standards
  have no such step;
- recombine, `(target)`: returns the applied rule and the string.

Parsed strings and targets are tuples; most standards define named tuples, with the standard's own
names for the components. `trace` is None if no trace is recorded (see `hexapla.standard.trace`).
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from itertools import starmap
from typing import NamedTuple

import attrs

from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice
from hexapla.standard.rule import Phase, Rule
from hexapla.text.counted import counted
from hexapla.text.span import Span
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value


class Outcome(StrEnum):
    """The four ways in which resolving can end."""

    URI = "uri"
    SAME_DOCUMENT = "same-document"
    UNDEFINED = "undefined"
    ERROR = "error"


@attrs.frozen(repr=False)
class Reason(Value):
    """The reason why resolving gives no URI, with the section of the standard that states it.

    Attributes:
        says: The reason, in Hexapla's own words.
        citation: The section that states the reason.
        found: The offending text; empty if it is unknown.
    """

    says: str
    citation: Citation
    found: str = attrs.field(default="", eq=False)

    def __str__(self) -> str:
        return f"{self.says} ({self.citation})"


@attrs.frozen(repr=False)
class NoUri(Value):
    """An outcome of resolving that isn't a URI.

    Attributes:
        outcome: The outcome.
        fragment: The fragment, if the reference is a same-document reference with a fragment.
        reason: Why there is no URI, if the standard has no rule or requires an error; else None.
    """

    outcome: Outcome
    fragment: str | None = None
    reason: Reason | None = attrs.field(default=None, eq=False)

    def __str__(self) -> str:
        if self.outcome is Outcome.SAME_DOCUMENT:
            return "(current document)" + ("" if self.fragment is None else f"#{self.fragment}")
        return "(no rule)" if self.outcome is Outcome.UNDEFINED else f"({self.outcome.value})"


Target = str | NoUri
"""The result of resolving: a URI, or an outcome that isn't a URI."""


def outcome_of(target: Target) -> Outcome:
    """Return the outcome that a target stands for; a string stands for `Outcome.URI`."""
    if isinstance(target, str):
        return Outcome.URI
    return target.outcome


def target_value(target: Target) -> Mapping[str, str | None]:
    """Convert a target to data: the outcome, the URI, and the fragment of the current document."""
    if isinstance(target, str):
        return FrozenMapping({"outcome": Outcome.URI.value, "uri": target, "fragment": None})
    outcome = target.outcome.value
    return FrozenMapping({"outcome": outcome, "uri": None, "fragment": target.fragment})


def has_rule(target: Target) -> bool:
    """Return whether a target results from a rule; if not, the standard is silent on the input."""
    return isinstance(target, str) or target.outcome is not Outcome.UNDEFINED


def error(says: str, citation: Citation) -> NoUri:
    """Return the outcome of an input for which a standard requires an error."""
    return NoUri(Outcome.ERROR, reason=Reason(says, citation))


# Arguments and results of the phases' functions.

Options = Mapping[str, str]
"""The current option of each reading, keyed by the name of the reading.

A phase looks an option up only if the options of the reading may give different results.
"""


class AskedOptions(dict[str, str]):
    """A mapping of options that records which of them are looked up, in the order of first use.

    Args:
        options: The current option of each reading, keyed by the name of the reading.
        unheld: The names of readings whose options aren't recorded: the extensions that are turned
            off, because the standard itself doesn't offer them.
    """

    __slots__ = ("_options", "_unheld")

    def __init__(self, options: Mapping[str, str], unheld: Collection[str] = ()) -> None:
        self._options = options
        self._unheld = unheld

    def __missing__(self, name: str) -> str:
        option = self._options[name]
        if name not in self._unheld:
            self[name] = option
        return option

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The options that were looked up, in order of first use."""
        return tuple(starmap(Choice, self.items())) if self else ()

    def unrecorded(self, name: str) -> str:
        """Return the option of a reading without recording that it is looked up."""
        return self._options[name]


def option_for_wording(options: Options, name: str) -> str:
    """Return the option of a reading that affects only the wording of a rule, not the result.

    The lookup isn't recorded, because the other options have the same result.
    """
    if isinstance(options, AskedOptions):
        return options.unrecorded(name)
    return options[name]


new_record = tuple.__new__
"""Create a named tuple from its class and values, twice as fast as calling the class."""

State = tuple[str | None, ...]
"""The components at some point during resolving, in the standard's own order."""


# Records.


class _StepFields(NamedTuple):
    rule: Rule
    before: Target
    after: Target
    choices: tuple[Choice, ...] = ()
    removed: tuple[Span, ...] = ()


class Step(Value, _StepFields):
    """A step of resolving: the applied rule, and the target so far before and after the step.

    `choices` contains the readings consulted since the previous step, each with its current option.

    Attributes:
        rule: The rule that was applied.
        before: The target so far, before the step.
        after: The target so far, after the step.
        removed: The spans that the rule removed from `before`, in code points; empty if the rule
            did anything else.
    """

    # A named tuple, because creating one takes a quarter of the time that creating an instance of a
    # frozen class takes.
    __slots__ = ()
    _json_members = ("phase", "rule", "before!s", "after!s", "changed", "removed", "choices")

    def __repr__(self) -> str:
        return f"<Step {self.rule.citation}: {self.before!s} -> {self.after!s}>"

    @property
    def phase(self) -> Phase:
        """The phase of the step."""
        return self.rule.phase

    @property
    def changed(self) -> bool:
        """Whether `before` and `after` differ."""
        return self.before != self.after

    @property
    def removed_texts(self) -> tuple[str, ...]:
        """The strings that the rule removed; empty if the rule did anything else."""
        return tuple(str(self.before)[span.start : span.stop] for span in self.removed)


class PhaseEnd(NamedTuple):
    """The rule that a phase applied, if any, and the resulting components or target."""

    rule: Rule | None
    left: State | Target


class PhaseResult(NamedTuple):
    """The result of a phase of resolving.

    Attributes:
        phase: The phase.
        target: The text after the phase, or the outcome if resolving ended in this phase.
        rule: The rule that the phase applied; None if the standard has nothing that corresponds to
            the phase, or if the phase can consist of several steps.
        state: The components after the phase; None if the text isn't parsed yet or resolving has
            ended.
    """

    phase: Phase
    target: Target
    rule: Rule | None
    state: State | None


# Not `frozen`, because a record is created for every traced string, and creating an instance of a
# frozen class takes three times as long.


@attrs.define(unsafe_hash=True, repr=False)
class Record:
    """The record of parsing or resolving: the steps, and the readings consulted.

    `choices` contains each reading consulted for the input, with its current option, in the order
    of first use.

    Attributes:
        target: The result of resolving, or the text if it was only parsed.
        steps: The steps, in order.
        kept: The rules under which dot segments stayed, in the order of their first use.
        ends: The end of each phase after parsing, in order.
    """

    _json_members = ("target", "steps", "choices")

    target: Target
    steps: tuple[Step, ...]
    choices: tuple[Choice, ...]
    kept: tuple[Rule, ...] = ()
    ends: tuple[PhaseEnd, ...] = attrs.field(default=(), eq=False)

    def __repr__(self) -> str:
        return f"<Record of {counted(len(self.steps), 'step')} to {self.target!s}>"
