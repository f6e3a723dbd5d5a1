"""The picture of how the standards follow each other."""

from datetime import date
from itertools import pairwise

import pytest
from site_under_test import page

import hexapla
from hexapla_site.figures.lineage import draw_lineage


def test_the_lineage_shows_every_standard() -> None:
    text = "".join(page("index.html").text)
    for spec in hexapla.specs():
        document = spec.document
        for relation in ("obsoletes", "updates", "develops"):
            for other in getattr(document, relation):
                assert relation in text
                assert hexapla.spec(other).document.label in text
        assert document.label in text
    assert ("since 2012" in text) == ("whatwg" in {spec.id for spec in hexapla.specs()})


def test_the_years_are_to_scale_and_no_label_is_on_another() -> None:
    drawn = draw_lineage(hexapla.specs(), date(2030, 1, 1))
    first = drawn.nodes[0]
    year = (drawn.end - first.y) / (date(2030, 1, 1) - first.spec.document.date).days * 365.25
    for node in drawn.nodes:
        passed = (node.spec.document.date - first.spec.document.date).days / 365.25
        assert node.y == pytest.approx(first.y + passed * year, abs=0.2)
    labels = [node.label_y for node in drawn.nodes]
    assert all(later - earlier >= 42 for earlier, later in pairwise(labels))
    places = [place for _, place in drawn.ticks]
    assert places == pytest.approx(
        [places[0] + 5 * number * year for number in range(len(places))], abs=0.3
    )


def test_a_standard_that_still_changes_goes_on_until_today() -> None:
    specs = hexapla.specs()
    drawn = draw_lineage(specs, date(1990, 1, 1))
    assert drawn.end == drawn.nodes[-1].y
