"""URL Standard, 4.4: what the parser makes of each component, and what it refuses."""

import re

from hexapla.standard.rule import Rule, rules_in
from hexapla.text.escapes import ascii_lower
from hexapla_specs.whatwg import components, hosts
from hexapla_specs.whatwg.components import Components, Kind, encoded, encoding, refuses, rewrites
from hexapla_specs.whatwg.substeps import Substep, Substeps

# 4.4, scheme start state and scheme state.

LOWERS_SCHEME = rewrites(
    "scheme start state, scheme state",
    "a capital letter of the scheme",
    "becomes a small one",
    "scheme-state-1-rewrite",
)
_SCHEME = Substeps(
    0,
    (Substep(LOWERS_SCHEME, ascii_lower),),
    lambda scheme: scheme is not None and not scheme.islower(),
)

# 4.4, authority state.

ENCODES_USERNAME, ENCODES_PASSWORD = (
    rewrites(f"authority state {step}", f"the {name}", "is percent-encoded", f"encodes-{name}")
    for name, step in (("username", "1.4.4"), ("password", "1.4.3"))
)
DROPS_USERNAME, DROPS_PASSWORD = (
    rewrites(f"4.5 {step}", f"an empty {name}", "is not written", f"drops-{name}")
    for name, step in (("username", "step 2.2"), ("password", "step 2.2.2"))
)


def _credential(place: int, encodes: Rule, drops: Rule) -> Substeps:
    applies, step = encoding(encodes, components.USERINFO_SET)
    drop = Substep(drops, lambda _: None, lambda text: text == "")
    return Substeps(place, (step, drop), lambda text: text == "" or applies(text))


_USERNAME = _credential(components.USERNAME, ENCODES_USERNAME, DROPS_USERNAME)
_USERNAME_BEFORE_PASSWORD = encoded(components.USERNAME, ENCODES_USERNAME, components.USERINFO_SET)
_PASSWORD = _credential(components.PASSWORD, ENCODES_PASSWORD, DROPS_PASSWORD)

HOST_RULES = rules_in(vars(hosts))

# 4.4, port state.

NOT_DIGITS = refuses("port state 3", "a port of other than digits", "port-invalid")
TOO_LARGE = refuses("port state 2.1.2", "a port above 65535", "port-out-of-range")
DROPS_PORT = rewrites("port state 2.1", "an empty port", "is none", "drops-port")
SHORTENS_PORT = rewrites(
    "port state 2.1.1", "the port", "is a number without leading zeros", "shortens-port"
)
DEFAULT_PORT = rewrites(
    "port state 2.1.3", "the default port of the scheme", "is none", "default-port"
)

NO_DIGIT = re.compile("[^0-9]")


def _without_zeros(port: str) -> str:
    return port.lstrip("0") or "0"


def is_too_large(port: str) -> bool:
    """Port state, 2.1.2: say whether a port of digits is out of range."""
    digits = _without_zeros(port)
    return len(digits) > 5 or int(digits) > 65535


def _port(default: str | None) -> Substeps:
    steps = (
        Substep(DROPS_PORT, lambda _: None, lambda port: port == ""),
        components.refusing(
            NOT_DIGITS, lambda port: port is not None and bool(NO_DIGIT.search(port))
        ),
        components.refusing(TOO_LARGE, lambda port: port is not None and is_too_large(port)),
        Substep(
            SHORTENS_PORT,
            _without_zeros,
            lambda port: port is not None and _without_zeros(port) != port,
        ),
        Substep(DEFAULT_PORT, lambda _: None, lambda port: port is not None and port == default),
    )
    return Substeps(components.PORT, steps, lambda port: port is not None)


_PORTS = {scheme: _port(default) for scheme, default in components.DEFAULT_PORTS.items()}
_PORT = _port(None)

# 4.4, path start state, path state and opaque path state.

