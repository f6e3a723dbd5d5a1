"""Why two standards read different hosts in one URL: where they cut it, and what they make of it.

The boundary is one question, the form another: first which characters are the host, then what
became of them. Each has its own provision.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest

import attrs

from hexapla.documents.citation import Provision
from hexapla.operations.authority import AUTHORITY, Piece
from hexapla.operations.division import IN_AUTHORITY, DividedUrl
from hexapla.operations.url_components import connected_to
from hexapla.values.value import Value

_SUBDIVISION = ("userinfo", "host", "port")
_INVISIBLE = re.compile(r"[\x00-\x20]+")


@attrs.frozen(repr=False)
class HostRules(Value):
    """Why a standard reads another host, userinfo or port than another standard.

    Attributes:
        boundary: The provision by which it cuts the authority otherwise; None where both cut alike,
            or it has no rule there.
        form: The provisions by which it rewrites the host that it cuts out, in their order.
        refusal: The provision by which it refuses the URL; None where it does not.
    """

    boundary: Provision | None = None
    form: tuple[Provision, ...] = ()
    refusal: Provision | None = None

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """All of them: boundary, form, refusal."""
        return tuple(filter(None, (self.boundary, *self.form, self.refusal)))

    def __str__(self) -> str:
        said = ((item.does.removeprefix("says that "), item) for item in self.provisions)
        return "; ".join(f"{does} ({item.citation.section})" for does, item in said)


def without_invisible(text: str) -> str:
    """Return a text without white space and controls, which a standard may first remove."""
    return _INVISIBLE.sub("", text)


def cut_out(divided: DividedUrl) -> dict[str, str]:
    """Return userinfo, host and port as they stand in the text, as far as they are there."""
    return {piece.name: piece.text for piece in divided.pieces if piece.name in _SUBDIVISION}


def host_rules(here: DividedUrl, there: DividedUrl) -> HostRules:
    """Return why a standard reads another host, userinfo or port than another does."""
    cuts = [
        {name: without_invisible(text) for name, text in cut_out(divided).items()}
        for divided in (here, there)
    ]
    name = next((name for name in _SUBDIVISION if cuts[0].get(name) != cuts[1].get(name)), None)
    host = next((piece for piece in here.pieces if piece.name == "host"), None)
    boundary = None if name is None else boundary_rule(name, here, there)
    if here.begins_authority is not None and there.authority is not None:
        boundary = here.begins_authority
    return HostRules(boundary, () if host is None else _form(host, here), here.refusal)


def _form(host: Piece, divided: DividedUrl) -> tuple[Provision, ...]:
    """Return what rewrites a host, where that changes where a client connects to."""
    same = connected_to(host.text) == divided.components.host_connected_to
    return () if same and divided.spans else host.rewritten_by


def boundary_rule(aspect: str, divided: DividedUrl, other: DividedUrl) -> Provision | None:
    """Return the rule of a spec for the first place in which it cuts a URL otherwise.

    Where both cut alike up to the end of the component, it is the one that rewrites it.
    """
    for place, (here, there) in enumerate(zip_longest(divided.pieces, other.pieces)):
        if here is None or there is None or _differ(here.separator, there.separator):
            return None if here is None else here.begins
        if here.name != there.name or _differ(here.text, there.text):
            return _rule_instead(divided.pieces, place, there) or here.begins
        if here.name == aspect:
            return here.further[-1] if here.further else here.begins
    return None


def _differ(here: str, there: str) -> bool:
    return here != there and without_invisible(here) != without_invisible(there)


def _rule_instead(pieces: Sequence[Piece], place: int, there: Piece) -> Provision | None:
    """Return the rule by which a piece is not the one that stands in its place elsewhere."""
    here = pieces[place]
    if here.name != there.name:
        says = [item for item in here.further if item not in here.rewritten_by]
        if says and (here.name == AUTHORITY or there.name == "userinfo"):
            return says[-1]
        if AUTHORITY in (here.name, there.name):
            return here.further[-1] if here.further else None
        # Where one stands in place of another in an authority, the cut behind it says why.
        return _end(pieces, place) if {here.name, there.name} <= IN_AUTHORITY else None
    if here.text.startswith("[") and here.further and len(here.text) > len(there.text):
        return here.further[0]
    return _end(pieces, place)


def _end(pieces: Sequence[Piece], place: int) -> Provision | None:
    """Return the rule by which a piece ends; None where none is needed."""
    following = pieces[place + 1].begins if place + 1 < len(pieces) else None
    return pieces[place].ends or following
