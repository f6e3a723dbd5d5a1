"""The guide: every snippet that it shows runs as it stands, and what comes out is sensible."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import documents, run
from site_under_test import page

import hexapla
from hexapla.implementations.adapters import AbsentError, adapter
from hexapla_site.pages.guide import HOSTS, HOSTS_COMMAND, SNIPPETS, Snippet, read_snippet

# What a machine may do without, unless it says that it has it, by the adapter that needs it.
NEEDED = {"javascript": "node-URL", "java": "java.net.URI"}
FOUND = {
    "python": "rfc3986[same-scheme=loophole]",
    "javascript": "whatwg",
    "java": "rfc2396[scheme-test=grammar,empty-base-path=separator]",
    "shell": "rfc1630[slash-run=examples,climb=below-double-slash]",
}


@pytest.mark.slow
@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: snippet.id)
def test_every_snippet_runs_and_is_identified(
    snippet: Snippet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if snippet.id in NEEDED:
        name = NEEDED[snippet.id]
        try:
            adapter(name).version()
        except AbsentError as error:
            if name in os.environ.get("IMPLEMENTATIONS_REQUIRED", "").split():
                raise
            pytest.skip(str(error))
    monkeypatch.chdir(tmp_path)
    Path(snippet.file).write_text(snippet.text, encoding="utf-8")
    (found,) = documents(run("identify", "--json", "--timeout", "30", *snippet.command))
    assert found["answered"] == found["cases"]
    assert found["best"]["selector"] == FOUND[snippet.id]


def test_every_snippet_is_short() -> None:
    for snippet in SNIPPETS:
        assert len(snippet.text.strip().splitlines()) <= 13, snippet.file
        assert max(map(len, snippet.text.splitlines())) <= 100, snippet.file


def test_the_page_shows_the_text_that_runs() -> None:
    text = "".join(page("guide.html").text)
    for snippet in SNIPPETS:
        assert snippet.text in text
        assert f"hexapla identify {' '.join(snippet.command)}" in text
    assert read_snippet("test_uri.py") in text
    assert read_snippet("ci.sh") in text


@pytest.mark.slow
def test_the_guide_s_own_test_passes(tmp_path: Path) -> None:
    (tmp_path / "test_uri.py").write_text(read_snippet("test_uri.py"), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 passed" in ended.stdout, ended.stdout


@pytest.mark.slow
def test_the_guide_s_own_check_passes_and_writes_its_files(tmp_path: Path) -> None:
    for file in ("my_parser.py", "ci.sh"):
        (tmp_path / file).write_text(read_snippet(file), encoding="utf-8")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    ended = subprocess.run(
        ["sh", "ci.sh"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "uri.svg").read_text("utf-8").startswith("<svg")
    assert "python3 my_parser.py" in (tmp_path / "uri" / "index.html").read_text("utf-8")
    assert '"rfc3986[same-scheme=loophole]"' in (tmp_path / "uri.json").read_text("utf-8")


@pytest.mark.slow
def test_the_guide_s_own_test_of_a_client_fails_with_the_smallest_url(tmp_path: Path) -> None:
    """It fails: urllib3 ends the host at a backslash, and urlsplit does not."""
    file = "test_same_host.py"
    (tmp_path / file).write_text(read_snippet(file), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 failed" in ended.stdout, ended.stdout
    assert r"'http://a\\': validator reads host a\ " in ended.stdout, ended.stdout
    assert "client reads host a (URL Standard 4.4, authority state" in ended.stdout


@pytest.mark.slow
def test_the_guide_s_own_program_tells_hosts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        adapter("node-URL").version()
    except AbsentError as error:
        if "node-URL" in os.environ.get("IMPLEMENTATIONS_REQUIRED", "").split():
            raise
        pytest.skip(str(error))
    monkeypatch.chdir(tmp_path)
    Path(HOSTS).write_text(read_snippet(HOSTS), encoding="utf-8")
    result = run("differential", "--count", "0", "--json", *HOSTS_COMMAND)
    (made,) = documents(result)
    assert (result.exit_code, made["unanswered"]) == (1, {})
    smallest = {item["smallest"]["url"] for item in made["classes"]}
    assert "http://a\\" in smallest


def test_the_how_tos_of_hosts_are_short_and_on_the_page() -> None:
    text = "".join(page("guide.html").text)
    for file in ("test_same_host.py", HOSTS):
        assert read_snippet(file) in text
        lines = [line for line in read_snippet(file).splitlines() if line.strip()]
        assert len(lines) <= 10
    assert 'hexapla differential --max-length 3 "node my_hosts.mjs" adapter:urllib.parse' in text


def test_what_the_guide_says_of_the_library_holds() -> None:
    found = hexapla.identify(lambda base, reference: None, cases=[("http://a/", "g")])
    for name in ("best", "scores", "explanations", "unexplained"):
        assert hasattr(found, name)
        assert name in "".join(page("guide.html").text)
