"""What came of a rule, in words: what it took out of a text, put into it, or left as it was."""

import functools
import re
from collections.abc import Iterable, Iterator

from hexapla.comparison.one_line import target_text
from hexapla.comparison.pieces import Does, Passage, Piece, Pieces, Quoted
from hexapla.comparison.side import Side
from hexapla.documents.reading import Choice
from hexapla.standard.phases import NoUri, Step, Target
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.changes import changed_spans, removals


def cited(spec: Spec, rule: Rule) -> Pieces:
    """Return where a rule stands, in brackets."""
    return " (", Passage(spec, rule.citation, rule), ")"


def target_of(target: Target) -> Pieces:
    """Return a target, quoted where characters of the input end it."""
    if not isinstance(target, NoUri):
        return (Quoted(target),)
    text = target_text(target)
    return (text,) if target.fragment is None else (f'"{text}"',)


def effect(phase: Phase, side: Side) -> Iterator[Piece]:
    """Yield what a rule made of what it had."""
    step = side.step
    before, after = (side.before, side.after) if step is None else (step.before, step.after)
    if isinstance(after, NoUri) or isinstance(before, NoUri):
        yield from (": the result is ", *target_of(after))
    elif phase is Phase.COMBINE and before != after:
        yield from _recombining(side)
        yield from (", which gives ", Quoted(after))
    elif before != after:
        applied = side.applied if step is None else step.rule
        yield from (", and so ", *_rewriting(applied, before, after))
    elif phase is not Phase.CLASSIFY or side.ends:
        yield from (", and leaves ", Quoted(after), " as it is")
    for further in side.further:
        yield from _going_on(side, further)


def to_the_end(side: Side) -> Iterator[Piece]:
    """Yield what a side does in later phases, as far as that changes what it has."""
    for later in side.later:
        yield from _going_on(side, later)


def _going_on(side: Side, then: Step) -> Iterator[Piece]:
    """Yield what a side does next."""
    yield from ("; then it ", Does(then.rule.does), *cited(side.column, then.rule))
    yield _read_with(then.choices)
    if isinstance(then.before, NoUri) or isinstance(then.after, NoUri):
        yield from (": the result is ", *target_of(then.after))
    elif then.phase is Phase.COMBINE:
        yield from (", which gives ", Quoted(then.after))
    else:
        yield from (", and so ", *_rewriting(then.rule, then.before, then.after))


def _recombining(side: Side) -> Iterator[Piece]:
    """Yield that a column puts together what it inherits without some separator, where it does."""
    rule = side.recombining
    if rule is not None:
        yield from (", and ", Does(rule.does), *cited(side.column, rule))


def _rewriting(rule: Rule, before: str, after: str) -> Pieces:
    """Return what a rule takes out of a text and puts into it."""
    out, into = changed(before, after)
    if not into:
        out = _taken_out(rule, before, after)
        return "takes out ", Quoted(out), ", which leaves ", Quoted(after)
    if not out:
        return "puts in ", Quoted(into), ", which gives ", Quoted(after)
    return "puts ", Quoted(into), " in place of ", Quoted(out), ", which gives ", Quoted(after)


def _taken_out(rule: Rule, before: str, after: str) -> str:
    """Return the characters that a rule takes out of a text: those that it says it removes."""
    texts = [before[span.start : span.stop] for span in removals(before, after)]
    forms = _removed_by(rule)
    named = (text for form in forms for text in texts if form.fullmatch(text))
    return next(named, texts[0])


@functools.lru_cache(maxsize=256)
def _removed_by(rule: Rule) -> tuple[re.Pattern[str], ...]:
    """Return the forms of the texts that a rule removes, one or more of them."""
    forms = (re.escape(text).replace(re.escape("<segment>"), "[^/]*") for text in rule.removes)
    return tuple(re.compile(f"(?:{form})+") for form in forms)


def changed(before: str, after: str) -> tuple[str, str]:
    """Return the characters that are taken out of a text, and those that are put in instead."""
    gone, new = changed_spans(before, after)
    return before[gone.start : gone.stop], after[new.start : new.stop]


def _read_with(choices: Iterable[Choice]) -> str:
    return "".join(f", read with {choice}" for choice in choices)


def separators(side: Side, other: Side) -> Pieces:
    """Return which separators a side writes, and the other does not, or the other way round."""
    if isinstance(side.after, NoUri) or isinstance(other.after, NoUri):
        return ()
    out, into = changed(other.after, side.after)
    if not out:
        return ", and so writes ", Quoted(into)
    if not into:
        return ", and so leaves out ", Quoted(out)
    return ", and so has ", Quoted(side.after)
