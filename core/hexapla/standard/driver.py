"""Runs the phases of a standard: at full speed, recording every step, or from the middle on."""

import functools
from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import TYPE_CHECKING, Any

from hexapla.documents.reading import Choice
from hexapla.standard.phases import (
    AskedOptions,
    NoUri,
    Options,
    ParsingStep,
    Passed,
    Record,
    State,
    Step,
    Substeps,
    Target,
)
from hexapla.standard.rule import Phase, Rule, merged
from hexapla.text.span import Span, changed_spans
from hexapla.values.checked import checked

if TYPE_CHECKING:
    from hexapla.standard.standard import Standard

Parts = tuple[str | None, ...]
"""A text, followed by its components in the standard's order; None is undefined, "" is empty."""


# At full speed.


def splitter(standard: "Standard") -> Callable[..., Parts]:
    """Return what takes a text apart: the text, then its components in the standard's order.

    The steps of parsing are called one after the other by a function that is made for them, as a
    loop over them would take twice as long.
    """
    steps = tuple(standard.parsing)
    names: dict[str, object] = {
        "default": standard.options,
        "clean": cleaner(standard),
        "checked": checked,
    }
    names |= {f"parse_{number}": step.parse for number, step in enumerate(steps)}
    exec(_split_code(steps, standard.component_names, bool(standard.cleaning)), names)
    split = names["split"]
    assert callable(split)
    return split


def cleaner(standard: "Standard") -> Callable[[str], str]:
    """Return what rewrites a text before it is taken apart."""
    functions: Any = tuple((step.applies, step.rewrite) for step in standard.cleaning)

    def clean(text: str) -> str:
        for applies, rewrite in functions:
            if applies(text):
                text = rewrite(text)
        return text

    return clean


@functools.lru_cache(maxsize=256)
def _split_code(
    steps: tuple[ParsingStep, ...], components: tuple[str, ...], cleans: bool
) -> CodeType:
    """Return the code of what `splitter` returns; made once for all options."""
    variables = {name: f"part_{number}" for number, name in enumerate(components)}
    by_parameter = {name.replace("-", "_"): variable for name, variable in variables.items()}
    lines = ["def split(text, base=None, options=default):"]
    lines.append("    if type(text) is not str: checked(text, 'text')")
    given = "text"
    if cleans:
        lines, given = [*lines, "    rest = clean(text)"], "rest"
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
    lines.append(f"    return {', '.join(['text', *variables.values()])}")
    return compile("\n".join(lines), "<split>", "exec")


def resolver(standard: "Standard") -> Callable[..., Target]:
    """Return what resolves a reference that was taken apart against a base that was, too."""
    classify, combine = standard.classify, standard.combine
    remove_dots, normalise = standard.remove_dots, standard.normalise
    recombine = standard.recombine

    def resolve_parts(base: Any, reference: Any, options: Options = standard.options) -> Any:
        rule: Any
        rule, state = classify(base, reference, options)
        if type(state) is not tuple:
            return state
        rule, state = combine(base, state, options)
        if type(state) is not tuple:
            return state
        rule, state = remove_dots(rule, state, options)
        if type(rule) is Substeps:
            state = rule.rewritten(state, options)
            if type(state) is NoUri:
                return state
        if normalise is not None:
            for substeps in normalise(state):
                state = substeps.rewritten(state, options)
                if type(state) is NoUri:
                    return state
        return recombine(state)[1]

    return resolve_parts


def resolve_touching(
    standard: "Standard", base: str, reference: str
) -> tuple[Target, tuple[Choice, ...]]:
    """Resolve a reference, and tell which readings base and reference touch.

    They come with the options in force, in the order in which `record` has them.
    """
    options = AskedOptions(standard.options)
    base_parts = standard.split(base, options=options)
    standard.ask(options, base, reference)
    parts = standard.split(reference, base_parts, options)
    return standard.resolve_parts(base_parts, parts, options), options.choices


# With every step recorded.

Rewrite = Callable[[Substeps, State, Options], State | NoUri]
"""Goes through the substeps of a phase."""


