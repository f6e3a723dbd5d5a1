"""The page on real links: its numbers are those of the study, and add up."""

from site_under_test import page

import hexapla
from hexapla.comparison.cause_key import TARGET
from hexapla_site.data.real_links import read_real_links
from hexapla_site.pages.real_links import differing_links, pairs_of

COUNTED = read_real_links()
COLUMNS = tuple(map(hexapla.spec, COUNTED.facts["specs"]))
PROGRAMS = {
    *("Javadoc", "Doxygen", "Sphinx", "Haddock", "DocBook", "Texinfo", "GTK-Doc", "rustdoc"),
    *("Pod", "by hand"),
}


def test_the_study_is_as_large_as_it_has_to_be() -> None:
    assert len(COUNTED.facts["packages"]) >= 40
    assert COUNTED.facts["links"] >= 1_000_000
    assert {item["generator"] for item in COUNTED.facts["generators"]} >= PROGRAMS
    assert len(COLUMNS) == 6


def test_the_numbers_of_the_study_add_up() -> None:
    links = COUNTED.facts["links"]
    assert sum(item["links"] for item in COUNTED.facts["generators"]) == links
    assert sum(package["links"] for package in COUNTED.facts["packages"]) == links
    assert sum(item["links"] for item in COUNTED.facts["forms"]) == links
    assert sum(item["links"] for item in COUNTED.facts["schemes"]) == links
    assert COUNTED.all["target"] == COUNTED.facts["facets"]["target"]["differing"]
    assert sum(kind.links for kind in differing_links(COUNTED, COLUMNS)) == COUNTED.all["target"]
    for item in COUNTED.facts["facets"]["target"]["pairs"]:
        assert item["agree"] + item["differ"] + item["silent"] == links
    pairs = pairs_of(COUNTED, COLUMNS)
    differ = {(pair.left.id, pair.right.id): pair.all["differ"] for pair in pairs}
    assert differ[TODAY] == COUNTED.all["today"]


TODAY = ("rfc3986", "whatwg")


def test_every_kept_example_shows_what_it_is_kept_for() -> None:
    for cause in COUNTED.causes:
        example = cause.smallest
        comparison = hexapla.compare(example.reference, base=example.base, specs=COLUMNS)
        facet = comparison.target if cause.key.facet == TARGET else comparison.parts
        assert cause.key in {item.key for item in facet.causes_of_pairs}, example
        assert example.path.startswith("/")


def test_every_number_is_on_the_page() -> None:
    text = page("links-in-the-wild.html").words
    for count in (
        COUNTED.facts["links"],
        COUNTED.facts["pages"],
        COUNTED.all["since"],
        COUNTED.all["today"],
    ):
        assert f"{count:,}" in text
    for item in COUNTED.facts["generators"]:
        assert f"{item['links']:,}" in text
    for pair in pairs_of(COUNTED, COLUMNS):
        count = pair.all
        part = COUNTED.percent(count["differ"], count["agree"] + count["differ"])
        assert f"{count['differ']:,} ({part})" in text.replace("\N{NO-BREAK SPACE}", " ")


def test_the_pairs_are_in_the_order_that_the_caption_says() -> None:
    assert "sorted by the percentage under “differ”" in page("links-in-the-wild.html").words
    counts = [pair.all for pair in pairs_of(COUNTED, COLUMNS)]
    shares = [count["differ"] / (count["agree"] + count["differ"]) for count in counts]
    assert shares == sorted(shares, reverse=True)


def test_each_date_of_the_url_standard_says_how_many_links_resolve_otherwise() -> None:
    whatwg = hexapla.spec("whatwg")
    dates = {
        item["option"]: item
        for item in COUNTED.facts["readings"]
        if (item["spec"], item["reading"]) == ("whatwg", "as-of")
    }
    assert set(dates) == set(whatwg.readings[0].options) - {"2026-07"}
    assert {f"as-of-{date}" for date in dates} <= set(page("links-in-the-wild.html").ids)
    for date, item in dates.items():
        then = hexapla.spec(f"whatwg[as-of={date}]")
        if item["example"]:
            base, reference = item["example"]
            assert (
                then.resolve(reference, base=base).target
                != whatwg.resolve(reference, base=base).target
            )
