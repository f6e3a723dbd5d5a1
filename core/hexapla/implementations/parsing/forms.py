"""Forms: how one text of a component becomes another that says the same, or nearly the same.

A program that gives a host in lower case has not read another host. Such a difference is told by
the form, and not as a boundary that is put elsewhere.
"""

import re
from collections import deque
from collections.abc import Callable, Mapping
from enum import Enum
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from unicodedata import normalize
from urllib.parse import quote, unquote

import attrs

from hexapla.operations.url_components import COMPONENT_NAMES
from hexapla.standard.dots import remove_dot_segments, remove_final_dot, remove_pairs
from hexapla.text.escapes import ascii_lower, with_upper_digits
from hexapla.values.frozen import FrozenMapping

Text = str | None
"""The text of a component; None for one that is not there."""


@attrs.frozen
class _Change:
    """What a form does.

    Attributes:
        verb: The verb of its sentence.
        rest: The rest of its sentence; {} stands for the name of the component.
        undone: What a program does that turns it round, in words that follow "it".
        apply: Returns the text in the form.
        components: Those that can have the form; None for all.
    """

    verb: str
    rest: str
    undone: str
    apply: Callable[[str], Text]
    components: frozenset[str] | None = None


def _of(*components: str) -> frozenset[str]:
    return frozenset(components)


_HOST, _PORT, _PATH = _of("host"), _of("port"), _of("path")
_WITH_SEPARATOR = FrozenMapping({"scheme": "{}:", "query": "?{}", "fragment": "#{}", "port": ":{}"})
DEFAULT_PORTS: Mapping[str, str] = FrozenMapping(
    {"ftp": "21", "http": "80", "https": "443", "ws": "80", "wss": "443"}
)
"""The default ports of the schemes that the URL Standard calls special."""

_CONTROLS = re.compile(r"[\x00-\x20\x7f]")
_NUMBER = re.compile(r"(?:0[xX][0-9A-Fa-f]*|[0-9]+)")
_LONGEST_NUMBER = 40
_LONGEST_NAME = 255
_ESCAPED = "!#$%&'()*+,/:;=?@[]\\|^`{}\"<>~"


def _without_dots(path: str) -> str:
    for rule in (remove_dot_segments, remove_final_dot, remove_pairs):
        path = rule(path)
    path = re.sub(r"\A(?:/\.\.)+(?=/|\Z)", "", path) or "/"
    return re.sub(r"/[^/]+/\.\.\Z", "/", path)


def _address(host: str) -> str:
    """Return a host as an IP address in its usual form; the host itself where it is none."""
    try:
        return str(IPv6Address(host.removeprefix("[").removesuffix("]")))
    except (AddressValueError, ValueError):
        return _ipv4_address(host)


def _ipv4_address(host: str) -> str:
    parts = host.removesuffix(".").split(".")
    if len(parts) > 4 or not all(
        _NUMBER.fullmatch(part) and len(part) <= _LONGEST_NUMBER for part in parts
    ):
        return host
    *first, last = map(_number, parts)
    if any(number > 255 for number in first) or last >= 256 ** (5 - len(parts)):
        return host
    value = sum(number << 8 * (3 - place) for place, number in enumerate(first)) + last
    return str(IPv4Address(value))


def _number(text: str) -> int:
    if text[:2] in ("0x", "0X"):
        return int(text[2:] or "0", 16)
    is_octal = len(text) > 1 and text.startswith("0") and not set(text) & {"8", "9"}
    return int(text, 8 if is_octal else 10)


def _without_controls(text: str) -> str:
    return _CONTROLS.sub("", text)


def _compatible(host: str) -> str:
    return normalize("NFKC", host).casefold().replace("\u3002", ".")


def _ascii(host: str) -> str:
    if host.isascii() or len(host) > _LONGEST_NAME:
        return host
    labels = _compatible(host).split(".")
    try:
        return ".".join(
            label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii")
            for label in labels
        )
    except UnicodeError:
        return host


