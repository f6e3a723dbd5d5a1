"""URL Standard, 4.4: the basic URL parser, as its state machine.

Each state is a method with the standard's name, in the standard's order. On entry, `pointer` is the
offset of c, unless the state's docstring says otherwise. A state returns the next state, or None at
the end of the input (step 10 returns the URL then). Comments give the step numbers; a number
beside a test is that of the step with the condition, even if the test is the opposite of it. A
method that isn't a state performs the steps, if any, that its docstring names. The methods `error`,
`decides`, `combines`, `rewrites`, `rewrites_host` and those that begin with `trace` only report
what the states do, as do the methods of the trace itself. The standard's asserts and the steps for
a state override are left out.

In the standard, the loop increases the pointer by 1 after each state. Here, each state moves the
pointer past the characters that it has processed. Therefore, "decrease pointer by 1" disappears,
and "increase pointer by 1" means that the next state begins two code points after c.

The main difference from the standard: a state that would fill the buffer character by character
reads all those characters at once. Therefore, there is no buffer to append to or to empty, and
there are no flags for an "@" that was seen, for brackets or for a password; the string is searched
instead. When the standard sets the query or the fragment to the empty string, this parser leaves
that to the next state. The path is kept in serialized form, with a slash before each segment.

Some steps are in another order. A state that reads a whole component first searches for its end.
Then come the steps for its characters, which report errors, and then the steps at its end. This
concerns the scheme, special authority ignore slashes, authority, host, port, file host, path,
opaque path and query states. Path start state moves the pointer before it returns the next state.
File state and file slash state have the branch without a file base first.

A run can begin in another state than the first, but there is no state override that ends a run
early. Therefore, the host state and the hostname state are one method. The encoding is always
UTF-8. When the parser would return failure, `failure` is set and tracing ends, but parsing
continues, so that the components of a failing input can be shown.

Earlier versions of the standard are subclasses that override the methods and the class attributes
that were different (see `hexapla_specs.whatwg.former`).
"""

import itertools
import re
from collections.abc import Callable, Mapping
from typing import ClassVar, TypeAlias

from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Rule, RuleKind
from hexapla_specs.whatwg import rules
from hexapla_specs.whatwg.cleaning import Cleaning
from hexapla_specs.whatwg.components import (
    DEFAULT_PORTS,
    FIRST_WINDOWS_DRIVE_LETTER,
    FRAGMENT,
    HOST,
    PASSWORD,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    USERNAME,
    WINDOWS_DRIVE_LETTER,
    Url,
)
from hexapla_specs.whatwg.hosts import HostParser
from hexapla_specs.whatwg.percent import (
    C0_CONTROL_SET,
    FRAGMENT_SET,
    PATH_SET,
    QUERY_SET,
    SPECIAL_QUERY_SET,
    USERINFO_SET,
    PercentEncodeSet,
)
from hexapla_specs.whatwg.serializing import recombine
from hexapla_specs.whatwg.trace import MOST_ERRORS, ParserTrace

State: TypeAlias = "Callable[[], State] | None"
"""A state: a method that returns the next state, or None at the end."""

Cut = tuple[int, int, str]
"""The start and the end of a component in the string, and the state and step that set it."""

Components = tuple[str | None, ...]
"""The components of a URL record, in order."""

_ASCII_ALPHA = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_ENDS_SCHEME = re.compile("[^A-Za-z0-9+.-]")
_AT_SIGN = re.compile("@")
_ENDS_AUTHORITY = re.compile("[/?#]")
_ENDS_SPECIAL_AUTHORITY = re.compile(r"[/\\?#]")
_ENDS_PATH = re.compile("[?#]")
_NOT_DIGIT = re.compile("[^0-9]")
_BEFORE_PORT = re.compile(r"(?:\[[^\]]*\]?|[^:\[])*")
"""Matches a host up to a colon outside square brackets; the last bracket may be unclosed."""
_STARTS_WITH_WINDOWS_DRIVE_LETTER = re.compile(r"[A-Za-z][:|](?:[/\\?#]|\Z)")

_NORMALIZED_WINDOWS_DRIVE_LETTER = re.compile("[A-Za-z]:")
_DRIVE_WITH_BAR = re.compile(r"/[A-Za-z]\|(?=/|\Z)")

_MISSING_FOLLOWING_SOLIDUS = "special-scheme-missing-following-solidus"  # a validation error

_SINGLE_DOT = frozenset({".", "%2e"})
_DOUBLE_DOT = frozenset({"..", ".%2e", "%2e.", "%2e%2e"})
_DOT_SEGMENTS = _SINGLE_DOT | _DOUBLE_DOT
_ENDS_DOT_SEGMENT = frozenset(".eE")


