"""URL Standard, 4.4 URL parsing: the validation errors that the parser reports.

A state is a method that yields its errors and returns the next state; it does what matters for
errors only. A failure is the last error that is asked for: what follows it in a method is not run.
"""

import functools
import re
from collections.abc import Callable, Generator, Sequence
from typing import Optional

import attrs

from hexapla.standard.validation_error import ValidationError
from hexapla.text.escapes import MALFORMED, ascii_lower
from hexapla_specs.whatwg.components import Components, Kind, has_opaque_path, kind_of
from hexapla_specs.whatwg.document import cite, cite_state
from hexapla_specs.whatwg.host_validation import Errors, host_errors, no_url_code_point

_C0_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))
_TAB_OR_NEWLINE = re.compile(r"[\t\n\r]")


def validation_errors(text: str, base: Components | None = None) -> tuple[ValidationError, ...]:
    """Return the validation errors of the URL parser, in its order; any `str` is legal.

    A lone surrogate is no URL code point. An error of a domain as a whole is where the domain
    begins; one of something that is missing is where it would have to be.

    Args:
        text: The input.
        base: The base URL.
    """
    errors = []
    for error in _basic_url_parser(text, base):
        errors.append(error)
        if error.failure:
            break
    return tuple(errors)


def _basic_url_parser(text: str, base: Components | None) -> Errors:
    """Basic URL parser, steps 1 to 9."""
    start = len(text) - len(text.lstrip(_C0_CONTROL_OR_SPACE))
    stop = max(start, len(text.rstrip(_C0_CONTROL_OR_SPACE)))
    if stop - start < len(text):
        offset = 0 if start else stop
        yield _unit_error(offset, "1.2")
    positions: Sequence[int] = range(start, stop + 1)
    tab_or_newline = _TAB_OR_NEWLINE.search(text, start, stop)
    if tab_or_newline is not None:
        offset = tab_or_newline.start()
        yield _unit_error(offset, "2")
        positions = [each for each in positions if each == stop or text[each] not in "\t\n\r"]
    machine = _StateMachine(_TAB_OR_NEWLINE.sub("", text[start:stop]), base)
    for error in machine.run():
        yield attrs.evolve(error, offset=positions[error.offset])


def _unit_error(offset: int, step: str) -> ValidationError:
    return ValidationError(
        "invalid-URL-unit", offset, False, cite(f"4.4 step {step}", "URL parsing")
    )


_State = Callable[[], Generator[ValidationError, None, Optional["_State"]]]
_Steps = Generator[ValidationError, None, _State | None]

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_BEFORE_PORT = re.compile(r"(?:[^:\[]|\[[^\]]*+\]?)*+")
_NO_DIGIT = re.compile("[^0-9]")
_LARGEST_PORT = 0xFFFF
_MISSING_SOLIDUS = "special-scheme-missing-following-solidus"
_WINDOWS_DRIVE_LETTER = re.compile(r"[A-Za-z][:|]")
_STARTS_WITH_WINDOWS_DRIVE_LETTER = re.compile(r"[A-Za-z][:|](?:[/\\?#]|\Z)")


