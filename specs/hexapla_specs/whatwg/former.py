"""Earlier versions of the URL Standard: the parser before each change that affected results.

Each class is the parser as it was before a commit. It overrides what the commit changed, and
inherits the rest from the class for the next newer commit. The parser as of a date is therefore the
class for the first commit after that date. The newest commit comes first.

Changes that no available date needs have no class (see `hexapla_specs.whatwg.history`). These are
changes before the oldest date, changes made in periods when the text was being rewritten (2015-06
to 2015-08, 2016-01 to 2017-03, 2020-10), and changes concerning encodings other than UTF-8. In such
a period, a class is not always exact; it is used only to find the commits that change a result.

Two differences aren't implemented. The text before a7ae1b8 accepted an IPv4 address at the end of
an IPv6 address even if it had fewer than four parts, if a dot followed the last part. The IDNA
library uses current tables for every date, and always checks right-to-left text and joiners.

Validation errors, except for failures, are reported as in the current text.
"""

import re
from typing import ClassVar

from hexapla.standard.rule import Phase, Rule
from hexapla.text.escapes import ascii_lower
from hexapla_specs.whatwg import rules
from hexapla_specs.whatwg.cleaning import Cleaning, remove_tabs_and_newlines
from hexapla_specs.whatwg.components import (
    FIRST_WINDOWS_DRIVE_LETTER,
    FRAGMENT,
    PATH,
    SCHEME,
    rewrites,
    rule,
)
from hexapla_specs.whatwg.hosts import domain_parser_to_ascii, is_mapped_to_nothing, to_unicode
from hexapla_specs.whatwg.ipv4 import (
    AddressFailure,
    Report,
    ends_in_a_number,
    parse_ipv4,
    serialize_ipv4,
)
from hexapla_specs.whatwg.ipv6 import parse_ipv6
from hexapla_specs.whatwg.percent import C0_CONTROL_SET, QUERY_SET, EmptySet, PercentEncodeSet
from hexapla_specs.whatwg.states import UNKNOWN_BASE, State, UrlParser, state_without_scheme

# Rules that only earlier versions had.

STRIPS_WHITE_SPACE = rule(
    Phase.CLEAN,
    "clean",
    "basic URL parser",
    "ASCII whitespace at the ends",
    "is removed",
    "strips-white-space",
)
IGNORES_TABS = rule(
    Phase.SPLIT,
    "rewrite",
    "authority state to fragment state",
    "a tab or line end in a component",
    "is skipped",
    "ignores-tabs",
)
SKIPS_DELIMITERS = rule(
    Phase.SPLIT,
    "rewrite",
    "file state",
    'each "?" and "#" before a file URL\'s path',
    "is skipped",
    "skips-delimiters",
)
DROPS_NUL = rewrites("fragment state", "U+0000 in the fragment", "is removed", "drops-nul")
LEAVES_CREDENTIALS = rewrites(
    "relative state", "username and password of the base", "are not inherited", "leaves-credentials"
)
DROPS_HOST = rewrites("path state", "a host before a drive letter", "is removed", "drops-host")
TRIMS_PATH = rewrites(
    "path state", "each empty segment at the start of a file's path", "is removed", "trims-path"
)
TAKES_NO_HOST = rule(
    Phase.COMBINE,
    "replace",
    "file slash state",
    "an absolute path, or a drive letter,",
    "follows an empty host",
    "takes-no-host",
)
TAKES_ANY_BASE = rule(
    Phase.CLASSIFY,
    "match",
    "scheme state",
    "a file URL",
    "uses a base of any scheme",
    "takes-any-base",
)
INHERITS_FROM_ANY = rule(
    Phase.COMBINE,
    "inherit",
    "relative state",
    "host, port and path of the base",
    "are inherited",
    "inherits-from-any",
)
INHERITS_QUERY_FROM_ANY = rule(
    Phase.COMBINE,
    "inherit",
    "relative state",
    "host, port, path and query of the base",
    "are inherited",
    "inherits-query-from-any",
)
MERGES_WITH_ANY = rule(
    Phase.COMBINE,
    "merge",
    "relative state",
    "the base's host, and its path to the last slash,",
    "stay",
    "merges-with-any",
)
FORMER_RULES = (
    STRIPS_WHITE_SPACE,
    IGNORES_TABS,
    SKIPS_DELIMITERS,
    DROPS_NUL,
    LEAVES_CREDENTIALS,
    DROPS_HOST,
    TRIMS_PATH,
    TAKES_NO_HOST,
    TAKES_ANY_BASE,
    INHERITS_FROM_ANY,
    INHERITS_QUERY_FROM_ANY,
    MERGES_WITH_ANY,
)


