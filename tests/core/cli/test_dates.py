"""A standard as of a date, wherever a selector is taken."""

import json
from pathlib import Path

import pytest
from command_line import run
from followers import follower
from made_up_parsers import faithful

import hexapla
from hexapla.standard.registry import columns_of

TODAY, THEN = "whatwg", "whatwg[as-of=2018-09]"
DATES = hexapla.spec("whatwg").readings[0].options
REFUSED_TODAY = "http://1.2.3.4.5/"  # commit ab0e820 of 2021-08-05


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


def test_the_table_of_readings_tells_the_dates_with_another_result() -> None:
    shown = run("compare", REFUSED_TODAY, "--base", "http://a", "--spec", "rfc3986,whatwg").output
    (dates,) = (line for line in shown.splitlines() if "as-of" in line)
    assert "2026-07   2020-11, 2018-09, 2017-10, 2015-09, 2014-10" in dates


@pytest.mark.parametrize("date", DATES)
def test_the_date_that_a_parser_follows_is_identified(date: str) -> None:
    spec = hexapla.spec(f"whatwg[as-of={date}]")
    assert hexapla.identify(parse=faithful(spec.selector)).best.selector == spec.selector


def test_a_date_is_identified_that_explains_more_targets_than_it_passes_over() -> None:
    told = [("http://a", f"http://{host}/") for host in ("|", "^", "a.1", "1.2.3.4.5", "0.a.1")]
    untold = [("http://a", text) for text in ("b", "../c", "?d")]
    follow = follower(hexapla.spec(THEN))
    found = hexapla.identify(follow, specs=[TODAY], cases=[told[0], *untold])
    assert found.best.selector == TODAY
    found = hexapla.identify(follow, specs=[TODAY], cases=[*told, *untold])
    assert found.best.selector == THEN
    assert not found.unexplained


def test_a_corpus_is_compared_between_two_dates(tmp_path: Path) -> None:
    pairs, rows = tmp_path / "pairs.jsonl", tmp_path / "rows.jsonl"
    pairs.write_text(json.dumps({"base": "http://a", "reference": REFUSED_TODAY}), "utf-8")
    done = run("corpus", str(pairs), "-o", str(rows), "--spec", f"{THEN},{TODAY}")
    assert done.exit_code == 1
    row = json.loads(rows.read_text("utf-8"))
    assert (row[f"{THEN}_target"], row["whatwg_outcome"]) == (REFUSED_TODAY, "error")


def test_disagreements_are_discovered_between_two_dates() -> None:
    selected = ("--spec", f"{THEN},{TODAY}", "--max-length", "2", "--piece", "|", "--piece", "//")
    found = run("discover", *selected, "--base", "http://a")
    assert found.exit_code == 1
    assert "(error)  WHATWG  ·  http://|/  WHATWG[as-of=2018-09]  on http://a" in found.output


def test_vectors_are_of_the_date() -> None:
    made = json.loads(run("vectors", THEN).output)
    assert made["spec"] == THEN
    spec = hexapla.spec(THEN)
    for vector in made["vectors"]:
        target = spec.resolve(vector["base"], vector["reference"]).target
        assert vector["uri"] == (target if isinstance(target, str) else None)
