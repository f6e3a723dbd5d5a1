"""Parsing URLs: what standards read in them, and how the answers of an implementation differ.

A host is compared as a client connects to it: ASCII lower case, without brackets, and an empty host
is no host. The other components are compared as they are given. One of which the program tells
nothing is not compared.
"""

import functools
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from hexapla.comparison.one_line import show_cut
from hexapla.comparison.variants import variants_of_division
from hexapla.discover.inputs import SearchInput
from hexapla.implementations.asking import ParseAnswer, UrlCase
from hexapla.implementations.question import (
    Branch,
    DepartureKind,
    Finding,
    Question,
    options_of,
    told_text,
)
from hexapla.implementations.url_departures import REWRITINGS, url_departures, without_rule
from hexapla.operations.division import DividedUrl
from hexapla.operations.url_components import COMPONENT_NAMES, UrlComponents
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla.values.frozen import FrozenMapping

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


@functools.lru_cache(maxsize=8192)
def divided_by(spec: Spec, url: str) -> DividedUrl:
    """Return what a spec reads in a URL, under its own choices.

    Raises:
        ValueError: The spec divides no URL.
    """
    if spec.division is None:
        raise ValueError(f"{spec.selector} does not divide a URL")
    return spec.division.divide(url)


@functools.lru_cache(maxsize=8192)
def url_branches(spec: Spec, url: str) -> tuple[Branch[DividedUrl], ...]:
    """Return everything that a spec can read in a URL, given the choices that it has made."""
    branches = []
    for variant in variants_of_division(spec, url):
        assert isinstance(variant.key, DividedUrl)
        branches.append(Branch(options_of(spec, variant), variant.key))
    return tuple(branches)


def components_apart(
    one: UrlComponents, other: UrlComponents, names: Iterable[str]
) -> tuple[str, ...]:
    """Return the components that differ as they are compared.

    Args:
        one: Some components.
        other: Others.
        names: The components to compare; both tell of them.
    """
    return tuple(
        name
        for name in names
        # Most texts are the same, and so then is what is compared of them.
        if one.told[name] != other.told[name] and one.compared(name) != other.compared(name)
    )


