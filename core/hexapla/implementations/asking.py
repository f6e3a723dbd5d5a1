"""Cases, the answers of an implementation to them, and asking it, whatever it does.

A case is one of two questions: to resolve a reference against a base, or to parse a URL, which is
to take it apart. What is here knows no standard, so that an adapter in Python starts fast.
"""

import reprlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

import attrs

from hexapla.operations.authority import COMPONENT_NAMES, UrlComponents
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value, json_form

Resolve = Callable[[str, str], str | None]
"""An implementation: takes a base and a reference; returns the text of a URI, or None, or raises.
"""

Parse = Callable[[str], object]
"""An implementation: takes a URL; returns what it reads in it, or raises.

It returns a `UrlComponents`, or a mapping or an object that has some of the components by their
names: a text, or None for one that is not there; what is anything else is left out. A port may be
an int, and where there is no host, `hostname` is taken for it, as `urlsplit` has one. None for all
is a refusal.
"""

_SHORTENING = reprlib.Repr()
_SHORTENING.maxstring = 80
short = _SHORTENING.repr
"""Return a text as a literal of at most 80 characters, the middle left out if need be."""


class RejectionError(Exception):
    """An implementation answered that there is no URI, or refused a URL; the message is its own."""


class NoAnswerError(Exception):
    """An implementation gave no answer: it died, hung, or did not keep to the protocol."""


@attrs.frozen(order=True, repr=False)
class Case(Value):
    """A base, and a reference to resolve against it.

    Attributes:
        base: The base.
        reference: The reference.
        question: The name of the question.
        asked: The members of the question in JSON.
        given: The members of an answer in JSON.
        refusal: The word for an answer without a URI.
    """

    base: str
    reference: str

    question: ClassVar[str] = "resolve"
    asked: ClassVar[tuple[str, ...]] = ("base", "reference")
    given: ClassVar[tuple[str, ...]] = ("uri",)
    refusal: ClassVar[str] = "no URI"

    def __str__(self) -> str:
        return f"{short(self.reference)} against {short(self.base)}"

    @property
    def texts(self) -> tuple[str, ...]:
        """The arguments that an implementation is called with."""
        return self.base, self.reference

    @staticmethod
    def value_of(given: object) -> str | None:
        """Return what an implementation returned; raise `NoAnswerError` if it can't be."""
        if given is None or type(given) is str:
            return given
        raise NoAnswerError(f"gave a {type(given).__name__}, neither str nor None")


@attrs.frozen(order=True, repr=False)
class UrlCase(Value):
    """A URL to parse.

    Attributes:
        url: The URL.
        question: The name of the question.
        asked: The members of the question in JSON.
        given: The members of an answer that is one.
        refusal: What an answer without components is called.
    """

    url: str

    question: ClassVar[str] = "parse"
    asked: ClassVar[tuple[str, ...]] = ("parse",)
    given: ClassVar[tuple[str, ...]] = COMPONENT_NAMES
    refusal: ClassVar[str] = "refused"

    def __str__(self) -> str:
        return short(self.url)

    @property
    def texts(self) -> tuple[str, ...]:
        """The arguments that an implementation is called with."""
        return (self.url,)

    @staticmethod
    def value_of(given: object) -> UrlComponents:
        """Return the components in what an implementation returned; leave out what isn't text.

        Raises:
            RejectionError: It is None.
            NoAnswerError: It has no component that is a text or None.
        """
        if isinstance(given, UrlComponents):
            return given
        if given is None:
            raise RejectionError("returned None")
        texts: dict[str, str | None] = {}
        left_out = {}
        for name, member in _members(given).items():
            if member is None or type(member) is str:
                texts[name] = member
            elif name == "port" and type(member) is int:
                texts[name] = str(member)
            else:
                left_out[name] = type(member).__name__
        if not texts:
            names = " or ".join((", ".join(COMPONENT_NAMES[:-1]), COMPONENT_NAMES[-1]))
            raise NoAnswerError(f"gave a {type(given).__name__} without a text for {names}")
        return UrlComponents.of(texts, left_out)


def _members(given: object) -> dict[str, object]:
    names = (*COMPONENT_NAMES, "hostname")
    if isinstance(given, Mapping):
        members = {name: given[name] for name in names if name in given}
    else:
        members = {name: getattr(given, name) for name in names if hasattr(given, name)}
    if "hostname" in members:
        members.setdefault("host", members.pop("hostname"))
    return members


