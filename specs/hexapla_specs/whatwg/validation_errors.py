"""URL Standard, 4.4 URL parsing: the validation errors that the parser reports.

A state is a method that yields its errors and returns the next state; it does what matters for
errors only. A failure is the last error that is asked for: what follows it in a method is not run.
"""

import functools
import itertools
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Optional

import attrs

from hexapla.documents.citation import Citation
from hexapla.standard.syntax import ValidationError
from hexapla.text.escapes import ESCAPE, MALFORMED, ascii_lower
from hexapla_specs.whatwg import addresses, components, parsing
from hexapla_specs.whatwg.addresses import host_error, host_failure
from hexapla_specs.whatwg.components import Components, Kind, cite, has_opaque_path, kind_of
from hexapla_specs.whatwg.hosts import decoded, is_forbidden_opaque, parse_domain
from hexapla_specs.whatwg.normalising import NO_DIGIT, is_too_large
from hexapla_specs.whatwg.parsing import kept_offsets, remove_tabs, strip
from hexapla_specs.whatwg.syntax import SYNTAX, parse_domain_strictly

Errors = Iterator[ValidationError]
MOST = 1_000
"""So many errors of a text are told, beside a failure: there may be one at each of its characters.
"""


def validation_errors(text: str, base: Components | None = None) -> tuple[ValidationError, ...]:
    """Return the validation errors of the URL parser, in its order; any `str` is legal.

    They are the first thousand, and the failure. A lone surrogate is no URL code point. An error of
    a domain as a whole is where the domain begins; one of something that is missing is where it
    would have to be.

    Args:
        text: The input.
        base: The base URL.
    """
    errors: list[ValidationError] = []
    for error in _basic_url_parser(text, base):
        if error.failure:
            return (*errors, error)
        if len(errors) < MOST:
            errors.append(error)
    return tuple(errors)


def _basic_url_parser(text: str, base: Components | None) -> Errors:
    """Basic URL parser, steps 1 to 9."""
    stripped = strip(text)
    start = len(text) - len(text.lstrip(parsing.C0_CONTROL_OR_SPACE))
    if stripped != text:
        yield _unit_error(0 if start else len(stripped), cite("4.4 step 1.2"))
    tab = parsing.TABS.search(stripped)
    if tab is not None:
        yield _unit_error(start + tab.start(), cite("4.4 step 2"))
    stop = start + len(stripped)
    offsets = range(start, stop + 1) if tab is None else (*kept_offsets(text), stop)
    for error in _StateMachine(remove_tabs(stripped), base).run():
        yield attrs.evolve(error, offset=offsets[error.offset])


def _unit_error(offset: int, citation: Citation) -> ValidationError:
    return ValidationError("invalid-URL-unit", offset, False, citation)


@functools.cache
def _no_url_code_point() -> re.Pattern[str]:
    """Return what finds a code point that is neither a URL code point nor U+0025 (%)."""
    return re.compile(f"(?!{SYNTAX.grammar.pattern('URL-code-point')})[^%]")


@functools.cache
def _no_url_unit() -> re.Pattern[str]:
    return re.compile(f"{_no_url_code_point().pattern}|{MALFORMED.pattern}")


# 3.5 Host parsing.


def _host_errors(host: str, at: int, kind: Kind) -> Errors:
    """Host parser, for a host at an offset."""
    errors: Iterable[ValidationError]
    if host.startswith("["):
        if not host.endswith("]"):
            yield host_failure("IPv6-unclosed", at + len(host), "3.5 step 1.1")
        (*_, errors), at = addresses.parse_ipv6(host[1:-1]), at + 1
    else:
        errors = _opaque_host_errors(host) if kind is Kind.OTHER else _domain_errors(host)
    for error in errors:
        yield attrs.evolve(error, offset=at + error.offset)


def _opaque_host_errors(host: str) -> Errors:
    """Opaque-host parser."""
    match = is_forbidden_opaque(host)
    if match is not None:
        name = "host-invalid-code-point"
        yield host_failure(name, match.start(), "3.5, opaque-host parser 1")
    for step, pattern in ((2, _no_url_code_point()), (3, MALFORMED)):
        match = pattern.search(host)
        if match is not None:
            section = f"3.5, opaque-host parser {step}"
            yield host_error("invalid-URL-unit", match.start(), section)


