"""The English text for behaviours, using the words in `messages.toml`."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from hexapla.divergence.answers import Compared
from hexapla.divergence.model import (
    NO_SCHEME,
    Behaviour,
    Condition,
    Follower,
    Kind,
    Sign,
    Variation,
    conditions_in,
)
from hexapla.divergence.traits import FEATURES
from hexapla.divergence.transforms import Transform
from hexapla.documents.citation import Provision
from hexapla.implementations.asking import ParseAnswer
from hexapla.operations.authority import AUTHORITY
from hexapla.standard.display import show_cut
from hexapla.standard.spec import Spec
from hexapla.text.signs import in_quotes, visible

_MESSAGES = Path(__file__).with_name("messages.toml").read_text("utf-8")
_WORDS: Mapping[str, Any] = tomllib.loads(_MESSAGES)

_VOICES = {Kind.DOES_NOT_TRANSFORM: "lacks", Kind.UNDOES: "undone"}
_OF_AUTHORITIES = frozenset({Kind.BEGINS_AUTHORITY, Kind.HOST, Kind.NO_HOST})
"""Kinds of behaviours whose sign describes the text before or in an authority."""
_OWNERS = {"url": "URL", "uri": "URI"}
_BEFORE = frozenset({Kind.BEGINS_AUTHORITY, Kind.NO_AUTHORITY, Kind.IGNORES_SLASHES})
"""Kinds of behaviours with transforms of the text before the authority; these are named first."""
_OF_MANY_SIGNS = frozenset({Kind.ENCODES, Kind.DOES_NOT_ENCODE})
"""Kinds of behaviours whose `sign` may list several characters, separated by spaces."""
# In code points.
_LONGEST_MESSAGE = 200


def says(behaviour: Behaviour) -> str:
    """Describe a behaviour, as a verb phrase that follows the program's name or "it"."""
    is_of_segments = behaviour.kind is Kind.CUTS and behaviour.component == "path"
    pattern: str = _WORDS["kinds"]["cuts-segments" if is_of_segments else behaviour.kind]
    transforms = ", and ".join(map(partial(_transform, behaviour), behaviour.transforms))
    told = pattern.format(
        sign=_sign(behaviour), component=behaviour.component or "URL", transforms=transforms
    ).rstrip()
    if behaviour.kind in _BEFORE and transforms:
        told = f"{transforms}, and {told}"
    return f"{told} {_where(behaviour.where)}" if behaviour.where else told


def _where(where: str) -> str:
    return " and ".join(map(_condition, conditions_in(where)))


def _condition(where: str) -> str:
    condition, _, about = where.partition(":")
    words: str = _WORDS["conditions"][condition]
    name, _, detail = about.partition(":")
    owner, _, part = name.partition(".")
    owner = _OWNERS.get(owner, owner)
    whole = owner if part == "text" else part
    if part != "text" and owner != "URL":
        whole = f"{part} of the {owner}"
    named = ["absent" if name == NO_SCHEME else visible(name) for name in about.split(" ")]
    schemes = " or ".join(sorted(named, key=lambda name: name == "absent"))
    feature = _WORDS["features"].get(detail)
    sign = _character(detail)
    some = _WORDS["parts"].get(part, f"a {part}")
    return words.format(
        some=some, about=schemes, owner=owner, name=part, part=whole, feature=feature, sign=sign
    )


def _transform(behaviour: Behaviour, transform: Transform) -> str:
    words: Mapping[str, str] = _WORDS["transforms"][transform]
    voice = _VOICES.get(behaviour.kind, "does")
    rewrites_before = behaviour.kind is Kind.REWRITES and behaviour.component == AUTHORITY
    if behaviour.kind in _BEFORE or rewrites_before:
        voice = "before"
    return words[voice].format(component=behaviour.component or "URL")


def _sign(behaviour: Behaviour) -> str:
    sign = behaviour.sign
    if not sign:
        return ""
    if behaviour.kind is Kind.VARIES:
        variation: str = _WORDS["variations"][sign]
        return variation.format(component=behaviour.component)
    if behaviour.kind in (Kind.TAKES_PART_OF, Kind.LEAVES_IN):
        return sign
    if behaviour.kind in _OF_MANY_SIGNS:
        return " and ".join(map(_character, sign.split(" ")))
    if behaviour.kind is Kind.CUTS:
        return sign
    words = _character(sign)
    if behaviour.kind not in _OF_AUTHORITIES:
        return words
    of_authority: str = _WORDS["signs-of-authorities"].get(sign) or f"with {words}"
    return of_authority


