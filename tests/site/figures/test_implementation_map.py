"""The map of implementations: it has every point once, and tells its error."""

import math
from itertools import combinations

import pytest
from recorded import DATA, SPECS, recorded, report_of_all
from site_under_test import page

import hexapla
from hexapla_site.figures.implementation_map import draw_map
from hexapla_site.report.implementations import (
    ImplementationReport,
    implementation_report,
)


def text() -> str:
    return " ".join("".join(page("implementations.html").text).split())


def test_the_map_has_every_point_once() -> None:
    drawn = draw_map(report_of_all())
    names = [name for item in drawn.points for name in item.point.implementations]
    assert sorted(names) == sorted(item["name"] for item in DATA["implementations"])
    standards = [spec for item in drawn.points for spec in item.point.specs]
    assert sorted(standard.id for standard in standards) == sorted(
        spec.id for spec in report_of_all().defining
    )
    for item in drawn.points:
        box = item.label.box
        assert 0 <= box.left <= box.right <= drawn.width
        assert 0 <= box.top <= box.bottom <= drawn.height
    for one, other in combinations(drawn.points, 2):
        assert not one.label.box.meets(other.label.box)


def test_the_map_tells_its_error() -> None:
    drawn = draw_map(report_of_all())
    places = {item.point: (item.x, item.y) for item in drawn.points}
    assert drawn.worst is not None
    apart = math.dist(places[drawn.worst.one], places[drawn.worst.other]) / (10 * drawn.tenth)
    assert apart == pytest.approx(drawn.worst.drawn, abs=0.01)
    assert f"stress is {drawn.stress:.2f}" in text()
    assert 0 < drawn.stress < 0.25


@pytest.mark.parametrize("standards", [(), ("rfc1738",), ("rfc3986",), ("rfc1808", "rfc2396")])
def test_a_map_of_few_is_drawn(standards: tuple[str, ...]) -> None:
    """RFC 1738 has no rule for relative references, and does not come onto a map."""
    specs = tuple(map(hexapla.spec, standards))
    living = implementation_report(SPECS, [recorded("a", "x:g"), recorded("b", None)], ()).current
    drawn = draw_map(ImplementationReport(specs, living, ()))
    shown = [spec.id for item in drawn.points for spec in item.point.specs]
    assert sorted(shown) == sorted({*standards} - {"rfc1738"})
    assert {name for item in drawn.points for name in item.point.implementations} == {"a", "b"}
