"""Parsing URLs: what standards read in them, and how the answers of an implementation differ.

A host is compared as a client connects to it: ASCII lower case, without brackets, and an empty host
is no host. The other components are compared as they are given. One of which the program tells
nothing is not compared.
"""

import functools
import json
from collections.abc import Mapping
from pathlib import Path

from hexapla.comparison.readings import Variant, variants_of_division
from hexapla.implementations.asking import ParseAnswer, UrlCase
from hexapla.implementations.question import DepartureKind, Expectation, Finding, Question
from hexapla.implementations.url_departures import REWRITINGS, url_departures, without_rule
from hexapla.operations.division import DividedUrl, UrlDivision
from hexapla.operations.url_components import COMPONENT_NAMES, UrlComponents
from hexapla.standard.spec import Spec
from hexapla.values.errors import InputError
from hexapla.values.frozen import FrozenMapping
from hexapla.values.kept import kept

DEFAULT_URLS = Path(__file__).parent / "default-urls.json"
ACCEPTS = "accepts"
"""The name of what is compared first: whether there are components at all."""


@functools.cache
def default_urls() -> Mapping[str, str]:
    """Return the URLs that an implementation is asked by default, each with the reason why.

    They use every provision by which a column puts a boundary, refuses a URL or changes a
    component, and every reading that taking a URL apart depends on; and they hold what parsers are
    known to read in different ways.
    """
    urls_by_reason = json.loads(DEFAULT_URLS.read_text("utf-8"))
    return FrozenMapping((url, reason) for reason, urls in urls_by_reason.items() for url in urls)


def division_of(spec: Spec) -> UrlDivision:
    """Return how a spec divides URLs; raise `ValueError` where it does not."""
    if spec.division is None:
        raise InputError(f"{spec.selector} does not divide a URL")
    return spec.division


@kept(8192, lambda spec, url: len(url))
def divided_by(spec: Spec, url: str) -> DividedUrl:
    """Return what a spec reads in a URL, under its own choices; raise as `division_of` does."""
    return division_of(spec).divide(url)


class Parsing(Question[UrlCase, UrlComponents]):
    """To parse a URL, which is to take it apart."""

    name = UrlCase.question
    noun = "URL"
    rejects = "refuses"
    components = (ACCEPTS, *COMPONENT_NAMES)
    choice_price = 1
    alphabet = "a/:?#@.;%[]\\1"
    given_as = (str,)
    needs = "one URL"
    hint = "if it resolves references, ask that: without --parse, or parse=… in Python"

    def is_answered_by(self, spec: Spec) -> bool:
        """Return whether a spec divides URLs."""
        return spec.division is not None

    def case(self, given: str) -> UrlCase:
        """Return a URL as a case."""
        return UrlCase(given)

    def default_cases(self) -> tuple[UrlCase, ...]:
        """Return the URLs of `default_urls`."""
        return tuple(map(UrlCase, default_urls()))

    @staticmethod
    def outcome(spec: Spec, case: UrlCase) -> DividedUrl:
        """Return what a spec reads in a URL."""
        return divided_by(spec, case.url)

    @staticmethod
    def variants(spec: Spec, case: UrlCase) -> tuple[Variant, ...]:
        """Return everything that a spec can read in a URL."""
        return variants_of_division(spec, case.url)

    @staticmethod
    def expectation(case: UrlCase, outcome: DividedUrl) -> Expectation:
        """Return what is read in a URL."""
        value = outcome.components if outcome.accepts and outcome.has_rule else None
        return Expectation(value, outcome.has_rule, divided=outcome)

    def parts(self, value: UrlComponents) -> Mapping[str, object]:
        """Return that there are components, and what each is compared by."""
        return {ACCEPTS: True, **{name: value.compared(name) for name in value.stated}}

    def is_derived(self, spec: Spec, case: UrlCase, expected: Expectation) -> bool:
        """Return whether a spec's grammar derives a URL, and its authority as it is divided."""
        divided = expected.divided
        assert divided is not None
        return divided.valid is not False and divided.authority_valid is not False

    def kinds(self, spec: Spec, answer: ParseAnswer) -> tuple[DepartureKind, ...]:
        """Return how an answer differs: by a refusal, a boundary put elsewhere, and forms."""
        divided = divided_by(spec, answer.case.url)
        ways = self._departures(spec, answer)
        return tuple(dict.fromkeys(without_rule(way, divided) for way in ways))

    def _departures(self, spec: Spec, answer: ParseAnswer) -> tuple[DepartureKind, ...]:
        """Return how an answer differs, each with the rule that is not followed."""
        divided, expected = divided_by(spec, answer.case.url), self.expected(spec, answer.case)
        different = Finding.DIFFERENT in self.findings(spec, expected, answer).values()
        if different:
            rewritten = self._rewriting(spec, answer)
            if rewritten is not None:
                return (rewritten,)
        elif answer.value is None or not divided.accepts or not divided.has_rule:
            return ()
        return tuple(dict.fromkeys(url_departures(divided, answer.value)))

    def _rewriting(self, spec: Spec, answer: ParseAnswer) -> DepartureKind | None:
        """Return how the URL is rewritten of which an answer is what the standard reads, if any."""
        for kind, rewrite in REWRITINGS.items():
            url = rewrite(answer.case.url)
            if url != answer.case.url and answer.value is not None:
                expected = self.expected(spec, UrlCase(url))
                compared_then = self.findings(spec, expected, answer).values()
                if set(compared_then) == {Finding.SAME}:
                    return kind
        return None

    def complete(self, spec: Spec, kind: DepartureKind, answer: ParseAnswer) -> DepartureKind:
        """Return a kind with the rule that is not followed."""
        divided = divided_by(spec, answer.case.url)
        ways = self._departures(spec, answer)
        return next(way for way in ways if without_rule(way, divided) == kind)

    def group(self, spec: Spec, kind: DepartureKind, example: ParseAnswer) -> object:
        """Return the kind; why a URL is refused shows in the smallest one alone."""
        return self.complete(spec, kind, example) if kind.by_example else kind
