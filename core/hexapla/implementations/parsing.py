"""Parsing URLs: what standards read in them, and how the answers of an implementation differ.

A host is compared as a client connects to it: ASCII lower case, without brackets, and an empty host
is no host. The other components are compared as they are given. One of which the program tells
nothing is not compared.
"""

import functools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from hexapla.documents.citation import Provision
from hexapla.implementations.asking import ParseAnswer, UrlCase
from hexapla.implementations.forms import AT_ENDS, FORM_IDS, TABS_AND_LINE_ENDS, Text, forms_between
from hexapla.implementations.question import (
    ACCEPTS,
    DepartureKind,
    Finding,
    Question,
    divided_by,
    division_of,
    expected,
)
from hexapla.operations.authority import AUTHORITY, COMPONENT_NAMES, Piece, UrlComponents
from hexapla.operations.division import DividedUrl
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.text.signs import visible
from hexapla.values.frozen import FrozenMapping

DEFAULT_URLS = Path(__file__).parent / "default-urls.json"


@functools.cache
def default_urls() -> Mapping[str, str]:
    """Return the URLs that an implementation is asked by default, each with the reason why.

    They use every provision by which a column puts a boundary, refuses a URL or changes a
    component, and every reading that taking a URL apart depends on; and they hold what parsers are
    known to read in different ways.
    """
    urls_by_reason = json.loads(DEFAULT_URLS.read_text("utf-8"))
    return FrozenMapping((url, reason) for reason, urls in urls_by_reason.items() for url in urls)


class Parsing(Question):
    """To parse a URL, which is to take it apart."""

    name = UrlCase.question
    noun = "URL"
    rejects = "refuses"
    components = (ACCEPTS, *COMPONENT_NAMES)
    choice_price = 1
    alphabet = "a/:?#@.;%[]\\1"
    given_as = (str,)
    case = UrlCase
    needs = "one URL"
    hint = "if it resolves references, ask that: without --parse, or parse=… in Python"

    def __init__(self, specs: Iterable[str | Spec] | None = None) -> None:
        """Prepare to explain; raise `ValueError` where a spec that is named divides no URL."""
        super().__init__(specs)
        if specs is None:
            self.specs = tuple(spec for spec in self.specs if spec.division)
        for spec in self.specs:
            division_of(spec)

    @staticmethod
    def default_cases() -> tuple[UrlCase, ...]:
        """Return the URLs of `default_urls`."""
        return tuple(map(UrlCase, default_urls()))

    def kinds(self, spec: Spec, answer: ParseAnswer) -> Mapping[DepartureKind, DepartureKind]:
        """Return how an answer differs: by a refusal, a boundary put elsewhere, and forms."""
        kinds = _departures(spec, answer)
        return {_symptom(kind, divided_by(spec, answer.case.url)): kind for kind in kinds}

    @staticmethod
    def group(kind: DepartureKind, example: ParseAnswer) -> object:
        """Return the kind: why a URL is refused shows in the smallest one alone."""
        return kind


def _departures(spec: Spec, answer: ParseAnswer) -> Iterable[DepartureKind]:
    """Return how an answer differs, each with the rule that is not followed."""
    wanted = expected(spec, answer.case)
    divided = divided_by(spec, answer.case.url)
    if Finding.DIFFERENT in wanted.findings(spec, answer).values():
        rewritten = _rewriting(spec, answer)
        if rewritten is not None:
            return (rewritten,)
    elif answer.value is None or wanted.value is None:
        return ()
    if answer.value is None:
        return (_refusing(divided),)
    if not divided.accepts:
        return (_kind("accepts", rule=divided.refusal),)
    return _Comparison(divided, answer.value).departures()


def _rewriting(spec: Spec, answer: ParseAnswer) -> DepartureKind | None:
    """Return how the URL is rewritten of which an answer is what the standard reads, if any."""
    for kind, rewrite in _REWRITINGS.items():
        url = rewrite(answer.case.url)
        if url != answer.case.url and answer.value is not None:
            findings = expected(spec, UrlCase(url)).findings(spec, answer).values()
            if set(findings) == {Finding.SAME}:
                return kind
    return None


# In words that follow "it".
_SAYS = {
    "refuses": "refuses the URL",
    "refuses-relative": "refuses a URL without a scheme",
    "accepts": "takes the URL apart",
    "has-none": "reads no {component}",
    "has-one": "reads a {component} where there is none, or an empty one",
    "ends-earlier": "ends the {component} at {sign}",
    "ends-later": "does not end the {component} at {sign}",
    "begins-earlier": "begins the {component} earlier, so that {sign} is in it",
    "begins-later": "begins the {component} after {sign}",
    "another": "reads another {component}",
    "strips-start": "reads the URL without white space and controls before it",
    "strips": "reads the URL without white space and controls at its ends",
    "removes": "reads the URL without the tabs and line ends in it",
    "strips-and-removes": ("reads the URL without white space and controls at its ends or within"),
    "turns-slashes": "reads the URL with slashes in place of backslashes",
}


def _kind(
    name: str, component: str | None = None, sign: str = "", rule: Provision | None = None
) -> DepartureKind:
    shown = f'"{visible(sign)}"' if sign else "another place"
    says = _SAYS[name].format(component=component, sign=shown)
    by_example = name in ("refuses", "refuses-relative")
    return DepartureKind(name, says, component, sign or None, rule, by_example=by_example)


