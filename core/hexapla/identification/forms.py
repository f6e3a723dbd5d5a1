"""Forms: how one text of a component becomes another that says the same, or nearly the same.

A program that gives a host in lower case has not read another host. Such a difference is told by
the form, and not as a boundary that is put elsewhere. A host has more forms than other components,
which are told as steps: what became of the characters that stand in the URL.
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

from hexapla.operations.authority import COMPONENT_NAMES, connected_to
from hexapla.standard.dots import remove_final_dot, remove_pairs, remove_single_dots
from hexapla.text.escapes import ascii_lower, unescaped_where, with_upper_digits
from hexapla.values.frozen import FrozenMapping, kept

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
_CONTROLS = re.compile(r"[\x00-\x20\x7f]")
_NUMBER = r"(?:0[xX][0-9A-Fa-f]*|[0-9]+)"
_NUMBERS = re.compile(rf"{_NUMBER}(?:\.{_NUMBER}){{0,3}}\.?")
_NO_DIGITS = re.compile(r"\b0[xX](?![0-9A-Fa-f])")
_LONGEST_NAME = 255
# What programs leave as it is where they percent-encode what is not ASCII.
_NOT_ENCODED = "!#$%&'()*+,/:;=?@[]\\|^`{}\"<>~"


def _without_dots(path: str) -> str:
    for rule in (remove_single_dots, remove_final_dot, remove_pairs):
        path = rule(path)
    path = re.sub(r"\A(?:/\.\.)+(?=/|\Z)", "", path) or "/"
    return re.sub(r"/[^/]+/\.\.\Z", "/", path)


def _ipv4_address(host: str) -> str | None:
    """Return the IPv4 address that a host of numbers stands for; None where it is none."""
    if not _NUMBERS.fullmatch(host):
        return None
    try:
        return inet_ntoa(inet_aton(_NO_DIGITS.sub("0", host.removesuffix("."))))
    except OSError:
        return None


def _ipv6_addresses(host: str) -> Iterator[str]:
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
    return ".".join(
        label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii")
        for label in _compatible(host).split(".")
    )


# What each form makes of a text.
_CHANGES: Mapping[str, Callable[[str], Text]] = {
    "absent": lambda text: text or None,
    "root": lambda text: text or "/",
    "lower-case": ascii_lower,
    "no-brackets": lambda text: text[1:-1] if text[:1] + text[-1:] == "[]" else text,
    "no-ending-dot": lambda text: text.removesuffix("."),
    "stripped": lambda text: _CONTROLS.sub("", text),
    "decoded": lambda text: unquote(text, errors="surrogateescape"),
    "encoded": lambda text: quote(text, safe=_NOT_ENCODED, errors="surrogatepass"),
    "upper-case-escapes": with_upper_digits,
    "mapped": _compatible,
    "ascii": _ascii,
    "ip-address": lambda text: next(_ipv6_addresses(text), None) or _ipv4_address(text) or text,
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
        undone: What it does that turns the form round.
        components: Those that can have the form.
    """

    id: str
    given: str
    undone: str
    components: tuple[str, ...] = attrs.field(converter=tuple, default=COMPONENT_NAMES)

    def of(self, component: str, text: str, scheme: str) -> Text:
        """Return the text of a component in this form; `scheme` is in lower case."""
        if self.id == "no-default":
            return None if text == DEFAULT_PORTS.get(scheme) else text
        if self.id == "separator":
            return _WITH_SEPARATOR[component].format(text)
        return _CHANGES[self.id](text)

    def withheld(self, of_standard: Collection[str]) -> tuple[str, str]:
        """Return what a program does that gives a text of which the standard has the form."""
        if self.id in of_standard:
            verb, _, what = self.given.partition(" ")
            return f"{self.id}-not-given", f"does not {verb.removesuffix('s')} {what}"
        # To decode is to turn encoding round.
        opposite = {"decoded": "encoded", "encoded": "decoded"}
        return opposite.get(self.id, f"{self.id}-undone"), self.undone


_WORDS = tomllib.loads((Path(__file__).parent / "forms.toml").read_text("utf-8"))
SAYS: Mapping[str, str] = FrozenMapping(_WORDS["says"])
"""What a program does that reads another text, in words that follow "it"."""
_FORMS = tuple(TextForm(**entry) for entry in _WORDS["form"])
FORM_IDS = frozenset(form.id for form in _FORMS)
"""The names of all forms."""

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
    undone = (form.withheld(of_standard) for form in there[text])
    return tuple(dict.fromkeys((*given_forms, *undone)))


def _reachable(component: str, text: Text, scheme: str) -> _Paths:
    """Return the texts that a text has in some forms, each with the fewest of them."""
    paths: _Paths = {text: ()}
    waiting = deque([text])
    while waiting and len(paths) < _MOST_TEXTS:
        start = waiting.popleft()
        if start is None or len(paths[start]) == _MOST_FORMS:
            continue
        for form in (form for form in _FORMS if component in form.components):
            changed = form.of(component, start, scheme)
            if changed not in paths:
                paths[changed] = (*paths[start], form)
                waiting.append(changed)
    return paths


