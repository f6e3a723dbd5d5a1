"""Asking an implementation, whatever it does."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

import attrs

from hexapla.implementations.cases import Case, short

Resolve = Callable[[str, str], str | None]
"""An implementation: takes a base and a reference; returns the text of a URI, or None, or raises.
"""


class RejectionError(Exception):
    """An implementation answered that there is no URI; the message is its own."""


class NoAnswerError(Exception):
    """An implementation gave no answer: it died, hung, or did not keep to the protocol."""


Value = TypeVar("Value")


class AnyAnswer(ABC):
    """What an answer to any question has.

    Attributes:
        error: The message of the implementation, if it refused and gave one.
        trouble: How it failed to answer at all, if it did.
    """

    __slots__ = ()
    error: str | None
    trouble: str | None

    @property
    @abstractmethod
    def asked(self) -> dict[str, object]:
        """What was asked, in its JSON form."""

    @property
    @abstractmethod
    def compared(self) -> object:
        """What has to be the same when it is asked again; the words of an error need not be."""

    @property
    @abstractmethod
    def said(self) -> dict[str, str | None]:
        """What the implementation gave, and nothing else, as it is recorded."""

    @abstractmethod
    def to_dict(self) -> dict[str, object]:
        """Return the answer's JSON form, without what was asked."""

    def with_question(self) -> dict[str, object]:
        """Return the JSON form of what was asked and of the answer."""
        return {**self.asked, "answer": self.to_dict()}

    @property
    def failure(self) -> dict[str, str | None]:
        """The form in which a failure is recorded, `trouble` or `error`; empty for an answer."""
        if self.trouble is not None:
            return {"trouble": self.trouble}
        return {} if self.error is None else {"error": self.error}


@attrs.frozen(repr=False)
class Answer(AnyAnswer):
    """What an implementation answered to a case.

    `uri` is None where it gave no URI; `error` is then its message, if it gave one. Where it failed
    to answer at all, `trouble` says how.

    Attributes:
        case: What was asked.
    """

    case: Case
    uri: str | None
    error: str | None = None
    trouble: str | None = None

    def __repr__(self) -> str:
        return f"<Answer to {self.case}: {self}>"

    def __str__(self) -> str:
        if self.trouble is not None:
            return f"no answer, {short(self.trouble)}"
        if self.error is not None:
            return f"no URI, {short(self.error)}"
        return "no URI" if self.uri is None else short(self.uri)

    def matches(self, uri: str | None) -> bool:
        """Return whether this is the answer expected; a failure to answer matches nothing."""
        return self.trouble is None and self.uri == uri

    @property
    def asked(self) -> dict[str, object]:
        """What was asked, in its JSON form: base and reference."""
        return self.case.to_dict()

    @property
    def compared(self) -> tuple[str | None, bool, bool]:
        """What has to be the same when it is asked again; the words of an error need not be."""
        return self.uri, self.error is None, self.trouble is None

    @property
    def said(self) -> dict[str, str | None]:
        """What the implementation gave, and nothing else: a URI or None, an error, or its trouble.

        It is the form in which an answer is recorded.
        """
        return self.failure or {"uri": self.uri}

    def to_dict(self) -> dict[str, object]:
        """Return the answer's JSON form."""
        return {"uri": self.uri, "error": self.error, "trouble": self.trouble}


def ask(resolve: Resolve, case: Case) -> Answer:
    """Return an implementation's answer to a case; no exception of its own gets through."""

    def asked() -> str | None:
        given: object = resolve(case.base, case.reference)
        if given is None or type(given) is str:
            return given
        raise NoAnswerError(f"gave a {type(given).__name__}, neither str nor None")

    return Answer(case, *attempt(asked))


def attempt(asked: Callable[[], Value]) -> tuple[Value | None, str | None, str | None]:
    """Ask, and return the value given, the error, and the trouble; two of them are None.

    An exception of the implementation's own is its error.
    """
    try:
        return asked(), None, None
    except NoAnswerError as error:
        return None, None, str(error)
    except RejectionError as error:
        return None, str(error), None
    except Exception as error:
        return None, f"{type(error).__name__}: {error}", None