def _character(sign: str) -> str:
    sign = {" ": "white-space"}.get(sign, sign)
    words: str = _WORDS["signs"].get(sign) or in_quotes(visible(sign))
    return words


def departure_text(
    does: str, shown: int, opposed: int, *, is_counted: bool, is_rejection: bool
) -> str:
    """Describe how a program departs from a standard, in a sentence without a period.

    Args:
        does: The behaviour, as a verb phrase that follows "it".
        shown: The number of cases that show the behaviour.
        opposed: The number of other cases in which the behaviour would show, but the program
            follows the standard.
        is_counted: Whether the departure counts as a difference. A host in another form doesn't,
            nor does a rejection that the standard allows.
        is_rejection: Whether the program rejects the cases.
    """
    told = f"it {does}"
    if opposed:
        told += f", in {shown:,} of the {shown + opposed:,} cases where it would show"
    if is_counted:
        return told
    if is_rejection:
        return f"{told}; the standard does not derive such texts"
    return f"{told}; clients connect to the same host"


def value_text(aspect: str, value: Compared) -> str:
    """Return the value of an answer under an aspect, on one line."""
    if isinstance(value, bool):
        return "accepted" if value else "rejected"
    return show_cut(value) if isinstance(value, str) else f"(no {aspect})"


def reads_text(aspect: str, value: Compared, answer: ParseAnswer) -> str:
    """Describe what a program reads, as a verb phrase that follows the program's name."""
    if isinstance(value, bool):
        reason = "" if answer.error is None else f" ({message_text(answer.error)})"
        return "accepts it" if value else f"rejects it{reason}"
    if not isinstance(value, str):
        return f"reads no {aspect}"
    given = answer.value and answer.value.stated.get(aspect)
    written = "" if given in (None, value) else f", written {show_cut(str(given))}"
    return f"reads {aspect} {show_cut(value)}{written}"


def sections_of(provisions: Iterable[Provision]) -> tuple[str, ...]:
    """Return the sections that the rules cite, without duplicates."""
    return tuple(dict.fromkeys(each.citation.section for each in provisions))


def cited_text(spec: Spec | None, sections: Iterable[str]) -> str:
    """Cite, in parentheses, the sections of a spec that explain a behaviour; "" without a spec."""
    if spec is None:
        return ""
    return f" ({spec.label}{','.join(f' {section}' for section in sections)})"


def rule_text(spec: Spec | None, provisions: Iterable[Provision]) -> str:
    """Name the standard that explains a program's behaviour, and cite its rules."""
    if spec is None:
        return "no standard does so"
    said = "; it ".join(f"{each.does} ({each.citation.section})" for each in provisions)
    return f"{spec.label}: it {said}" if said else f"{spec.label} does so"


def follower_text(follower: Follower | None, inputs: int) -> str:
    """Cite, in parentheses, a standard that behaves like a program in the members of a class.

    The result is "" if there is no standard, if the standard differs from the program in some
    members, or if it behaves like the program in less than half of the members. In these cases, the
    rules of a standard don't explain the class.

    Args:
        follower: The standard; None if no standard behaves like the program.
        inputs: The number of members of the class.
    """
    if follower is None or follower.opposed or 2 * follower.inputs < inputs:
        return ""
    cited = cited_text(follower.spec, follower.sections)
    if follower.inputs == inputs:
        return cited
    return f"{cited.removesuffix(')')}, in {follower.inputs:,} of {inputs:,})"


def followers_text(follower: Follower | None, inputs: int) -> str:
    """Name the standard that behaves like a program in members of a class, and cite its rules.

    If the standard behaves like the program only in some of the members, their number is added. If
    it differs from the program in some members, no rules are cited.

    Args:
        follower: The standard; None if no standard behaves like the program.
        inputs: The number of members of the class.
    """
    if follower is None:
        return rule_text(None, ())
    many = f"in {follower.inputs:,} of {inputs:,}"
    if follower.opposed:
        return f"no standard does so in all of them; {follower.spec.label} {many}"
    told = rule_text(follower.spec, follower.provisions)
    if follower.sections and not follower.provisions:
        told += f" ({', '.join(follower.sections)})"
    return told if follower.inputs == inputs else f"{told}, {many}"


def message_text(message: str) -> str:
    """Return a program's message on one line, shortened if it is long."""
    shown = " ".join(map(show_cut, message[:_LONGEST_MESSAGE].split()))
    return shown if len(message) <= _LONGEST_MESSAGE else f"{shown}…"


def missing_words() -> set[str]:
    """Return the enum values and the features that have no English text."""
    known = {name for table in _WORDS.values() for name in table}
    return {*Kind, *Sign, *Transform, *Variation, *Condition, *FEATURES} - known
