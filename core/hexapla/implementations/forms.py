"""Forms: how one text of a component becomes another that says the same, or nearly the same.

A program that gives a host in lower case has not read another host. Such a difference is told by
the form, and not as a boundary that is put elsewhere.
"""

import re
import tomllib
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from ipaddress import IPv6Address
from pathlib import Path
from socket import inet_aton, inet_ntoa
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
TABS_AND_LINE_ENDS = str.maketrans("", "", "\t\n\r")
AT_ENDS = "".join(map(chr, range(0x21)))
"""White space and controls that are left out at the ends of a text."""
CONTROLS = re.compile(r"[\x00-\x20\x7f]")
"""White space and controls."""
_NUMBER = r"(?:0[xX][0-9A-Fa-f]*|[0-9]+)"
_NUMBERS = re.compile(rf"{_NUMBER}(?:\.{_NUMBER}){{0,3}}\.?")
_NO_DIGITS = re.compile(r"\b0[xX](?![0-9A-Fa-f])")
_LONGEST_NAME = 255
NOT_ENCODED = "!#$%&'()*+,/:;=?@[]\\|^`{}\"<>~"
"""What programs leave as it is where they percent-encode what is not ASCII."""


def _without_dots(path: str) -> str:
    for rule in (remove_dot_segments, remove_final_dot, remove_pairs):
        path = rule(path)
    path = re.sub(r"\A(?:/\.\.)+(?=/|\Z)", "", path) or "/"
    return re.sub(r"/[^/]+/\.\.\Z", "/", path)


def ipv4_address(host: str) -> str | None:
    """Return the IPv4 address that a host of numbers stands for; None where it is none."""
    if not _NUMBERS.fullmatch(host):
        return None
    try:
        return inet_ntoa(inet_aton(_NO_DIGITS.sub("0", host.removesuffix("."))))
    except OSError:
        return None


def ipv6_addresses(host: str) -> Iterator[str]:
    """Yield an IPv6 address in its usual forms, with the zone that it has."""
    address, sign, zone = host.removeprefix("[").removesuffix("]").partition("%")
    with suppress(ValueError):
        parsed = IPv6Address(address)
        yield f"{parsed}{sign}{zone}"
        if parsed.ipv4_mapped:
            yield f"::ffff:{parsed.ipv4_mapped}{sign}{zone}"


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


# What each form makes of a text.
_CHANGES: Mapping[str, Callable[[str], Text]] = {
    "absent": lambda text: text or None,
    "root": lambda text: text or "/",
    "lower-case": ascii_lower,
    "no-brackets": lambda text: text[1:-1] if text[:1] + text[-1:] == "[]" else text,
    "no-ending-dot": lambda text: text.removesuffix("."),
    "stripped": lambda text: CONTROLS.sub("", text),
    "decoded": lambda text: unquote(text, errors="surrogateescape"),
    "encoded": lambda text: quote(text, safe=NOT_ENCODED, errors="surrogatepass"),
    "upper-case-escapes": with_upper_digits,
    "mapped": _compatible,
    "ascii": _ascii,
    "ip-address": lambda text: next(ipv6_addresses(text), None) or ipv4_address(text) or text,
    "slashes": lambda text: text.replace("\\", "/"),
    "no-dots": _without_dots,
    "number": lambda text: text.lstrip("0") or "0" if text.isascii() and text.isdigit() else text,
    "no-password": lambda text: text.removesuffix(":"),
    "no-first-slash": lambda text: text.removeprefix("/"),
}


@attrs.frozen
class TextForm:
    """A form, from what stands in a text to what is given in its place.

    Attributes:
        id: The name in JSON.
        given: What a program does that gives it, in words that follow "it".
        not_given: What it does where the standard has the form, and the program has not.
        undone: What it does that turns the form round.
        components: Those that can have the form.
    """

    id: str
    given: str
    not_given: str
    undone: str
    components: tuple[str, ...] = attrs.field(converter=tuple, default=COMPONENT_NAMES)

    def of(self, component: str, text: str, scheme: str) -> Text:
        """Return the text of a component in this form; `scheme` is in lower case."""
        if self.id == "no-default":
            return None if text == DEFAULT_PORTS.get(scheme) else text
        if self.id == "separator":
            return _WITH_SEPARATOR[component].format(text)
        return _CHANGES[self.id](text)


_FORMS = tuple(
    TextForm(**entry)
    for entry in tomllib.loads((Path(__file__).parent / "forms.toml").read_text("utf-8"))["form"]
)
_OF_COMPONENT = FrozenMapping(
    (name, tuple(form for form in _FORMS if name in form.components)) for name in COMPONENT_NAMES
)


# To decode is to turn encoding round.
_OPPOSITE = FrozenMapping({"decoded": "encoded", "encoded": "decoded"})


FORM_IDS = frozenset(form.id for form in _FORMS)
"""The names of all forms."""


def _undone(form: TextForm, of_standard: Collection[str]) -> tuple[str, str]:
    """Return what a program does that gives a text of which the standard has the form."""
    if form.id in of_standard:
        return f"{form.id}-not-given", form.not_given
    return _OPPOSITE.get(form.id, f"{form.id}-undone"), form.undone


# How many forms are put on one another, and how many texts are looked at, on either side.
_MOST_FORMS = 3
_MOST_TEXTS = 60

_Paths = dict[Text, tuple[TextForm, ...]]


def forms_between(
    component: str, expected: Text, given: Text, scheme: str, of_standard: Collection[str] = ()
) -> tuple[tuple[str, str], ...] | None:
    """Return the forms that make the difference between two texts, as few as possible.

    Args:
        component: The name of the component.
        expected: Its text as a standard reads it.
        given: Its text as a program gives it.
        scheme: The scheme of the URL, in lower case; "" for none.
        of_standard: The forms that the standard may have given its text.

    Returns:
        A name in JSON for what the program does with each form, and the words that follow "it", in
        which {} stands for the component; None where another text was read.
    """
    here, there = _reachable(component, expected, scheme), _reachable(component, given, scheme)
    common = [text for text in here if text in there]
    if not common:
        return None
    # Forms that the program gives are preferred to those that it does not give.
    text = min(common, key=lambda text: (len(here[text]) + len(there[text]), len(there[text])))
    given_forms = ((form.id, form.given) for form in here[text])
    undone = (_undone(form, of_standard) for form in there[text])
    return tuple(dict.fromkeys((*given_forms, *undone)))


def _reachable(component: str, text: Text, scheme: str) -> _Paths:
    """Return the texts that a text has in some forms, each with the fewest of them."""
    paths: _Paths = {text: ()}
    waiting = deque([text])
    while waiting and len(paths) < _MOST_TEXTS:
        start = waiting.popleft()
        if start is None or len(paths[start]) == _MOST_FORMS:
            continue
        for form in _OF_COMPONENT[component]:
            changed = form.of(component, start, scheme)
            if changed not in paths:
                paths[changed] = (*paths[start], form)
                waiting.append(changed)
    return paths
