"""Memory: a command needs no more for more rows, longer rows, or a longer page."""

from pathlib import Path

import pytest
from command_line import counts_peaks, peak_of

CORPUS = "corpus in.jsonl --workers 1 -o N.jsonl"
LINK = "<p>Some text <a href='?y'>here</a>\n"
PAIR = '{"base": "http://a/b/c", "reference": "N?y"}\n'
LONG = "é" * 400_000
LONG_PAIR = f'{{"base": "http://a/N{"b/" * 200_000}", "reference": "{LONG}"}}\n'


@counts_peaks
@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "piece", "few", "more", "most"),
    [
        ("audit in.jsonl --base http://a/b", LINK, 300, 3_000, 250),
        (CORPUS, PAIR, 400, 4_000, 250),
        pytest.param(CORPUS, LONG_PAIR, 4, 16, 400, marks=pytest.mark.nightly),
        pytest.param(
            *("compare - --base http://a/b", f"N{LONG}\n", 5, 20, 300), marks=pytest.mark.nightly
        ),
    ],
)
def test_memory_does_not_grow(
    line: str, piece: str, few: int, more: int, most: int, here: Path
) -> None:
    peaks = []
    for count in (few, more):
        text = "".join(piece.replace("N", str(number), 1) for number in range(count))
        Path("in.jsonl").write_text(text, "utf-8")
        peaks.append(peak_of(*line.replace("N", str(count)).split(), stdin=text.encode()))
    assert peaks[1] < 1.15 * peaks[0]
    assert peaks[1] < most * 1024, peaks