COLON_OF_DRIVE = rewrites(
    "path state 1.4.1", 'the "|" of a drive letter', 'becomes ":"', "drive-letter-colon"
)
ENCODES_PATH = rewrites("path state 2.3", "the path", "is percent-encoded")
ADDS_SLASH = rewrites("path start state 1.2", "the empty path of a special URL", "becomes a slash")
ENCODES_OPAQUE_PATH = rewrites("opaque path state 4.3", "an opaque path", "is percent-encoded")
ENCODES_SPACE = rewrites(
    "opaque path state 3.2", "a space at the end of an opaque path", "becomes %20"
)

_DRIVE = re.compile(r"(/[A-Za-z])\|(?=/|\Z)")
COLON_STEP = Substep(
    COLON_OF_DRIVE,
    lambda path: _DRIVE.sub(r"\1:", path, count=1),
    lambda path: _DRIVE.match(path) is not None,
)
_path_needs, _encode_path = encoding(ENCODES_PATH, components.PATH_SET)
_opaque_needs, _encode_opaque = encoding(ENCODES_OPAQUE_PATH, components.C0_CONTROL)
_add_slash = Substep(ADDS_SLASH, lambda _: "/", lambda path: path == "")
_PATHS = {
    Kind.SPECIAL: Substeps(
        components.PATH, (_encode_path, _add_slash), lambda path: path == "" or _path_needs(path)
    ),
    Kind.FILE: Substeps(
        components.PATH,
        (COLON_STEP, _encode_path, _add_slash),
        lambda path: path == "" or "|" in path or _path_needs(path),
    ),
    Kind.OTHER: Substeps(components.PATH, (_encode_path,), _path_needs),
}
_OPAQUE_PATH = Substeps(components.PATH, (_encode_opaque,), _opaque_needs)
_encode_space = Substep(
    ENCODES_SPACE, lambda path: path[:-1] + "%20", lambda path: path.endswith(" ")
)
_OPAQUE_PATH_BEFORE_MORE = Substeps(
    components.PATH,
    (_encode_opaque, _encode_space),
    lambda path: path.endswith(" ") or _opaque_needs(path),
)


def _path_steps(url: Components, kind: Kind) -> Substeps:
    if not components.has_opaque_path(url):
        return _PATHS[kind]
    ends = url[components.QUERY] is None and url[components.FRAGMENT] is None
    return _OPAQUE_PATH if ends else _OPAQUE_PATH_BEFORE_MORE


# 4.4, query state and fragment state.

ENCODES_QUERY = rewrites("query state 2.2", "the query", "is percent-encoded")
ENCODES_FRAGMENT = rewrites("fragment state 1.3", "the fragment", "is percent-encoded")
_SPECIAL_QUERY = encoded(components.QUERY, ENCODES_QUERY, components.SPECIAL_QUERY_SET)
_QUERIES = {
    Kind.SPECIAL: _SPECIAL_QUERY,
    Kind.FILE: _SPECIAL_QUERY,
    Kind.OTHER: encoded(components.QUERY, ENCODES_QUERY, components.QUERY_SET),
}
_FRAGMENT = encoded(components.FRAGMENT, ENCODES_FRAGMENT, components.FRAGMENT_SET)


def normalise(url: Components) -> tuple[Substeps, ...]:
    """Return the steps for each component of a URL, in the order of the standard's states."""
    kind = components.kind_of(url[0])
    username = _USERNAME_BEFORE_PASSWORD if url[components.PASSWORD] else _USERNAME
    return (
        _SCHEME,
        username,
        _PASSWORD,
        *host_and_port_steps(url),
        _path_steps(url, kind),
        _QUERIES[kind],
        _FRAGMENT,
    )


def host_and_port_steps(url: Components) -> tuple[Substeps, Substeps]:
    """Return the steps of `normalise` that can fail."""
    scheme = url[0]
    return hosts.host_steps(url, components.kind_of(scheme)), _PORTS.get(
        ascii_lower(scheme or ""), _PORT
    )