def _without_brackets(host: str) -> str:
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host


class Form(Enum):
    """A form, from what stands in a text to what is given in its place."""

    ABSENT = _Change(
        "treat",
        "an empty {} as absent",
        "gives an empty {} where there is none",
        lambda text: text or None,
    )
    ROOT = _Change(
        "give",
        "/ for an empty {}",
        "gives an empty {} for /",
        lambda text: text or "/",
        _PATH,
    )
    LOWER_CASE = _Change(
        "give",
        "the {} in lower case",
        "gives letters of the {} in upper case",
        ascii_lower,
    )
    NO_BRACKETS = _Change(
        "give",
        "the {} without its brackets",
        "gives the {} in brackets",
        _without_brackets,
        _HOST,
    )
    NO_ENDING_DOT = _Change(
        "leave out",
        "a dot at the end of the {}",
        "puts a dot at the end of the {}",
        lambda text: text.removesuffix("."),
        _HOST,
    )
    STRIPPED = _Change(
        "leave out",
        "white space and controls in the {}",
        "puts white space or controls into the {}",
        _without_controls,
    )
    DECODED = _Change(
        "percent-decode",
        "the {}",
        "percent-encodes characters of the {}",
        lambda text: unquote(text, errors="surrogateescape"),
    )
    ENCODED = _Change(
        "percent-encode",
        "characters of the {}",
        "percent-decodes the {}",
        lambda text: quote(text, safe=_ESCAPED, errors="surrogatepass"),
    )
    UPPER_CASE_ESCAPES = _Change(
        "give",
        "the digits of escapes in the {} in upper case",
        "gives the digits of escapes in the {} in lower case",
        with_upper_digits,
    )
    MAPPED = _Change(
        "map",
        "characters of the {} to compatible ones",
        "gives characters of the {} as compatible ones",
        _compatible,
        _HOST,
    )
    ASCII = _Change(
        "give",
        "the {} in ASCII, as IDNA does",
        "gives a {} in ASCII as IDNA has it in Unicode",
        _ascii,
        _HOST,
    )
    IP_ADDRESS = _Change(
        "give",
        "the {} as an IP address in its usual form",
        "gives the {} as an IP address in an unusual form",
        _address,
        _HOST,
    )
    SLASHES = _Change(
        "take",
        "a backslash in the {} for a slash",
        "reads a slash in the {} as a backslash",
        lambda text: text.replace("\\", "/"),
    )
    NO_DOTS = _Change(
        "remove",
        "dot segments from the {}",
        "puts dot segments into the {}",
        _without_dots,
        _PATH,
    )
    NUMBER = _Change(
        "give",
        "the {} as a number, without zeros before it",
        "puts zeros before the {}",
        lambda text: text.lstrip("0") or "0" if text.isascii() and text.isdigit() else text,
        _PORT,
    )
    NO_DEFAULT = _Change(
        "leave out",
        "a {} that is the default of the scheme",
        "gives the default {} of the scheme where there is none",
        str,
        _PORT,
    )
    NO_PASSWORD = _Change(
        "leave out",
        "an empty password",
        "gives an empty password where there is none",
        lambda text: text.removesuffix(":"),
        _of("userinfo"),
    )
    SEPARATOR = _Change(
        "give",
        "the {} with its separator",
        "gives the {} without its separator",
        str,
        frozenset(_WITH_SEPARATOR),
    )
    NO_FIRST_SLASH = _Change(
        "give",
        "the {} without the slash before it",
        "gives the {} with the slash before it",
        lambda text: text.removeprefix("/"),
        _PATH,
    )

    @property
    def id(self) -> str:
        """The name in JSON."""
        return self.name.lower().replace("_", "-")

    def changed(self, component: str, text: str, scheme: str) -> Text:
        """Return a component's text in this form; the text itself where it has none.

        Args:
            component: The name of the component.
            text: Its text.
            scheme: The scheme of the URL, in lower case; "" for none.
        """
        if not self.is_of(component):
            return text
        if self is Form.NO_DEFAULT:
            return None if text == DEFAULT_PORTS.get(scheme) else text
        if self is Form.SEPARATOR:
            return _WITH_SEPARATOR[component].format(text)
        change: _Change = self.value
        return change.apply(text)

    def is_of(self, component: str) -> bool:
        """Return whether a component can have this form."""
        change: _Change = self.value
        return change.components is None or component in change.components


