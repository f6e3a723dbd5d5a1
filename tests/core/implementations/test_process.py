"""Programs that are asked: a failure affects only its own case, and no process is left over."""

import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import pytest
from command_line import run
from tables import by_rows_of

from hexapla.implementations.adapters import Adapter
from hexapla.implementations.asking import AnyAnswer, Case, UrlCase, ask
from hexapla.implementations.case_files import read_urls
from hexapla.implementations.process import Program, last_lines
from hexapla.implementations.programs import ProgramNameError, named_program
from hexapla.operations.authority import UrlComponents

BASE = "http://a/b/c/d;p?q"
# It answers with the base followed by the reference, or with the path "x:" followed by the URL. To
# "odd" and before the first question, it runs other code.
PROGRAM = """
import json, os, signal, subprocess, sys
def say(**form):
    print(json.dumps(form), flush=True)
{before}
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


@pytest.fixture(params=[Case, UrlCase])
def asking(request: pytest.FixtureRequest) -> Asking:
    """Return a function that asks a program to resolve, or to parse."""
    return resolving if request.param is Case else parsing


def given(answer: AnyAnswer) -> str | None:
    """Return the URI or the path in an answer."""
    value = answer.value
    path: str | None = value.stated["path"] if isinstance(value, UrlComponents) else value
    return path


def program(tmp_path: Path, odd: str, before: str = "") -> Program:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.replace("{odd}", odd).replace("{before}", before), encoding="utf-8")
    return Program((sys.executable, "-S", str(path)), 20.0)


def answers(asked: Program, asking: Asking, *texts: str) -> list[AnyAnswer]:
    with asked:
        return [asking(asked, text) for text in texts]


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
    """It reads everything and writes nothing; after some failures, it is no longer asked."""
    silent = "import sys\nfor line in sys.stdin: pass"
    asked = Program((sys.executable, "-S", "-c", silent), timeout=0.2, patience=2)
    found = answers(asked, asking, *map(str, range(50)))
    assert [item.trouble for item in found[:2]] == ["gave no answer within 0.2 s"] * 2
    assert {item.trouble for item in found[2:]} == {"was not asked again after 2 failures"}


@by_rows_of("implementations")
def test_a_program_is_asked_on_after_some_failures(
    odd: str, settings: dict[str, Any], said: list[str], asking: Asking, tmp_path: Path
) -> None:
    """The table has the answers to "odd" and to "a", in turn, or why there is no answer."""
    asked = attrs.evolve(program(tmp_path, odd), **settings)
    found = answers(asked, asking, *["odd", "a"] * (len(said) // 2), *["odd"] * (len(said) % 2))
    assert [given(item) or item.trouble for item in found] == said


def test_an_interruption_ends_the_program(tmp_path: Path) -> None:
    with suppress(KeyboardInterrupt), program(tmp_path, "pass") as asked:
        ask(asked, Case("x:", "a"))
        assert asked._process is not None
        process = asked._process._process.pid
        raise KeyboardInterrupt
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.parametrize("text", ["\ud800", "\0", "\udcff\n\r\u2028", "é", '"\\', "a" * 1_000_000])
def test_every_text_arrives_unchanged(tmp_path: Path, text: str) -> None:
    with program(tmp_path, "pass") as asked:
        assert asked(text, text) == text + text
        assert asked(text).stated == {"path": "x:" + text}
        assert asked("x:", "a") == "x:a"


@by_rows_of("implementations")
def test_an_answer_is_what_a_program_tells(
    odd: str, question: str, said: dict[str, str], tmp_path: Path
) -> None:
    with program(tmp_path, odd) as asked:
        assert (parsing if question == "parse" else resolving)(asked, "odd").said == said


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


def test_a_program_is_asked_both_questions_in_turn(tmp_path: Path) -> None:
    """The questions are counted together, and so are the failures."""
    with attrs.evolve(program(tmp_path, "os._exit(1)"), patience=2) as asked:
        assert [given(ask(asked, "a")) for ask in (resolving, parsing) * 2] == ["x:a"] * 4
        assert parsing(asked, "odd").trouble == "ended without an answer"
        assert resolving(asked, "odd").trouble == "ended without an answer"
        assert parsing(asked, "a").trouble == "was not asked again after 2 failures"


@by_rows_of("implementations")
def test_the_last_lines_of_errors_are_shown(written: str, told: str) -> None:
    assert last_lines(written.encode("latin-1")) == told


# Processes that a program starts: they are all ended if they stay in its process group.

# Starts a process that holds a pipe open and waits, as a child or as an orphan.
HOLDER = """
def hold(path, *ways):
    if os.fork():
        return os.read(started[0], 1)
    for way in ways:
        way()
    os.open(path, os.O_WRONLY)
    os.write(started[1], b"x")
    while True:
        signal.pause()
