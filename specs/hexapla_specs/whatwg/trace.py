"""What the states of the URL parser tell while they run: events, and validation errors.

The parser is given a `ParserTrace`, or None if nobody watches. Events are in the order of the
run. What each is about is said by the phase of its rule; `hexapla_specs.whatwg.phases` shows them
phase by phase, as the RFCs resolve.
"""

from typing import NamedTuple

import attrs

from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Rule
from hexapla.standard.syntax import ValidationError
from hexapla_specs.whatwg.components import cite

MOST_ERRORS = 1_000
"""At most so many errors of a text are reported, besides the failure."""


class Event(NamedTuple):
    """One act of the parser.

    Attributes:
        rule: The rule that was applied.
        start: Where it acted. In the phase of parsing, an offset in the cleaned text.
        stop: The offset after it.
        text: What stands there instead; None if the rule leaves the text.
    """

    rule: Rule
    start: int = 0
    stop: int = 0
    text: str | None = None


class Removal(NamedTuple):
    """A dot segment that goes.

    Attributes:
        rule: The rule that was applied.
        spans: What goes, as spans of the path before any dot segment was removed.
    """

    rule: Rule
    spans: tuple[tuple[int, int], ...]


class Rewriting(NamedTuple):
    """A component that is written otherwise.

    Attributes:
        rule: The rule that was applied.
        place: The place of the component in a URL record.
        text: What it is then; None is null.
    """

    rule: Rule
    place: int
    text: str | None


class DomainCheck(NamedTuple):
    """A domain that is parsed; it has a validation error if ToASCII refuses it strictly.

    Attributes:
        domain: The domain.
        offset: Where it begins in the cleaned text.
        is_failure: Whether the domain parser returns failure for it, in any step.
    """

    domain: str
    offset: int
    is_failure: bool


class UnitCheck(NamedTuple):
    """Characters that are read; those that are in no URL unit have a validation error each.

    Attributes:
        start: Where they begin in the cleaned text.
        stop: The offset after them.
        step: The step that reports them, without its last number.
        reversed_solidus: The step that reports a "\\"; "" if it is like others.
    """

    start: int
    stop: int
    step: str
    reversed_solidus: str


class Failure(NamedTuple):
    """Why the parser returns failure.

    Attributes:
        rule: The rule by which it does.
        outcome: The outcome.
    """

    rule: Rule
    outcome: NoUri


class ParserTrace:
    """What one run of the parser told.

    Attributes:
        events: What it did with the text, in the order of the run.
        decision: The rule by which the reference is absolute or relative.
        combining: The rule by which it is combined with the base.
        removals: The dot segments that it removed.
        rewritings: The components that it wrote otherwise.
        failure: Why it returned failure, if it did.
        errors: The validation errors, with offsets in the cleaned text.
    """

    __slots__ = (
        "_last_error",
        "combining",
        "decision",
        "errors",
        "events",
        "failure",
        "removals",
        "rewritings",
    )

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.decision: Rule | None = None
        self.combining: Rule | None = None
        self.removals: list[Removal] = []
        self.rewritings: list[Rewriting] = []
        self.failure: Failure | None = None
        self.errors: list[ValidationError | DomainCheck | UnitCheck] = []
        self._last_error: ValidationError

    def cuts(self, rule: Rule) -> None:
        """Tell that a component begins or ends by a rule."""
        self.events.append(Event(rule))

    def reads(self, rule: Rule, start: int, stop: int, text: str) -> None:
        """Tell that the characters at some offsets are read as others."""
        self.events.append(Event(rule, start, stop, text))

    def decides(self, rule: Rule) -> None:
        """Tell that the reference is absolute or relative."""
        self.decision = rule

    def combines(self, rule: Rule) -> None:
        """Tell what the URL takes from the base, and what from the reference."""
        self.combining = rule

    def removes(self, rule: Rule, *spans: tuple[int, int]) -> None:
        """Tell that a dot segment goes."""
        self.removals.append(Removal(rule, spans))

    def rewrites(self, rule: Rule, place: int, text: str | None) -> None:
        """Tell that a component is written otherwise."""
        self.rewritings.append(Rewriting(rule, place, text))

    def fails(self, rule: Rule, outcome: NoUri, found: str = "") -> None:
        """Tell that the parser returns failure, and for which text, where it is for one."""
        reason = outcome.reason
        if found and reason is not None:
            outcome = attrs.evolve(outcome, reason=attrs.evolve(reason, found=found))
        self.failure = Failure(rule, outcome)

    def error(self, name: str, offset: int, section: str, *, failure: bool = False) -> None:
        """Tell that the parser reports a validation error."""
        self._last_error = ValidationError(name, offset, failure, cite(section))
        if failure or len(self.errors) < MOST_ERRORS:
            self.errors.append(self._last_error)

    def notes_domain(self, domain: str, offset: int, *, is_failure: bool) -> None:
        """Tell that a domain is parsed (3.3): steps 1 and 2 report what ToASCII refuses strictly.

        It is asked when errors are read, since it takes time.
        """
        if len(self.errors) < MOST_ERRORS or is_failure:
            self.errors.append(DomainCheck(domain, offset, is_failure))

    def notes_units(self, start: int, stop: int, step: str, reversed_solidus: str = "") -> None:
        """Tell that characters are read, which are reported if they are in no URL unit.

        They are looked at when errors are read, since that takes time.
        """
        self.errors.append(UnitCheck(start, stop, step, reversed_solidus))

    def last_error_is_failure(self) -> None:
        """Tell that the parser returns failure for the validation error that it reported last."""
        if self.errors[-1:] == [self._last_error]:
            self.errors.pop()
        self.errors.append(attrs.evolve(self._last_error, failure=True))
