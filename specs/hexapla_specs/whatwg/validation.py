"""URL Standard, 1.1: the validation errors that the parser reports, in its order."""

import itertools
import re
from collections.abc import Iterator

import attrs

from hexapla.standard.syntax import ValidationError
from hexapla_specs.whatwg.components import cite
from hexapla_specs.whatwg.hosts import parse_domain_strictly
from hexapla_specs.whatwg.parsing import Parsed, TextParser
from hexapla_specs.whatwg.trace import MOST_ERRORS, DomainCheck, ParserTrace, UnitCheck
from hexapla_specs.whatwg.url_units import NO_URL_UNIT

_SURROGATE = re.compile("[\ud800-\udfff]")


def validation_errors(
    parser: TextParser, text: str, base: Parsed | None
) -> tuple[ValidationError, ...]:
    """Return the validation errors of the URL parser; any `str` is legal.

    They are the first thousand, and the failure. A lone surrogate is no URL code point. An error of
    a domain as a whole is where the domain begins; one of something that is missing is where it
    would have to be.
    """
    cleaning = parser.states.cleaning
    removed = [_unit_error(offset, step) for offset, step in cleaning.errors(text)]
    # A noncharacter stands for each surrogate: neither is a URL code point.
    cleaned = cleaning.clean(_SURROGATE.sub("\ufffe", text))
    trace = ParserTrace()
    parser.run(cleaned, base, trace)
    offsets = cleaning.kept(text)
    reported = [
        attrs.evolve(error, offset=offsets[error.offset]) for error in _reported(trace, cleaned)
    ]
    errors = removed + reported
    told = [error for error in errors if not error.failure]
    failure = [error for error in errors if error.failure]
    return (*told[:MOST_ERRORS], *failure)


def _unit_error(offset: int, step: str) -> ValidationError:
    return ValidationError("invalid-URL-unit", offset, False, cite(step))


def _reported(trace: ParserTrace, cleaned: str) -> Iterator[ValidationError]:
    """Yield what a run reported, with offsets in the cleaned text."""
    for error in trace.errors:
        if isinstance(error, UnitCheck):
            yield from _units(error, cleaned)
        elif not isinstance(error, DomainCheck):
            yield error
        elif parse_domain_strictly(error.domain) is None:
            citation = cite("3.3 step 2")
            yield ValidationError("domain-to-ASCII", error.offset, error.is_failure, citation)


def _units(check: UnitCheck, cleaned: str) -> Iterator[ValidationError]:
    """Yield the errors of characters that are in no URL unit."""
    found = NO_URL_UNIT.finditer(cleaned, check.start, check.stop)
    for match in itertools.islice(found, MOST_ERRORS):
        offset = match.start()
        c = match[0]
        if c == "\\" and check.reversed_solidus:
            citation = cite(check.reversed_solidus)
            yield ValidationError("invalid-reverse-solidus", offset, False, citation)
        elif c == " " and check.step == "opaque path state 4":
            yield _unit_error(offset, "opaque path state 3.1")
        else:
            yield _unit_error(offset, f"{check.step}.{2 if c == '%' else 1}")