def leave():
    if os.fork():
        os._exit(0)
def ignore():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
started = os.pipe()
"""
WAYS = {"child": "ignore", "orphan": "leave, ignore"}


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    """Return a pipe to hold open; check at the end that no process does."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    yield path
    assert select.select([end], [], [], 60)[0], "a process holds the pipe open"
    assert os.read(end, 1) == b""
    os.close(end)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["child", "orphan"])
@pytest.mark.parametrize("odd", ["os._exit(0)", HANG, "pass"], ids=["dead", "hanging", "well"])
def test_no_process_is_left_behind(tmp_path: Path, pipe: Path, way: str, odd: str) -> None:
    """Neither the program nor its children are left, whether it dies, hangs or answers."""
    asked = program(tmp_path, f"hold({str(pipe)!r}, {WAYS[way]}); {odd}", HOLDER)
    answers(attrs.evolve(asked, timeout=2.0), resolving, "odd", "a")


def test_a_version_leaves_no_process_behind(tmp_path: Path, pipe: Path) -> None:
    source = tmp_path / "version.py"
    source.write_text(f"import os, signal{HOLDER}hold({str(pipe)!r})\nprint('1.2', flush=True)")
    assert Adapter("x", "x", "Python", str(source), "x", {}).version() == "1.2"


# The words that name a program, and files of URLs.


@pytest.mark.parametrize("word", ["a\0b", "\ud800"])
def test_what_can_not_be_given_to_a_program_is_refused(word: str) -> None:
    with pytest.raises(ProgramNameError, match="can't name a program"):
        named_program(["sh", word], "resolve")


def test_an_adapter_is_named_by_its_prefix_unless_it_is_a_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = named_program(["adapter:urllib.parse"], "resolve")
    assert named.command[0] == sys.executable
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ProgramNameError, match=r"write adapter:lynx"):
        named_program(["lynx", "-dump"], "resolve")
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    assert named_program(["lynx", "-dump"], "resolve").command == ("lynx", "-dump")


@pytest.mark.parametrize("line", ["http://a/", '"http://a/"', '{"url": "http://a/"}'])
def test_a_byte_order_mark_is_no_part_of_a_url(line: str, tmp_path: Path) -> None:
    file = tmp_path / "urls.txt"
    file.write_text(f"\ufeff{line}\r\n\ufeffx\n", encoding="utf-8")
    assert read_urls(file) == ("http://a/", "\ufeffx")


@pytest.mark.parametrize(
    "command",
    [
        ("identify", "adapter:urllib.parse"),
        ("differential", "adapter:urllib.parse", "adapter:yarl"),
        ("ask", "http://a/"),
        ("implementations", "urllib.parse"),
    ],
    ids=lambda command: command[0],
)
def test_windows_refuses_in_one_sentence(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "killpg")
    result = run(*command)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == (
        "Error: Hexapla can't ask other programs on Windows; use the Windows Subsystem for Linux"
    )
