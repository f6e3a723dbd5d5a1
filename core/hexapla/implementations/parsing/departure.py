"""How a program that takes URLs apart departs from a standard: from which rule, and in what way.

Only what the program reads is known, not its steps. So a departure is named by the first boundary
that the program puts elsewhere, and by the provision of the standard that puts it. Where only the
form of a component differs, it is named by the form.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

import attrs

from hexapla.documents.citation import Provision
from hexapla.implementations.parse_asking import ParseAnswer
from hexapla.implementations.parsing.behaviour import divided_by
from hexapla.implementations.parsing.comparing import Finding, findings
from hexapla.implementations.parsing.forms import FormUse, Text, forms_between
from hexapla.operations.division import AUTHORITY, DividedUrl, Piece
from hexapla.operations.url_components import COMPONENT_NAMES, UrlComponents
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.text.signs import visible
from hexapla.values.frozen import FrozenMapping


class Manner(StrEnum):
    """How a program reads something else than a standard; in words that follow "it"."""

    REFUSES = "refuses the URL"
    REFUSES_RELATIVE = "refuses a URL without a scheme"
    ACCEPTS = "takes the URL apart"
    HAS_NONE = "reads no {component}"
    HAS_ONE = "reads a {component} where there is none, or an empty one"
    ENDS_EARLIER = "ends the {component} at {sign}"
    ENDS_LATER = "does not end the {component} at {sign}"
    BEGINS_EARLIER = "begins the {component} earlier, so that {sign} is in it"
    BEGINS_LATER = "begins the {component} after {sign}"
    ANOTHER = "reads another {component}"
    ANOTHER_FORM = "gives the {component} in another form"
    STRIPS_START = "reads the URL without white space and controls before it"
    STRIPS = "reads the URL without white space and controls at its ends"
    REMOVES = "reads the URL without the tabs and line ends in it"
    STRIPS_AND_REMOVES = "reads the URL without white space and controls at its ends or within"
    TURNS_SLASHES = "reads the URL with slashes in place of backslashes"


@attrs.frozen(repr=False)
class Way:
    """A way in which an answer departs from what a standard reads.

    Attributes:
        manner: What the program does.
        component: The component that shows it; "" where it is the URL as a whole.
        sign: The character at the boundary; "" where there is none.
        form: Which form is given or not given, where only that differs.
        provision: The provision that the program does not follow; None where there is none.
        is_counted: Whether a component counts as different because of it. A host that only as it is
            given differs does not: the same host is connected to.
    """

    manner: Manner
    component: str = ""
    sign: str = ""
    form: FormUse | None = None
    provision: Provision | None = None
    is_counted: bool = True

    def __repr__(self) -> str:
        against = "" if self.provision is None else f"; {self.provision}"
        return f"<Way: it {self.says}{against}>"

    @property
    def says(self) -> str:
        """What the program does, in words that follow "it"."""
        if self.form is not None:
            return self.form.says(self.component)
        sign = f'"{visible(self.sign)}"' if self.sign else "another place"
        return self.manner.value.format(component=self.component, sign=sign)

    @property
    def is_form(self) -> bool:
        """Whether no boundary is put elsewhere, and only the form of a component differs."""
        return self.form is not None

    @property
    def is_refusal(self) -> bool:
        """Whether the program refuses the URL."""
        return self.manner in (Manner.REFUSES, Manner.REFUSES_RELATIVE)

    @property
    def kind(self) -> "Way":
        """What it has in common with others of its kind.

        It is all but the provision, where a form or a character tells enough. Whatever is refused
        is refused.
        """
        if self.is_refusal:
            return Way(self.manner)
        return attrs.evolve(self, provision=None) if self.form or self.sign else self

    @property
    def name(self) -> str:
        """What it is called in JSON."""
        return self.manner.name.lower().replace("_", "-") if self.form is None else self.form.id

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "manner": self.name,
            "component": self.component or None,
            "sign": self.sign or None,
            "says": self.says,
            "provision": self.provision and self.provision.to_dict(),
            "counted": self.is_counted,
        }


_ENDS = "".join(map(chr, range(0x21)))
_TABS_AND_LINE_ENDS = str.maketrans("", "", "\t\n\r")
_Rewriting = Callable[[str], str]
# How a program may have rewritten a URL before it took it apart.
_REWRITINGS: Mapping[Manner, _Rewriting] = FrozenMapping(
    {
        Manner.STRIPS_START: lambda url: url.lstrip(_ENDS),
        Manner.STRIPS: lambda url: url.strip(_ENDS),
        Manner.REMOVES: lambda url: url.translate(_TABS_AND_LINE_ENDS),
        Manner.STRIPS_AND_REMOVES: lambda url: url.strip(_ENDS).translate(_TABS_AND_LINE_ENDS),
        Manner.TURNS_SLASHES: lambda url: url.replace("\\", "/"),
    }
)


def ways(spec: Spec, answer: ParseAnswer) -> tuple[Way, ...]:
    """Return the ways in which an answer departs from what a standard reads; none where it agrees.

    Args:
        spec: The spec.
        answer: What the program answered.

    Raises:
        ValueError: The spec divides no URL.
    """
    divided = divided_by(spec, answer.url)
    if Finding.DIFFERENT not in findings(divided, answer).values():
        if answer.components is None or not divided.accepts or not divided.has_rule:
            return ()
    elif (rewriting := _rewriting(spec, answer)) is not None:
        return (Way(rewriting),)
    elif answer.components is None:
        return (_refusing(divided),)
    elif not divided.accepts:
        return (Way(Manner.ACCEPTS, provision=divided.refusal),)
    assert answer.components is not None
    return tuple(dict.fromkeys(_Comparison(divided, answer.components).ways()))


def _rewriting(spec: Spec, answer: ParseAnswer) -> Manner | None:
    """Return how the URL is rewritten of which an answer is what the standard reads, if any."""
    for manner, rewrite in _REWRITINGS.items():
        url = rewrite(answer.url)
        if url != answer.url and answer.components is not None:
            compared_then = findings(divided_by(spec, url), answer).values()
            if set(compared_then) == {Finding.SAME}:
                return manner
    return None


def _refusing(divided: DividedUrl) -> Way:
    """Return a refusal, with what the standard says of what is most likely the reason.

    That is the last part of the authority, or else the last component; one that has characters
    comes first.
    """
    if divided.components.told["scheme"] is None:
        return Way(Manner.REFUSES_RELATIVE)
    in_authority = [piece for piece in divided.pieces if piece.name in ("userinfo", "host", "port")]
    pieces = in_authority or divided.pieces
    pieces = [piece for piece in pieces if piece.text] or in_authority
    if not pieces:
        return Way(Manner.REFUSES)
    return Way(Manner.REFUSES, pieces[-1].name, provision=_of_text(divided, pieces[-1]))


@attrs.frozen
class _Comparison:
    """What a standard reads in a URL, and what a program reads in it; both read something."""

    divided: DividedUrl
    given: UrlComponents

    def ways(self) -> Iterator[Way]:
        """Yield how they differ: the first boundary that is put elsewhere, and forms."""
        expected = self.divided.components
        told = {name: text for name, text in self.given.told.items() if name in expected.told}
        scheme = ascii_lower(self.given.told.get("scheme") or expected.told["scheme"] or "")
        boundary: Way | None = None
        forms: list[Way] = []
        for name in COMPONENT_NAMES:
            if name not in told or told[name] == expected.told[name]:
                continue
            is_counted = self.given.compared(name) != expected.compared(name)
            uses = self._uses(name, expected.told[name], told[name], scheme)
            if uses is None:
                boundary = boundary or self._boundary(name, expected.told[name], told[name])
            else:
                forms += self._forms(name, uses, is_counted=is_counted)
        if boundary is not None:
            yield boundary
        yield from forms

    def _uses(
        self, name: str, expected: Text, given: Text, scheme: str
    ) -> tuple[FormUse, ...] | None:
        piece = self._piece(name)
        as_it_stands = expected == (piece and piece.text)
        return forms_between(name, expected, given, scheme, as_it_stands=as_it_stands)

    def _forms(self, name: str, uses: tuple[FormUse, ...], *, is_counted: bool) -> Iterator[Way]:
        piece = self._piece(name)
        provision = None if piece is None else _of_text(self.divided, piece)
        for use in uses:
            yield Way(Manner.ANOTHER_FORM, name, "", use, provision, is_counted)

    def _boundary(self, name: str, expected: Text, given: Text) -> Way:
        """Return how a boundary of a component is put elsewhere."""
        piece = self._piece(name)
        if not expected or piece is None:
            return Way(Manner.HAS_ONE, name, provision=self._nearest(name))
        bounds = self.divided.bounds[name]
        start = bounds.start or bounds.end
        end = bounds.end or bounds.start
        if not given:
            is_before = name in ("scheme", "userinfo")
            sign = self._separator_behind(name) if is_before else piece.separator
            return Way(Manner.HAS_NONE, name, sign, provision=end if is_before else start)
        if name == "host":
            expected, given = _as_written(expected, ""), _as_written(given, expected)
        manner, sign = _moved(expected, given)
        if manner in (Manner.ENDS_EARLIER, Manner.ENDS_LATER):
            return Way(manner, name, sign, provision=end)
        because = start if manner is not Manner.ANOTHER else _of_text(self.divided, piece)
        return Way(manner, name, sign, provision=because)

    def _piece(self, name: str) -> Piece | None:
        return next((piece for piece in self.divided.pieces if piece.name == name), None)

    def _separator_behind(self, name: str) -> str:
        names = [piece.name for piece in self.divided.pieces]
        following = names.index(name) + 1
        return self.divided.pieces[following].separator if following < len(names) else ""

    def _nearest(self, name: str) -> Provision | None:
        """Return what ends the part of the text that a component would be in.

        It is the first piece that the program reads otherwise, or else the one before it.
        """
        expected = self.divided.components.told
        for piece in self.divided.pieces:
            if piece.name == AUTHORITY or (
                piece.name in self.given.told
                and self.given.told[piece.name] != expected[piece.name]
            ):
                bounds = self.divided.bounds[piece.name]
                return bounds.further[-1] if bounds.further else bounds.end or bounds.start
        return None


def _as_written(host: str, expected: str) -> str:
    """Return a host in lower case, and in brackets where one is expected that begins so."""
    wants_brackets = expected.startswith("[") and not host.startswith("[")
    return ascii_lower(f"[{host}]" if wants_brackets else host)


def _moved(expected: str, given: str) -> tuple[Manner, str]:
    """Return how a text is cut otherwise than expected, and the character at the other cut."""
    if expected.startswith(given):
        return Manner.ENDS_EARLIER, expected[len(given)]
    if given.startswith(expected):
        return Manner.ENDS_LATER, given[len(expected)]
    if expected.endswith(given):
        return Manner.BEGINS_LATER, expected[-len(given) - 1]
    if given.endswith(expected):
        return Manner.BEGINS_EARLIER, given[-len(expected) - 1]
    return Manner.ANOTHER, ""


def _of_text(divided: DividedUrl, piece: Piece) -> Provision | None:
    """Return the provision that makes a piece what it is: on its text, or on its boundary."""
    bounds = divided.bounds[piece.name]
    return bounds.further[-1] if bounds.further else bounds.start or bounds.end