AnyCase = Case | UrlCase
# The member of an answer in JSON that has the types of what a Python callable gave, and is no text.
_LEFT_OUT = "left_out"


def case_of(texts: Sequence[str]) -> AnyCase:
    """Return the case of a base and a reference, or of a URL."""
    return Case(*texts) if len(texts) > 1 else UrlCase(*texts)


def value_in(members: Mapping[str, Any], case: AnyCase) -> str | UrlComponents | None:
    """Return what an answer in JSON has, given its members; raise `NoAnswerError` for no answer."""
    if isinstance(case, Case):
        return case.value_of(members["uri"])
    value, told = case.value_of(members), members.get(_LEFT_OUT)
    names = told.items() if isinstance(told, dict) else ()
    more = {name: kind for name, kind in names if name in case.given and type(kind) is str}
    return UrlComponents(value.stated, FrozenMapping({**value.left_out, **more}))


def size_of(case: AnyCase) -> list[int]:
    """Return what is less for a smaller case: the length of the reference, or URL, and the base."""
    return [len(text) for text in reversed(case.texts)]


Asked = TypeVar("Asked", bound=AnyCase)
Given = TypeVar("Given")


def _is_none(words: str | None) -> bool:
    return words is None


@attrs.frozen(repr=False)
class Answer(Generic[Asked, Given]):
    """What an implementation answered to a case; the words of errors make no other answer.

    Attributes:
        case: What was asked.
        value: The URI, or the components of the URL. None if it gave no URI, or refused the URL;
            `error` is then its message, if it gave one.
        error: The message of the implementation, if it refused and gave one.
        trouble: How it failed to answer at all, if it did.
    """

    case: Asked
    value: Given | None = None
    error: str | None = attrs.field(default=None, eq=_is_none)
    trouble: str | None = attrs.field(default=None, eq=_is_none)

    def __repr__(self) -> str:
        return f"<Answer to {self.case}: {self}>"

    def __str__(self) -> str:
        if self.trouble is not None:
            return f"no answer, {short(self.trouble)}"
        if self.error is not None:
            return f"{self.case.refusal}, {short(self.error)}"
        if self.value is None:
            return self.case.refusal
        return short(self.value) if isinstance(self.value, str) else str(self.value)

    @property
    def accepts(self) -> bool:
        """Whether it gave a URI, or took the URL apart."""
        return self.value is not None

    @property
    def said(self) -> dict[str, Any]:
        """What the implementation gave, and nothing else: a value, an error, or its trouble.

        It is the form in which an answer is recorded, and sent by a program.
        """
        if self.trouble is not None:
            return {"trouble": self.trouble}
        if self.error is not None:
            return {"error": self.error}
        if isinstance(self.value, UrlComponents):
            left_out = {_LEFT_OUT: dict(self.value.left_out)} if self.value.left_out else {}
            return {**self.value.to_dict(), **left_out}
        return {"uri": cast(str | None, self.value)} if isinstance(self.case, Case) else {}

    def to_dict(self) -> dict[str, object]:
        """Return the answer's JSON form, without what was asked."""
        name = "uri" if isinstance(self.case, Case) else "components"
        return {name: json_form(self.value), "error": self.error, "trouble": self.trouble}

    def with_case(self) -> dict[str, object]:
        """Return the JSON form of what was asked and of the answer."""
        return {**self.case.to_dict(), "answer": self.to_dict()}


ResolveAnswer = Answer[Case, str]
ParseAnswer = Answer[UrlCase, UrlComponents]
AnyAnswer = Answer[Any, Any]


def ask(implementation: Callable[..., object], case: Asked) -> Answer[Asked, Any]:
    """Return an implementation's answer to a case; no exception of its own gets through.

    Args:
        implementation: Is called with the texts of the case.
        case: What it is asked.
    """
    try:
        return Answer(case, case.value_of(implementation(*case.texts)))
    except NoAnswerError as error:
        return Answer(case, trouble=str(error))
    except RejectionError as error:
        return Answer(case, error=str(error))
    except Exception as error:
        return Answer(case, error=f"{type(error).__name__}: {error}")