class _Recorder:
    """Collects the steps while the phases run, and the target so far behind each."""

    def __init__(self, standard: "Standard", text: str) -> None:
        self.standard = standard
        self.options = AskedOptions(standard.options)
        self.choices: dict[Choice, None] = {}
        self.now: Target = text
        self.steps: list[Step] = []
        self.behind: list[Passed] = []

    def take_choices(self) -> tuple[Choice, ...]:
        """Return the options that were asked for since the last call."""
        if not self.options:  # as for most steps
            return ()
        taken = self.options.choices
        self.options.clear()
        self.choices.update(dict.fromkeys(taken))
        return taken

    def step(self, rule: Rule | None, after: Target, removed: tuple[Span, ...] = ()) -> None:
        """Note that a rule was applied; where there is none, only the target so far."""
        if rule is not None:
            self.steps.append(Step(rule, self.now, after, self.take_choices(), removed))
        self.now = after

    def clean(self) -> None:
        """Take the steps that rewrite the text before it is taken apart."""
        for step in self.standard.cleaning:
            text = str(self.now)
            if step.applies is None or step.applies(text):
                edits = step.edits_of(text, self.options) or ()
                removed = tuple(span for edit in edits for span in edit.removed)
                self.step(step.rule, str(step(text, self.options)), removed)
        self.behind.append((Phase.CLEAN, self.now, None, None))

    def split(self, base: Parts | None) -> Parts:
        """Take the steps of parsing one by one; what is left stands where the last will cut."""
        standard, text = self.standard, str(self.now)
        self.clean()
        places = {name: place for place, name in enumerate(standard.component_names, 1)}
        last = standard.parsing[-1]
        left_at = places[last.components[0]]
        parts: list[str | None] = [text, *(None for _ in places)]
        rest: Any = self.now
        given: dict[str, Any] = {"options": self.options, "base": base}
        for step in standard.parsing:
            components: Sequence[str | None] = [step.absent] * len(step.components)
            if step.mark in rest:
                rest, *components = step.parse(rest, *(given[name] for name in step.parameters))
            for name, component in zip(step.components, components, strict=True):
                parts[places[name]] = given[name.replace("-", "_")] = component
            so_far = tuple(parts)
            if step is not last:
                so_far = (*so_far[:left_at], rest, *so_far[left_at + 1 :])
            after = standard.text_of(so_far[1:])
            changed = after != self.now
            if changed or step.components:
                rule = step.drops if changed and step.drops else step.rule
                gone, new = changed_spans(str(self.now), after)
                only_removes = gone.start < gone.stop and new.start == new.stop
                self.step(rule, after, (gone,) if only_removes else ())
        self.behind.append((Phase.SPLIT, self.now, None, tuple(parts[1:])))
        return tuple(parts)

    def run(self, base: Parts, state: Any, behind: Phase, rule: Rule | None) -> None:
        """Run the phases behind one; the rule of a phase is a step, if it was not noted as one."""
        for passed in _run(self.standard, base, state, behind, rule, self.options, self.rewrite):
            _, after, applied, _ = passed
            self.step(applied, after)
            self.behind.append(passed)

    def rewrite(self, substeps: Substeps, state: State, options: Options) -> State | NoUri:
        """Take the substeps of a phase one by one; return what is behind them."""
        place = substeps.place
        for step in substeps.steps:
            before: Any = state[place]
            if step.applies is not None and not step.applies(before):
                continue
            text = step(before, options)
            if isinstance(text, NoUri):
                self.step(step.ends or step.rule, text)
                return text
            left = before
            for edit in merged(before, step.edits_of(before, options) or ()):
                left = edit.apply(left)
                state = self._replace(edit.rule, state, place, left, edit.removed)
            if text != left or left is before:
                state = self._replace(step.rule, state, place, text)
        return state

    def _replace(
        self, rule: Rule, state: State, place: int, text: str | None, removed: tuple[Span, ...] = ()
    ) -> State:
        """Note that a rule gave a component another text, and return the components with it."""
        if text == state[place]:
            self.step(rule, self.now)
            return state
        front = (*state[:place], "", *(None for _ in state[place + 1 :]))
        start = len(self.standard.text_of(front)) if removed else 0
        state = (*state[:place], text, *state[place + 1 :])
        spans = tuple(Span(start + span.start, start + span.stop) for span in removed)
        self.step(rule, self.standard.text_of(state), spans)
        return state

    @property
    def record(self) -> Record:
        """What was recorded."""
        self.take_choices()
        return Record(self.now, tuple(self.steps), tuple(self.choices), tuple(self.behind))


