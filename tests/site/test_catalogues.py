"""The catalogues of differences among three standards and between two: data and pages."""

import functools
import html
import json
import re
from importlib import import_module
from pathlib import Path
from typing import cast
from urllib.parse import unquote

import attrs
import jsonschema
import pytest
from command_line import SCHEMA
from golden import golden_rows
from site_under_test import Page, assert_has_only_our_scripts, page, source_of
from tables import by_rows_of

import hexapla
from hexapla.comparison.cause_key import TARGET, CauseKey, sides_of_key, title_of
from hexapla.discover.classes import Classifier
from hexapla.discover.discovery import run
from hexapla.discover.inputs import Occurrences, SearchInput, spelling
from hexapla.discover.search_space import (
    ExhaustiveSpace,
    telling_bases,
    telling_frames,
    telling_pieces,
)
from hexapla.grammar.validity import Verdict
from hexapla.standard.registry import default_columns
from hexapla.standard.rule import Phase
from hexapla_site.build import build_site
from hexapla_site.data.real_links import read_real_links
from hexapla_site.pages.catalogue import (
    DISCOVERED,
    Catalogue,
    CatalogueEntry,
    read_catalogue,
    sections,
)
from hexapla_site.pages.kind import Site
from hexapla_site.pages.two_standards import (
    ADDRESS,
    TWO_DISCOVERED,
    differences_by_class,
    is_of_spelling,
    links_by_cause,
    links_without_class,
    reported_errors,
    sections_of_two,
)
from hexapla_site.report.case import result_groups

SPECS = default_columns()
THREE = tuple(map(hexapla.spec, ("rfc1630", "rfc1808", "rfc2396")))
TWO = tuple(map(hexapla.spec, ("rfc3986", "whatwg")))
BASES = [base for base in telling_bases(TWO) if all(spec.is_absolute(base) for spec in TWO)]


class BareSite:
    """A site with all columns, for functions that use only the results of searches."""

    columns = SPECS

    def __init__(self) -> None:
        self.once = functools.cache(lambda make: make(self))


SITE = cast(Site, BareSite())


@functools.cache
def catalogue(path: Path = DISCOVERED) -> Catalogue:
    found = read_catalogue(SPECS, path)
    assert found is not None
    return found


def space(path: Path, max_length: int) -> ExhaustiveSpace:
    """Return the inputs of a search; for two standards, those of the command by default."""
    if path == TWO_DISCOVERED:
        pieces, bases = telling_pieces(TWO), tuple(telling_bases(TWO))
        whole = ExhaustiveSpace(TWO, pieces, bases, max_length, plain=True)
        return attrs.evolve(whole, frames=telling_frames(TWO)) if max_length == 3 else whole
    bases = tuple(base for base, _ in catalogue().bases)
    return ExhaustiveSpace(THREE, catalogue().coverage["alphabet"], bases, max_length)


each = pytest.mark.parametrize(
    ("path", "length"), [(DISCOVERED, 6), (TWO_DISCOVERED, 3)], ids=["three", "two"]
)


@each
def test_the_data_follows_its_schema_and_covers_what_it_says(path: Path, length: int) -> None:
    form, searched = json.loads(path.read_text("utf-8")), space(path, length)
    jsonschema.validate(form, SCHEMA)
    assert tuple(form["specs"]) == tuple(spec.selector for spec in searched.specs)
    assert form["coverage"] == {**form["coverage"], **searched.to_dict()}
    assert form["coverage"]["exhaustive"]
    assert tuple(item["base"] for item in form["bases"]) == searched.bases
    assert form["coverage"]["differing"] <= form["coverage"]["pairs"]


@each
def test_every_smallest_example_shows_its_cause(path: Path, length: int) -> None:
    found = catalogue(path)
    classifier = Classifier(found.specs)
    assert len(found.entries) > 200 // length
    for entry in found.entries:
        assert entry.disagreement in set(classifier.of(entry.reference, entry.base)), entry
        assert entry.cause is None or entry.cause.key == entry.disagreement.cause
        assert (entry.cause is None) == (entry.disagreement.facet == "valid")


