"""Going on with a run: what was left has to be that run."""

from pathlib import Path

import pytest

from hexapla.jobs.errors import ResumeError
from hexapla.jobs.resume import check_free, check_same, read_form, sealed

PLAN = {"specs": ("rfc1808", "rfc2396"), "rows": 50, "bases": ["a", "b"]}
LEFT = {"specs": ["rfc1808", "rfc2396"], "rows": 50, "bases": ["a", "b"], "more": 1}


def test_a_place_with_a_run_is_not_free(tmp_path: Path) -> None:
    check_free(tmp_path / "out.parts")
    with pytest.raises(ResumeError, match="go on with it by --resume, or remove it"):
        check_free(tmp_path)


def test_the_same_run_is_gone_on_with(tmp_path: Path) -> None:
    check_same(tmp_path, LEFT, PLAN)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("rows", 49, "rows: was 49, is 50 now"),
        ("bases", ["a", "c"], "bases: was 'c', is 'b' now"),
        ("bases", ["a"], "bases: had 1 items, has 2 now"),
        ("specs", None, "specs: had 0 items, has 2 now"),
    ],
)
def test_another_run_is_told(name: str, value: object, said: str, tmp_path: Path) -> None:
    with pytest.raises(ResumeError) as caught:
        check_same(tmp_path, LEFT | {name: value}, PLAN)
    assert f"{tmp_path} holds another run ({said}); " in str(caught.value)


def test_a_form_is_read_only_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "form"
    form = {"a": ["\ud800", 1.5, None], "b": {}}
    path.write_bytes(sealed(form))
    assert read_form(path, "") == form
    path.write_bytes(sealed(form).replace(b"1.5", b"2.5"))
    with pytest.raises(ResumeError, match="form is damaged; remove it"):
        read_form(path, "remove it")
