"""A case: a base and a reference, and what an implementation that follows a standard answers."""

import reprlib
from typing import TYPE_CHECKING

import attrs

from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla.values.frozen import FrozenMapping

if TYPE_CHECKING:
    from hexapla.standard.spec import Spec

_SHORTENING = reprlib.Repr()
_SHORTENING.maxstring = 80
short = _SHORTENING.repr
"""Return a text as a literal of at most 80 characters, the middle left out if need be."""


@attrs.frozen(order=True, repr=False)
class Case:
    """A base, and a reference to resolve against it.

    Attributes:
        base: The base.
        reference: The reference.
    """

    base: str
    reference: str

    def __repr__(self) -> str:
        return f"<Case {self}>"

    def __str__(self) -> str:
        return f"{short(self.reference)} against {short(self.base)}"

    def to_dict(self) -> dict[str, object]:
        """Return the case's JSON form."""
        return {"base": self.base, "reference": self.reference}


def _current_document(case: Case, target: NoUri) -> str:
    fragment = "" if target.fragment is None else f"#{target.fragment}"
    return case.base.partition("#")[0] + fragment


def _nothing(case: Case, target: NoUri) -> None:
    return None


# What a program that answers with a URI or with nothing can show of an outcome. It knows the
# current document only by its URI, which is the base where no other was set (RFC 2396, 4.2 and
# 5.1), less the fragment, which is no part of a URI (4). Where a standard has no rule, or calls for
# an error, there is no URI.
_SHOWN = FrozenMapping(
    {
        Outcome.SAME_DOCUMENT: _current_document,
        Outcome.UNDEFINED: _nothing,
        Outcome.ERROR: _nothing,
    }
)


def shown(case: Case, target: Target) -> str | None:
    """Return how an implementation can show a target: as the text of a URI, or None for no URI."""
    return target if isinstance(target, str) else _SHOWN[target.outcome](case, target)


def expected(spec: "Spec", case: Case) -> str | None:
    """Return what an implementation that follows a spec answers to a case; None for no URI."""
    return shown(case, spec.resolve(case.base, case.reference).target)