_SLASHES_OF_SERIALIZER = {rules.FILE_WITHOUT_HOST: "//", rules.FILE_WITHOUT_SLASH: "///"}
"""The slashes that the serializer wrote, keyed by the rule of today's file state."""


class FormerParser(UrlParser):
    """The parser before a change.

    Attributes:
        date: The date of the change.
        commit: The commit of the change.
        was: The behaviour before the change, preceded by the places in the standard and a colon.
    """

    date: ClassVar[str]
    commit: ClassVar[str]
    was: ClassVar[str]


class BeforeAsciiDomains(FormerParser):
    """The parser before commit a8d5ca3."""

    date = "2026-06-25"
    commit = "a8d5ca3"
    was = "domain parser: Unicode ToASCII also processed domains of US-ASCII"

    def domain_parser(self, domain: str) -> str | None:
        """Reject a US-ASCII domain with a Punycode label that ToASCII rejects."""
        if domain.isascii() and self.is_refused_by_to_ascii(domain.lower()):
            self.rewrites_host(rules.LOWERS_HOST, domain, domain.lower())
            self.fails_for_domain(rules.NOT_MAPPED, domain)
            return None
        return super().domain_parser(domain)

    def is_refused_by_to_ascii(self, domain: str) -> bool:
        """Return whether ToASCII fails on a US-ASCII domain."""
        # The added label is needed because the library checks no label if all are US-ASCII.
        return "xn--" in domain and not domain_parser_to_ascii(f"é.{domain}")


class BeforeEncodedSpace(BeforeAsciiDomains):
    """The parser before commit 6c78200."""

    date = "2025-03-13"
    commit = "6c78200"
    was = 'opaque path state: a space before "?" or "#" was kept'
    encodes_last_space = False


class BeforeEncodedCircumflex(BeforeEncodedSpace):
    """The parser before commit 9bc33c3."""

    date = "2025-03-05"
    commit = "9bc33c3"
    was = "1.3: U+005E (^) was not in the path percent-encode set"
    path_set = UrlParser.path_set.excluding("^")


_PUNYCODE_OF_ASCII = re.compile(r"(?<![^.])[xX][nN]--(?:([\x00-\x2d\x2f-\x7f]+)-)?(?=\.|\Z)")


def _decoded_labels(host: str) -> str:
    """Decode the Punycode labels of a host that encode US-ASCII."""
    return _PUNYCODE_OF_ASCII.sub(lambda match: ascii_lower(match[1] or ""), host)


class BeforeRefusedAsciiPunycode(BeforeEncodedCircumflex):
    """The parser before commit a6e4492."""

    date = "2024-11-29"
    commit = "a6e4492"
    was = "domain parser ToASCII: a label in Punycode could encode US-ASCII"
    # Commit d84610f (2023-02-20) named them; no date between that commit and this one is available.
    names_errors = False

    def domain_parser(self, domain: str) -> str | None:
        """Decode Punycode labels that encode US-ASCII, and parse the resulting domain.

        If nothing is left after decoding, set the failure and return None.
        """
        lower = domain.lower() if domain.isascii() else domain
        self.rewrites_host(rules.LOWERS_HOST, domain, lower)
        decoded = _decoded_labels(lower)
        if lower != "" and decoded == "":
            self.fails_for_domain(rules.MAPPED_TO_NOTHING, domain)
            return None
        self.rewrites_host(rules.MAPS_TO_ASCII, lower, decoded)
        return super().domain_parser(decoded)


class BeforeForbiddenControls(BeforeRefusedAsciiPunycode):
    """The parser before commit 35e195a."""

    date = "2022-01-28"
    commit = "35e195a"
    was = "3.2: most controls and U+007F were not forbidden domain code points"
    forbidden_in_domain = re.compile(r"[%\x00\t\n\r #/:<>?@\[\\\]^|]")


