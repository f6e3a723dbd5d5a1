"""The changes to the URL Standard: each example shows the results before and after a change."""

from site_under_test import page
from tables import every_row

import hexapla
from hexapla_site.folders import read_data
from hexapla_site.pages.url_standard_changes import ADDRESS, examples_of
from hexapla_specs.whatwg.former import CHANGES

WHATWG = hexapla.spec("whatwg")
LISTED = read_data("url-standard-changes.json")


@every_row((item["commit"][:7], (item,)) for item in LISTED if "examples" in item)
def test_an_example_has_the_results_before_and_after(change: dict[str, object]) -> None:
    run = list(examples_of(WHATWG, change))
    assert [example._asdict() for example in run] == change["examples"]
    assert all(example.before != example.after for example in run)


def test_each_change_that_is_undone_is_listed_with_its_day() -> None:
    days = {item["commit"][:7]: item["date"] for item in LISTED}
    assert {change.commit: change.date for change in CHANGES}.items() <= days.items()


def test_the_page_has_every_change() -> None:
    ids = page(ADDRESS).ids
    assert len(LISTED) == 106
    assert {f"change-{number}" for number in range(1, 107)} <= set(ids)


def test_every_text_is_marked_up_whole_and_none_is_a_note_to_oneself() -> None:
    for item in LISTED:
        for text in (item["what"], *item.get("given", {}).values()):
            assert text is None or (text.count("`") % 2 == 0 and "worked out" not in text)
    assert "worked out" not in page(ADDRESS).words
