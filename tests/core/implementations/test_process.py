"""Programs that misbehave: each is contained, and the other cases are not affected."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tables import by_rows_of

from hexapla.implementations.asking import AnyAnswer, Case, RejectionError, UrlCase, ask
from hexapla.implementations.process import Program, last_lines
from hexapla.implementations.programs import named_program
from hexapla.operations.authority import UrlComponents

BASE = "http://a/b/c/d;p?q"
# Each answers with base and reference, one behind the other, or with a path of "x:" and the URL,
# but for what `odd` does before.
PROGRAM = """
import json, os, signal, subprocess, sys
def say(**form):
    print(json.dumps(form), flush=True)
asked = 0
for line in sys.stdin:
    asked += 1
    question = json.loads(line)
    number = question["id"]
    text = question["parse"] if "parse" in question else question["reference"]
    if text == "odd":
        {odd}
    if "parse" in question:
        say(id=number, path="x:" + text)
    else:
        say(id=number, uri=question["base"] + text)
"""
HANG = "signal.pause()"

Asking = Callable[[Program, str], AnyAnswer]


def resolving(asked: Program, text: str) -> AnyAnswer:
    return ask(asked, Case("x:", text))


def parsing(asked: Program, text: str) -> AnyAnswer:
    return ask(asked, UrlCase(text))


@pytest.fixture(params=[resolving, parsing])
def asking(request: pytest.FixtureRequest) -> Asking:
    """Return how a program is asked; whatever it does, it is contained under either question."""
    one: Asking = request.param
    return one


def given(answer: AnyAnswer) -> str | None:
    """Return what a program gave, whichever question it was asked."""
    value = answer.value
    path: str | None = value.stated["path"] if isinstance(value, UrlComponents) else value
    return path


def program(tmp_path: Path, odd: str, patience: int = 3) -> Program:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.replace("{odd}", odd), encoding="utf-8")
    return Program((sys.executable, "-S", str(path)), 20.0, patience)


def answers(asked: Program, asking: Asking, *texts: str) -> list[AnyAnswer]:
    with asked:
        return [asking(asked, text) for text in texts]


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
@by_rows_of("implementations")
def test_a_failure_costs_one_case(odd: str, trouble: str, asking: Asking, tmp_path: Path) -> None:
    asked = program(tmp_path, odd)
    first, second, third = answers(asked, asking, "a", "odd", "b")
    assert (given(first), given(third)) == ("x:a", "x:b")
    assert given(second) is None
    assert second.trouble is not None
    assert second.trouble.startswith(trouble)


@pytest.mark.parametrize(
    "odd",
    [HANG, "while True: os.write(2, b'x' * 65536)", "while True: pass"],
    ids=["silent", "noisy", "busy"],
)
def test_a_hang_costs_one_case(asking: Asking, tmp_path: Path, odd: str) -> None:
    with program(tmp_path, odd) as asked:
        first = asking(asked, "a")
        asked.timeout = 0.2
        second = asking(asked, "odd")
        asked.timeout = 20.0
        third = asking(asked, "b")
    assert (given(first), given(third)) == ("x:a", "x:b")
    assert second.trouble == "gave no answer within 0.2 s"


def test_a_program_that_never_answers_is_given_up(asking: Asking) -> None:
    """It reads everything and writes nothing: after some failures it is no longer asked."""
    silent = "import sys\nfor line in sys.stdin: pass"
    asked = Program((sys.executable, "-S", "-c", silent), timeout=0.2, patience=2)
    found = answers(asked, asking, *map(str, range(50)))
    assert [item.trouble for item in found[:2]] == ["gave no answer within 0.2 s"] * 2
    assert {item.trouble for item in found[2:]} == {"was not asked, after 2 failures"}


def test_a_program_that_fails_now_and_then_is_asked_on(asking: Asking, tmp_path: Path) -> None:
    asked = program(tmp_path, "os._exit(1)")
    found = answers(asked, asking, *["odd", "a"] * 6)
    assert [given(item) for item in found] == [None, "x:a"] * 6


def test_a_program_is_started_again_only_so_often(asking: Asking, tmp_path: Path) -> None:
    asked = program(tmp_path, "os._exit(1)")
    asked.restarts = 2
    found = answers(asked, asking, *["odd", "a"] * 4)
    assert [given(item) for item in found] == [None, "x:a", None, "x:a", None, None, None, None]
    assert found[-1].trouble == "was not asked, after 3 failures"


def test_a_death_at_case_17_costs_case_17(asking: Asking, tmp_path: Path) -> None:
    asked = program(tmp_path, "pass")
    source = Path(asked.command[-1])
    source.write_text(source.read_text().replace("asked += 1", "asked += 1; asked == 17 and 1 / 0"))
    found = answers(asked, asking, *map(str, range(30)))
    assert [place for place, item in enumerate(found) if item.trouble] == [16]
    assert found[16].trouble == "ended without an answer: ZeroDivisionError: division by zero"
    told = [given(item) for item in found if not item.trouble]
    assert told == [f"x:{n}" for n in range(30) if n != 16]


def test_an_interruption_ends_the_program(tmp_path: Path) -> None:
    asked = program(tmp_path, "pass")

    def interrupted() -> None:
        with asked:
            ask(asked, Case("x:", "a"))
            note.append(asked._process.id if asked._process else 0)
            raise KeyboardInterrupt

    note: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not lives(note[0])


@pytest.mark.parametrize("text", ["\ud800", "\0", "\udcff\n\r\u2028", "é", '"\\', "a" * 1_000_000])
def test_every_text_arrives_unchanged(tmp_path: Path, text: str) -> None:
    with program(tmp_path, "pass") as asked:
        assert asked(text, text) == text + text
        assert asked(text).stated == {"path": "x:" + text}
        assert asked("x:", "a") == "x:a"


def test_an_error_is_an_answer(tmp_path: Path) -> None:
    odd = "say(error='no such scheme', uri=None); continue"
    with program(tmp_path, odd) as asked, pytest.raises(RejectionError, match=r"^no such scheme$"):
        asked("x:", "odd")
    with program(tmp_path, "say(uri=None, parts={'path': 'a'}); continue") as asked:
        assert asked("x:", "odd") is None


@pytest.mark.parametrize(
    ("name", "error"),
    [("/no/such/program", FileNotFoundError), ("", FileNotFoundError), ("/", PermissionError)],
)
def test_a_program_that_does_not_exist_is_an_error(name: str, error: type[OSError]) -> None:
    with pytest.raises(error), Program((name,)):
        pass


def test_a_program_that_disappears_costs_its_cases(asking: Asking, tmp_path: Path) -> None:
    source = program(tmp_path, "os.unlink(sys.argv[0]); os._exit(1)").command[-1]
    Path(source).write_text(f"#!{sys.executable} -S\n" + Path(source).read_text())
    Path(source).chmod(0o700)
    found = answers(Program((source,), 20.0), asking, "a", "odd", "b")
    assert [given(item) for item in found] == ["x:a", None, None]
    assert found[2].trouble is not None
    assert found[2].trouble.startswith("can't be started again: ")


@by_rows_of("implementations")
def test_a_python_callable_is_called(word: str, texts: list[str], said: dict[str, str]) -> None:
    with Program(named_program([f"python:{word}"], "parse").command, 30.0) as asked:
        answer = ask(asked, Case(*texts) if len(texts) > 1 else UrlCase(*texts))
    for name, text in said.items():
        assert re.search(text, str(answer.said[name]))


def test_components_are_those_that_the_program_tells(tmp_path: Path) -> None:
    odd = "say(id=number, host='h', port=80, query=None, uri='x:', parts={}); continue"
    with program(tmp_path, odd) as asked:
        assert asked("odd").to_dict() == {"host": "h", "port": "80", "query": None}
    with (
        program(tmp_path, "say(error='no host', host='h'); continue") as asked,
        pytest.raises(RejectionError, match=r"^no host$"),
    ):
        asked("odd")


def test_a_program_is_asked_both_questions_in_turn(tmp_path: Path) -> None:
    """They are counted together, and so are the failures under either."""
    with program(tmp_path, "os._exit(1)", patience=2) as asked:
        assert [given(ask(asked, "a")) for ask in (resolving, parsing) * 2] == ["x:a"] * 4
        assert parsing(asked, "odd").trouble == "ended without an answer"
        assert resolving(asked, "odd").trouble == "ended without an answer"
        assert parsing(asked, "a").trouble == "was not asked, after 2 failures"


@by_rows_of("implementations")
def test_the_last_lines_of_errors_are_shown(written: str, told: str) -> None:
    assert last_lines(written.encode("latin-1")) == told


def test_a_program_that_dies_says_why(asking: Asking, tmp_path: Path) -> None:
    odd = r"os.write(2, b'pool is\tempty\nat once\n'); os._exit(1)"
    (answer,) = answers(program(tmp_path, odd), asking, "odd")
    assert answer.trouble == "ended without an answer: pool is␉empty ␊ at once"
