"""The heat map of implementations and standards: every pair, counted by hand."""

import re
from itertools import pairwise

from recorded import DATA, SPECS, report_of_all
from site_under_test import built_site

from hexapla_site.figures.heat_map import Share, order_by_likeness


def test_similar_members_are_beside_each_other() -> None:
    places = [3, 0, 4, 1, 2]
    shares = [[Share(10 - abs(one - other), 10) for other in places] for one in places]
    found = [places[member] for member in order_by_likeness(shares)]
    assert found in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0])


def test_the_order_is_no_worse_than_that_of_the_report() -> None:
    report = report_of_all()
    shares = report.agreements
    order = order_by_likeness(shares)
    assert sorted(order) == list(range(len(shares)))

    def alike(members: list[int]) -> float:
        return sum(shares[one][other].part for one, other in pairwise(members))

    assert alike(order) > alike(sorted(order))


def test_the_page_has_every_pair() -> None:
    html = (built_site() / "implementations.html").read_text("utf-8")
    (table,) = re.findall('<table class="heat">.*?</table>', html, re.DOTALL)
    rows = [
        row.split("</th>", 1)
        for row in re.findall('<tr id="[^"]*"><th scope="row">(.*?)</tr>', table)
    ]
    names = [tuple(re.findall(">([^<]+)</a>", head)) for head, _ in rows]
    labels = [name.replace("\u00a0", " ") for each in names for name in each]
    assert sorted(labels) == sorted(
        [item["name"] for item in DATA["implementations"]] + [spec.document.label for spec in SPECS]
    )
    cells = [re.findall(r"<td[^>]*>([^<]*)</td>", row) for _, row in rows]
    titles = [re.findall(r'<td(?: class[^>]*title="(\d+) of (\d+)[^>]*)?>', row) for _, row in rows]
    answers = {item["name"]: item["answers"] for item in DATA["implementations"]}
    for one, row in enumerate(names):
        for other, column in enumerate(names):
            assert cells[one][other] == cells[other][one]
            assert (cells[one][other] == "") == (one == other)
            if one != other and row[0] in answers and column[0] in answers:
                both = [
                    mine.get("uri") != yours.get("uri")
                    for mine, yours in zip(answers[row[0]], answers[column[0]], strict=True)
                    if "trouble" not in mine and "trouble" not in yours
                ]
                assert titles[one][other] == (str(sum(both)), str(len(both)))
                assert cells[one][other] == f"{100 * sum(both) / len(both):.0f}"
