"""What two programs read, in words."""

from collections.abc import Mapping

from tables import by_rows_of

import hexapla
from hexapla.comparison.display import show
from hexapla.differentials.differential import Baseline, Differential
from hexapla.differentials.wording import baseline_lines, differential_lines, failure_of
from hexapla.implementations.asking import NoAnswerError, Parse

Told = Mapping[str, str | None] | str


def saying(told: Told) -> Parse:
    """Return a parser that has one answer to everything; a text is why it rejects it."""

    def parse(url: str) -> object:
        if isinstance(told, str):
            raise ValueError(told)
        return told

    return parse


def asked(url: str, left: Told, right: Told, on: str) -> Differential:
    return hexapla.differential(
        *(saying(left), saying(right)), names=("L", "R"), on=on, prefix=url, max_length=0, count=0
    )


@by_rows_of("differentials", "sentences")
def test_the_sentence_says_what_either_reads_by_which_rule(
    url: str, left: Told, right: Told, on: str, said: str
) -> None:
    differential = asked(url, left, right, on)
    (finding,) = differential.classes
    assert finding.smallest.sentence == said
    assert failure_of(differential) == f"{show(url)}: {said}"


def test_what_is_not_answered_is_told_apart() -> None:
    def dies(url: str) -> Told:
        if url == "http://a":
            raise NoAnswerError("died of it")
        return {"host": "x"}

    differential = hexapla.differential(
        *(saying({"host": "x"}), dies), names=("L", "R"), alphabet="a", max_length=1, count=0
    )
    lines = list(differential_lines(differential))
    assert "L and R, host: 0 classes of differences, in 0 of 1 URL compared" in lines
    assert lines[-2:] == ["R gave no answer to 1 URL; no difference", "  http://a  died of it"]


def test_a_baseline_says_what_is_new_and_what_is_gone() -> None:
    one = asked("http://a", {"host": "a"}, {"host": "b"}, "host")
    other = asked("http://a", {"host": "a"}, {"host": None}, "host")
    baseline = Baseline(dict.fromkeys(one.findings, "http://a"))
    (gone,) = one.findings
    assert list(baseline_lines(one, baseline)) == ["0 new, 1 known from the baseline"]
    assert list(baseline_lines(other, baseline)) == [
        "1 new, 0 known from the baseline",
        "  not seen again: http://a  host: L leaves the host as it stands; R reads another host",
    ]
