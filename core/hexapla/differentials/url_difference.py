"""An example of a difference: a URL, what two programs read in it, and by which rules."""

import functools
from collections.abc import Collection, Iterable, Sequence

import attrs

from hexapla.differentials.aspects import HOST, NOT_TOLD, Compared, compared, read_by
from hexapla.differentials.deeds import (
    BEHIND_BEGIN,
    ENDS_AUTHORITY,
    MANY_AT_SIGNS,
    REMOVES,
    Deed,
    DifferentialClass,
    component_deeds,
    host_deeds,
)
from hexapla.differentials.host_account import HostAccount, account_by, account_of
from hexapla.documents.citation import Provision
from hexapla.identification.forms import NO_HOST
from hexapla.identification.question import ACCEPTS
from hexapla.implementations.asking import ParseAnswer
from hexapla.operations.division import IN_AUTHORITY, boundary_rule, host_rules
from hexapla.standard.display import show_cut
from hexapla.standard.dividing import divided_by
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized
from hexapla.values.value import Value

# In code points.
_LONGEST_MESSAGE = 200


@attrs.frozen(repr=False, slots=False)
class DifferenceSide:
    """What one program reads in a URL, and the specs that may explain it.

    Attributes:
        program: The program's name.
        aspect: What differs, such as `host`.
        answer: What the program answered.
        deed: What it did.
        specs: The specs that may explain it, oldest first.
    """

    program: str
    aspect: str
    answer: ParseAnswer
    deed: Deed
    specs: tuple[Spec, ...]
    _own: HostAccount | None
    _other: HostAccount | None

    @property
    def value(self) -> Compared:
        """The value of the answer under the aspect."""
        return compared(self.aspect, self.answer.value)

    @property
    def columns(self) -> tuple[str, ...]:
        """The selectors of the specs that do the same, oldest first."""
        return tuple(spec.selector for spec in self.specs if self.is_alike(spec))

    @property
    def _is_boundary(self) -> bool:
        """Whether the programs differ on which characters are the host, or whether any are."""
        own, other = self._own, self._other
        if own is None or other is None:
            return False
        return own.cut != other.cut or (NO_HOST in own.steps) != (NO_HOST in other.steps)

    def is_alike(self, spec: Spec) -> bool | None:
        """Return whether a spec does the same; None where it has no rule, or refuses the URL."""
        url = self.answer.case.url
        read = read_by(divided_by(spec, url), self.aspect)
        if read is NOT_TOLD:
            return None
        here, there, is_same = account_by(spec, url), self._own, read == self.value
        if here is None or there is None:
            return is_same
        # Where it is another boundary that differs, the spec does not come to what the program did.
        if not self._is_boundary:
            return is_same if here.cut == there.cut else None
        if host_deeds(here, self._other)[0] == self.deed and (self.deed.name != "host" or is_same):
            return True
        return None if self.deed.name in BEHIND_BEGIN and here.begin != there.begin else False

    @functools.cached_property
    def spec(self) -> Spec | None:
        """The newest spec that explains what the program does; None for none."""
        return next(filter(self.is_alike, reversed(self.specs)), None)

    @functools.cached_property
    def provisions(self) -> tuple[Provision, ...]:
        """The rules by which that spec reads the URL otherwise than the other program does."""
        return tuple(filter(None, self._provisions(self.spec) if self.spec else ()))

    def _provisions(self, spec: Spec) -> Sequence[Provision | None]:
        here = divided_by(spec, self.answer.case.url)
        if self.aspect == ACCEPTS or self._other is None:
            return [here.refusal] if self.aspect == ACCEPTS else []
        other = self._other.divided
        if self.aspect != HOST and not self._is_boundary:
            return [boundary_rule(self.aspect, here, other)]
        name, rules = self.deed.name, host_rules(here, other)
        if name in ENDS_AUTHORITY:
            return [piece.ends for piece in here.pieces if piece.name in IN_AUTHORITY][-1:]
        if name in REMOVES:
            return rules.form[:1]
        if not self._is_boundary:
            return rules.form
        if name == "host" and self.deed.sign != MANY_AT_SIGNS:
            return ()
        schemes = [any(piece.name == "scheme" for piece in each.pieces) for each in (here, other)]
        if name == "no-authority" and (schemes == [False, True] or here.text.startswith("//")):
            return ()
        if name.startswith(REMOVES) and schemes[0] != schemes[1]:
            return rules.form[:1]
        return (rules.boundary,)

    @property
    def text(self) -> str:
        """The value of the answer, on one line."""
        if self.aspect == ACCEPTS:
            return "accepted" if self.answer.accepts else "rejected"
        return show_cut(self.value) if isinstance(self.value, str) else f"(no {self.aspect})"

    @property
    def reads(self) -> str:
        """What the program reads, in words that follow its name."""
        answer, value = self.answer, self.value
        if self.aspect == ACCEPTS:
            reason = "" if answer.error is None else f" ({message_text(answer.error)})"
            return "accepts it" if answer.accepts else f"rejects it{reason}"
        if not isinstance(value, str):
            return f"reads no {self.aspect}"
        given = answer.value and answer.value.stated.get(self.aspect)
        written = "" if given in (None, value) else f", written {show_cut(str(given))}"
        return f"reads {self.aspect} {show_cut(value)}{written}"

    @property
    def cited(self) -> str:
        """The sections that explain what the program does, or the spec, in brackets; or ""."""
        sections = "".join(f" {each.citation.section}," for each in self.provisions).rstrip(",")
        if self.spec is None or (self._is_boundary and not sections and self.deed.name != "host"):
            return ""
        return f" ({self.spec.label}{sections})"

    @property
    def by_rule(self) -> str:
        """Which standard explains what the program does, and its rules."""
        if self.spec is None:
            return "no standard does so"
        said = "; it ".join(f"{each.does} ({each.citation.section})" for each in self.provisions)
        return f"{self.spec.label}: it {said}" if said else f"{self.spec.label} does so"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "program": self.program,
            "compared": self.value if isinstance(self.value, str | bool) else None,
            "answer": self.answer.to_dict(),
            "columns": list(self.columns),
            "spec": self.spec and self.spec.selector,
            "provisions": [each.to_dict() for each in self.provisions],
        }


