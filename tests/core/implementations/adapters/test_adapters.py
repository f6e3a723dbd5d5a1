"""The adapters, asked for real: what they answer is what the recordings have.

Those whose parser is not on the machine are skipped, and say what to install. Where the variable
IMPLEMENTATIONS_REQUIRED names one, as in the project's own checks, that is a failure.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexapla.implementations import Answer, Case, recording
from hexapla.implementations.adapters import ADAPTERS, AbsentError, Adapter, adapter
from hexapla.implementations.asking import ask
from hexapla.implementations.process import Program

SITE = Path(__file__).parents[4] / "site" / "hexapla_site"
RECORDED = recording.read_recordings((SITE / "data" / "recordings.json").read_text("utf-8"))
REQUIRED = os.environ.get("IMPLEMENTATIONS_REQUIRED", "").split()
NAMES = [item.name for item in ADAPTERS]
PLAIN = Case("http://a/b/c/d;p?q", "g")


@pytest.fixture(params=ADAPTERS, ids=NAMES, scope="module")
def present(request: pytest.FixtureRequest) -> Adapter:
    """Return an adapter whose parser is on this machine."""
    found: Adapter = request.param
    try:
        found.version()
    except AbsentError as error:
        missing = f"{found.name} is not here: {error}"
        (pytest.fail if found.name in REQUIRED else pytest.skip)(missing)
    return found


@pytest.fixture(scope="module")
def program(present: Adapter) -> Iterator[Program]:
    with Program(present.command, 60.0, plain=present.plain) as started:
        yield started


@pytest.mark.slow
def test_every_answer_is_the_one_recorded(present: Adapter, program: Program) -> None:
    """If not: find out why, and run hexapla implementations --write on the data."""
    recorded = RECORDED.of(present.name)
    assert recorded is not None, "not in the data"
    found = [(change.before, change.now) for change in recording.changes(recorded, program)]
    assert not found, f"version {present.version()}, recorded {recorded.version}"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["\ud800", "a\0b", "a\nb\tc\r", "é\u2028\U0001f600", "/" * 30_000])
def test_any_text_is_survived(program: Program, text: str) -> None:
    """Whatever it makes of the text, it answers the next question."""
    for case in (Case("http://a/b", text), Case(text, "g"), Case("x:/a/b", f"c/{text}")):
        assert isinstance(ask(program, case), Answer)
    assert ask(program, PLAIN).uri == "http://a/b/c/g"


def test_every_name_that_is_required_is_an_adapter() -> None:
    assert set(REQUIRED) <= set(NAMES)


def test_an_absent_parser_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(AbsentError, match=r"^there is no java; to have it: on Debian, apt-get"):
        adapter("java.net.URI").version()


def test_an_unknown_name_is_an_error_with_all_names() -> None:
    with pytest.raises(LookupError, match=r"did you mean 'lynx'\? there is: urllib"):
        adapter("Linx")


def test_an_absent_library_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "furl.py").write_text("raise ModuleNotFoundError(\"No module named 'furl'\")")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(AbsentError, match=r"No module named 'furl'; to have it: pip install"):
        adapter("furl").version()


def test_an_adapter_is_shown_and_written_in_short() -> None:
    ada = adapter("ada")
    assert repr(ada) == "<Adapter ada: Ada, a URL parsed with a base>"
    assert ada.to_dict()["language"] == "C++"
