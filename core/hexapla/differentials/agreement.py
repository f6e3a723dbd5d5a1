"""Which specs read a URL as a program does, and the rule by which they do."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import attrs

from hexapla.differentials.aspects import NOT_TOLD, Compared, compared
from hexapla.documents.citation import Provision
from hexapla.implementations.parsing import ACCEPTS, divided_by
from hexapla.operations.division import AUTHORITY, DividedUrl, Piece
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
        provision = _boundary_rule(aspect, divided, other)
    else:
        provision = _bounding(aspect, divided, value, other_value)
    return Agreed(divided.spec, provision)


def _boundary_rule(aspect: str, divided: DividedUrl, other: DividedUrl) -> Provision | None:
    """Return the rule of a spec for the first place in which it cuts a URL otherwise.

    Where both cut alike up to the end of the component, it is the one that rewrites it.
    """
    for place, (here, there) in enumerate(zip_longest(divided.pieces, other.pieces)):
        if here is None or there is None or here.separator != there.separator:
            return None if here is None else here.begins
        if here.name != there.name or here.text != there.text:
            return _rule_instead(divided.pieces, place, there) or here.begins
        if here.name == aspect:
            return here.further[-1] if here.further else here.begins
    return None


def _rule_instead(pieces: Sequence[Piece], place: int, there: Piece) -> Provision | None:
    """Return the rule by which a piece is not the one that stands in its place elsewhere."""
    here = pieces[place]
    if here.name != there.name:
        if AUTHORITY in (here.name, there.name):
            return here.further[-1] if here.further else None
        return _end(pieces, place) if {here.name, there.name} <= _IN_AUTHORITY else None
    if here.text.startswith("[") and here.further and len(here.text) > len(there.text):
        return here.further[0]
    return _end(pieces, place)


# Where one of these names stands in place of another, the cut behind it says why.
_IN_AUTHORITY = frozenset({"userinfo", "host", "port"})


def _end(pieces: Sequence[Piece], place: int) -> Provision | None:
    """Return the rule by which a piece ends; None where none is needed."""
    following = pieces[place + 1].begins if place + 1 < len(pieces) else None
    return pieces[place].ends or following


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