def _domain_errors(host: str) -> Errors:
    """Host parser, steps 4 to 8; the domain parser (3.3)."""
    escape = ESCAPE.search(host)
    if escape is not None:
        yield host_error("domain-percent-encoded", escape.start(), "3.5 step 4")
    domain = decoded(host)
    ascii_domain = parse_domain(domain)
    if parse_domain_strictly(domain) is None:
        failure = ascii_domain is None
        yield ValidationError("domain-to-ASCII", 0, failure, cite("3.3 step 2"))
    if ascii_domain is not None and addresses.ends_in_number(ascii_domain):
        as_written = ascii_domain == ascii_lower(host)
        for error in addresses.parse_ipv4(ascii_domain)[2]:
            yield error if as_written else attrs.evolve(error, offset=0)


# 4.4 URL parsing: the states.

_State = Callable[[], Generator[ValidationError, None, Optional["_State"]]]
_Steps = Generator[ValidationError, None, _State | None]

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AT_SIGN = re.compile("@")
_MISSING_SOLIDUS = "special-scheme-missing-following-solidus"
_STARTS_WITH_WINDOWS_DRIVE_LETTER = re.compile(r"[A-Za-z][:|](?:[/\\?#]|\Z)")


class _StateMachine:
    """The state machine of step 9; its states are in the standard's order."""

    def __init__(self, text: str, base: Components | None) -> None:
        self._input = text
        self._base = base
        self._pointer = 0
        self._scheme = ""

    def run(self) -> Errors:
        """Yield the errors, beginning with the scheme start state."""
        state: _State | None = self._scheme_state
        while state is not None:
            state = yield from state()

    @property
    def _c(self) -> str:
        """The code point at the pointer; "" at the end."""
        return self._input[self._pointer : self._pointer + 1]

    @property
    def _special(self) -> bool:
        return kind_of(self._scheme) is not Kind.OTHER

    def _until(self, ends: str) -> int:
        """Return the offset of the code point that ends what begins at the pointer."""
        match = re.compile(f"[{re.escape(ends)}]").search(self._input, self._pointer)
        return len(self._input) if match is None else match.start()

    def _end_of_authority(self) -> int:
        return self._until("/\\?#" if self._special else "/?#")

    def _error(self, name: str, state: str, step: str, *, failure: bool = False) -> ValidationError:
        """Return an error at the pointer."""
        return ValidationError(name, self._pointer, failure, cite(f"{state} state {step}"))

    def _solidus(self, state: str, step: str) -> Generator[ValidationError, None, bool]:
        """Go past a solidus, reversed or not where a URL is special; return whether there is one.

        The step is the one that reports a reversed one.
        """
        if self._c == "\\" and self._special:
            yield self._error("invalid-reverse-solidus", state, step)
        elif self._c != "/":
            return False
        self._pointer += 1
        return True

    def _scheme_state(self) -> _Steps:
        """Scheme start state and scheme state; the states that look for two slashes."""
        match = _SCHEME.match(self._input)
        if match is None:
            return self._no_scheme_state
        self._scheme, self._pointer = ascii_lower(match[1]), match.end()
        slashes = self._input.startswith("//", self._pointer)
        if self._scheme == "file":
            if not slashes:
                yield self._error(_MISSING_SOLIDUS, "scheme", "2.5.1")
            return self._file_state
        if not self._special and self._c != "/":
            return self._opaque_path_state
        is_own = self._special and self._base is not None and self._base[0] == self._scheme
        if self._special and not slashes:
            state = "special relative or authority" if is_own else "special authority slashes"
            yield self._error(_MISSING_SOLIDUS, state, "2")
            return self._relative_state if is_own else self._special_authority_ignore_slashes_state
        self._pointer += 1 + slashes
        if self._special:
            return self._special_authority_ignore_slashes_state
        return self._authority_state if slashes else self._path_state

    def _no_scheme_state(self) -> _Steps:
        if self._base is None or (has_opaque_path(self._base) and self._c != "#"):
            yield self._error("missing-scheme-non-relative-URL", "no scheme", "1", failure=True)
            return None
        self._scheme = self._base[0] or ""
        if has_opaque_path(self._base):
            return self._query_state
        return self._file_state if self._scheme == "file" else self._relative_state

    def _relative_state(self) -> _Steps:
        """Relative state and relative slash state."""
        first = yield from self._solidus("relative", "4")
        if not first or not (yield from self._solidus("relative slash", "1.1")):
            return self._path_state
        if self._special:
            return self._special_authority_ignore_slashes_state
        return self._authority_state

    def _special_authority_ignore_slashes_state(self) -> _Steps:
        while self._c in ("/", "\\"):
            yield self._error(_MISSING_SOLIDUS, "special authority ignore slashes", "2")
            self._pointer += 1
        return self._authority_state

    def _authority_state(self) -> _Steps:
        end = self._end_of_authority()
        for at_sign in _AT_SIGN.finditer(self._input, self._pointer, end):
            self._pointer = at_sign.start()
            yield self._error("invalid-credentials", "authority", "1.1")
            self._pointer += 1
            if self._pointer == end:
                yield self._error("host-missing", "authority", "2.1", failure=True)
        return self._host_state

    def _host_state(self) -> _Steps:
        """Host state and hostname state."""
        end = self._end_of_authority()
        match = parsing.HOST_BEFORE_PORT.match(self._input, self._pointer, end)
        host_end = end if match is None else match.end()
        host, has_port = self._input[self._pointer : host_end], host_end < end
        if not host and (has_port or self._special):
            step = "2.1" if has_port else "3.1"
            yield self._error("host-missing", "host", step, failure=True)
        yield from _host_errors(host, self._pointer, kind_of(self._scheme))
        self._pointer = host_end + has_port
        return self._port_state if has_port else self._path_start_state

    def _port_state(self) -> _Steps:
        end = self._end_of_authority()
        no_digit = NO_DIGIT.search(self._input, self._pointer, end)
        if no_digit is not None:
            self._pointer = no_digit.start()
            yield self._error("port-invalid", "port", "3", failure=True)
        if is_too_large(self._input[self._pointer : end]):
            yield self._error("port-out-of-range", "port", "2.1.2", failure=True)
        self._pointer = end
        return self._path_start_state

    def _file_state(self) -> _Steps:
        """File state and file slash state."""
        self._scheme = "file"
        if (yield from self._solidus("file", "3.1")):
            slash = yield from self._solidus("file slash", "1.1")
            return self._file_host_state if slash else self._path_state
        drive_letter = _STARTS_WITH_WINDOWS_DRIVE_LETTER.match(self._input, self._pointer)
        if drive_letter and self._base is not None and self._base[0] == "file":
            yield self._error("file-invalid-Windows-drive-letter", "file", "4.4.3.1")
        return self._path_state

    def _file_host_state(self) -> _Steps:
        end = self._end_of_authority()
        host = self._input[self._pointer : end]
        if components.DRIVE_LETTER.fullmatch(host):
            yield self._error("file-invalid-Windows-drive-letter-host", "file host", "1.1")
            self._pointer = end
            return self._path_state
        if host:
            yield from _host_errors(host, self._pointer, Kind.FILE)
        self._pointer = end
        return self._path_start_state

    def _path_start_state(self) -> _Steps:
        yield from self._solidus("path start", "1.1")
        return self._path_state

    def _path_state(self) -> _Steps:
        for error in self._unit_errors(self._until("?#"), "path", "2"):
            if self._c == "\\" and self._special:
                yield self._error("invalid-reverse-solidus", "path", "1.1")
            else:
                yield error
        return self._query_state

    def _opaque_path_state(self) -> _Steps:
        for error in self._unit_errors(self._until("?#"), "opaque path", "4"):
            space = self._error("invalid-URL-unit", "opaque path", "3.1")
            yield space if self._c == " " else error
        return self._query_state

    def _query_state(self) -> _Steps:
        """Query state and fragment state, as far as there are both."""
        if self._c == "?":
            self._pointer += 1
            yield from self._unit_errors(self._until("#"), "query", "3")
        if self._c == "#":
            self._pointer += 1
            yield from self._unit_errors(len(self._input), "fragment", "1")
        return None

    def _unit_errors(self, stop: int, state: str, step: str) -> Errors:
        """Yield an error for what is no URL unit up to an offset; then the pointer is there."""
        matches = _no_url_unit().finditer(self._input, self._pointer, stop)
        for match in itertools.islice(matches, MOST):
            self._pointer = match.start()
            part = 2 if match[0] == "%" else 1
            yield self._error("invalid-URL-unit", state, f"{step}.{part}")
        self._pointer = stop
