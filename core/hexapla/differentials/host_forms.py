"""What became of the characters of a host: the steps by which a text becomes another one."""

import re
from collections.abc import Callable, Iterator, Mapping
from unicodedata import normalize
from urllib.parse import quote, unquote

from hexapla.implementations.forms import (
    AT_ENDS,
    CONTROLS,
    NOT_ENCODED,
    TABS_AND_LINE_ENDS,
    ipv4_address,
    ipv6_addresses,
)
from hexapla.operations.url_components import connected_to
from hexapla.text.escapes import ascii_lower, unescaped_where
from hexapla.values.kept import kept

# In code points: the steps of a longer host are not sought.
_LONGEST = 300
_ADDRESS = re.compile(r"[0-9.]+|.*:.*", re.DOTALL)
_ZEROS = re.compile(r"\b0+(?=[0-9]+(?:\.|\Z))")
_OTHERS = re.compile("[^a-z0-9]")
_ZONE = re.compile(r"\A(\[?[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)%[^\]]*")
# Code points that IDNA leaves out, and those that it has for a dot.
_IGNORED = re.compile("[\u00ad\u034f\u180b-\u180d\u200b-\u200d\u2060\u2064\ufe00-\ufe0f\ufeff]")
_DOTS = str.maketrans("\u3002\uff0e\uff61", "...")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# What programs leave as it is where they percent-encode a host.
_NOT_ENCODED = (NOT_ENCODED, "!$%&'()*+,;=~:[]", "!$&'()*+,;=~:[]")


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


def _encoded(host: str) -> Iterator[str]:
    return (quote(host, safe=safe, errors="surrogatepass") for safe in _NOT_ENCODED)


_MAPS = "maps"
# In the order in which programs take them.
_STEPS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "removes": lambda host: iter((host.translate(TABS_AND_LINE_ENDS),)),
    "strips": lambda host: iter((host.strip(AT_ENDS), host.strip())),
    "replaces-controls": lambda host: iter((CONTROLS.sub("_", host),)),
    "turns-slashes": lambda host: iter((host.replace("\\", "/"),)),
    "octets": lambda host: iter((host.encode("utf-8", "surrogatepass").decode("latin-1"),)),
    "decodes": _decoded,
    "drops-invisible": lambda host: iter((CONTROLS.sub("", host), _IGNORED.sub("", host))),
    _MAPS: lambda host: iter((host.lower(), *(() if host.isascii() else (_mapped(host),)))),
    "drops-zone": lambda host: iter((_ZONE.sub(r"\1", host),)),
    "ipv4": lambda host: filter(None, map(ipv4_address, (host, _ZEROS.sub("", host)))),
    "ipv6": ipv6_addresses,
    "drops-localhost": lambda host: iter(("",) if host.lower() == "localhost" else ()),
    "drops-dot": lambda host: iter((host.removesuffix(".") or host,)),
    "drops-brackets": lambda host: iter((host.replace("[", "").replace("]", "") or host,)),
    "encodes": _encoded,
}
CHANGES = "changes"
"""What is done with characters of which others are made in a way that is not known."""
NO_HOST = "no-host"
"""What is done with characters in which no host is seen."""


@kept(8192)
def _reachable(host: str) -> dict[str, tuple[str, ...]]:
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
    is_open = len(text) <= _LONGEST and (
        _ADDRESS.fullmatch(host) or text.lower() == "localhost" or _letters(text) & _letters(host)
    )
    if not is_open:
        return None if host else (NO_HOST,)
    mapped, ways = _mapped(host), []
    for changed, path in _reachable(text).items():
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
