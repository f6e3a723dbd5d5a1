"""One of the questions for implementations: parsing a URL.

A host is compared with ASCII letters in lower case, and without brackets. An empty host counts as a
missing host. Other components are compared as given. A component that the program doesn't report is
skipped.
"""

import functools
import json
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path

from hexapla.divergence.answers import ACCEPTS
from hexapla.identification.parse_groups import ParserGroups
from hexapla.identification.question import Question
from hexapla.implementations.asking import UrlCase
from hexapla.operations.authority import COMPONENT_NAMES
from hexapla.standard.dividing import division_of
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping

DEFAULT_URLS = Path(__file__).parent / "default-urls.json"
FURTHER_URLS = Path(__file__).parent / "further-urls.json"


@functools.cache
def default_urls() -> Mapping[str, str]:
    """Return the URLs that an implementation parses by default, each with the reason to include it.

    The URLs cover every provision by which a spec sets a boundary, rejects a URL or changes a
    component, and every reading that affects parsing. They also include URLs that parsers are known
    to read differently.
    """
    urls_by_reason = json.loads(DEFAULT_URLS.read_text("utf-8"))
    reasons: dict[str, str] = {}
    for reason, urls in urls_by_reason.items():
        reasons.update(dict.fromkeys(urls, reason))
    return FrozenMapping(reasons)


class Parsing(Question):
    """The question of parsing: splitting a URL into its components."""

    name = UrlCase.question
    noun = "URL"
    rejects = "refuses"
    components = (ACCEPTS, *COMPONENT_NAMES)
    nearest = (
        "first: the standard that explains the most components; each option other than the default "
        "costs one component"
    )
    choice_price = 1
    alphabet = "a/:?#@.;%[]\\1"
    given_as = (str,)
    case = UrlCase
    needs = "one URL"
    hint = "if it resolves references, omit --parse, or parse=… in Python"

    def __init__(self, specs: Iterable[str | Spec] | None = None) -> None:
        """Prepare the question; raise `ValueError` if a named spec doesn't split URLs."""
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
    def further_cases() -> tuple[UrlCase, ...]:
        """Return further URLs, which only serve to find departures."""
        urls_by_reason = json.loads(FURTHER_URLS.read_text("utf-8"))
        return tuple(map(UrlCase, chain.from_iterable(urls_by_reason.values())))

    @staticmethod
    def comparison(spec: Spec) -> ParserGroups:
        """Return an object that compares a parser's answers with a spec."""
        return ParserGroups(spec)
