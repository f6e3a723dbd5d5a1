"""The README is correct: its examples and links work, and it is short enough to read."""

import re
from pathlib import Path

from documented import run_examples
from tables import in_parts

from hexapla_site.markdown import listings

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


@in_parts("slow", False, slow=[True])
def test_every_example_runs_and_prints_what_is_shown(tmp_path: Path, slow: bool) -> None:
    assert run_examples(listings(README), tmp_path, slow) == ()


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 150


def test_it_has_two_lines_to_set_up() -> None:
    first, second = re.findall(r"^python3 -m venv --without-pip .*$", README, re.MULTILINE)
    assert first.endswith("; .venv/bin/hexapla site public; }")
    assert second.endswith("&& .venv/bin/pytest -n auto --dist worksteal")
    assert re.search(r"^.*bin/pytest .*$", README, re.MULTILINE).group() == second  # type: ignore[union-attr]


def test_no_link_is_relative() -> None:
    """A package index also shows it, without the other files of the project."""
    targets = re.findall(r"\]\(([^)]+)\)|^\[[^\]]+\]: (\S+)", README, re.MULTILINE)
    assert targets
    assert all(any(target.startswith("https://") for target in pair) for pair in targets)


def test_every_file_that_it_names_is_there() -> None:
    for name in ("CONTRIBUTING.md", "site/hexapla_site/docs"):
        assert f"`{name}`" in README
        assert (Path(__file__).parents[1] / name).exists()