_FORMS = FrozenMapping(
    (name, tuple(form for form in Form if form.is_of(name))) for name in COMPONENT_NAMES
)


class Use(Enum):
    """What a program does with a form."""

    GIVEN = "given"
    # The standard has the form, and the program has not.
    NOT_GIVEN = "not-given"
    # The standard has the text as it stands, and the program has what would be it in the form.
    UNDONE = "undone"


@attrs.frozen(repr=False)
class FormUse:
    """A form, and what a program does with it.

    Attributes:
        form: The form.
        use: What the program does with it.
    """

    form: Form
    use: Use = Use.GIVEN

    def __repr__(self) -> str:
        return f"<FormUse {self.id}>"

    @property
    def id(self) -> str:
        """The name in JSON."""
        return self.form.id if self.use is Use.GIVEN else f"{self.form.id}-{self.use.value}"

    def says(self, component: str) -> str:
        """Return what the program does to a component, in words that follow "it"."""
        change: _Change = self.form.value
        if self.use is Use.UNDONE:
            return change.undone.format(component)
        rest = change.rest.format(component)
        if self.use is Use.NOT_GIVEN:
            return f"does not {change.verb} {rest}"
        first, *others = change.verb.split(" ")
        return " ".join((f"{first}s", *others, rest))


# To decode is to turn encoding round.
_OPPOSITE = FrozenMapping({Form.DECODED: Form.ENCODED, Form.ENCODED: Form.DECODED})


# How many forms are put on one another, and how many texts are looked at, on either side.
_MOST_FORMS = 3
_MOST_TEXTS = 60

_Paths = dict[Text, tuple[Form, ...]]


def forms_between(
    component: str, expected: Text, given: Text, scheme: str, *, as_it_stands: bool = True
) -> tuple[FormUse, ...] | None:
    """Return the forms that make the difference between two texts, as few as possible.

    Args:
        component: The name of the component.
        expected: Its text as a standard reads it.
        given: Its text as a program gives it.
        scheme: The scheme of the URL, in lower case; "" for none.
        as_it_stands: Whether the standard gives the text as it stands in the URL.

    Returns:
        The forms; None where another text was read.
    """
    here, there = _reachable(component, expected, scheme), _reachable(component, given, scheme)
    common = [text for text in here if text in there]
    if not common:
        return None
    # Forms that the program gives are preferred to those that it does not give.
    text = min(common, key=lambda text: (len(here[text]) + len(there[text]), len(there[text])))
    other = _undone if as_it_stands else _not_given
    return tuple(dict.fromkeys((*map(FormUse, here[text]), *map(other, there[text]))))


def _undone(form: Form) -> FormUse:
    return FormUse(_OPPOSITE[form]) if form in _OPPOSITE else FormUse(form, Use.UNDONE)


def _not_given(form: Form) -> FormUse:
    return FormUse(form, Use.NOT_GIVEN)


def _reachable(component: str, text: Text, scheme: str) -> _Paths:
    """Return the texts that a text has in some forms, each with the fewest of them."""
    paths: _Paths = {text: ()}
    waiting = deque([text])
    while waiting and len(paths) < _MOST_TEXTS:
        start = waiting.popleft()
        if start is None or len(paths[start]) == _MOST_FORMS:
            continue
        for form in _FORMS[component]:
            changed = form.changed(component, start, scheme)
            if changed not in paths:
                paths[changed] = (*paths[start], form)
                waiting.append(changed)
    return paths