class BeforeNumericLabels(BeforeForbiddenControls):
    """The parser before commit ab0e820."""

    date = "2021-08-05"
    commit = "ab0e820"
    was = "host parser: a host that ended in a number could be a domain"

    def ipv4_parser(self, domain: str, start: int | None) -> str | None:
        """Accept a domain with too many parts, or with parts that aren't numbers."""
        address = parse_ipv4(domain, _ignore)
        is_domain = isinstance(address, AddressFailure) and address.name in _NO_ADDRESS
        if is_domain:
            return domain
        return super().ipv4_parser(domain, start)


_NO_ADDRESS = frozenset({"IPv4-too-many-parts", "IPv4-non-numeric-part"})


def _ignore(name: str, offset: int, step: str) -> None:
    """Ignore a validation error."""


class BeforeForbiddenBar(BeforeNumericLabels):
    """The parser before commit 4025253."""

    date = "2021-03-22"
    commit = "4025253"
    was = "3.2: U+007C (|) was not a forbidden host code point"
    forbidden_in_host = re.compile(r"[\x00\t\n\r #/:<>?@\[\\\]^]")
    forbidden_in_domain = re.compile(r"[%\x00\t\n\r #/:<>?@\[\\\]^]")


_BEGINS_WITH_DRIVE = re.compile(r"/[A-Za-z][:|](?=/|\Z)")


class BeforeHostsOfDrives(BeforeForbiddenBar):
    """The parser before commit 47efa00."""

    date = "2020-09-30"
    commit = "47efa00"
    was = "path state: a file URL lost its host before a drive letter, and empty first segments"

    drops_hosts: ClassVar[bool] = True
    trims_paths: ClassVar[bool] = True

    def trace_file_without_base(self, combining: Rule) -> None:
        """Record that a file URL doesn't use the base; cite the serializer for its slashes.

        Until commit a19495e (2020-10-08), the file state didn't set the host to the empty string.
        No date between this change and that commit is available.
        """
        if combining in _SLASHES_OF_SERIALIZER:
            does = f'gets "{_SLASHES_OF_SERIALIZER[combining]}" before its path'
            combining = rules.in_words(combining, "4.5", combining.about, does)
        super().trace_file_without_base(combining)

    def file_path(self, path: str) -> str:
        """Drop a host before a drive letter, and drop empty segments at the start."""
        if self.drops_hosts and self.host and _BEGINS_WITH_DRIVE.match(path):
            self.rewrites_host(DROPS_HOST, self.host, "")
            self.host = ""
        path = super().file_path(path)
        if not self.trims_paths or not path.startswith("//"):
            return path
        trimmed = f"/{path.lstrip('/')}"
        self.rewrites(TRIMS_PATH, PATH, trimmed)
        return trimmed


class BeforeDotBeforeSlashes(BeforeHostsOfDrives):
    """The parser before commit 83adf0c."""

    date = "2020-08-24"
    commit = "83adf0c"
    was = "4.5: nothing was put before a path that begins with two slashes"
    writes_dot = False


class BeforeForbiddenAngles(BeforeDotBeforeSlashes):
    """The parser before commit 302ba41."""

    date = "2020-05-14"
    commit = "302ba41"
    was = "3.2: U+003C (<), U+003E (>) and U+005E (^) were not forbidden host code points"
    forbidden_in_host = re.compile(r"[\x00\t\n\r #/:?@\[\\\]]")
    forbidden_in_domain = re.compile(r"[%\x00\t\n\r #/:?@\[\\\]]")


class BeforeEmptyDomains(BeforeForbiddenAngles):
    """The parser before commit cceb435."""

    date = "2020-05-07"
    commit = "cceb435"
    was = "domain parser: a domain could be mapped to the empty string"

    def domain_parser(self, domain: str) -> str | None:
        """Return an empty domain if ToASCII maps the domain to nothing."""
        nothing = (
            _decoded_labels(domain) == "" if domain.isascii() else is_mapped_to_nothing(domain)
        )
        if nothing:
            self.rewrites_host(rules.MAPS_TO_ASCII, domain, "")
            return ""
        return super().domain_parser(domain)


