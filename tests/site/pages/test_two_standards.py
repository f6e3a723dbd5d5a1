"""RFC 3986 and the URL Standard: the data against the library, and the page."""

import functools
import html
import json
import re

import attrs
import jsonschema
import pytest
from command_line import SCHEMA
from site_under_test import built_site, page
from tables import by_rows_of

import hexapla
from hexapla.comparison.cause_key import sides_of_key, title_of
from hexapla.discover.classes import Classifier
from hexapla.discover.discovery import run
from hexapla.discover.inputs import Occurrences, SearchInput, spelling
from hexapla.discover.search_space import ExhaustiveSpace, telling_bases, telling_pieces
from hexapla.grammar.validity import Verdict
from hexapla.standard.rule import Phase
from hexapla_site.data.real_links import read_real_links
from hexapla_site.pages.catalogue import Catalogue, CatalogueEntry, read_catalogue
from hexapla_site.pages.two_standards import ADDRESS, TWO_DISCOVERED, is_of_form, reported_errors

TWO = tuple(map(hexapla.spec, ("rfc3986", "whatwg")))


@functools.cache
def catalogue() -> Catalogue:
    found = read_catalogue(TWO, TWO_DISCOVERED)
    assert found is not None
    return found


def entry_of(reference: str, base: str) -> CatalogueEntry:
    (item,) = Classifier(TWO).of(reference, base)
    return next(entry for entry in catalogue().entries if entry.disagreement == item)


def test_the_data_follows_its_schema_and_is_what_the_command_finds_by_default() -> None:
    form = json.loads(TWO_DISCOVERED.read_text("utf-8"))
    jsonschema.validate(form, SCHEMA)
    space = ExhaustiveSpace(TWO, telling_pieces(TWO), tuple(telling_bases(TWO)), 3)
    assert tuple(form["specs"]) == tuple(spec.selector for spec in TWO)
    assert space.to_dict().items() <= form["coverage"].items()
    assert tuple(item["base"] for item in form["bases"]) == space.bases


def test_every_smallest_example_is_of_its_class() -> None:
    classifier = Classifier(TWO)
    for entry in catalogue().entries:
        assert entry.disagreement in set(classifier.of(entry.reference, entry.base))


@pytest.mark.slow
def test_a_smaller_search_finds_the_same() -> None:
    pieces = telling_pieces(TWO)
    again = run(ExhaustiveSpace(TWO, pieces, tuple(telling_bases(TWO)), 2)).classes
    assert {item: finding.smallest for item, finding in again.items()} == {
        entry.disagreement: entry.finding.smallest
        for entry in catalogue().entries
        if len(spelling(pieces, entry.reference)) <= 2
    }


@by_rows_of("pages", "form is told apart from structure")
def test_form_is_told_apart_from_structure(reference: str, base: str, of_form: bool) -> None:
    assert is_of_form(entry_of(reference, base), TWO[0]) is of_form


@by_rows_of("pages")
def test_an_example_has_its_validation_errors(reference: str, base: str, shown: str) -> None:
    example = SearchInput(reference, base)
    entry = attrs.evolve(catalogue().entries[0], finding=Occurrences(1, example))
    names, failure = reported_errors(entry, ())
    assert (", ".join(names or ["none"]) + (" (failure)" if failure else "")) == shown


def test_a_reference_alone_has_the_errors_of_the_base_with_the_fewest() -> None:
    entry = attrs.evolve(catalogue().entries[0], finding=Occurrences(1, SearchInput("//a_b", None)))
    assert reported_errors(entry, ("http://a", "x://a"))[0] == ()
    assert reported_errors(entry, ("http://a",))[0] == ("domain-to-ASCII",)


def test_an_example_without_validation_errors_is_valid() -> None:
    whatwg, bases = TWO[1], [base for base in telling_bases(TWO) if TWO[1].is_absolute(base)]
    for entry in catalogue().entries:
        if not reported_errors(entry, bases)[0]:
            tried = bases if entry.base is None else [entry.base]
            verdicts = {whatwg.validate(entry.reference, base).verdict for base in tried}
            assert Verdict.YES in verdicts, entry


def test_every_class_has_a_row_under_its_two_rules_and_its_links() -> None:
    markup = (built_site() / ADDRESS).read_text("utf-8")
    links = {cause.key: cause.links for cause in read_real_links().causes}
    bases = [base for base in telling_bases(TWO) if all(spec.is_absolute(base) for spec in TWO)]
    for entry in catalogue().entries:
        assert page(ADDRESS).ids.count(entry.anchor) == 1
        body = next(
            part
            for part in re.findall(r"<tbody>.*?</tbody>", markup, re.DOTALL)
            if f'<tr id="{entry.anchor}">' in part
        )
        shown = " ".join(html.unescape(re.sub("<[^>]*>", "", body)).split())
        (row,) = re.findall(rf'<tr id="{re.escape(entry.anchor)}">.*?</tr>', body, re.DOTALL)
        names, failure = reported_errors(entry, bases)
        assert set(names) <= set(re.findall(r"<code>([^<]*)<", row))
        assert ("failure</span>" in row) is failure
        key = entry.disagreement.cause
        if not key.phase:
            continue
        assert title_of(key, TWO).replace('"', "") in shown
        count = links.get(key, 0)
        assert f"decides in {count:,} link" in shown
        for _, rule in sides_of_key(key, TWO):
            assert f'href="{html.escape(rule.citation.url)}"' in body


def test_phases_come_in_their_order() -> None:
    phases = {entry.disagreement.cause.phase for entry in catalogue().entries}
    order = [phase.value for phase in Phase if phase.value in phases]
    ids = [name for name in page(ADDRESS).ids if name in order]
    assert ids == order


@pytest.mark.parametrize(
    "address",
    ["index.html", "standards/rfc3986.html", "standards/whatwg.html", "explanations/browsers.html"],
)
def test_the_page_is_linked(address: str) -> None:
    targets = {attributes.get("href", "") for _, attributes in page(address).tags}
    assert any(target.endswith(ADDRESS) for target in targets)