def record(standard: "Standard", base: str | None, text: str) -> Record:
    """Resolve a reference against a base with every step recorded; without one, take it apart.

    The readings that taking the base apart touches come first; its steps are not recorded.
    """
    recorder = _Recorder(standard, text)
    base_parts = None if base is None else standard.split(base, options=recorder.options)
    standard.ask(recorder.options, base, text)
    recorder.take_choices()
    parts = recorder.split(base_parts)
    if base_parts is not None:
        recorder.run(base_parts, parts, Phase.SPLIT, None)
    return recorder.record


def continue_parts(
    standard: "Standard",
    base: Parts,
    parts: Parts,
    behind: Phase = Phase.SPLIT,
    rule: Rule | None = None,
) -> Record:
    """Resolve from the middle on, with every step recorded.

    `parts` stand for the target so far behind a phase. Behind combining, the rule of it that is
    taken for applied is needed; `ValueError` is raised where there is none.
    """
    checked(rule, "rule", Rule, type(None))
    state, passed = _begin(standard, parts, checked(behind, "behind", Phase), rule)
    recorder = _Recorder(standard, str(passed[-1][1]))
    recorder.behind += passed
    recorder.run(base, state, behind, rule)
    return recorder.record


def passed_from(
    standard: "Standard",
    base: Parts,
    parts: Parts,
    behind: Phase = Phase.SPLIT,
    rule: Rule | None = None,
) -> tuple[Passed, ...]:
    """Return what stands behind each phase, without the steps; as `continue_parts`, but quick."""
    state, passed = _begin(standard, parts, behind, rule)
    later = _run(standard, base, state, behind, rule, standard.options, Substeps.rewritten)
    return (*passed, *later)


def _begin(
    standard: "Standard", parts: Parts, behind: Phase, rule: Rule | None
) -> tuple[Any, list[Passed]]:
    """Return what the next phase is given of what was taken apart, and the phases gone through.

    Behind the last phase, the target is the text itself, and there is no next phase.
    """
    if behind is Phase.RECOMBINE:
        return None, [(behind, str(parts[0]), rule, parts[1:])]
    state = parts[1:]
    text = standard.text_of(state)
    if behind is not Phase.SPLIT:
        return state, [(behind, text, rule, parts[1:])]
    cleaned = standard.clean(str(parts[0]))
    return parts, [(Phase.CLEAN, cleaned, None, None), (behind, text, rule, parts[1:])]


_LATER = {phase: tuple(Phase)[place:] for place, phase in enumerate(Phase, 1)}


def _run(
    standard: "Standard",
    base: Parts,
    state: Any,
    behind: Phase,
    rule: Any,
    options: Options,
    rewrite: Rewrite,
) -> Iterator[Passed]:
    """Run the phases behind one, and yield what stands behind each."""
    if rule is None and behind is Phase.COMBINE:
        raise ValueError("name the rule of combining that is taken for applied")
    for phase in _LATER[behind]:
        if phase is Phase.CLASSIFY:
            rule, state = standard.classify(base, state, options)
        elif phase is Phase.COMBINE:
            rule, state = standard.combine(base, state, options)
        elif phase is Phase.DOTS:
            rule, state = standard.remove_dots(rule, state, options)
            if isinstance(rule, Substeps):
                rule, state = None, rewrite(rule, state, options)
        elif phase is Phase.NORMALISE:
            rule = None
            for substeps in () if standard.normalise is None else standard.normalise(state):
                if type(state) is tuple and substeps.changes(state[substeps.place]):
                    state = rewrite(substeps, state, options)
        else:
            rule, state = standard.recombine(state)
        if type(state) is not tuple:
            yield phase, state, rule, None
            return
        yield phase, standard.text_of(state), rule, state
