"""Parsing URLs: what standards read in them, and how the answers of an implementation differ.

A host is compared as a client connects to it: ASCII lower case, without brackets, and an empty host
is no host. The other components are compared as they are given. One of which the program tells
nothing is not compared.
"""

import functools
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from hexapla.documents.citation import Provision
from hexapla.identification.forms import (
    AT_ENDS,
    FORM_IDS,
    SAYS,
    TABS_AND_LINE_ENDS,
    Text,
    forms_between,
)
from hexapla.identification.question import ACCEPTS, DepartureKind, Finding, Question, expected
from hexapla.implementations.asking import ParseAnswer, UrlCase
from hexapla.operations.authority import AUTHORITY, COMPONENT_NAMES, Piece, UrlComponents
from hexapla.operations.division import DividedUrl
from hexapla.standard.dividing import divided_by, division_of
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
            self.specs = tuple(spec for spec in self.specs if spec.standard.division)
        for spec in self.specs:
            division_of(spec)

    @staticmethod
    def default_cases() -> tuple[UrlCase, ...]:
        """Return the URLs of `default_urls`."""
        return tuple(map(UrlCase, default_urls()))

    @staticmethod
    def kinds(spec: Spec, answer: ParseAnswer) -> Mapping[DepartureKind, DepartureKind]:
        """Return how an answer differs: by a refusal, a boundary put elsewhere, and forms."""
        divided = divided_by(spec, answer.case.url)
        kinds = _departures(spec, answer, divided)
        return {_symptom(kind, divided): kind for kind in kinds}

    @staticmethod
    def group(kind: DepartureKind, example: ParseAnswer) -> object:
        """Return the kind: why a URL is refused shows in the smallest one alone."""
        return kind


def _departures(spec: Spec, answer: ParseAnswer, divided: DividedUrl) -> Iterator[DepartureKind]:
    """Yield how an answer differs, each with the rule that is not followed."""
    wanted = expected(spec, answer.case)
    is_different = Finding.DIFFERENT in wanted.findings(spec, answer).values()
    if not is_different and None in (answer.value, wanted.value):
        return
    if answer.value is None:
        yield _refusing(divided)
    elif is_different and (rewritten := next(_rewritings(spec, answer), None)):
        yield rewritten
    elif not divided.accepts:
        yield _kind("accepts", rule=divided.refusal)
    else:
        yield from _read_otherwise(divided, answer.value)


def _rewritings(spec: Spec, answer: ParseAnswer) -> Iterator[DepartureKind]:
    """Yield how the URL is rewritten of which an answer is what the standard reads."""
    for kind, rewrite in _REWRITINGS.items():
        url = rewrite(answer.case.url)
        if url != answer.case.url:
            findings = expected(spec, UrlCase(url)).findings(spec, answer)
            if set(findings.values()) == {Finding.SAME}:
                yield kind


def _kind(
    name: str, component: str | None = None, sign: str = "", rule: Provision | None = None
) -> DepartureKind:
    shown = f'"{visible(sign)}"' if sign else "another place"
    says = SAYS[name].format(component=component, sign=shown)
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
    parts = [piece for piece in divided.pieces if piece.name in ("userinfo", "host", "port")]
    filled = [piece for piece in parts or divided.pieces if piece.text]
    if divided.components.stated["scheme"] is None and not (parts and filled):
        return _kind("refuses-relative")
    blamed = filled or parts
    if not blamed:
        return _kind("refuses")
    return _kind("refuses", blamed[-1].name, rule=_of_text(divided, blamed[-1]))


def _read_otherwise(divided: DividedUrl, given: UrlComponents) -> Iterator[DepartureKind]:
    """Yield how components differ: the first boundary that is put elsewhere, and forms."""
    wanted = divided.components
    scheme = ascii_lower(given.stated.get("scheme") or wanted.stated["scheme"] or "")
    pieces = {piece.name: piece for piece in divided.pieces}
    has_boundary = False
    for name, text in given.stated.items():
        due, piece = wanted.stated[name], pieces.get(name)
        if text == due:
            continue
        of_standard = () if due == (piece and piece.text) else FORM_IDS
        uses = forms_between(name, due, text, scheme, of_standard)
        if uses is not None:
            rule = None if piece is None else _of_text(divided, piece)
            is_counted = given.compared(name) != wanted.compared(name)
            for use, says in uses:
                says = says.format(name)
                yield DepartureKind(use, says, name, None, rule, is_counted, is_form=True)
        elif not has_boundary:
            has_boundary = True
            if due and piece is not None:
                yield _boundary(divided, piece, due, text)
            else:
                yield _kind("has-one", name, rule=_nearest(divided, given))


def _boundary(divided: DividedUrl, piece: Piece, expected: str, given: Text) -> DepartureKind:
    """Return how a boundary of a component is put elsewhere that is not empty."""
    name, bounds = piece.name, divided.bounds[piece.name]
    start, end = bounds.start or bounds.end, bounds.end or bounds.start
    if not given and name in ("scheme", "userinfo"):
        _, *behind = itertools.dropwhile(lambda each: each is not piece, divided.pieces)
        return _kind("has-none", name, behind[0].separator if behind else "", end)
    if not given:
        return _kind("has-none", name, piece.separator, start)
    if name == "host":
        expected, given = _as_written(expected, ""), _as_written(given, expected)
    kind, sign = _moved(expected, given)
    if kind == "another":
        return _kind(kind, name, sign, _of_text(divided, piece))
    return _kind(kind, name, sign, end if kind.startswith("ends") else start)


def _nearest(divided: DividedUrl, given: UrlComponents) -> Provision | None:
    """Return what ends the first piece that a program reads otherwise, or else begins it."""
    wanted, told = divided.components.stated, given.stated
    for piece in divided.pieces:
        if piece.name == AUTHORITY or (
            piece.name in told and told[piece.name] != wanted[piece.name]
        ):
            bounds = divided.bounds[piece.name]
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