# In code points: the steps of a longer host are not sought.
_LONGEST_HOST = 300
_ADDRESS = re.compile(r"[0-9.]+|.*:.*", re.DOTALL)
_ZEROS = re.compile(r"\b(?=[0-9]++(?:\.|\Z))0+(?=[0-9])")
_OTHERS = re.compile("[^a-z0-9]")
_ZONE = re.compile(r"\A(\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)%[^\]]*")
# Code points that IDNA leaves out, and those that it has for a dot.
_IGNORED = re.compile("[\u00ad\u034f\u180b-\u180d\u200b-\u200d\u2060\u2064\ufe00-\ufe0f\ufeff]")
_DOTS = str.maketrans("\u3002\uff0e\uff61", "...")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# What programs leave as it is where they percent-encode a host.
_NOT_ENCODED_IN_HOST = (_NOT_ENCODED, "!$%&'()*+,;=~:[]", "!$&'()*+,;=~:[]")


def _mapped(host: str) -> str:
    """Return what all hosts have in common that IDNA, of any version, maps to the same name."""
    labels = host.translate(_DOTS).split(".")
    folded = (normalize("NFKC", normalize("NFKC", _unicode(label)).casefold()) for label in labels)
    return ".".join(folded).translate(_DOTS)


def _unicode(label: str) -> str:
    try:
        is_encoded = label.lower().startswith("xn--")
        return label[4:].encode("ascii").decode("punycode") if is_encoded else label
    except UnicodeError:
        return label


def _decoded(host: str) -> Iterator[str]:
    if "%" in host:
        yield from (unquote(host, errors=errors) for errors in ("replace", "surrogateescape"))
        yield unquote(host, "latin-1")
        yield unescaped_where(host, _UNRESERVED)


_MAPS = "maps"
# In the order in which programs take them.
_STEPS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "removes": lambda host: iter((host.translate(TABS_AND_LINE_ENDS),)),
    "strips": lambda host: iter((host.strip(AT_ENDS), host.strip())),
    "replaces-controls": lambda host: iter((_CONTROLS.sub("_", host),)),
    "turns-slashes": lambda host: iter((host.replace("\\", "/"),)),
    "octets": lambda host: iter((host.encode("utf-8", "surrogatepass").decode("latin-1"),)),
    "decodes": _decoded,
    "drops-invisible": lambda host: iter((_CONTROLS.sub("", host), _IGNORED.sub("", host))),
    _MAPS: lambda host: iter((host.lower(), *(() if host.isascii() else (_mapped(host),)))),
    "drops-zone": lambda host: iter((_ZONE.sub(r"\1", host),)),
    "ipv4": lambda host: filter(None, map(_ipv4_address, (host, _ZEROS.sub("", host)))),
    "ipv6": _ipv6_addresses,
    "drops-localhost": lambda host: iter(("",) if host.lower() == "localhost" else ()),
    "drops-dot": lambda host: iter((host.removesuffix(".") or host,)),
    "drops-brackets": lambda host: iter((host.replace("[", "").replace("]", "") or host,)),
    "encodes": lambda host: (
        quote(host, safe=safe, errors="surrogatepass") for safe in _NOT_ENCODED_IN_HOST
    ),
}
CHANGES = "changes"
"""What is done with characters of which others are made in a way that is not known."""
NO_HOST = "no-host"
"""What is done with characters in which no host is seen."""


@kept(8192)
def _host_texts(host: str) -> dict[str, tuple[str, ...]]:
    """Return the texts that a host becomes in some steps, each with the fewest of them."""
    paths: dict[str, tuple[str, ...]] = {host: ()}
    for name, step in _STEPS.items():
        for text, path in tuple(paths.items()):
            for changed in step(text):
                if changed not in paths or len(paths[changed]) > len(path) + 1:
                    paths[changed] = (*path, name)
    return paths


def _fully_decoded(host: str, coding: str) -> str:
    while (decoded := unquote(host, coding)) != host:
        host = decoded
    return host


@kept(8192)
def _letters(host: str) -> frozenset[str]:
    """Return the letters and digits of US-ASCII, before and after characters are mapped to them."""
    host = host.translate(TABS_AND_LINE_ENDS)
    texts = [host]
    if not (host.isascii() and "%" not in host and "xn--" not in host):
        texts = [_fully_decoded(host, coding) for coding in ("utf-8", "latin-1")]
        texts += [_mapped(text) for text in texts]
    return frozenset(_OTHERS.sub("", ascii_lower(text)) for text in texts)


@kept(65536, lambda text, host: len(text) + len(host))
def steps_to(text: str, host: str) -> tuple[str, ...] | None:
    """Return the steps by which characters of a URL become a host, as few as possible.

    The host is as a client connects to it. None is where the characters do not become the host.
    """
    if connected_to(text) == host:
        return ()
    is_open = len(text) <= _LONGEST_HOST and (
        _ADDRESS.fullmatch(host) or text.lower() == "localhost" or _letters(text) & _letters(host)
    )
    if not is_open:
        return None if host else (NO_HOST,)
    mapped, ways = _mapped(host), []
    for changed, path in _host_texts(text).items():
        if connected_to(changed) == host:
            ways.append(path)
        elif _MAPS not in path and _mapped(changed) == mapped:
            ways.append((*path, _MAPS))
    if ways:
        return tuple(_mapping(text, host) if step == _MAPS else step for step in min(ways, key=len))
    if not host:
        return (NO_HOST,)
    is_other = f"{text}{host}".isascii() or text.count("@") < host.count("@")
    return None if is_other else (CHANGES,)


def _mapping(text: str, host: str) -> str:
    """Return the name of what makes other characters of those that IDNA maps to the same."""
    if text.lower() == host:
        return "lowers"
    if "xn--" in host and "xn--" not in text.lower():
        return "maps"
    return "to-ascii" if host.isascii() else "normalizes"
