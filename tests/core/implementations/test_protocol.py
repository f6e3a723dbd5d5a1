"""The two protocols: what they can ask, and what they accept as an answer."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexapla.implementations import Case, NoAnswerError, RejectionError
from hexapla.implementations.asking import Answer, ask
from hexapla.implementations.process import Program
from hexapla.implementations.protocol import JsonLines, Plain

UPPER = """
import sys
for line in sys.stdin:
    base, tab, reference = line.rstrip("\\n").partition("\\t")
    answers = {{"no": "\\t", "why": "\\tno such scheme", "tab": "a\\tb", "die": None}}
    answer = answers.get(reference, base + reference)
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
        with pytest.raises(RejectionError, match=r"^no such scheme$"):
            asked("x:", "why")


def test_a_failure_costs_one_case() -> None:
    with program() as asked:
        found = [ask(asked, Case("x:", reference)) for reference in ("a", "tab", "b", "die", "c")]
    assert [item.uri for item in found] == ["x:a", None, "x:b", None, "x:c"]
    assert found[1].trouble == "wrote a TAB within an answer: 'a\\tb'"
    assert found[3].trouble == "ended without an answer: gone"


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("a\tb", "a TAB"),
        ("\n", "a line feed"),
        ("a\r", "a carriage return"),
        ("\0", "a NUL"),
        ("a\ud800", "a lone surrogate"),
    ],
)
def test_what_can_not_be_asked_is_no_failure(text: str, called: str) -> None:
    """It is reported, and the program is asked the next question, however many there are."""
    with program() as asked:
        for _ in range(asked.patience + 1):
            for case in (Case(text, "a"), Case("x:", text)):
                part = "base" if case.base == text else "reference"
                trouble = f"can't be asked in the plain protocol: the {part} contains {called}"
                assert ask(asked, case) == Answer(case, None, trouble=trouble)
        assert asked("x:", "a") == "x:a"


@given(st.text(), st.text())
def test_every_question_is_one_line(base: str, reference: str) -> None:
    for protocol in (Plain(), JsonLines()):
        try:
            question = protocol.question(1, base, reference)
        except NoAnswerError:
            assert isinstance(protocol, Plain)
            continue
        assert question.count(b"\n") == 1
        assert question.endswith(b"\n")


@given(st.binary())
def test_every_line_is_an_answer_or_none(line: bytes) -> None:
    for protocol in (Plain(), JsonLines()):
        try:
            found = protocol.answer(1, line)
        except (NoAnswerError, RejectionError):
            continue
        assert found is None or isinstance(found, str)
