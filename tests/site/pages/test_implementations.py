"""The page of each parser: where it departs from the standard, and which differences match."""

from site_under_test import page

from hexapla.standard.registry import default_columns
from hexapla_site.data.recordings import current_parsings

UNCOUNTED = "Differences that count as matches"


def test_a_rejection_that_matches_is_not_a_departure() -> None:
    recorded = {item.name: item for item in current_parsings().implementations}
    found = recorded["urllib3"].identification(default_columns())
    before, heading, after = page("implementations/urllib3.html").words.partition(UNCOUNTED)
    assert heading
    _, heading, departures = before.partition("Where it departs from RFC 3986")
    assert heading
    assert {item.kind.is_counted for item in found.departures} == {True, False}
    for item in found.departures:
        listed = departures if item.kind.is_counted else after
        assert item.kind.says.replace('"', "") in listed.replace('"', "")
    assert "the standard does not derive such texts" not in departures
