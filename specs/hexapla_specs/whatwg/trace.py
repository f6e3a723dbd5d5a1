"""Collect the reports of the URL parser's states.

The parser receives a `ParserTrace`, or None if no trace is recorded. The reports of each kind are
in the order of the run. The phase of a rule shows what the rule is about;
`hexapla_specs.whatwg.phases` arranges the reports by phase, in the order in which the RFCs resolve.
"""

from typing import NamedTuple

import attrs

from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Rule

MOST_ERRORS = 1_000
"""The maximum number of errors reported for a string, not counting the failure."""


class Replacement(NamedTuple):
    """Characters that are treated as other characters.

    Attributes:
        rule: The rule that was applied.
        start: The offset of the first character in the text that the states read.
        stop: The offset after the last character.
        text: The other characters.
    """

    rule: Rule
    start: int
    stop: int
    text: str


class Removal(NamedTuple):
    """The removal of a dot segment.

    Attributes:
        rule: The rule that was applied.
        spans: The spans removed, in the path before any dot segment was removed.
    """

    rule: Rule
    spans: tuple[tuple[int, int], ...]


class Rewriting(NamedTuple):
    """The rewriting of a component.

    Attributes:
        rule: The rule that was applied.
        place: The index of the component in a URL record.
        text: The new text; None stands for the URL Standard's null.
    """

    rule: Rule
    place: int
    text: str | None


class Failure(NamedTuple):
    """A failure of the parser.

    Attributes:
        rule: The rule that makes the parser return failure.
        outcome: The outcome.
    """

    rule: Rule
    outcome: NoUri


class ParserTrace:
    """The reports of a single run of the parser.

    Attributes:
        events: Rules that set the boundary of a component, and replacements, in the order of the
            run.
        decision: The rule that decides whether the reference is absolute or relative.
        combining: The rule that combines the reference with the base.
        combined_path: The path combined from those of the base and the string, before dot segments
            are removed; None if the path state didn't run, or if it only added a slash.
        path_without_dots: The combined path after dot segments are removed, before a drive letter
            is normalized and the path is percent-encoded.
        removals: The removals of dot segments.
        rewritings: The rewritings of components.
        failure: The failure, if the parser returned failure.
    """

    __slots__ = (
        "combined_path",
        "combining",
        "decision",
        "events",
        "failure",
        "path_without_dots",
        "removals",
        "rewritings",
    )

    def __init__(self) -> None:
        self.events: list[Rule | Replacement] = []
        self.decision: Rule | None = None
        self.combining: Rule | None = None
        self.combined_path: str | None = None
        self.path_without_dots: str | None = None
        self.removals: list[Removal] = []
        self.rewritings: list[Rewriting] = []
        self.failure: Failure | None = None

    def cuts(self, rule: Rule) -> None:
        """Record that a rule sets the boundary of a component."""
        self.events.append(rule)

    def reads(self, rule: Rule, start: int, stop: int, text: str) -> None:
        """Record that the characters in a span are treated as other characters."""
        self.events.append(Replacement(rule, start, stop, text))

    def decides(self, rule: Rule, combining: Rule | None = None) -> None:
        """Record the rule that decides whether the reference is absolute or relative.

        `combining` is the rule that combines the reference with the base if that is settled too.
        """
        self.decision = rule
        self.combining = combining

    def combines(self, rule: Rule) -> None:
        """Record the rule that combines the reference with the base."""
        self.combining = rule

    def removes(self, rule: Rule, *spans: tuple[int, int]) -> None:
        """Record that a dot segment is removed."""
        self.removals.append(Removal(rule, spans))

    def rewrites(self, rule: Rule, place: int, text: str | None) -> None:
        """Record that a component is rewritten."""
        self.rewritings.append(Rewriting(rule, place, text))

    def fails(self, rule: Rule, outcome: NoUri, offset: int, found: str = "") -> None:
        """Record that the parser returns failure.

        Args:
            rule: The rule that makes the parser return failure.
            outcome: The outcome.
            offset: The offset of the validation error in the cleaned text.
            found: The offending text; "" if it isn't known.
        """
        reason = outcome.reason
        if found and reason is not None:
            outcome = attrs.evolve(outcome, reason=attrs.evolve(reason, found=found))
        self.failure = Failure(rule, outcome)

    # The methods for validation errors do nothing here (see `hexapla_specs.whatwg.validation`).

    def error(self, name: str, offset: int, section: str) -> None:
        """Report a validation error for which the parser doesn't return failure."""

    def checks_domain(self, domain: str, offset: int) -> None:
        """Report any validation error that step 2 of the domain parser (3.3) finds in a domain."""

    def checks_units(
        self,
        start: int,
        stop: int,
        code_point: str,
        percent_sign: str,
        *,
        backslash: str = "",
        space: str = "",
    ) -> None:
        """Report a validation error for each character in a span that isn't part of a URL unit.

        Args:
            start: The offset of the first character in the text that the states read.
            stop: The offset after the last character.
            code_point: The step that reports a character that is neither a URL code point nor "%".
            percent_sign: The step that reports a "%" that isn't followed by two hexadecimal digits.
            backslash: The step that reports a "\\" as a delimiter; "" if it isn't a delimiter.
            space: The step that reports a space; "" if it is `code_point`.
        """
