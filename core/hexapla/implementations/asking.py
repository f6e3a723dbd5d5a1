"""Asking an implementation, whatever it does."""

from collections.abc import Callable

import attrs

from hexapla.implementations.cases import Case, short

Resolve = Callable[[str, str], str | None]
"""An implementation: takes a base and a reference; returns the text of a URI, or None, or raises.
"""


class RejectionError(Exception):
    """An implementation answered that there is no URI; the message is its own."""


class NoAnswerError(Exception):
    """An implementation gave no answer: it died, hung, or did not keep to the protocol."""


@attrs.frozen(repr=False)
class Answer:
    """What an implementation answered to a case.

    `uri` is None where it gave no URI; `error` is then its message, if it gave one. Where it failed
    to answer at all, `trouble` says how.
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
    def said(self) -> dict[str, str | None]:
        """What the implementation gave, and nothing else: a URI or None, an error, or its trouble.

        It is the form in which an answer is recorded.
        """
        if self.trouble is not None:
            return {"trouble": self.trouble}
        return {"uri": self.uri} if self.error is None else {"error": self.error}

    def to_dict(self) -> dict[str, object]:
        """Return the answer's JSON form."""
        return {"uri": self.uri, "error": self.error, "trouble": self.trouble}


def ask(resolve: Resolve, case: Case) -> Answer:
    """Return an implementation's answer to a case; no exception of its own gets through."""
    try:
        given: object = resolve(case.base, case.reference)
    except NoAnswerError as error:
        return Answer(case, None, trouble=str(error))
    except RejectionError as error:
        return Answer(case, None, error=str(error))
    except Exception as error:
        return Answer(case, None, error=f"{type(error).__name__}: {error}")
    if given is None:
        return Answer(case, None)
    if type(given) is str:
        return Answer(case, given)
    return Answer(case, None, trouble=f"gave a {type(given).__name__}, neither str nor None")
