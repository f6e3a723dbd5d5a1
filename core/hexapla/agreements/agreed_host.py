"""Return the host of a URL only if the standards and parsers agree on the host."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Literal

from hexapla.agreements.agreement import UrlAgreement
from hexapla.agreements.stored import shipped_agreement
from hexapla.divergence.model import HOST
from hexapla.grammar.validity import Verdict
from hexapla.implementations.asking import Parse, ParseAnswer, UrlCase, ask
from hexapla.operations.authority import connected_to
from hexapla.operations.division import host_rules
from hexapla.standard.display import show_cut
from hexapla.standard.dividing import divided_by, division_of
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.values.checked import checked, checked_call, checked_items

_Read = str | None | Literal[False]
"""The host that a client connects to; None if there is no host, False if the URL is rejected."""


# Clients disagree about these characters in any component: some clients remove the characters,
# others stop reading at the first of them.
_UNSAFE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff]")

# Clients have their own rules for many other characters in an authority. Java connects to the local
# machine if there is a second "@". Curl expands braces. The C library resolves the host "*" to the
# local machine. In the userinfo, the only safe ASCII characters are those of RFC 3986, section
# 3.2.1. In the host, the only safe ASCII characters are those of names and addresses.
_SAFE_AUTHORITY = re.compile(
    r"""
    [^:]+://
    (([\w.~!$&'()*+,;=:%-]|[^\x00-\x7f])*@)?
    ([\w.%-]|[^\x00-\x7f]|:|\[|\])*
    ([/?#]|\Z)
    """,
    re.VERBOSE,
)

_IN_FORCE = ("rfc3986", "whatwg")

SCHEMES = ("http", "https")
"""The schemes that `agreed_host` allows by default."""


class UrlRejected(ValueError):  # noqa: N818
    """The error for a URL that isn't safe to pass on; the message gives the reason.

    Attributes:
        url: The URL.
        reason: The reason for rejecting the URL.
    """

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(url, reason)
        self.url = url
        self.reason = reason

    def __str__(self) -> str:
        return f"{show_cut(self.url)}: {self.reason}"


class HostsDiffer(UrlRejected):
    """The error if standards or parsers find different hosts, or if one of them rejects the URL.

    Attributes:
        url: The URL.
        hosts: The hosts that clients connect to, keyed by the selector of the standard or the name
            of the parser; None means no host. Standards and parsers in `refused_by` have no entry.
        refused_by: The standards and parsers that reject the URL or don't report its host.
    """

    def __init__(self, url: str, read: Mapping[str, _Read], specs: tuple[Spec, ...]) -> None:
        ValueError.__init__(self, url, read, specs)  # so that it can be pickled
        self.url = url
        self.hosts = {name: host for name, host in read.items() if host is not False}
        self.refused_by = tuple(name for name, host in read.items() if host is False)
        self._specs = specs

    @property
    def rules(self) -> Mapping[str, str]:
        """The rules, with their sections, that explain each standard's host, keyed by selector.

        A standard has no entry if no rule explains its host, for example because the standard takes
        the host as written.
        """
        read = self.hosts | dict.fromkeys(self.refused_by, False)
        rules = {}
        for spec in self._specs:
            own = read[spec.selector]
            others = (each for each in self._specs if read[each.selector] != own)
            other = divided_by(next(others, spec), self.url)
            told = str(host_rules(divided_by(spec, self.url), other))
            if told:
                rules[spec.selector] = told
        return rules

    @property
    def reason(self) -> str:  # type: ignore[override]
        """A list of the standards and parsers, each with its host and the rule that explains it."""
        rules = self.rules
        labels = {spec.selector: spec.label for spec in self._specs}
        reads = {}
        for name, host in self.hosts.items():
            if host is None:
                reads[name] = "reads no host"
            else:
                reads[name] = f"reads host {show_cut(host)}"
        reads |= dict.fromkeys(self.refused_by, "rejects it")
        told = []
        for name, does in reads.items():
            line = f"{labels.get(name, name)} {does}"
            if name in rules:
                line += f": {rules[name]}"
            told.append(line)
        return " · ".join(told)


def agreed_host(
    url: str,
    specs: Iterable[str | Spec] = _IN_FORCE,
    *,
    parsers: Iterable[Parse] = (),
    schemes: Iterable[str] = SCHEMES,
    strict: bool | UrlAgreement = False,
) -> str:
    """Return the host of a URL if all standards and parsers find the same host.

    The host is returned in the form that a client uses to connect: without brackets, and with ASCII
    letters in lower case.

    >>> import hexapla
    >>> hexapla.agreed_host("https://Example.com:8443/a")
    'example.com'

    Args:
        url: The URL; any `str` is accepted.
        specs: Selectors or specs; by default the standards in force.
        parsers: Functions such as `urlsplit` that take a URL and return its components in one of
            the forms that `identify(parse=…)` accepts, or raise an error. Wrap a function that
            returns only the host: `lambda url: {"host": host_of(url)}`.
        schemes: The allowed schemes, in lower case.
        strict: An agreement, as returned by `hexapla.agreement`; True selects the built-in
            agreement of the default specs. Unless `strict` is False, URLs outside the agreement and
            URLs that are invalid under one of the standards are rejected, too, even if all
            standards and parsers happen to find the same host.

    Raises:
        UrlRejected: The scheme isn't allowed or is missing; the URL has no host; the URL contains a
            control character, white space or a lone surrogate; the userinfo or host contains a
            character that clients disagree about, such as a second "@"; or a parser returned
            something other than components. With `strict`, the URL may also be outside the
            agreement or invalid.
        HostsDiffer: Two standards or parsers find different hosts, or one of them rejects the URL
            or doesn't report its host. This is a subclass of `UrlRejected`.
        SelectorError: A spec is unknown.
        TypeError: An argument has the wrong type.
        ValueError: `specs` is empty; a spec doesn't split URLs; `strict` is an agreement that is
            incomplete or doesn't compare hosts; or `strict` is True, but `specs` isn't the default
            or parsers are given.
    """
    asked = tuple(parsers)
    agreement = None
    if strict is not False:
        agreement = _agreement_of(strict, specs, asked)
    if type(specs) is not tuple:
        specs = checked_items(specs, "specs", str, Spec)
    divisions = _hosts_by(specs)
    allowed: tuple[str, ...] = SCHEMES
    if schemes is not SCHEMES:
        allowed = checked_items(schemes, "schemes", str)
    _check(checked(url, "url"), allowed)
    read = [_read(host_by, url) for _, host_by in divisions]
    read += [_read_by_parser(parser, url) for parser in asked]
    first = read[0]
    if first is False or read.count(first) < len(read):
        chosen = tuple(spec for spec, _ in divisions)
        names = [*(spec.selector for spec in chosen), *map(_name_of, asked)]
        raise HostsDiffer(url, dict(zip(names, read, strict=True)), chosen)
    if first is None:
        raise UrlRejected(url, "it has no host")
    if _SAFE_AUTHORITY.match(url) is None:
        raise UrlRejected(url, "its userinfo or host has a character that isn't safe there")
    if agreement is not None:
        _check_strictly(url, divisions, agreement)
    return first


def _agreement_of(
    strict: bool | UrlAgreement, specs: Iterable[str | Spec], parsers: tuple[Parse, ...]
) -> UrlAgreement:
    """Return the agreement that the argument `strict` selects."""
    if strict is True:
        if tuple(specs) != _IN_FORCE or parsers:
            wrong = (
                "strict=True applies only to the default specs without parsers; otherwise, pass "
                "strict=hexapla.agreement(…) for the same specs and parsers"
            )
            raise ValueError(wrong)
        strict = shipped_agreement()
    if not isinstance(strict, UrlAgreement):
        raise TypeError(f"strict must be a bool or an agreement, not {type(strict).__name__}")
    if HOST not in strict.aspects or not strict.complete:
        raise ValueError("strict must be a complete agreement on hosts")
    return strict


def _check_strictly(
    url: str, divisions: Iterable[tuple[Spec, object]], agreement: UrlAgreement
) -> None:
    """Raise `UrlRejected` if a URL is outside an agreement or invalid."""
    if not agreement.matches(url):
        raise UrlRejected(url, f"it isn't one of the URLs {agreement.about}")
    for spec, _ in divisions:
        if spec.validate(url).verdict is Verdict.NO:
            raise UrlRejected(url, f"it isn't valid under {spec.label}")


def _check(url: str, schemes: tuple[str, ...]) -> None:
    """Raise `UrlRejected` if a URL contains an unsafe character or its scheme isn't allowed."""
    unsafe = _UNSAFE.search(url)
    if unsafe is not None:
        place = f"U+{ord(unsafe[0]):04X} at {unsafe.start()}"
        reason = "a URL can't contain control characters, white space or surrogates"
        raise UrlRejected(url, f"it contains {place}; {reason}")
    scheme, colon, _ = url.partition(":")
    if not colon or ascii_lower(scheme) not in schemes:
        raise UrlRejected(url, f"its scheme isn't one of {', '.join(schemes)}")


@lru_cache(maxsize=64)
def _hosts_by(specs: tuple[str | Spec, ...]) -> list[tuple[Spec, Callable[[str], str | None]]]:
    return [(spec, division_of(spec).host) for spec in columns_of(specs)]


def _read(host_by: Callable[[str], str | None], url: str) -> _Read:
    try:
        host = host_by(url)
    except LookupError:
        return False
    if not host:
        return None
    return connected_to(host) or None


def _read_by_parser(parser: Parse, url: str) -> _Read:
    told: ParseAnswer = ask(checked_call(parser, "each of parsers"), UrlCase(url))
    if told.trouble is not None:
        raise UrlRejected(url, f"{_name_of(parser)} {told.trouble}")
    if told.value is None or "host" not in told.value.stated:
        return False
    return told.value.compared("host")


def _name_of(parser: Parse) -> str:
    module = getattr(parser, "__module__", "")
    name = getattr(parser, "__qualname__", type(parser).__qualname__)
    return f"{module}.{name}".removeprefix(".")
