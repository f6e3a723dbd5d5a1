"""Forms: how one text of a component becomes another that says the same, or nearly the same.

A program that gives a host in lower case has not read another host. Such a difference is told by
the form, and not as a boundary that is put elsewhere.
"""

import re
from collections import deque
from collections.abc import Callable, Mapping
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

DEFAULT_PORTS: Mapping[str, str] = FrozenMapping(
    {"ftp": "21", "http": "80", "https": "443", "ws": "80", "wss": "443"}
)
"""The default ports of the schemes that the URL Standard calls special."""

_WITH_SEPARATOR = FrozenMapping({"scheme": "{}:", "query": "?{}", "fragment": "#{}", "port": ":{}"})
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


@attrs.frozen(eq=False, repr=False)
class Form:
    """A form, from what stands in a text to what is given in its place.

    Attributes:
        id: The name in JSON.
        does: What a program does that gives it, in two halves: the verb, and the rest, in which {}
            stands for the name of the component.
        undoes: What a program does that turns it round, in words that follow "it".
        apply: Returns a component's text in the form, given its name, the text, and the scheme of
            the URL in lower case.
        components: Those that can have the form.
    """

    id: str
    does: str
    undoes: str
    apply: Callable[[str, str, str], Text]
    components: tuple[str, ...] = COMPONENT_NAMES

    def __repr__(self) -> str:
        return f"<Form {self.id}>"


def _of_text(change: Callable[[str], Text]) -> Callable[[str, str, str], Text]:
    return lambda component, text, scheme: change(text)


FORMS = (
    Form(
        "absent",
        "treat|an empty {} as absent",
        "gives an empty {} where there is none",
        _of_text(lambda text: text or None),
    ),
    Form(
        "root",
        "give|/ for an empty {}",
        "gives an empty {} for /",
        _of_text(lambda text: text or "/"),
        ("path",),
    ),
    Form(
        "lower-case",
        "give|the {} in lower case",
        "gives letters of the {} in upper case",
        _of_text(ascii_lower),
    ),
    Form(
        "no-brackets",
        "give|the {} without its brackets",
        "gives the {} in brackets",
        _of_text(_without_brackets),
        ("host",),
    ),
    Form(
        "no-ending-dot",
        "leave out|a dot at the end of the {}",
        "puts a dot at the end of the {}",
        _of_text(lambda text: text.removesuffix(".")),
        ("host",),
    ),
    Form(
        "stripped",
        "leave out|white space and controls in the {}",
        "puts white space or controls into the {}",
        _of_text(lambda text: _CONTROLS.sub("", text)),
    ),
    Form(
        "decoded",
        "percent-decode|the {}",
        "percent-encodes characters of the {}",
        _of_text(lambda text: unquote(text, errors="surrogateescape")),
    ),
    Form(
        "encoded",
        "percent-encode|characters of the {}",
        "percent-decodes the {}",
        _of_text(lambda text: quote(text, safe=_ESCAPED, errors="surrogatepass")),
    ),
    Form(
        "upper-case-escapes",
        "give|the digits of escapes in the {} in upper case",
        "gives the digits of escapes in the {} in lower case",
        _of_text(with_upper_digits),
    ),
    Form(
        "mapped",
        "map|characters of the {} to compatible ones",
        "gives characters of the {} as compatible ones",
        _of_text(_compatible),
        ("host",),
    ),
    Form(
        "ascii",
        "give|the {} in ASCII, as IDNA does",
        "gives a {} in ASCII as IDNA has it in Unicode",
        _of_text(_ascii),
        ("host",),
    ),
    Form(
        "ip-address",
        "give|the {} as an IP address in its usual form",
        "gives the {} as an IP address in an unusual form",
        _of_text(_address),
        ("host",),
    ),
    Form(
        "slashes",
        "take|a backslash in the {} for a slash",
        "reads a slash in the {} as a backslash",
        _of_text(lambda text: text.replace("\\", "/")),
    ),
    Form(
        "no-dots",
        "remove|dot segments from the {}",
        "puts dot segments into the {}",
        _of_text(_without_dots),
        ("path",),
    ),
    Form(
        "number",
        "give|the {} as a number, without zeros before it",
        "puts zeros before the {}",
        _of_text(
            lambda text: text.lstrip("0") or "0" if text.isascii() and text.isdigit() else text
        ),
        ("port",),
    ),
    Form(
        "no-default",
        "leave out|a {} that is the default of the scheme",
        "gives the default {} of the scheme where there is none",
        lambda component, text, scheme: None if text == DEFAULT_PORTS.get(scheme) else text,
        ("port",),
    ),
    Form(
        "no-password",
        "leave out|an empty password",
        "gives an empty password where there is none",
        _of_text(lambda text: text.removesuffix(":")),
        ("userinfo",),
    ),
    Form(
        "separator",
        "give|the {} with its separator",
        "gives the {} without its separator",
        lambda component, text, scheme: _WITH_SEPARATOR[component].format(text),
        tuple(_WITH_SEPARATOR),
    ),
    Form(
        "no-first-slash",
        "give|the {} without the slash before it",
        "gives the {} with the slash before it",
        _of_text(lambda text: text.removeprefix("/")),
        ("path",),
    ),
)
_OF_COMPONENT = FrozenMapping(
    (name, tuple(form for form in FORMS if name in form.components)) for name in COMPONENT_NAMES
)
# To decode is to turn encoding round.
_OPPOSITE = FrozenMapping({"decoded": "encoded", "encoded": "decoded"})
_BY_ID = FrozenMapping((form.id, form) for form in FORMS)


@attrs.frozen
class FormUse:
    """What a program does with a form.

    Attributes:
        id: The name in JSON.
        says: What the program does, in words that follow "it"; {} stands for the component.
    """

    id: str
    says: str


def _given(form: Form) -> FormUse:
    verb, rest = form.does.split("|")
    first, *others = verb.split(" ")
    return FormUse(form.id, " ".join((f"{first}s", *others, rest)))


def _not_given(form: Form) -> FormUse:
    """Return that the standard has the form, and the program has not."""
    return FormUse(f"{form.id}-not-given", f"does not {form.does.replace('|', ' ')}")


def _undone(form: Form) -> FormUse:
    """Return that the standard has the text as it stands, and the program what would be it."""
    if form.id in _OPPOSITE:
        return _given(_BY_ID[_OPPOSITE[form.id]])
    return FormUse(f"{form.id}-undone", form.undoes)


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
        What the program does with each form; None where another text was read.
    """
    here, there = _reachable(component, expected, scheme), _reachable(component, given, scheme)
    common = [text for text in here if text in there]
    if not common:
        return None
    # Forms that the program gives are preferred to those that it does not give.
    text = min(common, key=lambda text: (len(here[text]) + len(there[text]), len(there[text])))
    other = _undone if as_it_stands else _not_given
    return tuple(dict.fromkeys((*map(_given, here[text]), *map(other, there[text]))))


def _reachable(component: str, text: Text, scheme: str) -> _Paths:
    """Return the texts that a text has in some forms, each with the fewest of them."""
    paths: _Paths = {text: ()}
    waiting = deque([text])
    while waiting and len(paths) < _MOST_TEXTS:
        start = waiting.popleft()
        if start is None or len(paths[start]) == _MOST_FORMS:
            continue
        for form in _OF_COMPONENT[component]:
            changed = form.apply(component, start, scheme)
            if changed not in paths:
                paths[changed] = (*paths[start], form)
                waiting.append(changed)
    return paths
