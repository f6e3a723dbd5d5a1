"""Asking an implementation to take a URL apart, whatever it does."""

from collections.abc import Callable, Mapping

import attrs

from hexapla.implementations.asking import AnyAnswer, NoAnswerError, RejectionError, attempt
from hexapla.implementations.cases import short
from hexapla.operations.url_components import COMPONENT_NAMES, UrlComponents

Parse = Callable[[str], object]
"""An implementation: takes a URL; returns what it reads in it, or raises.

It returns a `UrlComponents`, or a mapping or an object that has some of the components by their
names: a text, or None for one that is not there. A port may be an int, and where there is no host,
`hostname` is taken for it, as `urlsplit` has one. None for all is a refusal.
"""


@attrs.frozen(repr=False)
class ParseAnswer(AnyAnswer):
    """What an implementation answered when it was asked to parse a URL.

    `components` is None where it refused the URL; `error` is then its message. Where it failed to
    answer at all, `trouble` says how.

    Attributes:
        url: What was asked.
    """

    url: str
    components: UrlComponents | None
    error: str | None = None
    trouble: str | None = None

    def __repr__(self) -> str:
        return f"<ParseAnswer to {short(self.url)}: {self}>"

    def __str__(self) -> str:
        if self.trouble is not None:
            return f"no answer, {short(self.trouble)}"
        if self.components is None:
            return "refused" if self.error is None else f"refused, {short(self.error)}"
        return str(self.components)

    @property
    def accepts(self) -> bool:
        """Whether it took the URL apart."""
        return self.components is not None

    @property
    def asked(self) -> dict[str, object]:
        """What was asked, in its JSON form: a URL."""
        return {"url": self.url}

    @property
    def compared(self) -> tuple[UrlComponents | None, bool]:
        """What has to be the same when it is asked again; the words of an error need not be."""
        return self.components, self.trouble is None

    @property
    def said(self) -> dict[str, str | None]:
        """What the implementation gave, and nothing else: components, an error, or its trouble.

        It is the form in which an answer is recorded.
        """
        return self.failure if self.components is None else self.components.to_dict()

    def to_dict(self) -> dict[str, object]:
        """Return the answer's JSON form."""
        components = None if self.components is None else self.components.to_dict()
        return {"components": components, "error": self.error, "trouble": self.trouble}


def ask_to_parse(parse: Parse, url: str) -> ParseAnswer:
    """Return an implementation's answer to a URL; no exception of its own gets through."""
    return ParseAnswer(url, *attempt(lambda: components_of(parse(url))))


def components_of(given: object) -> UrlComponents:
    """Return the components in what an implementation returned.

    Raises:
        RejectionError: It is None.
        NoAnswerError: It has no components, or one that is neither a text nor None.
    """
    if isinstance(given, UrlComponents):
        return given
    if given is None:
        raise RejectionError("returned None")
    members = {name: _text(name, value) for name, value in _members(given).items()}
    if not members:
        names = ", ".join(COMPONENT_NAMES)
        raise NoAnswerError(f"gave a {type(given).__name__}, which has none of {names}")
    return UrlComponents.of(members)


def _members(given: object) -> dict[str, object]:
    names = (*COMPONENT_NAMES, _HOSTNAME)
    if isinstance(given, Mapping):
        members = {name: given[name] for name in names if name in given}
    else:
        members = {name: getattr(given, name) for name in names if hasattr(given, name)}
    if _HOSTNAME in members:
        hostname = members.pop(_HOSTNAME)
        members.setdefault("host", hostname)
    return members


# What some call the host.
_HOSTNAME = "hostname"


def _text(name: str, value: object) -> str | None:
    if value is None or type(value) is str:
        return value
    if name == "port" and type(value) is int:
        return str(value)
    raise NoAnswerError(f"gave a {name} that is a {type(value).__name__}, neither str nor None")
