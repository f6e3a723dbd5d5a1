"""Describe events in words: what an event did to the text, and why.

All English text in a table of rows comes from this module and from the rules. No comparison depends
on the wording.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from hexapla.comparison.edits import NO_EDIT, Edit, edit_of_removal, repeated_unit
from hexapla.comparison.events import EventKind, Held, TraceEvent
from hexapla.standard.display import target_text
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.text.signs import cut, in_quotes

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
"""Kinds of rules that need no explanation if the removed text is shown."""


def effect_of(event: TraceEvent) -> str:
    """Describe what an event did to its text; "" if the rule's own words already describe it."""
    where = ""
    if event.of_base:
        where = " of the base"
    match event.kind:
        case EventKind.HELD:
            return held_characters(event.characters)
        case EventKind.ENDS:
            reason = event.reason
            if reason is not None and reason.found:
                return quoted(reason.found)
            return ""
        case EventKind.KEPT:
            pieces = edit_of_removal(str(event.before), event.removed).gone
            return f"{' and '.join(map(quoted, pieces))}{where} stays"
        case _:
            edit = edit_shown(event)
            if any(edit):
                return edit_text(edit, where)
            return ""


def edit_shown(event: TraceEvent) -> Edit:
    """Return the edit that the description of an event includes.

    The edit is empty for most combining rules, because their own words already describe what
    happens to the base and the reference.
    """
    if event.kind is EventKind.COMBINED and event.rule_kind is not RuleKind.REWRITE:
        return NO_EDIT
    return event.edit


def reason_of(event: TraceEvent, rule: Rule) -> str:
    """Return a rule's reason for an event; "" if the event's effect already states the reason."""
    match event.kind:
        case EventKind.HELD:
            return component_text(event.characters)
        case EventKind.ENDS:
            if event.reason is None:
                return rule.says
            return event.reason.says
        case EventKind.CHANGED | EventKind.BASE_EDIT if rule.phase is Phase.DOTS:
            return _reason_of_removal(rule)
        case _:
            return rule.says


def _reason_of_removal(rule: Rule) -> str:
    """Return a rule's reason for removing dot segments; "" if the removed text makes it obvious."""
    if rule.kind in _OBVIOUS:
        return ""
    if rule.kind is RuleKind.ENCODED_DOTS:
        return rule.says
    return rule.about


def reason_in_full(event: TraceEvent, rule: Rule) -> str:
    """Return the longer form of a rule's reason, which is used in tables."""
    reason = reason_of(event, rule)
    if reason and rule.detail:
        return f"{reason}, {rule.detail}"
    return reason


def edit_text(edit: Edit, where: str = "") -> str:
    """Describe an edit.

    Args:
        edit: The edit.
        where: Words after the removed text: " of the base", or "" if the text isn't in the base. If
            no text is removed, "into the base" is used instead of " of the base".
    """
    gone, put = edit
    if not gone:
        if where:
            return f"{quoted(put)} is inserted into the base"
        return f"{quoted(put)} is inserted"
    if put:
        return f"{quoted(gone[0])}{where} becomes {quoted(put)}"
    counts = _counted(gone)
    listed = " and ".join(map(quoted, counts))
    if len(counts) > 1:
        return f"{listed}{where} are removed"
    times = counts.total()
    if times > 1:
        return f"{listed}{where} is removed, {times:,} times"
    return f"{listed}{where} is removed"


def _counted(gone: Iterable[str]) -> Counter[str]:
    """Count the removed pieces; for example, a piece "../../../" counts as three pieces "../"."""
    counts = Counter[str]()
    for piece in gone:
        unit = repeated_unit(piece)
        counts[unit] += len(piece) // len(unit)
    return counts


def held_text(held: Held) -> str:
    """Describe to which component a spec assigns some characters."""
    return f"{held_characters(held)} {component_text(held)}"


def held_characters(held: Held) -> str:
    """Return the characters that are assigned to a component, in quotes.

    The delimiter after a scheme is left out. Words are added if the characters are in the base, or
    if they are a host that counts as part of the path.
    """
    text = held.own
    where = ""
    if held.of_base:
        where = " of the base"
    if held.shared == "scheme":
        text = text.removesuffix(held.places[0].component.suffix)
    elif held.other is not None and held.is_scheme_elsewhere:
        text = text.removesuffix(held.other.suffix)
    elif is_host_in_path(held):
        authority = text.removeprefix("//")
        host = ""
        if not {"@", ":"} & set(authority):
            host = "the host "
        return f"{host}{quoted(authority)}{where}"
    return f"{quoted(text)}{where}"


def component_text(held: Held) -> str:
    """Return a verb phrase that says which component some characters belong to, by its own name."""
    if held.shared == "scheme":
        return "is the scheme"
    if held.is_scheme_elsewhere:
        return "is not a scheme"
    if is_host_in_path(held):
        return "counts as part of the path"
    names = [place.component.name for place in held.places]
    if held.is_delimiter:
        return f"precedes the {names[0]}"
    return f"is in the {_listed(names)}"


def _listed(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def is_host_in_path(held: Held) -> bool:
    """Return whether a spec treats a host as part of the path."""
    other = held.other
    is_authority = other is not None and other.shared == "authority"
    begins_with_host = re.match("//[^/]", held.own) is not None
    return is_authority and held.shared == "path" and begins_with_host


def heading_of(section: str) -> str:
    """Return the unnumbered heading that precedes a place within a section, as in RFC 1630.

    The result is "" if there is none.

    In a list of citations, such a heading is shown only once; for later citations, `within_heading`
    leaves it out.
    """
    heading, _, _ = section.rpartition(", ")
    if any(map(str.isdigit, heading)):
        return ""
    return heading


def within_heading(section: str) -> str:
    """Return a section without its heading if the heading has no number."""
    return section.removeprefix(f"{heading_of(section)}, ")


def quoted(text: str) -> str:
    """Return a piece of text in quotes, with every code point visible, shortened if it is long."""
    return in_quotes(cut(target_text(text), _LONGEST_QUOTED))
