"""What made some data: the version, the day and the licence."""

import re
from datetime import UTC, datetime
from importlib.metadata import version

import pytest

import hexapla
from hexapla.values.provenance import DateError, provenance_now


def test_it_is_this_version_and_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    before = datetime.now(UTC).date().isoformat()
    made = provenance_now()
    assert made.version == version("hexapla") == hexapla.__version__
    assert before <= made.date <= datetime.now(UTC).date().isoformat()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", made.date)
    assert made.to_dict() == {"version": made.version, "date": made.date, "license": "MIT"}


@pytest.mark.parametrize(("seconds", "day"), [("0", "1970-01-01"), ("951868799", "2000-02-29")])
def test_the_day_can_be_given(seconds: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    made = provenance_now()
    assert (made.date, made.year) == (day, day[:4])
    assert made.cite("A & B") == (
        f"The Hexapla developers ({day[:4]}). “A & B”. Hexapla {made.version}"
    )


@pytest.mark.parametrize("seconds", ["today", "1e9", "9" * 30])
def test_what_is_no_day_is_refused(seconds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    with pytest.raises(DateError, match="SOURCE_DATE_EPOCH"):
        provenance_now()
