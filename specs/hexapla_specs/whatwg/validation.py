"""URL Standard, 1.1: the parser's validation errors, in the order in which they are reported."""

import itertools
import re
from collections.abc import Sequence

import attrs

from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Rule
from hexapla.standard.syntax import ValidationError
from hexapla_specs.whatwg.cleaning import scalar_values
from hexapla_specs.whatwg.components import cite
from hexapla_specs.whatwg.hosts import parse_domain_strictly
from hexapla_specs.whatwg.parsing import Parsed, TextParser
from hexapla_specs.whatwg.rules import error_of
from hexapla_specs.whatwg.states import UrlParser
from hexapla_specs.whatwg.trace import MOST_ERRORS, ParserTrace
from hexapla_specs.whatwg.url_units import NOT_URL_UNIT

_LEADING, _TRAILING = "[\ud800-\udbff]", "[\udc00-\udfff]"
_LONE_SURROGATE = re.compile(f"{_LEADING}(?!{_TRAILING})|(?<!{_LEADING}){_TRAILING}")
_PAIR = re.compile(f"{_LEADING}{_TRAILING}")


def validation_errors(
    parser: TextParser, text: str, base: Parsed | None
) -> tuple[ValidationError, ...]:
    """Return the validation errors of the URL parser; any `str` is accepted.

    At most the first thousand errors are returned, plus the failure. A lone surrogate, which the
    parser converts to U+FFFD, is reported as a character that isn't a URL code point. An error that
    concerns a whole domain is reported at the domain's start, and an error about missing text at
    the place where the text is missing. Errors about removed characters come first, even at dates
    at which the states removed tabs and newlines.
    """
    # Lone surrogates are replaced with a noncharacter, which isn't a URL code point either.
    values = _LONE_SURROGATE.sub("\ufffe", text)
    cleaning = parser.states.cleaning
    origins = _origins(values)
    values = scalar_values(values)
    removing_tabs = cleaning.removing_tabs()
    errors = [
        ValidationError("invalid-URL-unit", origins[offset], False, cite(step))
        for offset, step in removing_tabs.errors(values)
    ]
    trace = ErrorTrace()
    run = parser.begun(cleaning.clean(values), base, trace)
    trace.run = run
    run.run()
    offsets = removing_tabs.kept(values)
    for error in trace.errors:
        offset = origins[offsets[error.offset]]
        errors.append(attrs.evolve(error, offset=offset))
    told = [error for error in errors if not error.failure]
    failure = [error for error in errors if error.failure]
    return (*told[:MOST_ERRORS], *failure)


def _origins(text: str) -> Sequence[int]:
    """Return the offset of each scalar value in a string, followed by the string's length."""
    if _PAIR.search(text) is None:
        return range(len(text) + 1)
    followers = {match.start() + 1 for match in _PAIR.finditer(text)}
    return [offset for offset in range(len(text) + 1) if offset not in followers]


class ErrorTrace(ParserTrace):
    """The reports of a run, with the validation errors.

    Attributes:
        errors: The validation errors, with offsets in the run's text after all removals.
        run: The parser, which is set before it runs.
    """

    run: UrlParser

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[ValidationError] = []

    def fails(self, rule: Rule, outcome: NoUri, offset: int, found: str = "") -> None:
        """Record the failure, and the validation error that comes with it."""
        super().fails(rule, outcome, offset, found)
        assert outcome.reason is not None  # each failure has a reason
        error = ValidationError(error_of(rule), offset, True, outcome.reason.citation)
        self.errors.append(error)

    def error(self, name: str, offset: int, section: str) -> None:
        """Record a validation error that isn't failure."""
        if len(self.errors) < MOST_ERRORS:
            self.errors.append(ValidationError(name, offset, False, cite(section)))

    def checks_domain(self, domain: str, offset: int) -> None:
        """Record an error if strict ToASCII rejects a domain."""
        if parse_domain_strictly(domain) is None:
            self.error("domain-to-ASCII", offset, "3.3 step 2")

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
        """Record an error for each character that isn't part of a URL unit."""
        sections = {"%": percent_sign, " ": space or code_point}
        found = NOT_URL_UNIT.finditer(self.run.text, start, stop)
        for match in itertools.islice(found, MOST_ERRORS):
            c = match[0]
            if c == "\\" and backslash:
                self.error("invalid-reverse-solidus", match.start(), backslash)
            else:
                self.error("invalid-URL-unit", match.start(), sections.get(c, code_point))
