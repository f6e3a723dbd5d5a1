"""A standard as of a date, in every place that takes a selector."""

import pytest
from command_line import run_line
from followers import follower
from made_up_parsers import faithful
from rankings import ranking_by

import hexapla
from hexapla.standard.registry import columns_of

TODAY, THEN = "whatwg", "whatwg[as-of=2018-09]"
DATES = hexapla.spec("whatwg").readings[0].options


@pytest.mark.parametrize(
    ("spec", "shown"),
    [
        (TODAY, "position 9: port-out-of-range, failure (port state 2.1.2)"),
        ("whatwg[as-of=2025-04]", "position 9: port-out-of-range, failure (port state)"),
        (THEN, "position 9: failure (port state)"),
    ],
)
def test_an_error_is_shown_with_the_name_and_step_of_its_date(spec: str, shown: str) -> None:
    result = run_line(f"hexapla validate http://a:99999 --spec '{spec}'")
    assert shown in result.output


def test_columns_stand_in_the_order_of_their_dates() -> None:
    dated = [f"whatwg[as-of={date}]" for date in DATES]
    columns = columns_of(["whatwg", "rfc3986", *dated])
    assert [spec.selector for spec in columns] == ["rfc3986", *reversed(dated[1:]), "whatwg"]


def test_todays_text_is_the_newest_in_a_comparison() -> None:
    facet = hexapla.compare("http://h/#`", base="http://a", specs=[TODAY, THEN]).target
    assert facet.agrees
    then = "whatwg[as-of=2017-10]"
    facet = hexapla.compare("http://h/#`", base="http://a", specs=[then, TODAY]).target
    assert [group.specs for group in facet.groups] == [("whatwg",), (then,)]


@pytest.mark.parametrize("date", DATES)
def test_the_date_that_a_parser_follows_is_identified(date: str) -> None:
    spec = hexapla.spec(f"whatwg[as-of={date}]")
    assert ranking_by(parse=faithful(spec.selector)).best.selector == spec.selector


def test_a_date_is_identified_that_explains_more_targets_than_it_passes_over() -> None:
    told = [("http://a", f"http://{host}/") for host in ("|", "^", "a.1", "1.2.3.4.5", "0.a.1")]
    untold = [("http://a", text) for text in ("b", "../c", "?d")]
    follow = follower(hexapla.spec(THEN))
    found = hexapla.identify(follow, specs=[TODAY], cases=[told[0], *untold])
    assert found.best.selector == TODAY
    found = hexapla.identify(follow, specs=[TODAY], cases=[*told, *untold])
    assert found.best.selector == THEN
    assert not found.unexplained
