"""The two protocols: the questions that they can ask, and the answers that they accept."""

import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import by_rows_of

from hexapla.implementations.asking import Answer, Case, NoAnswerError, RejectionError, UrlCase, ask
from hexapla.implementations.process import Program
from hexapla.implementations.protocol import JsonLines, Plain
from hexapla.operations.authority import UrlComponents

URL = UrlCase("x:")
UPPER = """
import sys
for line in sys.stdin:
    base, tab, reference = line.rstrip("\\n").partition("\\t")
    answers = {{"no": "\\t", "why": "\\tno such scheme", "tab": "a\\tb", "die": None}}
    answer = answers.get(reference or base, base + reference if tab else "path=" + base)
    if answer is None:
        raise SystemExit("gone")
    print(answer, end="{end}", flush=True)
"""


def program(end: str = "\\n") -> Program:
    return Program(
        (sys.executable, "-S", "-X", "utf8", "-c", UPPER.format(end=end)), 30.0, plain=True
    )


@pytest.mark.parametrize("end", ["\\n", "\\r\\n"], ids=["LF", "CRLF"])
def test_every_plain_answer_is_read_as_it_is_meant(end: str) -> None:
    with program(end) as asked:
        assert asked("x:é", "\U0001f600") == "x:é\U0001f600"
        assert asked("", "") == ""
        assert asked("x:", "no") is None
        assert asked("x:é=").stated == {"path": "x:é="}
        assert asked("").stated == {"path": ""}
        for texts in (("x:", "why"), ("why",), ("no",)):
            error = "" if "no" in texts else "no such scheme"
            with pytest.raises(RejectionError, match=f"^{error}$"):
                asked(*texts)


@by_rows_of("implementations")
def test_a_component_is_told_or_not_there_or_left_out(line: str, told: dict[str, str]) -> None:
    components = Plain().value(1, URL, line.encode("latin-1"))
    assert isinstance(components, UrlComponents)
    assert components.to_dict() == told
    assert list(components.stated) == list(told)


@by_rows_of("implementations")
def test_what_is_no_component_is_no_answer(line: str, trouble: str) -> None:
    with pytest.raises(NoAnswerError) as raised:
        Plain().value(1, URL, line.encode("latin-1"))
    assert str(raised.value) == trouble


def test_a_failure_costs_one_case() -> None:
    with program() as asked:
        found = [ask(asked, Case("x:", reference)) for reference in ("a", "tab", "b", "die", "c")]
    assert [item.value or item.trouble for item in found] == [
        "x:a",
        "wrote a TAB within an answer: 'a\\tb'",
        "x:b",
        "ended without an answer: gone",
        "x:c",
    ]


@by_rows_of("implementations")
def test_what_can_not_be_asked_is_no_failure(text: str, called: str) -> None:
    """It is reported, and the program is asked the next question, however often this happens."""
    with program() as asked:
        for _ in range(asked.patience + 1):
            for case in (Case(text, "a"), Case("x:", text)):
                part = "base" if case.base == text else "reference"
                trouble = f"can't be asked in the plain protocol: the {part} contains {called}"
                assert ask(asked, case) == Answer(case, trouble=trouble)
            trouble = f"can't be asked in the plain protocol: the URL contains {called}"
            assert ask(asked, UrlCase(text)).trouble == trouble
        assert asked("x:", "a") == "x:a"


@given(st.text(), st.text())
def test_every_question_is_one_line(base: str, reference: str) -> None:
    for case in (Case(base, reference), UrlCase(base)):
        lines = [JsonLines().question(1, case)]
        with suppress(NoAnswerError):
            lines.append(Plain().question(1, case))
        assert all(line.count(b"\n") == 1 and line.endswith(b"\n") for line in lines)


@given(st.binary() | st.from_regex(rb"(host|port)(=[a-z]*)?(\t(host|path)(=[a-z]*)?)*"))
def test_every_line_is_an_answer_or_none(line: bytes) -> None:
    for protocol in (Plain(), JsonLines()):
        with suppress(NoAnswerError, RejectionError):
            assert isinstance(protocol.value(1, Case("", ""), line), str | None)
        with suppress(NoAnswerError, RejectionError):
            assert isinstance(protocol.value(1, URL, line), UrlComponents)


@pytest.mark.parametrize("answered", ["true", '"1"', "[1]", "2"])
def test_another_id_is_no_answer(answered: str) -> None:
    """In Python, True equals 1."""
    line = f'{{"id": {answered}, "uri": "x:a"}}'.encode()
    with pytest.raises(NoAnswerError, match="answered question 1 with another id"):
        JsonLines().value(1, Case("x:", "a"), line)
    assert JsonLines().value(1, Case("x:", "a"), b'{"id": 1, "uri": "x:a"}') == "x:a"
