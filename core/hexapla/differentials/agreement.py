"""Which specs read a URL as a program does, and the rule by which they do."""

from collections.abc import Iterator, Sequence

import attrs

from hexapla.differentials.aspects import NOT_TOLD, Compared, compared
from hexapla.documents.citation import Provision
from hexapla.implementations.parsing import ACCEPTS, divided_by
from hexapla.operations.division import DividedUrl
from hexapla.operations.host_rules import boundary_rule
from hexapla.standard.spec import Spec
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class Agreed(Value):
    """The newest spec that agrees with an answer, and the rule by which it does.

    Attributes:
        column: Its selector; None where no spec agrees.
        provision: Its rule for the first place in which it cuts the URL otherwise than the other
            side does; None where it has no rule there.
    """

    column: str | None = None
    provision: Provision | None = None


class Readings:
    """What the specs read in one URL; a spec reads it when it is first looked at."""

    def __init__(self, specs: Sequence[Spec], url: str) -> None:
        """Prepare to read."""
        self._specs = tuple(spec for spec in reversed(specs) if spec.division is not None)
        self._url = url

    def agreeing(self, aspect: str, value: Compared) -> Iterator[DividedUrl]:
        """Yield what specs read that has a value under an aspect, the newest spec first."""
        newest_first = (divided_by(spec, self._url) for spec in self._specs)
        return (divided for divided in newest_first if read_by(divided, aspect) == value)

    def pair(self, aspect: str, left: Compared, right: Compared) -> tuple[Agreed, Agreed]:
        """Return which spec agrees with either of two answers that differ, and by which rule."""
        here = left, next(self.agreeing(aspect, left), None)
        there = right, next(self.agreeing(aspect, right), None)
        return _agreed(aspect, here, there), _agreed(aspect, there, here)


def read_by(divided: DividedUrl, aspect: str) -> Compared:
    """Return the value of what a spec reads under an aspect; without a rule it has none.

    A standard accepts what its grammar derives; one that has no grammar, what it does not refuse.
    """
    if not divided.has_rule:
        return NOT_TOLD
    if aspect == ACCEPTS:
        return divided.accepts and divided.valid is not False
    return compared(aspect, divided.components) if divided.accepts else NOT_TOLD


_Side = tuple[Compared, DividedUrl | None]


def _agreed(aspect: str, side: _Side, opposite: _Side) -> Agreed:
    (value, divided), (other_value, other) = side, opposite
    if divided is None:
        return Agreed()
    if aspect == ACCEPTS:
        provision = divided.refusal
    elif other is not None:
        provision = boundary_rule(aspect, divided, other)
    else:
        provision = _bounding(aspect, divided, value, other_value)
    return Agreed(divided.spec, provision)


def _bounding(
    aspect: str, divided: DividedUrl, value: Compared, other: Compared
) -> Provision | None:
    """Return the rule for an end of a component that is put elsewhere where no standard agrees.

    It is the end where the other text goes on or stops, or stands behind it, or else the start.
    """
    bounds = divided.bounds.get(aspect)
    if bounds is None:
        return None
    if isinstance(value, str) and isinstance(other, str) and value and other:
        names = [piece.name for piece in divided.pieces]
        behind = "".join(piece.text for piece in divided.pieces[names.index(aspect) + 1 :])
        if value.startswith(other) or other.startswith(value) or other in behind:
            return bounds.end or bounds.start
    return bounds.start or bounds.end
