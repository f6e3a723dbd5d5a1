"""Transforms of strings, and the fewest transforms that turn one string into another.

A program is taken to have read a host from some characters if transforms, such as percent-decoding
or IDNA, turn these characters into the program's answer. A component that is merely written in a
different form counts as the same component.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from ipaddress import IPv6Address
from socket import inet_aton, inet_ntoa
from typing import NamedTuple, TypeVar
from unicodedata import normalize
from urllib.parse import quote, unquote

import attrs

from hexapla.operations.authority import COMPONENT_NAMES, connected_to
from hexapla.standard.dots import remove_final_dot, remove_pairs, remove_single_dots
from hexapla.text.escapes import ascii_lower, unescaped_where, with_upper_digits
from hexapla.values.frozen import FrozenMapping, kept, kept_if_short

Text = str | None
"""The text of a component; None for an absent component."""


class Transform(StrEnum):
    """A change that a program makes to the characters of a component, or of the whole URL."""

    DROP_EMPTY = "drop-empty"
    FILL_PATH = "fill-path"
    REMOVE_TABS = "remove-tabs"
    STRIP_START = "strip-start"
    STRIP = "strip"
    CUT_AT_SPACE = "cut-at-space"
    REPLACE_CONTROLS = "replace-controls"
    TURN_SLASHES = "turn-slashes"
    SPACES_AS_PLUS = "spaces-as-plus"
    OCTETS_AS_CHARACTERS = "octets-as-characters"
    DECODE = "decode"
    DROP_INVISIBLE = "drop-invisible"
    LOWER_CASE = "lower-case"
    LOWER_UNICODE = "lower-unicode"
    NORMALIZE = "normalize"
    MAP_TO_ASCII = "map-to-ascii"
    IDNA = "idna"
    DROP_ZONE = "drop-zone"
    IPV4 = "ipv4"
    IPV6 = "ipv6"
    DROP_LOCALHOST = "drop-localhost"
    DROP_ENDING_DOT = "drop-ending-dot"
    DROP_BRACKETS = "drop-brackets"
    ENCODE = "encode"
    UPPER_ESCAPES = "upper-escapes"
    REMOVE_DOTS = "remove-dots"
    DROP_EMPTY_SEGMENTS = "drop-empty-segments"
    ZERO_FOR_EMPTY = "zero-for-empty"
    WRAP_PORT = "wrap-port"
    CANONICAL_NUMBER = "canonical-number"
    DROP_DEFAULT_PORT = "drop-default-port"
    DROP_EMPTY_PASSWORD = "drop-empty-password"
    ADD_SEPARATOR = "add-separator"
    DROP_FINAL_SLASH = "drop-final-slash"
    DROP_FIRST_SLASH = "drop-first-slash"
    UNKNOWN = "unknown"


TABS_AND_LINE_ENDS = str.maketrans("", "", "\t\n\r")
AT_ENDS = "".join(map(chr, range(0x21)))
"""White space and control characters that programs remove at the ends of a string."""
DEFAULT_PORTS: Mapping[str, str] = FrozenMapping(
    {"ftp": "21", "http": "80", "https": "443", "ws": "80", "wss": "443"}
)
"""The default ports of the schemes that the URL Standard calls special."""

_SEPARATED = FrozenMapping({"scheme": "{}:", "query": "?{}", "fragment": "#{}", "port": ":{}"})
_CONTROLS = re.compile(r"[\x00-\x20\x7f]")
_NUMBER = r"(?:0[xX][0-9A-Fa-f]*|[0-9]+)"
_NUMBERS = re.compile(rf"{_NUMBER}(?:\.{_NUMBER}){{0,3}}\.?")
_NO_DIGITS = re.compile(r"\b0[xX](?![0-9A-Fa-f])")
_ZEROS = re.compile(r"\b(?=[0-9]++(?:\.|\Z))0+(?=[0-9])")
_ZONE = re.compile(r"\A(\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)%[^\]]*")
# Code points that IDNA removes, and code points that it reads as a dot.
_IGNORED = re.compile("[\u00ad\u034f\u180b-\u180d\u200b-\u200d\u2060\u2064\ufe00-\ufe0f\ufeff]")
_DOTS = str.maketrans("\u3002\uff0e\uff61", "...")
UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
"""Characters that need no percent-encoding in any component."""

# Characters, besides letters and digits, that programs don't percent-encode. The first string is
# for all components; the strings after it are for hosts.
_NOT_ENCODED = "!#$%&'()*+,/:;=?@[]\\|^`{}\"<>~"
_NOT_ENCODED_IN_HOST = (
    _NOT_ENCODED,
    "!$%&'()*+,;=~:[]",
    "!$&'()*+,;=~:[]",
    _NOT_ENCODED.replace("[]", ""),
)
# Limits in code points.
_LONGEST_NAME = 255
_LONGEST_PORT = 20


def _stripped(text: str) -> Iterator[str]:
    yield text.strip(AT_ENDS)
    yield text.strip()


def _decoded(text: str) -> Iterator[str]:
    if "%" in text:
        yield unquote(text, errors="surrogateescape")
        yield unquote(text, errors="replace")
        yield unquote(text, "latin-1")
        yield unescaped_where(text, UNRESERVED)


def _without_invisible(text: str) -> Iterator[str]:
    yield _CONTROLS.sub("", text)
    yield _IGNORED.sub("", text)


def _compatible(text: str) -> str:
    return normalize("NFKC", text).casefold().replace("\u3002", ".")


def _in_ascii(host: str) -> Iterator[str]:
    if host.isascii() or len(host) > _LONGEST_NAME:
        return
    yield ".".join(
        label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii")
        for label in _compatible(host).split(".")
    )


def _ipv4_addresses(host: str) -> Iterator[str]:
    """Yield the IPv4 addresses of a numeric host, with leading zeros read as octal or decimal."""
    for written in (host, _ZEROS.sub("", host)):
        if _NUMBERS.fullmatch(written):
            with suppress(OSError):
                yield inet_ntoa(inet_aton(_NO_DIGITS.sub("0", written.removesuffix("."))))


def _ipv6_addresses(host: str) -> Iterator[str]:
    """Yield the usual forms of an IPv6 address, with its zone and its brackets."""
    address, sign, zone = host.removeprefix("[").removesuffix("]").partition("%")
    opening, closing = ("[", "]") if host.startswith("[") else ("", "")
    with suppress(ValueError):
        parsed = IPv6Address(address)
        yield f"{opening}{parsed}{sign}{zone}{closing}"
        if parsed.ipv4_mapped:
            yield f"{opening}::ffff:{parsed.ipv4_mapped}{sign}{zone}{closing}"


def _without_ending_dots(host: str) -> Iterator[str]:
    yield host.removesuffix(".") or host
    yield host.rstrip(".") or host


def _without_brackets(host: str) -> Iterator[str]:
    yield host[1:-1] if host[:1] + host[-1:] == "[]" else host
    yield host.replace("[", "").replace("]", "") or host


def _encoded(text: str, component: str) -> Iterator[str]:
    for safe in _NOT_ENCODED_IN_HOST if component == "host" else (_NOT_ENCODED,):
        yield quote(text, safe=safe, errors="surrogatepass")


def _without_dots(path: str) -> str:
    for rule in (remove_single_dots, remove_final_dot, remove_pairs):
        path = rule(path)
    path = re.sub(r"\A(?:/\.\.)+(?=/|\Z)", "", path) or "/"
    return re.sub(r"/[^/]+/\.\.\Z", "/", path)


def _as_number(text: str) -> str:
    if text.isascii() and text.isdigit():
        return text.lstrip("0") or "0"
    return text


def _wrapped(port: str) -> Iterator[str]:
    """Yield a port wrapped to an unsigned and to a signed 16-bit number, if wrapping changes it."""
    if port.isascii() and port.isdigit() and len(port) <= _LONGEST_PORT:
        number = int(port) % 65536
        if int(port) > 65535:
            yield str(number)
        if number > 32767:
            yield str(number - 65536)


class _Given(NamedTuple):
    """A string to transform.

    Attributes:
        text: The string.
        component: The name of the component.
        scheme: The scheme of the URL, in lower case; "" if it has none.
    """

    text: str
    component: str
    scheme: str


@attrs.frozen
class _Definition:
    """The definition of a transform.

    Attributes:
        transform: The transform.
        of: Returns the possible results for a string.
        components: The components to which the transform applies.
    """

    transform: Transform
    of: Callable[[_Given], Iterable[Text]]
    components: Collection[str] = COMPONENT_NAMES


def _one(change: Callable[[str], Text]) -> Callable[[_Given], Iterable[Text]]:
    return lambda given: (change(given.text),)


def _more(change: Callable[[str], Iterable[str]]) -> Callable[[_Given], Iterable[Text]]:
    return lambda given: change(given.text)


_HOST = ("host",)
_PATH = ("path",)
# The definitions are in the order in which programs apply the transforms.
_DEFINITIONS = (
    _Definition(Transform.FILL_PATH, _one(lambda text: text or "/"), _PATH),
    _Definition(Transform.REMOVE_TABS, _one(lambda text: text.translate(TABS_AND_LINE_ENDS))),
    _Definition(Transform.STRIP, _more(_stripped)),
    _Definition(Transform.REPLACE_CONTROLS, _one(lambda text: _CONTROLS.sub("_", text)), _HOST),
    _Definition(Transform.TURN_SLASHES, _one(lambda text: text.replace("\\", "/"))),
    _Definition(
        Transform.SPACES_AS_PLUS,
        _one(lambda text: text.replace("%20", "+").replace(" ", "+")),
        ("path", "query"),
    ),
    _Definition(
        Transform.OCTETS_AS_CHARACTERS,
        _one(lambda text: text.encode("utf-8", "surrogatepass").decode("latin-1")),
        _HOST,
    ),
    _Definition(Transform.DECODE, _more(_decoded)),
    _Definition(Transform.DROP_INVISIBLE, _more(_without_invisible)),
    _Definition(Transform.LOWER_CASE, _more(lambda text: (ascii_lower(text), text.lower()))),
    _Definition(Transform.NORMALIZE, _one(_compatible), _HOST),
    _Definition(Transform.IDNA, _more(_in_ascii), _HOST),
    _Definition(Transform.DROP_ZONE, _one(lambda text: _ZONE.sub(r"\1", text)), _HOST),
    _Definition(Transform.IPV4, _more(_ipv4_addresses), _HOST),
    _Definition(Transform.IPV6, _more(_ipv6_addresses), _HOST),
    _Definition(
        Transform.DROP_LOCALHOST,
        _one(lambda text: "" if text.lower() == "localhost" else text),
        _HOST,
    ),
    _Definition(Transform.DROP_ENDING_DOT, _more(_without_ending_dots), _HOST),
    _Definition(Transform.DROP_BRACKETS, _more(_without_brackets), _HOST),
    _Definition(Transform.ENCODE, lambda given: _encoded(given.text, given.component)),
    _Definition(Transform.UPPER_ESCAPES, _one(with_upper_digits)),
    _Definition(Transform.REMOVE_DOTS, _one(_without_dots), _PATH),
    _Definition(Transform.DROP_EMPTY_SEGMENTS, _one(lambda text: re.sub("//+", "/", text)), _PATH),
    _Definition(Transform.ZERO_FOR_EMPTY, _one(lambda text: text or "0"), ("port",)),
    _Definition(Transform.WRAP_PORT, _more(_wrapped), ("port",)),
    _Definition(Transform.CANONICAL_NUMBER, _one(_as_number), ("port",)),
    _Definition(
        Transform.DROP_DEFAULT_PORT,
        lambda given: (None if given.text == DEFAULT_PORTS.get(given.scheme) else given.text,),
        ("port",),
    ),
    _Definition(
        Transform.DROP_EMPTY_PASSWORD, _one(lambda text: text.removesuffix(":")), ("userinfo",)
    ),
    _Definition(
        Transform.ADD_SEPARATOR,
        lambda given: (_SEPARATED[given.component].format(given.text),),
        tuple(_SEPARATED),
    ),
    _Definition(Transform.DROP_FINAL_SLASH, _one(lambda text: text.removesuffix("/")), _PATH),
    _Definition(Transform.DROP_FIRST_SLASH, _one(lambda text: text.removeprefix("/")), _PATH),
    _Definition(Transform.DROP_EMPTY, _one(lambda text: text or None)),
)

_BY_TRANSFORM = {definition.transform: definition for definition in _DEFINITIONS}

Transforms = tuple[Transform, ...]
_Reached = TypeVar("_Reached", bound=Text)

# Limits on the number of transforms in a sequence, and on the number of strings.
_MOST_TRANSFORMS = 4
_MOST_TEXTS = 80


def texts_of(component: str, text: Text, scheme: str) -> Mapping[Text, Transforms]:
    """Return the strings into which transforms can turn a string, each with the fewest transforms.

    Args:
        component: The name of the component.
        text: The string.
        scheme: The scheme of the URL, in lower case; "" if it has none.
    """
    reached: dict[Text, Transforms] = {text: ()}
    for definition in _DEFINITIONS:
        if component not in definition.components:
            continue
        for start, taken in tuple(reached.items()):
            if start is None or len(taken) == _MOST_TRANSFORMS or len(reached) > _MOST_TEXTS:
                continue
            results = definition.of(_Given(start, component, scheme))
            _extend(reached, (*taken, definition.transform), results)
    return reached


def _extend(
    reached: dict[_Reached, Transforms], taken: Transforms, texts: Iterable[_Reached]
) -> None:
    """Add each string with the transforms that lead to it, unless a known sequence is as short."""
    for text in texts:
        if text not in reached or len(reached[text]) > len(taken):
            reached[text] = taken


def transformed(transform: Transform, component: str, text: str, scheme: str) -> Iterable[Text]:
    """Return the possible results of a transform.

    Args:
        transform: The transform.
        component: The name of the component; if the transform doesn't apply to the component, there
            are no results.
        text: The string.
        scheme: The scheme of the URL, in lower case; "" if it has none.
    """
    definition = _BY_TRANSFORM.get(transform)
    if definition is None or component not in definition.components:
        return ()
    return definition.of(_Given(text, component, scheme))


@kept_if_short(32_768, lambda component, text, scheme: len(text))
def changes_of(component: str, text: str, scheme: str) -> Mapping[Transform, tuple[Text, ...]]:
    """Return the results of all transforms that change a string; see `transformed`."""
    changes: dict[Transform, tuple[Text, ...]] = {}
    for transform in Transform:
        results = transformed(transform, component, text, scheme)
        changed = tuple(result for result in results if result != text)
        if changed:
            changes[transform] = changed
    return FrozenMapping(changes)


CLEAR_TRANSFORMS = frozenset(
    {
        Transform.FILL_PATH,
        Transform.LOWER_CASE,
        Transform.IPV4,
        Transform.IPV6,
        Transform.DROP_LOCALHOST,
        Transform.DROP_ENDING_DOT,
        Transform.UPPER_ESCAPES,
        Transform.REMOVE_DOTS,
        Transform.DROP_EMPTY_SEGMENTS,
        Transform.CANONICAL_NUMBER,
        Transform.DROP_DEFAULT_PORT,
        Transform.DROP_EMPTY_PASSWORD,
        Transform.DROP_FINAL_SLASH,
        Transform.DROP_FIRST_SLASH,
        Transform.DROP_EMPTY,
    }
)
"""Transforms for which it is known in which texts they would show."""


def is_changed(transforms: Transforms, component: str, text: str, scheme: str) -> bool:
    """Return whether the first result of one of several transforms differs; see `transformed`."""
    for transform in transforms:
        results = iter(transformed(transform, component, text, scheme))
        if next(results, text) != text:
            return True
    return False


@attrs.frozen
class Change:
    """The transforms that turn two strings of a component into the same string.

    Attributes:
        own: The transforms of the first string, which is the expected one.
        lacking: The transforms of the second string, which is the given one.
    """

    own: Transforms
    lacking: Transforms

    @property
    def lacking_alone(self) -> Transforms:
        """The transforms of the second string that the first string doesn't need, too.

        A transform that both strings need is no evidence that the second string lacks it.
        """
        return tuple(transform for transform in self.lacking if transform not in self.own)


def change_between(component: str, expected: Text, given: Text, scheme: str) -> Change | None:
    """Return the fewest transforms that explain the difference between two strings.

    Transforms of the expected string are preferred to those of the given string.

    Args:
        component: The name of the component.
        expected: The component as the standard or another program reads it; None if it is absent.
        given: The component as the program gives it; None if it is absent.
        scheme: The scheme of the URL, in lower case; "" if it has none.

    Returns:
        The transforms; None if no transforms explain the difference.
    """
    if expected == given:
        return Change((), ())
    if given is not None and with_upper_digits(given) == expected:
        return Change((), (Transform.UPPER_ESCAPES,))
    here = texts_of(component, expected, scheme)
    there = texts_of(component, given, scheme)
    common = [text for text in here if text in there]
    if not common:
        return None
    text = min(common, key=lambda text: (len(here[text]) + len(there[text]), len(there[text])))
    return Change(here[text], there[text])


# Hosts, which are compared in the form that a client connects to.

# The length of the longest host for which transforms are sought, in code points.
_LONGEST_HOST = 300
_ADDRESS = re.compile(r"[0-9.]+|.*:.*", re.DOTALL)
_OTHERS = re.compile("[^a-z0-9]")
# Transforms that aren't sought for hosts. Either they make no difference to a client, or they are
# found in another way.
_NOT_OF_HOSTS = frozenset(
    {
        Transform.DROP_EMPTY,
        Transform.LOWER_CASE,
        Transform.NORMALIZE,
        Transform.IDNA,
        Transform.UPPER_ESCAPES,
    }
)


def _mapped(host: str) -> str:
    """Return a common form of all hosts that any version of IDNA maps to the same name."""
    labels = host.translate(_DOTS).split(".")
    folded = (normalize("NFKC", normalize("NFKC", _unicode(label)).casefold()) for label in labels)
    return ".".join(folded).translate(_DOTS)


def _unicode(label: str) -> str:
    try:
        is_encoded = label.lower().startswith("xn--")
        if is_encoded:
            return label[4:].encode("ascii").decode("punycode")
        return label
    except UnicodeError:
        return label


@kept(8192)
def _host_texts(host: str) -> Mapping[str, Transforms]:
    """Return the strings into which transforms can turn a host, each with the fewest transforms."""
    reached: dict[str, Transforms] = {host: ()}
    for definition in _DEFINITIONS:
        transform = definition.transform
        if transform in _NOT_OF_HOSTS or "host" not in definition.components:
            if transform is Transform.LOWER_CASE:
                _add_mapped(reached)
            continue
        for text, taken in tuple(reached.items()):
            results = definition.of(_Given(text, "host", ""))
            hosts = [changed for changed in results if changed is not None]
            _extend(reached, (*taken, transform), hosts)
    return reached


def _add_mapped(reached: dict[str, Transforms]) -> None:
    """Add the strings in lower case and as mapped by IDNA, both under the transform `NORMALIZE`."""
    for text, taken in tuple(reached.items()):
        results = [text.lower()]
        if not text.isascii():
            results.append(_mapped(text))
        _extend(reached, (*taken, Transform.NORMALIZE), results)


def _fully_decoded(host: str, coding: str) -> str:
    while (decoded := unquote(host, coding)) != host:
        host = decoded
    return host


@kept(8192)
def _letters(host: str) -> frozenset[str]:
    """Return the ASCII letters and digits of a host, in each of its decoded and mapped forms."""
    host = host.translate(TABS_AND_LINE_ENDS)
    texts = [host]
    if not (host.isascii() and "%" not in host and "xn--" not in host):
        texts = [_fully_decoded(host, coding) for coding in ("utf-8", "latin-1")]
        texts += [_mapped(text) for text in texts]
    return frozenset(_OTHERS.sub("", ascii_lower(text)) for text in texts)


@kept(65536, lambda text, host: len(text) + len(host))
def transforms_to_host(text: str, host: str) -> Transforms | None:
    """Return the fewest transforms that turn characters of a URL into a host.

    Args:
        text: The characters.
        host: The host, in the form that a client connects to.

    Returns:
        The transforms; None if the characters don't become the host. `Transform.UNKNOWN` stands for
        an unknown change that involves characters outside ASCII.
    """
    if connected_to(text) == host:
        return ()
    is_open = len(text) <= _LONGEST_HOST and (
        _ADDRESS.fullmatch(host) or text.lower() == "localhost" or _letters(text) & _letters(host)
    )
    if not is_open:
        return None
    mapped = _mapped(host)
    ways: list[Transforms] = []
    for changed, taken in _host_texts(text).items():
        if connected_to(changed) == host:
            ways.append(taken)
        elif Transform.NORMALIZE not in taken and _mapped(changed) == mapped:
            ways.append((*taken, Transform.NORMALIZE))
    if ways:
        return tuple(
            _mapping(text, host) if transform is Transform.NORMALIZE else transform
            for transform in min(ways, key=len)
        )
    is_other = f"{text}{host}".isascii() or text.count("@") < host.count("@")
    if is_other or not host:
        return None
    return (Transform.UNKNOWN,)


def _mapping(text: str, host: str) -> Transform:
    """Return the transform between two hosts that IDNA maps to the same name."""
    if text.lower() == host:
        return Transform.LOWER_UNICODE
    if "xn--" in host and "xn--" not in text.lower():
        return Transform.IDNA
    if host.isascii():
        return Transform.MAP_TO_ASCII
    return Transform.NORMALIZE
