"""Asking a witness, whatever it may do."""

from collections.abc import Callable

import attrs

from hexapla.implementations.cases import Case

Resolve = Callable[[str, str], str | None]
"""A witness: takes a base and a reference, gives the text of a URI, or None, or raises."""


class RefusalError(Exception):
    """A witness answered that there is no URI; the message is its own."""


class NoAnswerError(Exception):
    """A witness gave no answer: it died, hung, or did not keep to the protocol."""


@attrs.frozen
class Answer:
    """What a witness gave for a case.

    `uri` is None where it gave no URI; `error` is what it said then, if anything. Where it failed
    to answer at all, `trouble` says how.
    """

    case: Case
    uri: str | None
    error: str | None = None
    trouble: str | None = None

    def matches(self, uri: str | None) -> bool:
        """Say whether this is the answer expected; a witness in trouble matches nothing."""
        return self.trouble is None and self.uri == uri

    @property
    def said(self) -> dict[str, str | None]:
        """What the witness gave, and nothing else: a URI or None, an error, or its trouble."""
        if self.trouble is not None:
            return {"trouble": self.trouble}
        return {"uri": self.uri} if self.error is None else {"error": self.error}

    def to_dict(self) -> dict[str, object]:
        """Give the answer's JSON form."""
        return {"uri": self.uri, "error": self.error, "trouble": self.trouble}


def ask(resolve: Resolve, case: Case) -> Answer:
    """Ask a witness about a case; nothing that it raises gets through."""
    try:
        given: object = resolve(case.base, case.reference)
    except NoAnswerError as error:
        return Answer(case, None, trouble=str(error))
    except RefusalError as error:
        return Answer(case, None, error=str(error))
    except Exception as error:
        return Answer(case, None, error=f"{type(error).__name__}: {error}")
    if given is None:
        return Answer(case, None)
    if type(given) is str:
        return Answer(case, given)
    return Answer(case, None, trouble=f"gave a {type(given).__name__}, neither str nor None")