class Parsing(Question[UrlCase, UrlComponents, DividedUrl]):
    """To parse a URL, which is to take it apart."""

    name = UrlCase.question
    noun = "URL"
    rejects = "refuses"
    components = (ACCEPTS, *COMPONENT_NAMES)
    choice_price = 1
    alphabet = "a/:?#@.;%[]\\1"
    given_as = (str,)
    needs = "one URL"

    def usable(self, specs: tuple[Spec, ...] | None) -> tuple[Spec, ...]:
        """Return the specs, or those candidates that divide URLs."""
        if specs is None:
            return tuple(spec for spec in super().usable(None) if spec.division is not None)
        for spec in specs:
            if spec.division is None:
                raise ValueError(f"{spec.selector} does not divide a URL")
        return specs

    def case(self, given: str) -> UrlCase:
        """Return a URL as a case."""
        return UrlCase(given)

    def default_cases(self) -> tuple[UrlCase, ...]:
        """Return the URLs of `default_urls`."""
        return tuple(map(UrlCase, default_urls()))

    def input_of(self, case: UrlCase) -> SearchInput:
        """Return a URL as an input that can be made smaller."""
        return SearchInput(case.url, None)

    def case_of(self, smaller: SearchInput) -> UrlCase:
        """Return the URL that an input is."""
        return UrlCase(smaller.reference)

    def size(self, case: UrlCase) -> int:
        """Return the length of the URL."""
        return len(case.url)

    def expected(self, spec: Spec, case: UrlCase) -> DividedUrl:
        """Return what a spec reads in a URL."""
        return divided_by(spec, case.url)

    def branches(self, spec: Spec, case: UrlCase) -> tuple[Branch[DividedUrl], ...]:
        """Return everything that a spec can read in a URL."""
        return url_branches(spec, case.url)

    def findings(
        self, spec: Spec, expected: DividedUrl, answer: ParseAnswer
    ) -> Mapping[str, Finding]:
        """Return what comparing says of each component that the program tells."""
        if answer.trouble is not None:
            return {}
        if answer.value is None:
            return {ACCEPTS: _of_refusal(expected)}
        names = (ACCEPTS, *answer.value.told)
        if not expected.has_rule:
            return dict.fromkeys(names, Finding.NO_RULE)
        if not expected.accepts:
            return dict.fromkeys(names, Finding.DIFFERENT)
        different = set(components_apart(expected.components, answer.value, answer.value.told))
        return {name: Finding.DIFFERENT if name in different else Finding.SAME for name in names}

    def has_host_as_given(self, expected: DividedUrl, answer: ParseAnswer) -> bool:
        """Return whether the program gives the host as the standard writes it."""
        given, told = answer.value, expected.components.told
        return (
            given is not None
            and "host" in given.told
            and "host" in told
            and given.host == expected.components.host
        )

    def kinds(self, spec: Spec, answer: ParseAnswer) -> tuple[DepartureKind, ...]:
        """Return how an answer differs: by a refusal, a boundary put elsewhere, and forms."""
        return tuple(dict.fromkeys(map(without_rule, self._departures(spec, answer))))

    def _departures(self, spec: Spec, answer: ParseAnswer) -> tuple[DepartureKind, ...]:
        """Return how an answer differs, each with the rule that is not followed."""
        divided = divided_by(spec, answer.case.url)
        different = Finding.DIFFERENT in self.findings(spec, divided, answer).values()
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
                compared_then = self.findings(spec, divided_by(spec, url), answer).values()
                if set(compared_then) == {Finding.SAME}:
                    return kind
        return None

    def complete(self, spec: Spec, kind: DepartureKind, answer: ParseAnswer) -> DepartureKind:
        """Return a kind with the rule that is not followed."""
        return next(way for way in self._departures(spec, answer) if without_rule(way) == kind)

    def group(self, spec: Spec, kind: DepartureKind, example: ParseAnswer) -> object:
        """Return the kind; why a URL is refused shows in the smallest one alone."""
        return self.complete(spec, kind, example) if kind.by_example else kind

    def matched(self, agreeing: int, told: Mapping[str, int], cases: int) -> str:
        """Return how many components match, and in how many URLs, in words."""
        compared = counted(sum(told.values()), "component")
        return f"{agreeing:,} of {compared} in {self.counted_cases(told[ACCEPTS])} match"

    def counted_cases(self, number: int) -> str:
        """Return a number of URLs."""
        return counted(number, self.noun)

    def lemma(self, case: UrlCase) -> str:
        """Return the URL."""
        return show_cut(case.url)

    def expected_text(self, expected: DividedUrl, answer: ParseAnswer) -> str:
        """Return what a standard reads, as far as the program tells of it."""
        if not expected.accepts:
            return "(refused)"
        if not expected.has_rule:
            return "(no rule)"
        told = COMPONENT_NAMES if answer.value is None else answer.value.told
        read = expected.components.told
        return told_text(UrlComponents.of({name: read[name] for name in told}))

    def expected_form(self, expected: DividedUrl) -> dict[str, str | None]:
        """Return the components."""
        return expected.components.to_dict()

    def no_rule_text(self, label: str, expected: DividedUrl, kind: DepartureKind) -> str:
        """Return what a standard says where no one rule decides."""
        refused = expected.components.told and kind.by_example
        return f"{label} allows it." if refused else f"{label} reads it as it stands."


def _of_refusal(divided: DividedUrl) -> Finding:
    """Return what a refusal is: the same, or different where the grammar allows the URL."""
    if not divided.accepts:
        return Finding.SAME
    is_invalid = divided.valid is False or divided.authority_valid is False
    return Finding.REJECTED if is_invalid or not divided.has_rule else Finding.DIFFERENT
