"""URL Standard, 1.1: the parser's validation errors, in the order in which they are reported."""

import itertools
import re
from collections.abc import Iterator, Sequence

import attrs

from hexapla.documents.citation import Citation
from hexapla.standard.syntax import ValidationError
from hexapla_specs.whatwg.cleaning import Cleaning, scalar_values
from hexapla_specs.whatwg.components import cite
from hexapla_specs.whatwg.hosts import parse_domain_strictly
from hexapla_specs.whatwg.parsing import Parsed, TextParser
from hexapla_specs.whatwg.trace import MOST_ERRORS, DomainCheck, ParserTrace, UnitCheck
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
    the place where the text is missing. Tabs and newlines are removed first, even at dates when the
    parser didn't do so.
    """
    # Lone surrogates are replaced with a noncharacter, which isn't a URL code point either.
    values = _LONE_SURROGATE.sub("\ufffe", text)
    cleaning = Cleaning(parser.states.cleaning.stripped)
    origins = _origins(values)
    values = scalar_values(values)
    removed = [_unit_error(offset, step) for offset, step in cleaning.errors(values)]
    cleaned = cleaning.clean(values)
    trace = ParserTrace()
    parser.begun(cleaned, base, trace).run()
    offsets = cleaning.kept(values)
    reported = [
        attrs.evolve(error, offset=offsets[error.offset], citation=_citation(error, trace))
        for error in _reported(trace, cleaned)
    ]
    errors = [attrs.evolve(error, offset=origins[error.offset]) for error in (*removed, *reported)]
    told = [error for error in errors if not error.failure]
    failure = [error for error in errors if error.failure]
    return (*told[:MOST_ERRORS], *failure)


def _origins(text: str) -> Sequence[int]:
    """Return the offset of each scalar value in a string, followed by the string's length."""
    if _PAIR.search(text) is None:
        return range(len(text) + 1)
    followers = {match.start() + 1 for match in _PAIR.finditer(text)}
    return [offset for offset in range(len(text) + 1) if offset not in followers]


def _unit_error(offset: int, step: str) -> ValidationError:
    return ValidationError("invalid-URL-unit", offset, False, cite(step))


def _citation(error: ValidationError, trace: ParserTrace) -> Citation:
    """Return the citation for an error; for a failure, include the step that returns failure."""
    reason = None if trace.failure is None else trace.failure.outcome.reason
    return reason.citation if error.failure and reason is not None else error.citation


def _reported(trace: ParserTrace, cleaned: str) -> Iterator[ValidationError]:
    """Yield the errors reported during a run, with offsets in the cleaned text."""
    for error in trace.errors:
        if isinstance(error, UnitCheck):
            yield from _units(error, cleaned)
        elif not isinstance(error, DomainCheck):
            yield error
        elif parse_domain_strictly(error.domain) is None:
            citation = cite("3.3 step 2")
            yield ValidationError("domain-to-ASCII", error.offset, error.is_failure, citation)


def _units(check: UnitCheck, cleaned: str) -> Iterator[ValidationError]:
    """Yield an error for each character that isn't part of a URL unit."""
    found = NOT_URL_UNIT.finditer(cleaned, check.start, check.stop)
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