class BeforeNulInFragments(BeforeEmptyDomains):
    """The parser before commit 3d57401."""

    date = "2020-04-27"
    commit = "3d57401"
    was = "fragment state: U+0000 was removed"

    def encoded_fragment(self, fragment: str) -> str:
        """Drop U+0000, and encode the rest."""
        without_nul = fragment.replace("\0", "")
        if without_nul != fragment:
            self.rewrites(DROPS_NUL, FRAGMENT, without_nul)
        return super().encoded_fragment(without_nul)


class BeforeOrdinaryGopher(BeforeNulInFragments):
    """The parser before commit d589670."""

    date = "2019-10-18"
    commit = "d589670"
    was = '4.2: the scheme "gopher" was special'
    default_ports: ClassVar = {**UrlParser.default_ports, "gopher": "70"}


class BeforeEncodedApostrophe(BeforeOrdinaryGopher):
    """The parser before commit 6ef17eb."""

    date = "2018-06-08"
    commit = "6ef17eb"
    was = "1.3: the queries of all URLs had the same set"
    special_query_set = QUERY_SET


class BeforeFragmentSet(BeforeEncodedApostrophe):
    """The parser before commit 7a3c69f."""

    date = "2017-12-05"
    commit = "7a3c69f"
    was = "1.3: fragments were encoded by the C0 control percent-encode set"
    fragment_set = C0_CONTROL_SET


class BeforeDrivesReplaceDrives(BeforeFragmentSet):
    """The parser before commit 2eef975."""

    date = "2017-09-18"
    commit = "2eef975"
    was = "file slash state: the base's drive letter was inherited even before another one"

    def inherit_from_file_base(self, base: UrlParser) -> Rule:
        """Inherit the host and the drive letter of the base, even if a drive letter follows."""
        self.host = base.host
        drive = FIRST_WINDOWS_DRIVE_LETTER.match(base.path)
        if drive is None:
            return rules.FILE_KEEPS_PATH
        self.path = drive[0]
        return rules.KEEPS_DRIVE


class BeforeIdnaFlags(BeforeDrivesReplaceDrives):
    """The parser before commit dc9d831."""

    date = "2017-06-01"
    commit = "dc9d831"
    was = "domain parser ToASCII: CheckHyphens was true; CheckBidi and CheckJoiners were false"

    def domain_without_forbidden(self, domain: str) -> str | None:
        """Reject labels with a hyphen at an end, or as both the third and the fourth character."""
        decoded = ".".join(map(to_unicode, domain.split(".")))
        if _BAD_HYPHENS.search(domain) or _BAD_HYPHENS.search(decoded):
            self.fails_for_domain(rules.NOT_MAPPED, domain)
            return None
        return super().domain_without_forbidden(domain)


_BAD_HYPHENS = re.compile(r"(?<![^.])(?:-|(?!xn--)..--|[^.]*-(?=\.|\Z))", re.DOTALL)


class BeforeFinalDrives(BeforeIdnaFlags):
    """The parser before commit fe6b251."""

    date = "2017-05-03"
    commit = "fe6b251"
    was = "file state: a drive letter at the end of the input was a segment like any other"

    def starts_with_windows_drive_letter(self) -> bool:
        """Return whether a drive letter is at the pointer, but not at the end of the text."""
        at_end = self.pointer + len("C:") == len(self.text)
        return not at_end and super().starts_with_windows_drive_letter()


class BeforeTrimmedPaths(BeforeFinalDrives):
    """The parser before commit 6103e0a."""

    date = "2017-03-29"
    commit = "6103e0a"
    was = "file slash state, path state: no host of a base was inherited, empty segments were kept"
    trims_paths = False

    def inherit_from_file_base(self, base: UrlParser) -> Rule:
        """Inherit the drive letter of the base, but not its host."""
        super().inherit_from_file_base(base)
        self.host = ""
        return TAKES_NO_HOST


class BeforeNontransitional(BeforeTrimmedPaths):
    """The parser before commit f4d84a5."""

    date = "2017-02-20"
    commit = "f4d84a5"
    was = "domain parser ToASCII: Transitional_Processing was true"

    def domain_parser(self, domain: str) -> str | None:
        """Map the deviation characters of UTS #46 before ToASCII is run."""
        mapped = domain
        if not domain.isascii():
            mapped = ascii_lower(domain.translate(_DEVIATIONS))
            self.rewrites_host(rules.MAPS_TO_ASCII, domain, mapped)
            if mapped == "":
                return ""
        return super().domain_parser(mapped)


