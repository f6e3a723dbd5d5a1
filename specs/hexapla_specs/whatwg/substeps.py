"""Phases made of small steps, which rewrite one text one after the other.

The URL Standard's column is made of these, until it is written as its state machine.
"""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any

import attrs

from hexapla.standard.phases import NoUri, Options, State
from hexapla.standard.rule import Rule, in_pieces, removed_in_all
from hexapla.standard.trace import Trace
from hexapla.text.span import Span
from hexapla.values.value import Value

LONGEST_EDITED = 16_384
"""Of a component of more code points it is not recorded which characters each rule took out."""


@attrs.frozen
class Edit:
    """What a rule takes out of a text: spans in code points, in their order.

    Attributes:
        rule: The rule.
        removed: What it takes out of the text as it finds it.
    """

    rule: Rule
    removed: tuple[Span, ...]

    def apply(self, text: str) -> str:
        """Return a text without what is taken out."""
        return "".join(
            piece for piece, is_removed in in_pieces(text, self.removed) if not is_removed
        )


def merged(text: str, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Return edits of a text, those of one rule that follow each other as one."""
    for rule, several in itertools.groupby(edits, key=lambda edit: edit.rule):
        edit = Edit(rule, removed_in_all(len(text), (item.removed for item in several)))
        yield edit
        text = edit.apply(text)


def parameters_of(function: Callable[..., object]) -> tuple[str, ...]:
    """Return the names of the positional parameters of a function written in Python."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def _worked_out(work_out: Callable[[Any], Any]) -> Any:
    """Return a field that is worked out of the others."""
    return attrs.field(init=False, eq=False, default=attrs.Factory(work_out, True))


def cut_behind(mark: str) -> Callable[[str], tuple[str, str]]:
    """Return the function of a step that cuts a component behind the first of a mark."""

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
    """

    rule: Rule | None
    components: tuple[str, ...]
    parse: Callable[..., tuple[str | None, ...]]
    mark: str = ""
    absent: str | None = None
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

    def run(self, state: State, options: Options, trace: Trace | None) -> State | NoUri:
        """Return what is after the steps, each of them traced."""
        if trace is None:
            return self.rewritten(state, options)
        trace.begin_component(state, self.place)
        text: Any = state[self.place]
        for step in self.steps:
            if step.applies is not None and not step.applies(text):
                continue
            after = step(text, options)
            if isinstance(after, NoUri):
                trace.ends(step.ends or step.rule, after)
                return after
            left = text
            for edit in merged(text, step.edits_of(text, options) or ()):
                left = edit.apply(left)
                trace.replaces(edit.rule, left, edit.removed)
            if after != left or left is text:
                trace.replaces(step.rule, after)
            text = after
        return (*state[: self.place], text, *state[self.place + 1 :])


# Cleaning and parsing by steps.


def cleaned(steps: Iterable[Substep], text: str, options: Options, trace: Trace | None) -> str:
    """Return a text after the steps of cleaning."""
    for step in steps:
        if step.applies is None or step.applies(text):
            edits = () if trace is None else step.edits_of(text, options) or ()
            removed = tuple(span for edit in edits for span in edit.removed)
            text = str(step(text, options))
            if trace is not None:
                trace.cleans(step.rule, text, removed)
    return text


Split = Callable[..., tuple[str | None, ...]]
"""A function that parses a text: takes that, the parsed base, and the options."""


def splitter(steps: tuple[ParsingStep, ...], components: tuple[str, ...]) -> Split:
    """Return the function that parses a cleaned text into its components, in the standard's order.

    The steps are called one after the other by a function that is made for them, as a loop over
    them would take twice as long.
    """
    names: dict[str, object] = {f"parse_{n}": step.parse for n, step in enumerate(steps)}
    exec(_split_code(steps, components), names)
    split: Any = names["split"]
    return split  # type: ignore[no-any-return]


@functools.lru_cache(maxsize=256)
def _split_code(steps: tuple[ParsingStep, ...], components: tuple[str, ...]) -> CodeType:
    """Return the code of what `splitter` returns."""
    variables = {name: f"part_{number}" for number, name in enumerate(components)}
    by_parameter = {name.replace("-", "_"): variable for name, variable in variables.items()}
    lines = ["def split(text, base, options):"]
    given = "text"
    for number, step in enumerate(steps):
        taken = [variables[name] for name in step.components]
        arguments = [given, *(by_parameter.get(name, name) for name in step.parameters)]
        lines += [
            f"    if {step.mark!r} in {given}:",
            f"        ({', '.join(['rest', *taken])},) = parse_{number}({', '.join(arguments)})",
            "    else:",
            f"        rest = {given}",
            *(f"        {variable} = {step.absent!r}" for variable in taken),
        ]
        given = "rest"
    lines.append(f"    return {', '.join(variables.values())}")
    return compile("\n".join(lines), "<split>", "exec")


def split_watched(
    steps: tuple[ParsingStep, ...],
    components: tuple[str, ...],
    text: str,
    base: Any,
    trace: Trace,
) -> tuple[str | None, ...]:
    """Return the components of a cleaned text; what is left stands where the last step will cut."""
    places = {name: place for place, name in enumerate(components)}
    last = steps[-1]
    left_at = places[last.components[0]]
    parts: list[str | None] = [None for _ in places]
    rest: Any = text
    given: dict[str, Any] = {"options": trace.options, "base": base}
    for step in steps:
        cut: Any = [step.absent] * len(step.components)
        if step.mark in rest:
            rest, *cut = step.parse(rest, *(given[name] for name in step.parameters))
        for name, component in zip(step.components, cut, strict=True):
            parts[places[name]] = given[name.replace("-", "_")] = component
        so_far = tuple(parts)
        if step is not last:
            so_far = (*so_far[:left_at], rest, *so_far[left_at + 1 :])
        if step.rule is not None:
            trace.cuts(step.rule, so_far, only_if_changed=not step.components)
    return tuple(parts)