# How a program may have rewritten a URL before it took it apart.
_REWRITINGS: Mapping[DepartureKind, Callable[[str], str]] = {
    _kind("strips-start"): lambda url: url.lstrip(AT_ENDS),
    _kind("strips"): lambda url: url.strip(AT_ENDS),
    _kind("removes"): lambda url: url.translate(TABS_AND_LINE_ENDS),
    _kind("strips-and-removes"): lambda url: url.strip(AT_ENDS).translate(TABS_AND_LINE_ENDS),
    _kind("turns-slashes"): lambda url: url.replace("\\", "/"),
}


def _symptom(kind: DepartureKind, divided: DividedUrl) -> DepartureKind:
    """Return a departure without the rule, where a form or a character tells enough.

    Whatever is refused is refused, and where there is no scheme, that may be why.
    """
    if kind.by_example:
        has_scheme = divided.components.stated["scheme"] is not None
        return _kind("refuses" if has_scheme else "refuses-relative")
    return attrs.evolve(kind, rule=None) if kind.is_form or kind.sign else kind


def _refusing(divided: DividedUrl) -> DepartureKind:
    """Return a refusal, with what the standard says of what is most likely the reason.

    That is the last part of the authority, or else the last component; one that has characters
    comes first.
    """
    in_authority = [piece for piece in divided.pieces if piece.name in ("userinfo", "host", "port")]
    pieces = [piece for piece in in_authority if piece.text]
    if divided.components.stated["scheme"] is None and not pieces:
        return _kind("refuses-relative")
    pieces = pieces or [piece for piece in divided.pieces if piece.text and not in_authority]
    pieces = pieces or in_authority
    if not pieces:
        return _kind("refuses")
    return _kind("refuses", pieces[-1].name, rule=_of_text(divided, pieces[-1]))


@attrs.frozen
class _Comparison:
    """What a standard reads in a URL, and what a program reads in it; both read something."""

    divided: DividedUrl
    given: UrlComponents

    def departures(self) -> Iterator[DepartureKind]:
        """Yield how they differ: the first boundary that is put elsewhere, and forms."""
        expected = self.divided.components
        given = self.given.stated
        names = [name for name in COMPONENT_NAMES if name in given and name in expected.stated]
        scheme = ascii_lower(given.get("scheme") or expected.stated["scheme"] or "")
        boundary: DepartureKind | None = None
        forms: list[DepartureKind] = []
        for name in names:
            wanted, text = expected.stated[name], given[name]
            if text == wanted:
                continue
            piece = self._piece(name)
            of_standard = () if wanted == (piece and piece.text) else FORM_IDS
            uses = forms_between(name, wanted, text, scheme, of_standard)
            if uses is None:
                boundary = boundary or self._boundary(name, wanted, text)
                continue
            rule = None if piece is None else _of_text(self.divided, piece)
            is_counted = self.given.compared(name) != expected.compared(name)
            forms += (
                DepartureKind(use, says.format(name), name, None, rule, is_counted, is_form=True)
                for use, says in uses
            )
        if boundary is not None:
            yield boundary
        yield from forms

    def _boundary(self, name: str, expected: Text, given: Text) -> DepartureKind:
        piece = self._piece(name)
        if not expected or piece is None:
            return _kind("has-one", name, rule=self._nearest(name))
        bounds = self.divided.bounds[name]
        start = bounds.start or bounds.end
        end = bounds.end or bounds.start
        if not given:
            pieces = self.divided.pieces
            behind = next((each for each in pieces[pieces.index(piece) + 1 :]), None)
            if name in ("scheme", "userinfo"):
                return _kind("has-none", name, behind.separator if behind else "", end)
            return _kind("has-none", name, piece.separator, start)
        if name == "host":
            expected, given = _as_written(expected, ""), _as_written(given, expected)
        name_of_kind, sign = _moved(expected, given)
        if name_of_kind in ("ends-earlier", "ends-later"):
            return _kind(name_of_kind, name, sign, end)
        because = start if name_of_kind != "another" else _of_text(self.divided, piece)
        return _kind(name_of_kind, name, sign, because)

    def _piece(self, name: str) -> Piece | None:
        return next((piece for piece in self.divided.pieces if piece.name == name), None)

    def _nearest(self, name: str) -> Provision | None:
        """Return what ends the part of the text that a component would be in.

        It is the first piece that the program reads otherwise, or else the one before it.
        """
        expected = self.divided.components.stated
        for piece in self.divided.pieces:
            if piece.name == AUTHORITY or (
                piece.name in self.given.stated
                and self.given.stated[piece.name] != expected[piece.name]
            ):
                bounds = self.divided.bounds[piece.name]
                return bounds.further[-1] if bounds.further else bounds.end or bounds.start
        return None


def _as_written(host: str, expected: str) -> str:
    """Return a host in lower case, and in brackets where one is expected that begins so."""
    wants_brackets = expected.startswith("[") and not host.startswith("[")
    return ascii_lower(f"[{host}]" if wants_brackets else host)


def _moved(expected: str, given: str) -> tuple[str, str]:
    """Return how a text is cut otherwise than expected, and the character at the other cut."""
    if expected.startswith(given):
        return "ends-earlier", expected[len(given)]
    if given.startswith(expected):
        return "ends-later", given[len(expected)]
    if expected.endswith(given):
        return "begins-later", expected[-len(given) - 1]
    if given.endswith(expected):
        return "begins-earlier", given[-len(expected) - 1]
    return "another", ""


def _of_text(divided: DividedUrl, piece: Piece) -> Provision | None:
    """Return the provision that makes a piece what it is: on its text, or on its boundary."""
    bounds = divided.bounds[piece.name]
    return bounds.further[-1] if bounds.further else bounds.start or bounds.end