_DEVIATIONS = str.maketrans({"ß": "ss", "ς": "σ", "\u200c": "", "\u200d": ""})


class BeforeFileQueries(BeforeNontransitional):
    """The parser before commit 698f3e8."""

    date = "2017-02-07"
    commit = "698f3e8"
    was = 'file state: without a file base, each "?" and "#" after the scheme was skipped'

    def file_state(self) -> State:
        """Skip each "?" and "#" before the path if there is no file base."""
        has_file_base = self.base is not None and self.base.scheme == "file"
        start = self.pointer
        while not has_file_base and self.text.startswith(("?", "#"), self.pointer):
            self.pointer += 1
        if self.trace and start < self.pointer:
            self.trace.reads(SKIPS_DELIMITERS, start, self.pointer, "")
        return super().file_state()


class BeforeEmptyPaths(BeforeFileQueries):
    """The parser before commit b087fe2."""

    date = "2017-01-31"
    commit = "b087fe2"
    was = (
        "path start state, relative slash state: "
        "no path was empty, and any number of slashes began an authority"
    )

    def relative_slash_state(self) -> State:
        """Skip any number of slashes before an authority, even if the URL isn't special."""
        if self.text.startswith("/", self.pointer):
            special = rules.KEEPS_SPECIAL_AUTHORITY
            self.combines(special if self.special else rules.KEEPS_AUTHORITY)
            self.slashes_start = self.pointer - 1
            self.pointer += 1
            return self.special_authority_ignore_slashes_state
        return super().relative_slash_state()

    def path_start_state(self) -> State:
        """Make the path after an authority begin with a slash, even if it is empty."""
        if self.special or self.text.startswith("/", self.pointer):
            return super().path_start_state()
        self.rewrites(rules.ADDS_SLASH, PATH, "/")
        self.path_start = self.pointer
        return self.path_state


class BeforeOpaqueHosts(BeforeEmptyPaths):
    """The parser before commit 3036255."""

    date = "2017-01-24"
    commit = "3036255"
    was = "host state: the host of every URL was a domain or an address; a port needed no host"
    has_opaque_hosts = False


class BeforeStrictTails(BeforeOpaqueHosts):
    """The parser before commit a7ae1b8."""

    date = "2017-01-11"
    commit = "a7ae1b8"
    was = "IPv6 parser: a code point after an IPv4 address was ignored"

    def ipv6_address(self, text: str, report: Report) -> list[int] | AddressFailure:
        """Ignore a single code point after an IPv4 address of four parts at the end."""
        match = _AFTER_IPV4.search(text)
        return parse_ipv6(text if match is None else text[:-1], report)


_AFTER_IPV4 = re.compile(r"(?<![0-9])(?:[0-9]++\.){3}[0-9]++[^0-9]\Z", re.DOTALL)


class BeforeEmptyPasswords(BeforeStrictTails):
    """The parser before commit 5e0b05e."""

    date = "2017-01-03"
    commit = "5e0b05e"
    was = "4.5: an empty password was written"
    drops_empty_password = False


class BeforeEncodedFragments(BeforeEmptyPasswords):
    """The parser before commit 373dbed."""

    date = "2016-12-09"
    commit = "373dbed"
    was = "fragment state: nothing was percent-encoded"
    fragment_set = EmptySet()


class BeforeHexadecimalZero(BeforeEncodedFragments):
    """The parser before commit 620fa90."""

    date = "2016-12-08"
    commit = "620fa90"
    was = "IPv4 number parser: digits after 0x that began with 0 were octal"

    def ipv4_parser(self, domain: str, start: int | None) -> str | None:
        """Read the digits after "0x" as octal if there are at least two and the first one is 0."""
        read = _PREFIX_BEFORE_ZERO.sub("", domain)
        if read == domain:
            return super().ipv4_parser(domain, start)
        if not ends_in_a_number(read):
            return domain
        address = parse_ipv4(read, _ignore)
        if isinstance(address, AddressFailure):
            if address.name == "IPv4-out-of-range-part":
                return super().ipv4_parser(read, None)
            return domain
        host = serialize_ipv4(address)
        self.rewrites_host(rules.IPV4, domain, host)
        return host