@pytest.mark.slow
@each
def test_a_smaller_search_finds_the_same(path: Path, length: int) -> None:
    smaller = space(path, length // 2 + length % 2)
    found = {item: finding.smallest for item, finding in run(smaller).classes.items()}
    entries = {entry.disagreement: entry.finding.smallest for entry in catalogue(path).entries}
    assert found.keys() <= entries.keys()
    for item, example in entries.items():
        pieces = list(spelling(smaller.alphabet, example.reference))
        # Frames try characters that the alphabet doesn't have.
        if len(pieces) <= smaller.max_length and set(smaller.alphabet).issuperset(pieces):
            assert found[item] == example
        elif item in found:
            assert smaller.plain


# ".." reaches the host only after all segments of the base are removed, which takes more than six
# characters with each of the bases.
OUT_OF_REACH = {
    CauseKey(TARGET, "dots", "rfc1630", "uri-syntax-path", other, rule)
    for other, rule in (("rfc1808", "2.4.3-net-loc"), ("rfc2396", "3.2-authority"))
}


def test_every_cause_in_the_standards_own_tables_is_there() -> None:
    found = {entry.disagreement.cause for entry in catalogue().entries}
    classifier = Classifier(THREE)
    for example in (example for spec in SPECS for example in spec.examples()):
        for base in (None, example.base):
            shown = {item.cause for item in classifier.of(example.reference, base)}
            assert shown - found <= OUT_OF_REACH, example


def rows_of_page(address: str) -> dict[str, str]:
    """Return the markup of each row of a page by the row's name."""
    return dict(re.findall(r'<tr id="([^"]*)">(.*?)</tr>', source_of(address), re.DOTALL))


def test_every_cause_has_a_row_with_its_smallest_example() -> None:
    rows = {
        address: rows_of_page(address)
        for address in {section.address for section in sections(catalogue())}
    }
    for entry in catalogue().entries:
        address, anchor = entry.address.split("#")
        assert page(address).ids.count(anchor) == 1
        row = rows[address][entry.anchor]
        assert Page(row).words.startswith(f"{entry.reference or '∅'} →")
        assert f"{entry.finding.inputs:,} #" in Page(row).words
        link = re.search(r'href="../playground.html#([^"]*)"', row)
        assert (link is None) == (entry.base == "")
        if link is not None:
            fields = [field.split("=") for field in html.unescape(link[1]).split("&")]
            assert [(name, unquote(text)) for name, text in fields] == [
                ("ref", entry.reference),
                ("base", entry.base or ""),
                *(("spec", spec.selector) for spec in THREE),
            ]
    links = [link for address in rows for link in page(address).values("href")]
    assert sum(link.startswith("../causes/") for link in links) > 25


def test_the_page_says_what_the_library_says_and_tells_the_coverage() -> None:
    entries = [item for item in catalogue().entries if item.disagreement.facet == TARGET]
    for entry in entries:
        assert entry.base is not None
        for group in result_groups(entry.facet):
            for spec in group.specs:
                assert spec.resolve(entry.reference, base=entry.base).target == group.target
    for claim in (
        "every string up to length 6 over the 9 characters a:/?#;.%@: 597,871 references. Each "
        "was parsed without a base, and resolved against each of 7 bases: 4,185,097 pairs in all",
        f"differ on the target of {catalogue().coverage['differing']:,} pairs",
        f"The search found {len(catalogue().entries)} classes. ",
        f"have {len({entry.disagreement.cause for entry in entries})} different causes",
    ):
        assert claim in page("catalogue/index.html").words, claim


def test_hostile_text_in_the_data_stays_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = run(ExhaustiveSpace(SPECS, "<&\"'\ud800\u202e", ('"><script>:',), 1))
    path = tmp_path / "discovered.json"
    path.write_text(found.to_json(), "utf-8")
    monkeypatch.setattr("hexapla_site.pages.catalogue.catalogue_of", lambda _: catalogue(path))
    build_site(tmp_path / "site", only=["catalogue"])
    pages = [Page(path) for path in (tmp_path / "site" / "catalogue").iterdir()]
    for shown in pages:
        assert_has_only_our_scripts(shown)
    assert any('"><script>:' in shown.words for shown in pages)
    text = "".join("".join(shown.text) for shown in pages)
    assert not {"\u202e", "\ud800"} & set(text)


def test_columns_that_were_not_searched_have_no_catalogue() -> None:
    assert read_catalogue(TWO) is None


# Two standards.


@by_rows_of("pages", "spelling is told apart from structure")
def test_spelling_is_told_apart_from_structure(
    reference: str, base: str, of_spelling: bool
) -> None:
    assert is_of_spelling(entry_of(reference, base)) is of_spelling


# Rules that no text in a search can show: about writing a URL, and about lone surrogates.
WITHOUT_CLASS = {"4.4-scalar-values", "4.5-join"}


def test_each_rule_that_rewrites_or_refuses_decides_in_a_class() -> None:
    (whatwg,) = (spec for spec in TWO if spec.id == "whatwg")
    causes = [entry.disagreement.cause for entry in catalogue(TWO_DISCOVERED).entries]
    deciding = {cause.right_rule for cause in causes if cause.facet == TARGET}
    of_today = vars(import_module("hexapla_specs.whatwg.rules"))
    for rule in whatwg.standard.rules:
        is_of_today = rule in of_today.values() or rule.name.startswith("ip")
        if is_of_today and rule.phase in (Phase.CLEAN, Phase.NORMALISE, Phase.RECOMBINE):
            assert (rule.name in deciding) is (rule.name not in WITHOUT_CLASS), rule.name


@pytest.mark.slow
def test_every_cause_in_other_inputs_is_among_the_classes() -> None:
    found = {entry.disagreement.cause for entry in catalogue(TWO_DISCOVERED).entries}
    classifier = Classifier(TWO)
    tried = 0
    for row in golden_rows():
        base, reference = row["pair"]
        # If the base isn't in normal form, it shows differences that a reference would show.
        if TWO[1].normalize(base).normal == base and "\ud800" not in reference:
            tried += 1
            for item in classifier.of(reference, base):
                assert item.cause in found, (reference, base)
    assert tried > 5000


def test_the_listed_examples_show_one_difference_each() -> None:
    differences = differences_by_class(SITE)
    listed = [entry for section in sections_of_two(SITE) for entry in section.listed]
    several = [entry for entry in listed if differences[entry] > 1]
    # Some causes are never the only difference in an input of the search.
    assert len(several) < len(listed) / 20
    for entry in several:
        same_cause = [
            differences[other]
            for other in catalogue(TWO_DISCOVERED).entries
            if other.disagreement.cause == entry.disagreement.cause
        ]
        assert min(same_cause) == differences[entry]
    for entry in listed:
        cause = entry.disagreement.cause
        # A tab is only in an example of the rule that removes it.
        assert cause.facet != TARGET or cause.phase == "clean" or "\t" not in entry.reference


def test_the_links_add_up_to_all_on_which_the_two_differ() -> None:
    counted = read_real_links()
    decided = sum(section.links or 0 for section in sections_of_two(SITE))
    without = sum(item.links for item in links_without_class(SITE))
    assert decided + without == counted.all["today"]
    assert sum(links_by_cause(SITE).values()) == counted.all["today"]


def entry_of(reference: str, base: str | None) -> CatalogueEntry:
    finding = Occurrences(1, SearchInput(reference, base))
    return attrs.evolve(catalogue(TWO_DISCOVERED).entries[0], finding=finding)


@by_rows_of("pages")
def test_an_example_has_its_validation_errors(reference: str, base: str, shown: str) -> None:
    names, failure = reported_errors(entry_of(reference, base), ())
    assert (", ".join(names or ["none"]) + (" (failure)" if failure else "")) == shown


def test_a_reference_alone_has_the_errors_of_the_base_with_the_fewest() -> None:
    entry = entry_of("//a_b", None)
    assert reported_errors(entry, ("http://a", "x://a"))[0] == ()
    assert reported_errors(entry, ("http://a",))[0] == ("domain-to-ASCII",)


def test_every_class_has_a_row_under_its_two_rules_and_its_errors_and_links() -> None:
    bodies = re.findall(r"<tbody>.*?</tbody>", source_of(ADDRESS), re.DOTALL)
    links = {cause.key: cause.links for cause in read_real_links().causes}
    rows = rows_of_page(ADDRESS)
    listed = [entry for section in sections_of_two(SITE) for entry in section.listed]
    causes = {entry.disagreement.cause for entry in catalogue(TWO_DISCOVERED).entries}
    assert {entry.disagreement.cause for entry in listed} == causes
    for entry in listed:
        assert page(ADDRESS).ids.count(entry.anchor) == 1
        body = next(part for part in bodies if f'<tr id="{entry.anchor}">' in part)
        row = rows[entry.anchor]
        names, failure = reported_errors(entry, BASES)
        assert set(names) <= set(re.findall(r"<code>([^<]*)<", row))
        assert ("failure</span>" in row) is failure
        if not names:
            tried = BASES if entry.base is None else [entry.base]
            verdicts = {TWO[1].validate(entry.reference, base=base).verdict for base in tried}
            assert Verdict.YES in verdicts, entry
        key = entry.disagreement.cause
        if key.phase:
            assert title_of(key, TWO).replace('"', "") in Page(body).words
            count = links.get(key, 0) if key.facet == TARGET else 0
            assert ("decides for" in Page(body).words) is (count > 0)
            assert not count or f"decides for {count:,} link" in Page(body).words
            for _, rule in sides_of_key(key, TWO):
                assert f'href="{html.escape(rule.citation.url)}"' in body
    phases = {entry.disagreement.cause.phase for entry in catalogue(TWO_DISCOVERED).entries}
    order = [phase.value for phase in Phase if phase.value in phases]
    assert [name for name in page(ADDRESS).ids if name in order] == order


@pytest.mark.parametrize(
    "address",
    ["index.html", "standards/rfc3986.html", "standards/whatwg.html", "explanations/browsers.html"],
)
def test_the_page_is_linked(address: str) -> None:
    assert any(target.endswith(ADDRESS) for target in page(address).values("href"))
