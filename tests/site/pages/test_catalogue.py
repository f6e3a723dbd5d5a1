"""The catalogue of disagreements: its data against the library, and its page."""

import html
import json
import re
from pathlib import Path
from urllib.parse import unquote

import jsonschema
import pytest
from command_line import SCHEMA
from site_under_test import built_site, page

import hexapla
from hexapla.comparison.cause_key import TARGET, CauseKey
from hexapla.discover.classes import Classifier
from hexapla.discover.discovery import run
from hexapla.discover.search_space import ExhaustiveSpace
from hexapla.standard.registry import columns_of
from hexapla_site.pages.catalogue import DISCOVERED, Catalogue, address_of, read_catalogue, sections
from hexapla_site.pages.operations import OPERATIONS
from hexapla_site.rendering import column_names, template_environment
from hexapla_site.report.case import result_groups
from hexapla_site.report.report import make_report

ADDRESS = "catalogue/index.html"


def catalogue() -> Catalogue:
    found = read_catalogue(hexapla.specs())
    assert found is not None
    return found


def bound(max_length: int) -> ExhaustiveSpace:
    found = catalogue()
    bases = tuple(base for base, _ in found.bases)
    return ExhaustiveSpace(found.specs, found.coverage["alphabet"], bases, max_length)


def test_the_data_follows_its_schema_and_has_its_columns() -> None:
    form = json.loads(DISCOVERED.read_text("utf-8"))
    jsonschema.validate(form, SCHEMA)
    assert form["specs"] == ["rfc1630", "rfc1808", "rfc2396"]
    assert form["coverage"]["exhaustive"]


def test_the_data_covers_what_it_says() -> None:
    covered = catalogue().coverage
    searched = bound(covered["max_length"])
    assert searched.to_dict().items() <= covered.items()
    assert (covered["references"], covered["pairs"]) == (597_871, 4_185_097)
    assert covered["differing"] <= covered["pairs"]


def test_every_smallest_example_shows_its_cause() -> None:
    found = catalogue()
    classifier = Classifier(found.specs)
    assert len(found.entries) > 200
    for entry in found.entries:
        assert entry.disagreement in set(classifier.of(entry.reference, entry.base)), (
            entry.disagreement
        )
        cause = entry.cause
        key = entry.disagreement.cause
        assert cause is None or cause.key == key
        assert (cause is None) == (entry.disagreement.facet == "valid")


@pytest.mark.slow
def test_a_smaller_search_finds_the_same() -> None:
    again = run(bound(3)).classes
    smallest = {item: finding.smallest for item, finding in again.items()}
    assert smallest == {
        entry.disagreement: entry.finding.smallest
        for entry in catalogue().entries
        if len(entry.reference) <= 3
    }


# ".." climbs to the host only past every segment of the base: none of the bases allows that within
# six characters.
OUT_OF_REACH = {
    CauseKey(TARGET, "dots", "rfc1630", "uri-syntax-path", other, rule)
    for other, rule in (("rfc1808", "2.4.3-net-loc"), ("rfc2396", "3.2-authority"))
}


def test_every_cause_in_the_standards_own_tables_is_there() -> None:
    found = {entry.disagreement.cause for entry in catalogue().entries}
    classifier = Classifier(catalogue().specs)
    examples = [example for spec in hexapla.specs() for example in spec.examples()]
    for example in examples:
        for base in (None, example.base):
            shown = {item.cause for item in classifier.of(example.reference, base)}
            assert shown - found <= OUT_OF_REACH, example


def test_every_cause_has_a_row_with_its_smallest_example() -> None:
    found = catalogue()
    for entry in found.entries:
        address, anchor = address_of(entry).split("#")
        assert page(address).ids.count(anchor) == 1
        markup = (built_site() / address).read_text("utf-8")
        row = re.search(rf'<tr id="{entry.anchor}">(.*?)</tr>', markup, re.DOTALL)
        assert row is not None
        shown = " ".join(html.unescape(re.sub("<[^>]*>", "", row[1])).split())
        assert shown.startswith(f"{entry.reference or '∅'} →")
        assert f"{entry.finding.inputs:,} #" in shown
        link = re.search(r'href="../playground.html#([^"]*)"', row[1])
        assert (link is None) == (entry.base == "")
        if link is not None:
            fields = [field.split("=") for field in html.unescape(link[1]).split("&")]
            assert [(name, unquote(text)) for name, text in fields] == [
                ("ref", entry.reference),
                ("base", entry.base or ""),
                *(("spec", spec.selector) for spec in found.specs),
            ]


def test_the_page_says_what_the_library_says() -> None:
    for entry in catalogue().entries:
        if entry.disagreement.facet != "target":
            continue
        assert entry.base is not None
        for group in result_groups(entry.facet):
            for spec in group.specs:
                assert spec.resolve(entry.base, entry.reference).target == group.target


def test_the_page_tells_the_coverage() -> None:
    text = page(ADDRESS).words
    found = catalogue()
    causes = {
        entry.disagreement.cause for entry in found.entries if entry.disagreement.facet == "target"
    }
    for claim in (
        "every string up to length 6 over the 9 characters a:/?#;.%@: 597,871 references, alone "
        "and against each of 7 bases, 4,185,097 pairs in all",
        f"differ on the target of {found.coverage['differing']:,} of them",
        f"It found {len(found.entries)} classes, ",
        f"about targets, from {len(causes)} causes",
    ):
        assert claim in text, claim


def test_a_row_leads_to_its_cause() -> None:
    pages = [section.address for section in sections(catalogue())]
    links = [link for address in pages for link in page(address).values("href")]
    assert sum(link.startswith("../causes/") for link in links) > 25


def test_hostile_text_in_the_data_stays_text(tmp_path: Path) -> None:
    specs = columns_of(None)
    hostile = '"><script>:'
    path = tmp_path / "discovered.json"
    found = run(ExhaustiveSpace(specs, "<&\"'\ud800\u202e", (hostile,), 1))
    path.write_text(found.to_json(), "utf-8")
    made = make_report((), specs)
    listed = read_catalogue(specs, path)
    assert listed is not None
    environment = template_environment()
    environment.globals.update(report=made, operation_kinds=OPERATIONS, **column_names(specs))
    listed_in = sections(listed)
    around = {"before": None, "after": None, "catalogue": listed, "sections": listed_in}
    rendered = "".join(
        environment.get_template(template).render(
            root="../", here=ADDRESS, section=section, **around
        )
        for template in ("catalogue.html", "catalogue-section.html")
        for section in listed_in
    )
    assert "<script>" not in rendered
    assert "&#34;&gt;&lt;script&gt;:" in rendered
    assert "\u202e" not in rendered
    assert "\ud800" not in rendered


def test_columns_that_were_not_searched_have_no_catalogue() -> None:
    assert read_catalogue(columns_of(["rfc3986", "rfc2396"])) is None
