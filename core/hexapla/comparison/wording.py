"""Events in words: what an event did to the text, and the reason of each rule.

All English text of a table of rows is here and in the rules. Nothing else depends on it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hexapla.comparison.events import Edit, Held, TraceEvent, edit_of
from hexapla.standard.display import target_text
from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.text.signs import cut

_LONGEST_QUOTED = 60
"""The maximum length of a quoted piece of text, in characters."""

_OBVIOUS = frozenset(
    {
        RuleKind.DROP_DOT,
        RuleKind.DROP_FINAL_DOT,
        RuleKind.DROP_PAIR,
        RuleKind.DROP_FINAL_PAIR,
    }
)
"""Kinds of rules that need no words if the removed text is shown."""


def effect_of(event: TraceEvent) -> str:
    """Return what an event did to its text; "" if the rule describes it."""
    if event.held is not None:
        return held_characters(event.held)
    if isinstance(event.after, NoUri):
        found = event.after.reason.found if event.after.reason is not None else ""
        return quoted(found) if found else ""
    if event.removed and not event.changed:
        pieces = (str(event.before)[span.start : span.stop] for span in event.removed)
        return f"{' and '.join(map(quoted, pieces))}{' of the base' if event.of_base else ''} stays"
    edit = edit_shown(event)
    return edit_text(edit, " of the base" if event.of_base else "") if any(edit) else ""


def edit_shown(event: TraceEvent) -> Edit:
    """Return the edit of an event, as far as its words show it.

    A combining rule describes by itself what happens to base and reference.
    """
    combines = event.phase is Phase.COMBINE and event.kind is not RuleKind.REWRITE
    if event.held is not None or (combines and not event.of_base):
        return Edit((), "")
    return edit_of(event)


def reason_of(event: TraceEvent, rule: Rule) -> str:
    """Return the reason why a rule did what an event did; "" if the effect describes it."""
    if event.held is not None:
        return component_text(event.held)
    if isinstance(event.after, NoUri) and event.after.reason is not None:
        return event.after.reason.says
    if rule.phase is Phase.DOTS and event.changed:
        if rule.kind in _OBVIOUS:
            return ""
        return rule.says if rule.kind is RuleKind.ENCODED_DOTS else rule.about
    return rule.says


def reason_in_full(event: TraceEvent, rule: Rule) -> str:
    """Return the reason in the longer form for a table, which has more space."""
    reason = reason_of(event, rule)
    return f"{reason}, {rule.detail}" if reason and rule.detail else reason


def edit_text(edit: Edit, where: str = "") -> str:
    """Return an edit in words; `where` describes the text that was edited."""
    gone, put = edit
    if not gone:
        return f"{quoted(put)} is put into the base" if where else f"{quoted(put)} is put in"
    if put:
        return f"{quoted(gone[0])}{where} becomes {quoted(put)}"
    pieces = list(_counted(gone))
    verb = "is" if len(gone) == 1 else "are"
    if len(pieces) == 1:
        text, times = pieces[0]
        often = f", {times:,} times" if times > 1 else ""
        return f"{quoted(text)}{where} is removed{often}"
    listed = " and ".join(quoted(text) for text, _ in pieces)
    return f"{listed}{where} {verb} removed"


def _counted(gone: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the different pieces, each with the number of its occurrences."""
    counts = Counter[str]()
    for piece in gone:
        unit = _repeated_unit(piece)
        counts[unit] += len(piece) // len(unit)
    yield from counts.items()


def _repeated_unit(text: str) -> str:
    """Return the shortest text whose repetition is the text, at least three times; or the text."""
    period = (text + text).find(text, 1)
    return text[:period] if len(text) >= 3 * period else text


def held_text(held: Held) -> str:
    """Return the component to which a spec assigns some characters, in words."""
    return f"{held_characters(held)} {component_text(held)}"


def held_characters(held: Held) -> str:
    """Return the characters whose component matters, without delimiters of a scheme."""
    text, component, other = held.text, held.component, held.other
    of_base = held.of_base
    where = " of the base" if of_base else ""
    if component.shared == "scheme":
        text = text.removesuffix(component.suffix)
    elif other is not None and other.shared == "scheme":
        text = text.removesuffix(other.suffix)
    elif is_host_in_path(held):
        authority = text.removeprefix("//")
        host = "" if {"@", ":"} & set(authority) else "the host "
        return f"{host}{quoted(authority)}{where}"
    elif component.shared == "authority":
        text = text.lstrip("/") or text
    return f"{quoted(text)}{where}"


def component_text(held: Held) -> str:
    """Return the component of the characters, in the spec's own terms."""
    component, other = held.component, held.other
    if component.shared == "scheme":
        return "is the scheme"
    if other is not None and other.shared == "scheme":
        return "is not a scheme"
    if is_host_in_path(held):
        return "counts as part of the path"
    return f"is in the {_listed(held.names or (component.name,))}"


def _listed(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def is_host_in_path(held: Held) -> bool:
    """Return whether a spec reads a host as part of the path."""
    component, other = held.component, held.other
    is_authority = other is not None and other.shared == "authority"
    begins_with_host = held.text.startswith("//") and len(held.text) > len("//")
    return is_authority and component.shared == "path" and begins_with_host


def heading_of(section: str) -> str:
    """Return the heading of a section if it has no number, as in RFC 1630; otherwise "".

    Such a heading is cited once, and then omitted.
    """
    heading, _, _ = section.rpartition(", ")
    return "" if any(map(str.isdigit, heading)) else heading


def within_heading(section: str) -> str:
    """Return a section without its heading if the heading has no number."""
    return section.removeprefix(f"{heading_of(section)}, ")


def quoted(text: str) -> str:
    """Return a piece of text in quotes, with every code point visible, shortened if it is long."""
    return f'"{cut(target_text(text), _LONGEST_QUOTED)}"'
