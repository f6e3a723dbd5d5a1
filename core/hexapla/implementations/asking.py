"""Cases, answers of implementations, and a function that asks an implementation about a case.

A case is a question to an implementation: to resolve a reference against a base, or to parse a URL
into its components. This module doesn't import any standard, so that adapters in Python start
quickly.
"""

import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import attrs

from hexapla.operations.authority import AUTHORITY, COMPONENT_NAMES, UrlComponents
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value, json_form

Resolve = Callable[[str, str], str | None]
"""A resolver: a function that takes a base and a reference, and returns a URI.

If there is no URI, it returns None or raises an exception.
"""

Parse = Callable[[str], object]
"""A parser: a function that takes a URL, and returns its components or raises an exception.

The result is a `UrlComponents`, or a mapping or an object with some of the components as its values
or attributes. A component is a string, or None if absent; a port may also be an int. Other values
are ignored. If there is no `host`, `hostname` is used, as in the result of `urlsplit`. In a mapping
without `userinfo`, `username` and `password` are used; without a host, `authority` is compared as a
whole. If the whole result is None, the URL counts as rejected.
"""

# The member of a JSON answer that lists the types of components that weren't strings.
_LEFT_OUT = "left_out"

_SHORTENING = reprlib.Repr()
_SHORTENING.maxstring = 80
short = _SHORTENING.repr
"""Format a string as a literal of at most 80 characters, leaving out the middle if necessary."""


class RejectionError(Exception):
    """An implementation produced no URI or rejected a URL; the message gives the reason."""


class NoAnswerError(Exception):
    """An implementation gave no answer: it failed, violated the protocol, or couldn't be asked."""


@attrs.frozen(order=True, repr=False, cache_hash=True)
class Case(Value):
    """A base, and a reference to resolve against it.

    Attributes:
        base: The base.
        reference: The reference.
        question: The name of the question.
        asked: The names of the members that contain the case in a JSON question.
        given: The names of the members that contain the URI in a program's JSON answer.
        result: The name of the member that contains the URI in `Answer.to_dict`.
        refusal: A description of an answer without a URI.
    """

    base: str
    reference: str

    question: ClassVar[str] = "resolve"
    asked: ClassVar[tuple[str, ...]] = ("base", "reference")
    given: ClassVar[tuple[str, ...]] = ("uri",)
    result: ClassVar[str] = "uri"
    refusal: ClassVar[str] = "no URI"

    def __str__(self) -> str:
        return f"{short(self.reference)} against {short(self.base)}"

    @property
    def texts(self) -> tuple[str, ...]:
        """The arguments for the implementation."""
        return self.base, self.reference

    @property
    def text(self) -> str:
        """The reference."""
        return self.reference

    @staticmethod
    def value_of(given: object) -> str | None:
        """Return a given value; raise `NoAnswerError` if it is neither a string nor None."""
        if given is None or type(given) is str:
            return given
        raise NoAnswerError(f"gave a value of type {type(given).__name__}, neither str nor None")

    def value_in(self, members: Mapping[str, Any]) -> str | None:
        """Return the URI in an answer's JSON members; raise errors as `value_of` does."""
        return self.value_of(members["uri"])

    @staticmethod
    def members_of(value: str | None) -> dict[str, object]:
        """Return the JSON members of an answer with or without a URI."""
        return {"uri": value}


@attrs.frozen(order=True, repr=False, cache_hash=True)
class UrlCase(Value):
    """A URL to parse.

    Attributes:
        url: The URL.
        base: None, because a URL is parsed without a base.
        question: The name of the question.
        asked: The names of the members that contain the case in a JSON question.
        given: The names of the members that contain the components in a program's JSON answer.
        result: The name of the member that contains the components in `Answer.to_dict`.
        refusal: A description of an answer without components.
    """

    url: str

    base: ClassVar[None] = None
    question: ClassVar[str] = "parse"
    asked: ClassVar[tuple[str, ...]] = ("parse",)
    given: ClassVar[tuple[str, ...]] = COMPONENT_NAMES
    result: ClassVar[str] = "components"
    refusal: ClassVar[str] = "refused"

    def __str__(self) -> str:
        return short(self.url)

    @property
    def texts(self) -> tuple[str, ...]:
        """The arguments for the implementation."""
        return (self.url,)

    @property
    def text(self) -> str:
        """The URL."""
        return self.url

    @staticmethod
    def value_of(given: object) -> UrlComponents:
        """Return the components in a value that an implementation returned.

        Raises:
            RejectionError: The value is None.
            NoAnswerError: The value contains no valid component.
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
            kind = type(given).__name__
            raise NoAnswerError(f"gave a value of type {kind} without a string for any of {names}")
        components = UrlComponents.of(texts, left_out)
        if AUTHORITY not in texts:
            return components
        stated = FrozenMapping({**components.stated, AUTHORITY: texts[AUTHORITY]})
        return attrs.evolve(components, stated=stated)

    def value_in(self, members: Mapping[str, Any]) -> UrlComponents:
        """Return the components in an answer's JSON members; raise errors as `value_of` does."""
        value, told = self.value_of(members), members.get(_LEFT_OUT)
        names = told.items() if isinstance(told, dict) else ()
        more = {name: kind for name, kind in names if name in self.given and type(kind) is str}
        return UrlComponents(value.stated, FrozenMapping({**value.left_out, **more}))

    @staticmethod
    def members_of(value: UrlComponents | None) -> dict[str, object]:
        """Return the JSON members of an answer with components; a rejection has none."""
        if value is None:
            return {}
        left_out = {_LEFT_OUT: dict(value.left_out)} if value.left_out else {}
        return {**value.to_dict(), **left_out}


