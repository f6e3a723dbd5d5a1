"""The seven phases of resolving, and what they are made of: rules, outcomes, steps.

Every standard resolves in the same phases. It gives each of them as a function from a state to the
rule applied and the next state, or to the rule and the outcome where resolving ends there:

- clean: `Substep`s that rewrite the text before it is taken apart;
- split: `ParsingStep`s, one after the other, each of which cuts components off what is left;
- classify: `(base, reference, options)`;
- combine: `(base, state, options)`;
- dots: `(rule of combining, state, options)`, where the rule may be `Substeps`; only these may end
  resolving;
- normalise: `(state)`, which gives the `Substeps` of each component, or None where nothing is;
- recombine: `(state)`, which always gives a text.

A state is a tuple of components, as the standard has them; `hexapla.standard.driver` runs the
functions, and records what they did where somebody asks for it.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from itertools import starmap
from typing import Any

import attrs

from hexapla.documents.citation import Citation
from hexapla.documents.reading import Choice
from hexapla.standard.rule import LONGEST_EDITED, Edit, Phase, Rule
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
    """Why there is no URI: what is wrong, in our words, and where the standard says so.

    Attributes:
        says: What is wrong, in our words.
        citation: The section that says so.
    """

    says: str
    citation: Citation

    def __str__(self) -> str:
        return f"{self.says} ({self.citation})"


@attrs.frozen(repr=False)
class NoUri(Value):
    """How resolving ends where it gives no URI.

    Attributes:
        outcome: Which of the outcomes it is.
        fragment: The fragment of a same-document reference.
        reason: Why there is no URI, where there is no rule or an error.
    """

    outcome: Outcome
    fragment: str | None = None
    reason: Reason | None = attrs.field(default=None, eq=False)

    def __str__(self) -> str:
        if self.outcome is Outcome.SAME_DOCUMENT:
            return "(current document)" + ("" if self.fragment is None else f"#{self.fragment}")
        return "(no rule)" if self.outcome is Outcome.UNDEFINED else f"({self.outcome.value})"


Target = str | NoUri
"""What resolving gives: the text of a URI, or how it ended without one."""


def target_value(target: Target) -> Mapping[str, str | None]:
    """Return a target as data: how resolving ended, the URI, and the fragment where it has none."""
    if isinstance(target, str):
        return FrozenMapping({"outcome": Outcome.URI.value, "uri": target, "fragment": None})
    outcome = target.outcome.value
    return FrozenMapping({"outcome": outcome, "uri": None, "fragment": target.fragment})


def has_rule(target: Target) -> bool:
    """Return whether a standard had a rule for what it resolved; it is silent where it had none."""
    return isinstance(target, str) or target.outcome is not Outcome.UNDEFINED


def error(says: str, citation: Citation) -> NoUri:
    """Return the target for what a standard calls an error."""
    return NoUri(Outcome.ERROR, reason=Reason(says, citation))


# What the phases' functions take and give.

Options = Mapping[str, str]
"""The option in force for each reading, by the reading's name.

A phase asks for an option where the options differ for its input, and only there.
"""


class AskedOptions(dict[str, str]):
    """Options that hold those that were asked for, in the order in which they were first."""

    __slots__ = ("_options",)

    def __init__(self, options: Mapping[str, str]) -> None:
        super().__init__()
        self._options = options

    def __missing__(self, name: str) -> str:
        option = self[name] = self._options[name]
        return option

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The options that were asked for."""
        return tuple(starmap(Choice, self.items())) if self else ()


State = tuple[str | None, ...]
"""The components at some point of resolving, in the standard's own order."""

Ruled = tuple[Rule | None, Any]
"""The rule that a phase applied, and the state behind it or the target at which resolving ends.

There is no rule where a standard has nothing that corresponds to a phase.
"""