@functools.cache
def _no_url_unit() -> re.Pattern[str]:
    return re.compile(f"{no_url_code_point().pattern}|{MALFORMED.pattern}")


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
        return ValidationError(name, self._pointer, failure, cite_state(state, step))

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
        """Scheme start state, scheme state, and path or authority state."""
        match = _SCHEME.match(self._input)
        if match is None:
            return self._no_scheme_state
        self._scheme, self._pointer = ascii_lower(match[1]), match.end()
        slashes = self._input.startswith("//", self._pointer)
        if self._scheme == "file":
            if not slashes:
                yield self._error(_MISSING_SOLIDUS, "scheme", "2.5.1")
            return self._file_state
        if self._special and self._base is not None and self._base[0] == self._scheme:
            return self._special_relative_or_authority_state
        if self._special:
            return self._special_authority_slashes_state
        if self._c != "/":
            return self._opaque_path_state
        self._pointer += 1 + slashes
        return self._authority_state if slashes else self._path_state

    def _no_scheme_state(self) -> _Steps:
        if self._base is None or (has_opaque_path(self._base) and self._c != "#"):
            yield self._error("missing-scheme-non-relative-URL", "no scheme", "1", failure=True)
            return None
        self._scheme = self._base[0] or ""
        if has_opaque_path(self._base):
            return self._query_or_fragment_state()
        return self._file_state if self._scheme == "file" else self._relative_state

    def _special_relative_or_authority_state(self) -> _Steps:
        if self._input.startswith("//", self._pointer):
            self._pointer += 2
            return self._special_authority_ignore_slashes_state
        yield self._error(_MISSING_SOLIDUS, "special relative or authority", "2")
        return self._relative_state

    def _relative_state(self) -> _Steps:
        slash = yield from self._solidus("relative", "4")
        return self._relative_slash_state if slash else self._path_state

    def _relative_slash_state(self) -> _Steps:
        if not (yield from self._solidus("relative slash", "1.1")):
            return self._path_state
        if self._special:
            return self._special_authority_ignore_slashes_state
        return self._authority_state

    def _special_authority_slashes_state(self) -> _Steps:
        if self._input.startswith("//", self._pointer):
            self._pointer += 2
        else:
            yield self._error(_MISSING_SOLIDUS, "special authority slashes", "2")
        return self._special_authority_ignore_slashes_state

    def _special_authority_ignore_slashes_state(self) -> _Steps:
        while self._c in ("/", "\\"):
            yield self._error(_MISSING_SOLIDUS, "special authority ignore slashes", "2")
            self._pointer += 1
        return self._authority_state

    def _authority_state(self) -> _Steps:
        end = self._end_of_authority()
        at_sign = self._input.find("@", self._pointer, end)
        while at_sign >= 0:
            self._pointer = at_sign
            yield self._error("invalid-credentials", "authority", "1.1")
            self._pointer += 1
            if self._pointer == end:
                yield self._error("host-missing", "authority", "2.1", failure=True)
            at_sign = self._input.find("@", self._pointer, end)
        return self._host_state

    def _host_state(self) -> _Steps:
        """Host state and hostname state."""
        end = self._end_of_authority()
        match = _BEFORE_PORT.match(self._input, self._pointer, end)
        host_end = end if match is None else match.end()
        host, has_port = self._input[self._pointer : host_end], host_end < end
        if not host and (has_port or self._special):
            step = "2.1" if has_port else "3.1"
            yield self._error("host-missing", "host", step, failure=True)
        yield from host_errors(host, self._pointer, opaque=not self._special)
        self._pointer = host_end + has_port
        return self._port_state if has_port else self._path_start_state

    def _port_state(self) -> _Steps:
        end = self._end_of_authority()
        no_digit = _NO_DIGIT.search(self._input, self._pointer, end)
        if no_digit is not None:
            self._pointer = no_digit.start()
            yield self._error("port-invalid", "port", "3", failure=True)
        port = self._input[self._pointer : end].lstrip("0")
        if len(port) > 5 or int(port or "0") > _LARGEST_PORT:
            yield self._error("port-out-of-range", "port", "2.1.2", failure=True)
        self._pointer = end
        return self._path_start_state

    def _file_state(self) -> _Steps:
        self._scheme = "file"
        if (yield from self._solidus("file", "3.1")):
            return self._file_slash_state
        drive_letter = _STARTS_WITH_WINDOWS_DRIVE_LETTER.match(self._input, self._pointer)
        if drive_letter and self._base is not None and self._base[0] == "file":
            yield self._error("file-invalid-Windows-drive-letter", "file", "4.4.3.1")
        return self._path_state

    def _file_slash_state(self) -> _Steps:
        slash = yield from self._solidus("file slash", "1.1")
        return self._file_host_state if slash else self._path_state

    def _file_host_state(self) -> _Steps:
        end = self._end_of_authority()
        host = self._input[self._pointer : end]
        if _WINDOWS_DRIVE_LETTER.fullmatch(host):
            yield self._error("file-invalid-Windows-drive-letter-host", "file host", "1.1")
            self._pointer = end
            return self._path_state
        if host:
            yield from host_errors(host, self._pointer, opaque=False)
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
        return self._query_or_fragment_state()

    def _opaque_path_state(self) -> _Steps:
        for error in self._unit_errors(self._until("?#"), "opaque path", "4"):
            space = self._error("invalid-URL-unit", "opaque path", "3.1")
            yield space if self._c == " " else error
        return self._query_or_fragment_state()

    def _query_state(self) -> _Steps:
        yield from self._unit_errors(self._until("#"), "query", "3")
        return self._query_or_fragment_state()

    def _fragment_state(self) -> _Steps:
        yield from self._unit_errors(len(self._input), "fragment", "1")
        return None

    def _query_or_fragment_state(self) -> _State | None:
        """Return the state behind the code point that ends a path or a query."""
        state = {"?": self._query_state, "#": self._fragment_state}.get(self._c)
        self._pointer += 1
        return state

    def _unit_errors(self, stop: int, state: str, step: str) -> Errors:
        """Yield an error for all that is no URL unit up to an offset; then the pointer is there."""
        for match in _no_url_unit().finditer(self._input, self._pointer, stop):
            self._pointer = match.start()
            part = 2 if match[0] == "%" else 1
            yield self._error("invalid-URL-unit", state, f"{step}.{part}")
        self._pointer = stop