_PREFIX_BEFORE_ZERO = re.compile(r"(?<![^.])0[xX](?=0[0-9A-Fa-f])")


class BeforeRemovedTabs(BeforeHexadecimalZero):
    """The parser before commit 7b40216."""

    date = "2016-03-07"
    commit = "7b40216"
    was = "authority state and later ones: tabs and newlines were ignored only in components"
    cleaning = Cleaning(removes_tabs=False)

    def drop_tabs(self) -> None:
        """Remove tabs and newlines from the rest of the text; the later states skipped them."""
        text = self.text
        if remove_tabs_and_newlines(text) != text:
            rest = text[self.pointer :]
            self.text = text[: self.pointer] + remove_tabs_and_newlines(rest)

    def authority_state(self) -> State:
        """Authority state."""
        self.drop_tabs()
        return super().authority_state()

    def file_host_state(self) -> State:
        """File host state."""
        self.drop_tabs()
        return super().file_host_state()

    def path_state(self) -> State:
        """Path state."""
        self.drop_tabs()
        return super().path_state()

    def opaque_path_state(self) -> State:
        """Opaque path state."""
        self.drop_tabs()
        return super().opaque_path_state()

    def query_state(self) -> State:
        """Query state."""
        self.drop_tabs()
        return super().query_state()

    def fragment_state(self) -> State:
        """Fragment state."""
        self.drop_tabs()
        return super().fragment_state()


class BeforeUserinfoSet(BeforeRemovedTabs):
    """The parser before commit 9ca26e5."""

    date = "2015-08-14"
    commit = "9ca26e5"
    was = "1.3: the userinfo percent-encode set was smaller"
    userinfo_set = UrlParser.path_set.excluding("^").including("/@\\")


class BeforePortRange(BeforeUserinfoSet):
    """The parser before commit c3a454c."""

    date = "2015-08-14"
    commit = "c3a454c"
    was = "port state: a port could be any number"
    checks_port_range = False


class BeforeFileState(BeforePortRange):
    """The parser before commit 09cd673."""

    date = "2015-08-14"
    commit = "09cd673"
    was = "relative state: it also handled file URLs, which inherited from a base of any scheme"
    keeps_drive_letter = False
    drops_hosts = False

    def file_state(self) -> State:
        """Relative state before the commit, as it handled file URLs."""
        base = self.base
        c = self.text[self.pointer : self.pointer + 1]
        has_own_scheme = SCHEME in self.cuts
        if not has_own_scheme:
            section = f"{state_without_scheme(self.text)}, no scheme state 3"
            self.decides(rules.at(rules.HAS_NO_SCHEME, section))
        if c in ("/", "\\"):
            return super().file_state()
        takes_scheme = base is not None and base.scheme == "file"
        self.scheme = "file"
        self.special = True
        self.host = ""
        if self.starts_with_windows_drive_letter():
            if takes_scheme:
                self.trace_ignored_file_scheme(rules.OWN_FILE_SCHEME)
                self.combines(TAKES_NO_HOST)
            else:
                self.trace_file_without_base(rules.FILE_WITHOUT_SLASH)
            self.path_start = self.pointer
            return self.path_state
        if base is None:
            self.fails_without_scheme(None)
            base = UNKNOWN_BASE
        elif takes_scheme:
            self.trace_ignored_file_scheme(rules.OWN_FILE_SCHEME)
        elif has_own_scheme:
            self.decides(TAKES_ANY_BASE)
        from_any = has_own_scheme and not takes_scheme
        self.host = base.host or ""
        self.port = base.port
        self.path = "/" if base.has_opaque_path else base.path
        if c in ("?", "#", ""):
            self.cuts[PATH] = (self.pointer, self.pointer, "relative state 5.1")
            self.query = base.query
            has_query = base.query is not None and c != "?"
            inherits_path = INHERITS_FROM_ANY if from_any else rules.INHERITS_PATH
            inherits_query = INHERITS_QUERY_FROM_ANY if from_any else rules.INHERITS_QUERY
            self.combines(inherits_query if has_query else inherits_path)
            return self.query_or_fragment(rules.QUERY_OF_REFERENCE, rules.FRAGMENT_OF_REFERENCE)
        self.shorten_path()
        self.combines(MERGES_WITH_ANY if from_any else rules.MERGES)
        self.path_start = self.pointer
        return self.path_state

    def inherit_from_file_base(self, base: UrlParser) -> Rule:
        """Inherit neither the host nor a drive letter of the base."""
        self.host = ""
        return TAKES_NO_HOST