def _members(given: object) -> dict[str, object]:
    names = (*COMPONENT_NAMES, "hostname")
    if isinstance(given, Mapping):
        members = {name: given[name] for name in names if name in given}
        members.update(_parts_of_authority(given, members))
    else:
        members = {name: getattr(given, name) for name in names if hasattr(given, name)}
    if "hostname" in members:
        members.setdefault("host", members.pop("hostname"))
    return members


def _parts_of_authority(
    given: Mapping[Any, object], members: Mapping[str, object]
) -> Iterator[tuple[str, object]]:
    """Yield the userinfo made of a user name and a password, and the authority if no host is given.

    Args:
        given: The mapping that a program returned.
        members: Its members that are components.
    """
    has_names = "username" in given or "password" in given
    if has_names and "userinfo" not in members:
        yield "userinfo", _userinfo(given.get("username"), given.get("password"))
    if AUTHORITY in given and "host" not in members and "hostname" not in members:
        yield AUTHORITY, given[AUTHORITY]


def _userinfo(name: object, password: object) -> object:
    """Return the userinfo made of a user name and a password; None if both are missing.

    If both are empty strings, they count as missing, as in the interfaces of the URL Standard.
    """
    is_text = isinstance(name, str | None) and isinstance(password, str | None)
    if not is_text:
        return (name, password)  # it counts as left out, like any other value that isn't text
    if password is None:
        return name
    if not name and not password:
        return None
    if not password:
        return name
    return f"{name or ''}:{password}"


AnyCase = Case | UrlCase


def case_of(text: str, base: str | None = None) -> AnyCase:
    """Create the case for a reference and its base or, without a base, for a URL."""
    return UrlCase(text) if base is None else Case(base, text)


def size_of(case: AnyCase) -> list[int]:
    """Return a sort key for size: the lengths of the reference (or URL) and of the base."""
    return [len(text) for text in reversed(case.texts)]


Asked = TypeVar("Asked", bound=AnyCase)
Given = TypeVar("Given")


def _is_none(words: str | None) -> bool:
    return words is None


@attrs.frozen(repr=False, cache_hash=True)
class Answer(Generic[Asked, Given]):
    """An implementation's answer to a case; answers are equal even if error messages differ.

    Attributes:
        case: The case.
        value: The URI, or the components of the URL; None if there is no URI, if the URL was
            rejected, or if the implementation failed to answer.
        error: The message with which the implementation rejected the case; None if there is none.
        trouble: A description of the failure to answer; None if the implementation answered.
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
        """Whether the implementation gave a URI or parsed the URL."""
        return self.value is not None

    @property
    def said(self) -> dict[str, Any]:
        """The answer without the case, as JSON members: a value, an error, or a failure.

        Recordings contain answers in this form, and programs send answers in this form.
        """
        if self.trouble is not None:
            return {"trouble": self.trouble}
        if self.error is not None:
            return {"error": self.error}
        members_of: Callable[[Any], dict[str, object]] = self.case.members_of
        return members_of(self.value)

    def to_dict(self) -> dict[str, object]:
        """Return the answer's JSON form, without the case."""
        result = {self.case.result: json_form(self.value)}
        return {**result, "error": self.error, "trouble": self.trouble}

    def with_case(self) -> dict[str, object]:
        """Return the JSON form of the case and the answer."""
        return {**self.case.to_dict(), "answer": self.to_dict()}


ResolveAnswer = Answer[Case, str]
ParseAnswer = Answer[UrlCase, UrlComponents]
AnyAnswer = Answer[Any, Any]


def ask(implementation: Callable[..., object], case: Asked) -> Answer[Asked, Any]:
    """Return an implementation's answer to a case, even if the implementation raises an exception.

    Args:
        implementation: A callable that takes the strings of the case as arguments.
        case: The case.
    """
    try:
        return Answer(case, case.value_of(implementation(*case.texts)))
    except NoAnswerError as error:
        return Answer(case, trouble=str(error))
    except RejectionError as error:
        return Answer(case, error=str(error))
    except Exception as error:
        return Answer(case, error=f"{type(error).__name__}: {error}")


def ask_all(
    implementation: Callable[..., object], cases: Iterable[AnyCase]
) -> tuple[AnyAnswer, ...]:
    """Return an implementation's answers to cases."""
    return tuple(ask(implementation, case) for case in cases)