class UrlParser(HostParser):
    """The basic URL parser, for one run on a string.

    Args:
        text: The cleaned text.
        base: The parser after its run on the base; None if there is no base. `UNKNOWN_BASE` stands
            for a base that isn't known.
        trace: The trace of the run; None if no trace is recorded.

    Attributes:
        pointer: The offset of c in the string, in code points.
        special: Whether the URL is special.
        slashes_start: The offset of the slashes before the authority.
        authority_end: The offset after the authority.
        path_start: The offset of the path in the string, with or without a slash.
        buffer_end: The offset after the buffer that the file host state passes to the path state in
            step 1.1; 0 if it passes none.
        cuts: The place of each component found in the string, keyed by the component's index.
        cut_by_failure: The indexes of the components found before the authority was rejected; None
            if it wasn't.
        last_delimiter: The rule for the last "?" or "#" that was passed.
        keeps_dots: Whether dot segments stay in the path, because the run resumes after their
            removal.
        record: The trace with which the run begins; it is kept after a failure.

    The attributes from `slashes_start` to `record` aren't variables of the standard. The URL
    record, which is new (step 1.1), consists of `components` and `has_opaque_path`. A username or
    password that isn't serialized (4.5, step 2.2) is None instead of "": an empty password, and an
    empty username if the password is None.
    """

    __slots__ = (
        "authority_end",
        "base",
        "buffer_end",
        "cut_by_failure",
        "cuts",
        "fragment",
        "has_opaque_path",
        "host",
        "keeps_dots",
        "last_delimiter",
        "password",
        "path",
        "path_start",
        "pointer",
        "port",
        "query",
        "record",
        "scheme",
        "slashes_start",
        "special",
        "text",
        "username",
    )

    slashes_start: int
    authority_end: int
    path_start: int
    last_delimiter: Rule

    cleaning: ClassVar[Cleaning] = Cleaning()
    """The cleaning performed before the states run (steps 1 to 3)."""

    # What earlier versions do differently in a step. Step numbers are today's.
    writes_dot: ClassVar[bool] = True
    """Whether the serializer writes "/." before a path that begins with "//" (4.5, step 3)."""
    takes_credentials: ClassVar[bool] = True
    """Whether a relative URL inherits username and password (relative state, 5.1; relative slash
    state, 3)."""
    keeps_drive_letter: ClassVar[bool] = True
    """Whether shortening a path keeps a drive letter (4.2, step 3)."""
    divides_other_schemes: ClassVar[bool] = True
    """Whether a URL that isn't special can have an authority or a path that isn't opaque (scheme
    state, 2.8)."""
    has_opaque_hosts: ClassVar[bool] = True
    """Whether the hosts of URLs that aren't special are opaque (host state, 2.3, 3.3), and can't be
    empty after an "@" or before a port (authority state, 2.1; host state, 2.1)."""
    drops_empty_password: ClassVar[bool] = True
    """Whether an empty password isn't serialized (4.5, step 2.2.2)."""
    checks_port_range: ClassVar[bool] = True
    """Whether a port must be a 16-bit unsigned integer (port state, 2.1.2)."""
    drops_localhost: ClassVar[bool] = True
    """Whether "localhost" becomes an empty host in a file URL (file host state, 1.3.3)."""
    encodes_last_space: ClassVar[bool] = True
    """Whether a space is encoded at the end of an opaque path before "?" or "#" (opaque path state,
    3.2)."""

    default_ports: ClassVar[Mapping[str, str | None]] = DEFAULT_PORTS
    """The special schemes, with their default ports."""
    userinfo_set: ClassVar[PercentEncodeSet] = USERINFO_SET
    path_set: ClassVar[PercentEncodeSet] = PATH_SET
    opaque_path_set: ClassVar[PercentEncodeSet] = C0_CONTROL_SET
    query_set: ClassVar[PercentEncodeSet] = QUERY_SET
    special_query_set: ClassVar[PercentEncodeSet] = SPECIAL_QUERY_SET
    fragment_set: ClassVar[PercentEncodeSet] = FRAGMENT_SET

    def __init__(
        self, text: str, base: "UrlParser | None", trace: ParserTrace | None = None
    ) -> None:
        self.text = text
        self.base = base
        self.trace = trace
        self.failure: NoUri | None = None
        self.cut_by_failure: frozenset[int] | None = None
        self.record = trace
        self.keeps_dots = False
        self.pointer = 0  # 8
        # 1.1: the URL is new.
        self.scheme = ""
        self.special = False
        self.username: str | None = None
        self.password: str | None = None
        self.host: str | None = None
        self.port: str | None = None
        self.path = ""
        self.query: str | None = None
        self.fragment: str | None = None
        self.has_opaque_path = False
        self.cuts: dict[int, Cut] = {}
        self.buffer_end = 0

    def run(self, state_override: State = None) -> "UrlParser":
        """Run the state machine, and return the parser.

        Args:
            state_override: The state to begin with if the URL record already contains what earlier
                states would set (see `hexapla_specs.whatwg.parsing.run_on_components`); None for
                the scheme start state.
        """
        state: State = state_override or self.scheme_start_state  # 4
        while state is not None:  # 9
            state = state()
        return self

    def fails(self, rule: Rule, offset: int, found: str = "", section: str = "") -> None:
        """Set the failure because of the authority; note which components were found before."""
        if self.failure is None:
            self.cut_by_failure = frozenset(self.cuts)
        super().fails(rule, offset, found, section)

    def decides(self, rule: Rule, combining: Rule | None = None) -> None:
        """Record the rule that decides whether the reference is absolute or relative."""
        if self.trace:
            self.trace.decides(rule, combining)

    def combines(self, rule: Rule) -> None:
        """Record the rule that combines the reference with the base."""
        if self.trace:
            self.trace.combines(rule)

    @property
    def components(self) -> Components:
        """The components of the URL record; after a failure, they have no meaning."""
        return (
            self.scheme,
            self.username,
            self.password,
            self.host,
            self.port,
            self.path,
            self.query,
            self.fragment,
        )

    @property
    def url(self) -> Url | NoUri:
        """The URL record, which step 10 returns, or failure."""
        return Url._make(self.components) if self.failure is None else self.failure

    @property
    def target(self) -> str | NoUri:
        """The serialized URL record, or failure."""
        if self.failure is not None:
            return self.failure
        return recombine(self.components, writes_dot=self.writes_dot)[1]

    # 4.2 URL miscellaneous.

    def starts_with_windows_drive_letter(self) -> bool:
        """Return whether the text at the pointer starts with a Windows drive letter."""
        return _STARTS_WITH_WINDOWS_DRIVE_LETTER.match(self.text, self.pointer) is not None

    def shorten_path(self) -> None:
        """Shorten the URL's path: remove its last segment."""
        path = self.path
        if self.scheme != "file" or not self.is_kept_by_shortening(path[1:]):  # 3
            self.path = path[: max(path.rfind("/"), 0)]  # 2, 4

    def is_kept_by_shortening(self, only_segment: str) -> bool:
        """Shorten, step 3: return whether shortening a path keeps its only segment.

        It does if the URL's scheme is "file" and the segment is a normalized Windows drive letter.
        """
        is_file = self.scheme == "file" and self.keeps_drive_letter
        return is_file and _NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(only_segment) is not None

    # 4.4 URL parsing.

    def scheme_start_state(self) -> State:
        """Scheme start state."""
        if self.text[:1] in _ASCII_ALPHA:  # 1
            return self.scheme_state
        return self.no_scheme_state  # 2

    def scheme_state(self) -> State:
        """Scheme state; the pointer is at the start of the scheme, which is read at once."""
        text = self.text
        trace = self.trace
        found = _ENDS_SCHEME.search(text)  # 1
        if found is None or found[0] != ":":  # 3
            return self.no_scheme_state
        scheme = text[: found.start()]
        self.set_scheme(scheme)  # 2.2
        if trace:
            trace.cuts(rules.CUTS_SCHEME)
            if self.scheme != scheme:
                trace.rewrites(_lowers(scheme), SCHEME, self.scheme)
        if self.scheme == "file":  # 2.5
            if not text.startswith("//", self.pointer):  # 2.5.1
                self.error(_MISSING_FOLLOWING_SOLIDUS, self.pointer, "scheme state 2.5.1")
            return self.file_state  # 2.5.2
        if self.special and self.base is not None and self.base.scheme == self.scheme:  # 2.6
            return self.special_relative_or_authority_state  # 2.6.2
        if trace:
            trace.decides(rules.HAS_SCHEME, rules.KEEPS_ALL)
        if self.special:  # 2.7
            return self.special_authority_slashes_state
        if self.divides_other_schemes and text.startswith("/", self.pointer):  # 2.8
            self.pointer += 1
            return self.path_or_authority_state
        self.has_opaque_path = True  # 2.9
        return self.opaque_path_state

    def set_scheme(self, scheme: str) -> None:
        """Scheme state, step 2.2: set the scheme, in lower case (step 1 of both scheme states)."""
        self.scheme = scheme.lower()
        self.special = self.scheme in self.default_ports
        self.cuts[SCHEME] = (0, len(scheme), "scheme state 2.2")
        self.pointer = self.slashes_start = len(scheme) + len(":")

    def no_scheme_state(self) -> State:
        """No scheme state."""
        trace = self.trace
        base = self.base
        if base is None or (base.has_opaque_path and not self.text.startswith("#")):  # 1
            self.fails_without_scheme(base)
            return self.relative_state  # resume only to find the components
        if base.has_opaque_path:  # 2
            self.scheme = base.scheme
            self.cuts[PATH] = (0, 0, "no scheme state 2")
            self.path = base.path
            self.query = base.query
            self.has_opaque_path = True
            self.decides(rules.ONLY_FRAGMENT, rules.INHERITS_OPAQUE)
            return self.passes(rules.FRAGMENT_OF_OPAQUE_BASE, self.fragment_state)
        if base.scheme != "file":  # 3
            if trace:
                section = f"{state_without_scheme(self.text)}, no scheme state 3"
                trace.decides(rules.at(rules.HAS_NO_SCHEME, section))
            return self.relative_state
        if trace:
            section = f"{state_without_scheme(self.text)}, no scheme state 4"
            trace.decides(rules.at(rules.HAS_NO_FILE_SCHEME, section))
        return self.file_state  # 4

    def fails_without_scheme(self, base: "UrlParser | None") -> None:
        """No scheme state, step 1: set the failure; there is neither a scheme nor a usable base."""
        if self.failure is None:
            has_base = base is not None
            self.failure = rules.missing_scheme(has_base=has_base, named=self.names_errors)
            if self.trace:
                self.trace.fails(rules.MISSING_SCHEME, self.failure, self.pointer)
                self.trace = None
        if base is None:
            self.base = UNKNOWN_BASE

    def special_relative_or_authority_state(self) -> State:
        """Special relative or authority state."""
        if self.text.startswith("//", self.pointer):  # 1
            self.pointer += 2
            if self.trace:
                state = "special relative or authority state 1"
                self.decides(rules.at(rules.HAS_SCHEME, state), rules.KEEPS_ALL)
            return self.special_authority_ignore_slashes_state
        state = "special relative or authority state 2"  # 2
        self.error(_MISSING_FOLLOWING_SOLIDUS, self.pointer, state)
        self.decides(rules.OWN_SCHEME)
        return self.relative_state

    def path_or_authority_state(self) -> State:
        """Path or authority state; c is the code point after a slash."""
        if self.text.startswith("/", self.pointer):  # 1
            self.pointer += 1
            return self.authority_state
        self.path_start = self.pointer - 1
        return self.path_state  # 2

    def relative_state(self) -> State:
        """Relative state."""
        trace = self.trace
        base = self.base or UNKNOWN_BASE
        c = self.text[self.pointer : self.pointer + 1]
        self.scheme = base.scheme  # 2
        self.special = base.special
        if c == "/":  # 3
            self.pointer += 1
            return self.relative_slash_state
        if self.special and c == "\\":  # 4
            self.trace_backslash("relative state 4", rules.REFERENCE_WITH_BACKSLASH)
            self.pointer += 1
            return self.relative_slash_state
        self.inherit_authority(base)  # 5.1
        self.path = base.path
        self.query = base.query
        if c in ("?", "#", ""):  # 5.2, 5.3, or the end of the input
            self.cuts[PATH] = (self.pointer, self.pointer, "relative state 5.1")
            if trace:
                has_query = base.query is not None and c != "?"
                trace.combines(rules.INHERITS_QUERY if has_query else rules.INHERITS_PATH)
            return self.query_or_fragment(rules.QUERY_OF_REFERENCE, rules.FRAGMENT_OF_REFERENCE)
        self.query = None  # 5.4.1
        self.shorten_path()  # 5.4.2
        if trace:
            start, stop, _ = base.cuts[PATH]
            trace.combines(rules.MERGES if start < stop else rules.MERGES_BEHIND_SLASH)
        self.path_start = self.pointer
        return self.path_state  # 5.4.3

    def trace_backslash(self, step: str, rule: Rule) -> None:
        """Record that the backslash at the pointer is a validation error and counts as a slash."""
        if self.trace:
            self.trace.error("invalid-reverse-solidus", self.pointer, step)
            self.trace.reads(rule, self.pointer, self.pointer + 1, "/")

    def inherit_authority(self, base: "UrlParser") -> None:
        """Relative state, step 5.1, and relative slash state, step 3."""
        if self.takes_credentials:
            self.username = base.username
            self.password = base.password
        self.host = base.host
        self.port = base.port

    def relative_slash_state(self) -> State:
        """Relative slash state; c is the code point after a slash."""
        c = self.text[self.pointer : self.pointer + 1]
        self.slashes_start = self.pointer - 1
        if self.special and c in ("/", "\\"):  # 1
            if c == "\\":  # 1.1
                self.trace_backslash("relative slash state 1.1", rules.SECOND_BACKSLASH)
            self.combines(rules.KEEPS_SPECIAL_AUTHORITY)
            self.pointer += 1
            return self.special_authority_ignore_slashes_state
        if c == "/":  # 2
            self.combines(rules.KEEPS_AUTHORITY)
            self.pointer += 1
            return self.authority_state
        return self.absolute_path()  # 3

    def absolute_path(self) -> State:
        """Relative slash state, step 3: inherit the authority of the base."""
        self.inherit_authority(self.base or UNKNOWN_BASE)
        self.combines(rules.KEEPS_PATH)
        self.path_start = self.pointer - 1
        return self.path_state

    def special_authority_slashes_state(self) -> State:
        """Special authority slashes state."""
        if self.text.startswith("//", self.pointer):  # 1
            self.pointer += 2
        else:  # 2
            state = "special authority slashes state 2"
            self.error(_MISSING_FOLLOWING_SOLIDUS, self.pointer, state)
        return self.special_authority_ignore_slashes_state

    def special_authority_ignore_slashes_state(self) -> State:
        """Special authority ignore slashes state."""
        text = self.text
        start = self.pointer
        while text.startswith(("/", "\\"), self.pointer):  # 2
            self.pointer += 1
        if self.trace and text[self.slashes_start : self.pointer] != "//":
            self.trace_slashes(self.trace, start)
        return self.authority_state  # 1

    def trace_slashes(self, trace: ParserTrace, start: int) -> None:
        """Record the slashes before an authority, of which those from `start` on are ignored."""
        stop = self.pointer
        for offset in range(start, stop)[:MOST_ERRORS]:  # 2
            trace.error(
                _MISSING_FOLLOWING_SOLIDUS, offset, "special authority ignore slashes state 2"
            )
        if "\\" in self.text[start:stop]:
            trace.reads(rules.BEGINS_WITH_BACKSLASH, start, stop, "/" * (stop - start))
        length = stop - self.slashes_start
        if length != len("//"):
            rule = rules.ANY_SLASHES
            if length < len("//"):
                rule = rules.at(rule, "special authority slashes state 2")
            trace.reads(rule, self.slashes_start, stop, "//")

    def authority_state(self) -> State:
        """Authority state."""
        text = self.text
        trace = self.trace
        start = self.pointer
        ends = _ENDS_SPECIAL_AUTHORITY if self.special else _ENDS_AUTHORITY
        found = ends.search(text, start)  # 2, 3
        end = len(text) if found is None else found.start()
        self.authority_end = end
        if trace:
            trace.cuts(rules.CUTS_AUTHORITY)
        at_sign = text.rfind("@", start, end)
        if at_sign >= 0:  # 1
            if trace:
                for found in itertools.islice(_AT_SIGN.finditer(text, start, end), MOST_ERRORS):
                    trace.error("invalid-credentials", found.start(), "authority state 1.1")
            self.set_username_and_password(start, at_sign)
            self.pointer = at_sign + 1  # 2.2: back to the start of the buffer
            if self.pointer == end and (self.special or self.has_opaque_hosts):  # 2.1
                self.fails(rules.HOST_MISSING_BEHIND_AT_SIGN, end)
        return self.host_state  # 2.2

    def set_username_and_password(self, start: int, stop: int) -> None:
        """Authority state, steps 1.2 to 1.4: set the username and the password.

        Together, they contain every "@" except the last one.
        """
        text = self.text
        colon = text.find(":", start, stop)
        username_stop = stop if colon < 0 else colon
        username = text[start:username_stop]
        section = "authority state 1.4.4" if username else "authority state 1.4"
        self.cuts[USERNAME] = (start, username_stop, section)
        encoded = self.encodes_at_signs(USERNAME, username)
        self.username = self.encodes(self.userinfo_set, rules.ENCODES_USERNAME, USERNAME, encoded)
        if colon >= 0:  # 1.4.1
            password = text[colon + 1 : stop]
            # Step 1.4.1 finds the colon, and 1.4.3 appends each character after it.
            section = "authority state 1.4.1, 1.4.3" if password else "authority state 1.4.1"
            self.cuts[PASSWORD] = (colon + 1, stop, section)
            encoded = self.encodes_at_signs(PASSWORD, password)
            encoded = self.encodes(self.userinfo_set, rules.ENCODES_PASSWORD, PASSWORD, encoded)
            self.password = encoded
            if encoded == "" and self.drops_empty_password:
                drops = rules.DROPS_PASSWORD
                if not username:  # there are no credentials, so that not even the "@" is written
                    drops = rules.at(drops, "4.5 step 2.2")
                self.rewrites(drops, PASSWORD, None)
                self.password = None
        if username == "" and self.password is None:
            self.rewrites(rules.DROPS_USERNAME, USERNAME, None)
            self.username = None

    def encodes_at_signs(self, place: int, text: str) -> str:
        """Authority state, step 1.2: replace each "@" in a username or password with "%40".

        Step 1.4.2 would encode it too; it is encoded here so that the trace can cite both steps.
        """
        if "@" not in text:
            return text
        encoded = text.replace("@", "%40")
        self.rewrites(rules.ENCODES_AT_SIGN, place, encoded)
        return encoded

    def encodes(self, encode_set: PercentEncodeSet, rule: Rule, place: int, text: str) -> str:
        """Percent-encode a component with a percent-encode set."""
        if encode_set.find(text) is None:
            return text
        encoded = encode_set.encode(text)
        self.rewrites(rule, place, encoded)
        return encoded

    def host_state(self) -> State:
        """Host state and hostname state; steps 2 (for a host before a port) and 3 are merged."""
        text = self.text
        start = self.pointer
        end = self.authority_end
        stop = self.end_of_host(start, end)
        has_port = stop < end  # 2; otherwise, 3
        host = text[start:stop]
        self.pointer = stop
        if host == "" and (self.special or (has_port and self.has_opaque_hosts)):
            self.fails(
                rules.HOST_MISSING_BEFORE_PORT if has_port else rules.HOST_MISSING, start
            )  # 2.1, 3.1
        self.cuts[HOST] = (start, stop, "host state 3.5")
        if host == "":
            self.host = ""  # 3.5; the opaque-host parser returns an empty host unchanged
        else:
            is_opaque = self.has_opaque_hosts and not self.special
            self.host = self.host_parser(host, start, is_opaque)  # 2.3, 3.3
            if self.host is None:  # 2.4, 3.4
                self.cuts[HOST] = (start, stop, "host state 3.3")
        if has_port:
            section = "host state 2.3" if self.host is None else "host state 2.5"
            self.cuts[HOST] = (start, stop, section)
            self.pointer += 1
            return self.port_state  # 2.5
        return self.path_start_state  # 3.5

    def end_of_host(self, start: int, end: int) -> int:
        """Host state, steps 2 to 4: return the offset where a host ends.

        A host ends at a ":" outside square brackets, or at the end of the authority.
        """
        text = self.text
        if text.find("[", start, end) < 0:
            colon = text.find(":", start, end)
            return end if colon < 0 else colon
        found = _BEFORE_PORT.match(text, start, end)  # 4.1, 4.2
        assert found is not None  # the pattern also matches the empty string
        return found.end()

    def port_state(self) -> State:
        """Port state."""
        start = self.pointer
        end = self.authority_end  # 2: the authority ends at the same code points
        port = self.text[start:end]
        self.cuts[PORT] = (start, end, "port state 2.1.3")
        self.pointer = end
        no_digit = _NOT_DIGIT.search(port)  # 1
        if no_digit:  # 3
            self.cuts[PORT] = (start, end, "port state 3")
            self.fails(rules.PORT_INVALID, start + no_digit.start(), port)
        elif port == "":  # 2.1
            self.cuts[PORT] = (start, end, "port state 2.1")
            self.rewrites(rules.DROPS_PORT, PORT, None)
        else:
            self.port = self.port_of(port, start)
        return self.path_start_state  # 2.3

    def port_of(self, digits: str, start: int) -> str | None:
        """Port state, steps 2.1.1 to 2.1.3: return the port; None for a default or invalid port."""
        port = digits.lstrip("0") or "0"  # 2.1.1
        if self.checks_port_range and (len(port) > 5 or int(port) > 65535):  # 2.1.2
            self.cuts[PORT] = (start, start + len(digits), "port state 2.1.2")
            self.fails(rules.PORT_OUT_OF_RANGE, start, digits)
            return None
        if port != digits:
            self.rewrites(rules.SHORTENS_PORT, PORT, port)
        if port == self.default_ports.get(self.scheme):  # 2.1.3
            self.rewrites(rules.DEFAULT_PORT, PORT, None)
            return None
        return port

    def file_state(self) -> State:
        """File state."""
        trace = self.trace
        base = self.base
        c = self.text[self.pointer : self.pointer + 1]
        self.scheme = "file"  # 1
        self.special = True
        self.host = ""  # 2
        if c in ("/", "\\"):  # 3
            if c == "\\":  # 3.1
                self.trace_backslash("file state 3.1", rules.FILE_WITH_BACKSLASH)
            self.pointer += 1
            return self.file_slash_state  # 3.2
        if base is None or base.scheme != "file":  # 5
            self.trace_file_without_base(rules.FILE_WITHOUT_SLASH)
            self.path_start = self.pointer
            return self.path_state
        self.trace_ignored_file_scheme(rules.OWN_FILE_SCHEME)  # 4
        self.host = base.host  # 4.1
        self.path = base.path
        self.query = base.query
        if c in ("?", "#", ""):  # 4.2, 4.3, or the end of the input
            self.cuts[PATH] = (self.pointer, self.pointer, "file state 4.1")
            if trace:
                has_query = base.query is not None and c != "?"
                inherits = rules.FILE_INHERITS_QUERY if has_query else rules.FILE_INHERITS_PATH
                trace.combines(inherits)
            return self.query_or_fragment(rules.QUERY_OF_FILE, rules.FRAGMENT_OF_FILE)
        self.query = None  # 4.4.1
        if not self.starts_with_windows_drive_letter():  # 4.4.2
            self.shorten_path()
            if trace:
                is_drive = self.path != "" and self.path == base.path
                trace.combines(rules.MERGES_BEHIND_DRIVE if is_drive else rules.FILE_MERGES)
        else:  # 4.4.3
            name = "file-invalid-Windows-drive-letter"
            self.error(name, self.pointer, "file state 4.4.3.1")
            self.combines(rules.OWN_DRIVE)
            self.path = ""  # 4.4.3.2
        self.path_start = self.pointer
        return self.path_state  # 4.4.4

    def trace_ignored_file_scheme(self, decision: Rule) -> None:
        """Record that the scheme, if any, is ignored because the base has the scheme "file" too."""
        if SCHEME in self.cuts:
            self.decides(decision)

    def trace_file_without_base(self, combining: Rule) -> None:
        """Record that a file URL doesn't use the base; cite `combining` if the URL has a scheme."""
        if SCHEME in self.cuts:
            self.decides(rules.HAS_SCHEME, combining)
        else:
            self.combines(rules.KEEPS_FILE_HOST)

    def file_slash_state(self) -> State:
        """File slash state; c is the code point after a slash."""
        base = self.base
        c = self.text[self.pointer : self.pointer + 1]
        if c in ("/", "\\"):  # 1
            if c == "\\":  # 1.1
                self.trace_backslash("file slash state 1.1", rules.SECOND_FILE_BACKSLASH)
            self.pointer += 1
            return self.file_host_state  # 1.2
        if base is None or base.scheme != "file":
            self.trace_file_without_base(rules.FILE_WITHOUT_HOST)
        else:  # 2, 2.1
            self.trace_ignored_file_scheme(rules.OWN_FILE_SCHEME_BEFORE_SLASH)
            combining = self.inherit_from_file_base(base)
            self.combines(combining)
        self.path_start = self.pointer - 1
        return self.path_state  # 2.2

    def inherit_from_file_base(self, base: "UrlParser") -> Rule:
        """File slash state, step 2.1: inherit from the base; return the rule that was applied.

        A drive letter is inherited only if the rest of the text doesn't start with a drive letter.
        """
        self.host = base.host  # 2.1.1
        drive = FIRST_WINDOWS_DRIVE_LETTER.match(base.path)
        if drive is None or self.starts_with_windows_drive_letter():
            return rules.FILE_KEEPS_PATH
        self.path = drive[0]  # 2.1.2
        return rules.KEEPS_DRIVE

    def file_host_state(self) -> State:
        """File host state."""
        text = self.text
        trace = self.trace
        start = self.pointer
        found = _ENDS_SPECIAL_AUTHORITY.search(text, start)  # 1, 2
        end = len(text) if found is None else found.start()
        host = text[start:end]
        self.trace_file_without_base(rules.KEEPS_ALL)
        if trace:
            trace.cuts(rules.CUTS_FILE_HOST)
        if WINDOWS_DRIVE_LETTER.fullmatch(host):  # 1.1
            self.cuts[HOST] = (start, start, "file state 2")
            name = "file-invalid-Windows-drive-letter-host"
            self.error(name, start, "file host state 1.1")
            if trace:
                trace.reads(rules.DRIVE_LETTER_IS_NO_HOST, start, start, "/")
            # The standard passes the buffer on to the path state; here, the path state reads the
            # same characters again.
            self.buffer_end = end
            self.path_start = start
            return self.path_state
        self.pointer = end
        if host == "":  # 1.2
            self.cuts[HOST] = (start, end, "file host state 1.2.1")  # as set by the file state
        else:  # 1.3
            self.cuts[HOST] = (start, end, "file host state 1.3.1")
            self.host = self.host_parser(host, start, False)  # 1.3.1
            if self.host is not None:  # 1.3.2
                self.cuts[HOST] = (start, end, "file host state 1.3.4")
            if self.host == "localhost" and self.drops_localhost:  # 1.3.3
                self.rewrites_host(rules.LOCALHOST, "localhost", "")
                self.host = ""
        return self.path_start_state  # 1.2.3, 1.3.6

    def path_start_state(self) -> State:
        """Path start state."""
        text = self.text
        c = text[self.pointer : self.pointer + 1]
        if self.special:  # 1
            if c == "\\":  # 1.1
                is_file = self.scheme == "file"
                ends = rules.BACKSLASH_ENDS_FILE_HOST if is_file else rules.BACKSLASH_ENDS_AUTHORITY
                self.trace_backslash("path start state 1.1", ends)
            self.path_start = self.pointer
            if c in ("/", "\\"):  # 1.3
                self.pointer += 1
            else:
                self.rewrites(rules.ADDS_SLASH, PATH, "/")
            return self.path_state  # 1.2
        if c != "/":  # 2, 3, or the end of the input; no other code point ends an authority
            # The path stays empty; no step of this state sets it.
            self.cuts[PATH] = (self.pointer, self.pointer, "path start state")
            query = rules.QUERY_INSTEAD_OF_PATH
            return self.query_or_fragment(query, rules.FRAGMENT_INSTEAD_OF_PATH)
        self.path_start = self.pointer
        self.pointer += 1  # 4.2
        return self.path_state  # 4.1

    def path_state(self) -> State:
        """Path state; if the path begins with a slash, c is the code point after the slash.

        After file host state, step 1.1, the pointer is at the start of the standard's buffer.
        """
        text = self.text
        trace = self.trace
        start = self.pointer
        found = _ENDS_PATH.search(text, start)  # 1
        stop = len(text) if found is None else found.start()
        self.cuts[PATH] = (self.path_start, stop, "path state 1.4.2")
        segments = text[start:stop]
        if trace:
            unread = max(start, self.buffer_end)  # a buffer's characters aren't checked in step 2
            backslash = "path state 1.1" if self.special else ""  # 1.1
            code_point = "path state 2.1"
            # 2.1, 2.2
            trace.checks_units(unread, stop, code_point, "path state 2.2", backslash=backslash)
            trace.cuts(rules.at(rules.CUTS_PATH, self.step_of_path(segments)))
        if self.special and "\\" in segments:  # a backslash ends a segment, like a slash
            segments = segments.replace("\\", "/")
            if trace:
                trace.reads(rules.BACKSLASH_IN_PATH, start, stop, segments)
        path = combined = self.path + "/" + segments  # 1.4.2 for each segment
        if "/." in path or "/%2" in path:  # 1.2 to 1.4, needed only for dot segments
            self.cuts[PATH] = (self.path_start, stop, self.step_of_path(segments))
            path = self.without_dot_segments(path)
        if self.record and (self.path_start < stop or HOST not in self.cuts):
            self.record.combined_path = combined
            self.record.path_without_dots = path
        if self.scheme == "file":  # 1.4.1
            path = self.file_path(path)
        self.path = self.encodes(self.path_set, rules.ENCODES_PATH, PATH, path)  # 2.3
        self.pointer = stop
        if stop == len(text):  # the usual case
            return None
        return self.query_or_fragment(rules.CUTS_QUERY, rules.CUTS_FRAGMENT)  # 1.6, 1.7

    def step_of_path(self, segments: str) -> str:
        """Return the step of path state that adds to the path, given the segments in the text.

        If all of them are dot segments, only the last one adds a segment, which is empty.
        """
        if segments[-1:] not in _ENDS_DOT_SEGMENT:
            return "path state 1.4.2"
        separated = segments.replace("\\", "/") if self.special else segments
        names = separated.lower().split("/")
        if not _DOT_SEGMENTS.issuperset(names):
            return "path state 1.4.2"
        return "path state 1.2.2" if names[-1] in _DOUBLE_DOT else "path state 1.3"

    def without_dot_segments(self, path: str) -> str:
        """Path state, steps 1.2 to 1.4: remove the dot segments of a path.

        The base's path contains no dot segments, so the whole combined path can be processed.
        Unlike in the standard, segments are compared before they are percent-encoded (2.3), which
        doesn't change dot segments. Step 1.4.1, too, is performed afterwards. Therefore, when step
        1.2.1 shortens the list of segments (4.2), it sees a drive letter as step 1.4.1 writes it.
        """
        if self.keeps_dots:
            return path
        trace = self.trace
        spans: tuple[tuple[int, int], ...]
        output: list[str] = []
        starts: list[int] = []  # the offset in the path of the slash before each output segment
        start = stop = 0
        for buffer in path.split("/")[1:]:
            start = stop
            stop = start + len("/") + len(buffer)
            name = buffer.lower() if "%" in buffer else buffer
            if name not in _DOT_SEGMENTS:  # 1.4, the usual case
                output.append(buffer)  # 1.4.2
                starts.append(start)
                continue
            is_final = stop == len(path)
            # The slash before a final dot segment is kept.
            gone = (start + len("/"), stop) if is_final else (start, stop)
            if name in _DOUBLE_DOT:  # 1.2
                normalized = output[0].replace("|", ":") if len(output) == 1 else ""  # 1.4.1
                if self.is_kept_by_shortening(normalized):  # 1.2.1: shorten, step 3
                    rule = rules.DRIVE_STAYS
                    if normalized != output[0]:
                        rule = rules.at(rule, "4.2, shorten step 3, path state 1.4.1")
                    spans = (gone,)
                elif output:  # 1.2.1: shorten, step 4
                    removed = len("/") + len(output.pop())
                    removed_start = starts.pop()
                    rule = rules.FINAL_PAIR if is_final else rules.PAIR
                    spans = ((removed_start, removed_start + removed), gone)
                else:  # 1.2.1: shorten, step 4 finds no segment to remove
                    rule = rules.FINAL_ROOT if is_final else rules.ROOT
                    spans = (gone,)
                if "%" in name and rule.kind is not RuleKind.DRIVE_LETTER:
                    step = "1.2" if is_final else "1.2.1"
                    rule = rules.at(rules.ENCODED_PAIR, f"4.1, path state {step}")
            else:  # 1.3
                rule = rules.FINAL_DOT if is_final else rules.DOT
                spans = (gone,)
                if "%" in name:
                    step = "1.3" if is_final else "1.4"
                    rule = rules.at(rules.ENCODED_DOT, f"4.1, path state {step}")
            if trace:
                trace.removes(rule, *spans)
            if is_final:  # 1.2.2, 1.3
                output.append("")
        return "".join(f"/{segment}" for segment in output)

    def file_path(self, path: str) -> str:
        """Path state, step 1.4.1: replace "|" with ":" in the drive letter of a file URL's path.

        Only the first segment can be such a drive letter, because the step applies only while the
        URL's path is empty.
        """
        if not _DRIVE_WITH_BAR.match(path):
            return path
        with_colon = path.replace("|", ":", 1)
        self.rewrites(rules.COLON_OF_DRIVE, PATH, with_colon)
        return with_colon

    def opaque_path_state(self) -> State:
        """Opaque path state."""
        text = self.text
        start = self.pointer
        found = _ENDS_PATH.search(text, start)  # 1, 2
        stop = len(text) if found is None else found.start()
        path = text[start:stop]
        section = _state_of_opaque_path(path)
        self.cuts[PATH] = (start, stop, section)
        self.pointer = stop
        if self.trace:
            space = "opaque path state 3.1"
            steps = ("opaque path state 4.1", "opaque path state 4.2")
            self.trace.checks_units(start, stop, *steps, space=space)
            self.trace.cuts(rules.at(rules.CUTS_OPAQUE_PATH, section))
        # 3.3, 4.3: the C0 control percent-encode set doesn't contain the space.
        path = self.encodes(self.opaque_path_set, rules.ENCODES_OPAQUE_PATH, PATH, path)
        is_before_delimiter = stop < len(text)
        if path.endswith(" ") and is_before_delimiter and self.encodes_last_space:  # 3.2
            path = f"{path[:-1]}%20"
            self.rewrites(rules.ENCODES_SPACE, PATH, path)
        self.path = path
        return self.query_or_fragment(  # 1, 2
            rules.QUERY_OF_OPAQUE_PATH, rules.FRAGMENT_OF_OPAQUE_PATH
        )

    def query_or_fragment(self, query_rule: Rule, fragment_rule: Rule) -> State:
        """Return the query state at a question mark, or the fragment state at a number sign.

        Several states have steps for this, which also set the query or the fragment to the empty
        string. Here, query state and fragment state set it instead.
        """
        c = self.text[self.pointer : self.pointer + 1]
        if c == "?":
            return self.passes(query_rule, self.query_state)
        if c == "#":
            return self.passes(fragment_rule, self.fragment_state)
        return None

    def passes(self, rule: Rule, state: State) -> State:
        """Move the pointer past the delimiter; return the state that reads the rest."""
        if self.trace:
            self.trace.cuts(rule)
        self.last_delimiter = rule
        self.pointer += 1
        return state

    def query_state(self) -> State:
        """Query state; step 1 has no effect, because the encoding is always UTF-8."""
        text = self.text
        start = self.pointer
        number_sign = text.find("#", start)  # 2
        stop = len(text) if number_sign < 0 else number_sign
        self.cuts[QUERY] = (start, stop, "query state 2.2")
        self.pointer = stop
        if self.trace:  # 3; step 3.3 is the slice below
            self.trace.checks_units(start, stop, "query state 3.1", "query state 3.2")
        query_set = self.special_query_set if self.special else self.query_set  # 2.1
        self.query = self.encodes(query_set, rules.ENCODES_QUERY, QUERY, text[start:stop])  # 2.2
        if number_sign < 0:  # the usual case
            return None
        return self.passes(rules.FRAGMENT_OF_QUERY, self.fragment_state)  # 2.4

    def fragment_state(self) -> State:
        """Fragment state; it reads all code points at once (1)."""
        text = self.text
        start = self.pointer
        stop = len(text)
        is_empty = start == stop
        section = self.last_delimiter.citation.section if is_empty else "fragment state 1.3"
        self.cuts[FRAGMENT] = (start, stop, section)
        self.pointer = stop
        if self.trace:
            self.trace.checks_units(start, stop, "fragment state 1.1", "fragment state 1.2")
        self.fragment = self.encoded_fragment(text[start:])
        return None

    def encoded_fragment(self, fragment: str) -> str:
        """Fragment state, step 1.3: percent-encode a fragment."""
        return self.encodes(self.fragment_set, rules.ENCODES_FRAGMENT, FRAGMENT, fragment)


UNKNOWN_BASE = UrlParser("", None)
"""The base used for a relative reference that is parsed without a base."""

UNKNOWN_BASE.path = "/"
UNKNOWN_BASE.cuts[PATH] = (0, 1, "")


def state_without_scheme(text: str) -> str:
    """Return the state and step that detect that a string has no scheme."""
    return "scheme state 3" if text[:1] in _ASCII_ALPHA else "scheme start state 2"


def _state_of_opaque_path(path: str) -> str:
    """Return the state and steps that set an opaque path."""
    if path == "":
        return "scheme state 2.9"
    if " " not in path:
        return "opaque path state 4.3"
    is_only_spaces = path.strip(" ") == ""
    return "opaque path state 3" if is_only_spaces else "opaque path state 3, 4.3"


def _lowers(scheme: str) -> Rule:
    """Return the rule that converts a scheme to lower case, citing the states that apply it."""
    first = "scheme start state 1" if scheme[0].isupper() else ""
    others = "scheme state 1" if scheme[1:] != scheme[1:].lower() else ""
    return rules.at(rules.LOWERS_SCHEME, ", ".join(filter(None, (first, others))))