class BeforeLocalhost(BeforeFileState):
    """The parser before commit bb36bd9."""

    date = "2015-08-13"
    commit = "bb36bd9"
    was = 'file host state: "localhost" was a host like any other'
    drops_localhost = False


class BeforeIpv4(BeforeLocalhost):
    """The parser before commit 9043740."""

    date = "2015-07-01"
    commit = "9043740"
    was = "host parser: there was no IPv4 parser"

    def ipv4_parser(self, domain: str, start: int | None) -> str | None:
        """Return the domain unchanged."""
        return domain


class BeforeHierarchicalSchemes(BeforeIpv4):
    """The parser before commit b266a43."""

    date = "2015-06-17"
    commit = "b266a43"
    was = "scheme state: a scheme that is not special was followed by scheme data, an opaque path"
    divides_other_schemes = False


class BeforeStrippedControls(BeforeHierarchicalSchemes):
    """The parser before commit 0bab926."""

    date = "2015-06-16"
    commit = "0bab926"
    was = "basic URL parser: only white space was removed at the ends"
    cleaning = Cleaning("\t\n\f\r ", removes_tabs=False, strips=STRIPS_WHITE_SPACE)


class BeforeFragmentsOfOpaquePaths(BeforeStrippedControls):
    """The parser before commit 7f5036c."""

    date = "2015-06-16"
    commit = "7f5036c"
    was = "no scheme state: no reference was relative to a URL with an opaque path"

    def no_scheme_state(self) -> State:
        """Reject any reference to a base with an opaque path, even if it is only a fragment."""
        if self.base is not None and self.base.has_opaque_path:
            self.fails_without_scheme(self.base)
            return self.relative_state
        return super().no_scheme_state()


class BeforeRawGraveAccents(BeforeFragmentsOfOpaquePaths):
    """The parser before commit f54c44d."""

    date = "2015-06-10"
    commit = "f54c44d"
    was = "1.3: U+0060 (`) was encoded in queries"
    query_set = QUERY_SET.including("`")
    special_query_set = QUERY_SET.including("`")


_DEFAULT_SET: PercentEncodeSet = C0_CONTROL_SET.including(' "#<>?`')
"""The default encode set, from 2012 until commit c296e2f."""


class BeforeEncodedBraces(BeforeRawGraveAccents):
    """The parser before commit c296e2f."""

    date = "2015-06-10"
    commit = "c296e2f"
    was = "1.3: braces were not encoded in paths and userinfo"
    path_set = _DEFAULT_SET
    userinfo_set = _DEFAULT_SET.including("@")


class BeforeCredentialsOfBase(BeforeEncodedBraces):
    """The parser before commit 06b2e68."""

    date = "2015-06-09"
    commit = "06b2e68"
    was = "relative state: username and password of the base were not copied"
    takes_credentials = False


class BeforeRawFragments(BeforeCredentialsOfBase):
    """The parser before commit 05cbe06."""

    date = "2014-12-15"
    commit = "05cbe06"
    was = "fragment state: fragments were encoded by the simple encode set"

    def encoded_fragment(self, fragment: str) -> str:
        """Encode a fragment, including U+0000."""
        return self.encodes(C0_CONTROL_SET, rules.ENCODES_FRAGMENT, FRAGMENT, fragment)


def _changes() -> tuple[type[FormerParser], ...]:
    """Return the classes of this module, one for each change, newest first."""
    ancestors = BeforeRawFragments.__mro__
    former = [kind for kind in ancestors if issubclass(kind, FormerParser)]
    return tuple(reversed(former[: former.index(FormerParser)]))


CHANGES = _changes()
