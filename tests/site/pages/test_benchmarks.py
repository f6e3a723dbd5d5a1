"""The page on speed: its figures are those that the benchmarks wrote."""

import json
from pathlib import Path

from site_under_test import page

DATA = Path(__file__).parents[3] / "site" / "hexapla_site" / "data"


def test_every_figure_is_on_the_page_with_its_aim() -> None:
    text = " ".join("".join(page("data/benchmarks.html").text).split())
    for figure in json.loads((DATA / "benchmarks.json").read_text("utf-8"))["figures"]:
        assert figure["contender"] in text
        assert f"{figure['ratio']:.2f}" in text
        if figure["at_most"] is not None:
            word = "met" if figure["ratio"] <= figure["at_most"] else "missed"
            assert f"at most {figure['at_most']:.2f}: {word}" in text