@attrs.frozen(repr=False, slots=False)
class UrlDifference(Value):
    """Two programs' answers to a URL that differ under an aspect.

    Attributes:
        url: The URL.
        left: What one program reads.
        right: What the other reads.
    """

    _json_members = ("url", "class=item.id", "aspect=left.aspect", "sentence", "left", "right")

    url: str
    left: DifferenceSide
    right: DifferenceSide

    @functools.cached_property
    def item(self) -> DifferentialClass:
        """The class that it belongs to."""
        left, right = self.sides
        programs, deeds = (left.program, right.program), (left.deed, right.deed)
        return DifferentialClass(left.aspect, programs, deeds)

    @property
    def sides(self) -> tuple[DifferenceSide, DifferenceSide]:
        """Both sides."""
        return self.left, self.right

    @property
    def sentence(self) -> str:
        """What either program reads, what it did, and the rule of the standard that does so."""
        return "; ".join(
            f"{sanitized(side.program)} {side.reads}"
            + (f": it {side.deed}" if side.aspect != ACCEPTS else "")
            + side.cited
            for side in self.sides
        )

    def explained_by(self, specs: Iterable[Collection[Spec]]) -> "UrlDifference":
        """Return the same, with the specs that may explain what either program did."""
        sides = (
            attrs.evolve(side, specs=tuple(spec for spec in side.specs if spec in chosen))
            for side, chosen in zip(self.sides, specs, strict=True)
        )
        return UrlDifference(self.url, *sides)


def url_difference(
    aspect: str,
    left: tuple[str, ParseAnswer],
    right: tuple[str, ParseAnswer],
    specs: Sequence[Spec],
) -> UrlDifference:
    """Return how two programs, given by name and answer, differ under an aspect."""
    url = left[1].case.url
    here, there = (
        account_of(url, told) if (told := answer.value) and HOST in told.stated else None
        for _, answer in (left, right)
    )
    if aspect == HOST or (here and there and here.cut != there.cut):
        deeds = host_deeds(here, there)
    else:
        deeds = component_deeds(
            aspect, *(compared(aspect, told.value) for _, told in (left, right))
        )
    dividing = tuple(spec for spec in specs if spec.standard.division is not None)
    return UrlDifference(
        url,
        DifferenceSide(left[0], aspect, left[1], deeds[0], dividing, here, there),
        DifferenceSide(right[0], aspect, right[1], deeds[1], dividing, there, here),
    )


def message_text(message: str) -> str:
    """Return a program's message on one line, with its spaces as they are, cut where it is long."""
    shown = " ".join(map(show_cut, message[:_LONGEST_MESSAGE].split()))
    return shown if len(message) <= _LONGEST_MESSAGE else f"{shown}…"