def parameters_of(function: Callable[..., object]) -> tuple[str, ...]:
    """Return the names of the positional parameters of a function written in Python."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def _worked_out(work_out: Callable[[Any], Any]) -> Any:
    """Return a field that is worked out of the others."""
    return attrs.field(init=False, eq=False, default=attrs.Factory(work_out, True))


def cut_behind(mark: str) -> Callable[[str], tuple[str, str]]:
    """Return a step of parsing by which a component is what follows the first of a mark."""

    def cut(text: str) -> tuple[str, str]:
        rest, _, component = text.partition(mark)
        return rest, component

    return cut


def cut_rest(text: str) -> tuple[str, str]:
    """Take all that is left for a component."""
    return "", text


@attrs.frozen(repr=False)
class ParsingStep(Value):
    """One step of parsing: it takes one component or several off what is left of a text.

    `parse` takes what is left of the text; further parameters are found by their names: `options`,
    `base` for the base as it was taken apart, None where there is none, or a component that an
    earlier step took. It returns what is left then, followed by the components that the step is
    named after; a step without components rewrites what is left. `parameters` are the names of
    those further ones.

    Attributes:
        rule: The rule, or None for a step that cuts nothing.
        components: The names of the components that it takes.
        mark: The step is taken only where this is in what is left of the text.
        absent: What its components are where the step is not taken.
        drops: The rule that is cited in place of `rule` where the step drops characters.
    """

    rule: Rule | None
    components: tuple[str, ...]
    parse: Callable[..., tuple[str | None, ...]]
    mark: str = ""
    absent: str | None = None
    drops: Rule | None = None
    parameters: tuple[str, ...] = _worked_out(lambda step: parameters_of(step.parse)[1:])


@attrs.frozen
class Substep:
    """One of the steps that a phase goes through, which rewrites one component.

    `rewrite` takes the component, and the options where it has a parameter of that name; it returns
    the component, or a target at which resolving ends. `applies` says of which text the standard
    takes the step at all; without it, of every text.

    `edits` returns the same one removal after the other, each with its rule, where the step has
    more rules than one, or it matters which characters went; it has the parameters of `rewrite`.
    `ends` is the rule by which it ends resolving, where that is another one.

    Attributes:
        rule: The rule of the step.
        with_options: Whether `rewrite` takes the options.
    """

    rule: Rule
    rewrite: Callable[..., str | NoUri | None]
    applies: Callable[[str], bool] | None = None
    edits: Callable[..., Iterable[Edit]] | None = None
    ends: Rule | None = None
    with_options: bool = _worked_out(lambda step: "options" in parameters_of(step.rewrite))

    def __call__(self, text: str, options: Options) -> str | NoUri | None:
        """Return the component, rewritten."""
        return self.rewrite(text, options) if self.with_options else self.rewrite(text)

    def edits_of(self, text: str, options: Options) -> Iterable[Edit] | None:
        """Return what is taken out, edit by edit; None where the step does not tell."""
        if self.edits is None or len(text) > LONGEST_EDITED:
            return None
        return self.edits(text, options) if self.with_options else self.edits(text)


@attrs.frozen
class Substeps:
    """The steps of a phase that goes through several, in their order.

    They rewrite the component at `place` in the state. No step changes a text of which `changes`
    says no.

    Attributes:
        steps: The steps.
        functions: The functions of each step, as `rewritten` calls them.
    """

    place: int
    steps: tuple[Substep, ...]
    changes: Callable[[Any], bool]
    functions: tuple[tuple[Any, Any, bool], ...] = _worked_out(
        lambda own: tuple((step.applies, step.rewrite, step.with_options) for step in own.steps)
    )

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the steps."""
        return tuple(step.rule for step in self.steps)

    def rewritten(self, state: State, options: Options) -> State | NoUri:
        """Return what is behind the steps, or how one of them ends resolving."""
        text: Any = state[self.place]
        if not self.changes(text):
            return state
        for applies, rewrite, with_options in self.functions:
            if applies is None or applies(text):
                text = rewrite(text, options) if with_options else rewrite(text)
                if type(text) is NoUri:
                    return text
        return (*state[: self.place], text, *state[self.place + 1 :])


# What is recorded.


@attrs.frozen(repr=False)
class Step(Value):
    """One step of resolving: the rule, the target so far as text before and after it.

    `choices` are the readings that the step consulted.

    Attributes:
        rule: The rule that was applied.
        before: The target so far, before the step.
        after: The same behind the step.
        removed: What the rule took out of `before`, in code points, where it only removes.
    """

    _json_members = ("phase", "rule", "before!s", "after!s", "changed", "removed", "choices")

    rule: Rule
    before: Target
    after: Target
    choices: tuple[Choice, ...] = ()
    removed: tuple[Span, ...] = ()

    def __repr__(self) -> str:
        return f"<Step {self.rule.citation}: {self.before!s} -> {self.after!s}>"

    @property
    def phase(self) -> Phase:
        """The phase that the step belongs to."""
        return self.rule.phase

    @property
    def changed(self) -> bool:
        """Whether the step changed the target so far."""
        return self.before != self.after

    @property
    def acts(self) -> bool:
        """Whether the step changed the target so far, or decided how resolving goes on."""
        decides = self.phase in (Phase.CLASSIFY, Phase.COMBINE)
        return self.changed or decides or bool(self.choices)

    @property
    def removed_texts(self) -> tuple[str, ...]:
        """What the rule took out, where it only removes."""
        return tuple(str(self.before)[span.start : span.stop] for span in self.removed)


Passed = tuple[Phase, Target, Rule | None, Any]
"""A phase that resolving has gone through: the target so far behind it, its rule, and the state.

There is no rule where the standard has nothing that corresponds to the phase, nor for a phase that
rewrites in several steps. The state is the components behind the phase; None where there are none.
"""


@attrs.frozen(repr=False)
class Record:
    """What was recorded of parsing or resolving: the steps, and the readings touched.

    `choices` has each reading that the input touched, with the option in force, in the order in
    which it came to them. `behind` has the phases gone through; resolving ended in the last.

    Attributes:
        target: What resolving gave; of parsing, the text.
        steps: The steps, in the order in which they were taken.
    """

    target: Target
    steps: tuple[Step, ...]
    choices: tuple[Choice, ...]
    behind: tuple[Passed, ...] = ()

    def __repr__(self) -> str:
        return f"<Record of {counted(len(self.steps), 'step')} to {self.target!s}>"
