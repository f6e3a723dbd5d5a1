"""Input files: a pipe and standard input are read like a regular file, or refused in words."""

import contextlib
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from command_line import run

URLS = "http://a/\nhttp://a\\@b/\n"
PAIRS = '{"base": "http://a/b", "reference": "?y"}\n'
SEARCH = "--alphabet a: --max-length 1 --spec rfc2396,rfc3986"
DIFFERENTIAL = "differential --max-length 1 --count 0 spec:rfc2396 spec:rfc3986"
PARSER = "python:urllib.parse:urljoin"

# Command lines that read a file, by the file's content, or by the command line that writes it.
OF_TEXTS = {
    "ask --parser ada --against FILE": URLS,
    f"{DIFFERENTIAL} --against FILE": URLS,
    "identify --parse --spec rfc3986 --against FILE adapter:urllib.parse": URLS,
    f"identify --spec rfc3986 --against FILE {PARSER}": PAIRS,
    "audit --base http://a/ FILE": '<a href="?y">',
    "extract FILE": "<URL:http://a/>",
}
OF_RESULTS = {
    f"{DIFFERENTIAL} --check FILE": f"{DIFFERENTIAL} --write FILE",
    f"discover {SEARCH} --seen FILE": f"discover {SEARCH} -o FILE",
    "implementations ada --check FILE": "implementations ada --write FILE",
}


# It asks a program about thousands of cases.
SLOW = "implementations ada --check FILE"


@pytest.fixture(
    params=[
        *(line for line in (*OF_TEXTS, *OF_RESULTS) if line != SLOW),
        pytest.param(SLOW, marks=pytest.mark.slow),
    ]
)
def reading(request: pytest.FixtureRequest, here: Path) -> tuple[str, Path]:
    """Return a command line, and a file that it can read."""
    line: str = request.param
    file = here / "input"
    if line in OF_TEXTS:
        file.write_text(OF_TEXTS[line])
    else:
        run(*named(OF_RESULTS[line], str(file)))
    return line, file


def test_a_pipe_is_read_like_a_file(reading: tuple[str, Path]) -> None:
    line, file = reading
    expected = run(*named(line, str(file)))
    reader, writer = os.pipe()
    # A pipe holds only 64 KiB, so a longer file is written while it is read.
    writing = Thread(target=write_and_close, args=(writer, file.read_bytes()))
    writing.start()
    piped = run(*named(line, f"/dev/fd/{reader}"))
    os.close(reader)
    writing.join()
    assert (piped.exit_code, piped.output) == (expected.exit_code, expected.output)


def write_and_close(descriptor: int, data: bytes) -> None:
    with os.fdopen(descriptor, "wb") as stream, contextlib.suppress(BrokenPipeError):
        stream.write(data)


def test_a_hyphen_is_standard_input(reading: tuple[str, Path]) -> None:
    line, file = reading
    expected = run(*named(line, str(file)))
    read = run(*named(line, "-"), stdin=file.read_bytes())
    assert (read.exit_code, read.output) == (expected.exit_code, expected.output)


def named(line: str, file: str) -> list[str]:
    return [file if word == "FILE" else word for word in shlex.split(line)]


def test_urls_to_ask_are_read_from_standard_input() -> None:
    result = run("ask", "--parser", "ada", "--spec", "rfc3986", "-", stdin=URLS)
    headings = [line for line in result.stdout.splitlines() if re.match("http:", line)]
    assert headings == URLS.splitlines()


def test_standard_input_is_read_only_once() -> None:
    result = run(*DIFFERENTIAL.split(), "--against", "-", "--check", "-", stdin=URLS)
    assert result.exit_code == 2
    assert "standard input can be read only once; name a file" in result.stderr


@pytest.fixture
def named_pipe(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "pairs.parquet"
    os.mkfifo(path)
    yield path
    path.unlink()


def test_a_pipe_of_a_corpus_format_is_refused(named_pipe: Path) -> None:
    result = run("identify", "--against", str(named_pipe), PARSER)
    assert result.exit_code == 2
    assert result.stderr.endswith("it isn't a regular file; copy it to a file first\n")


def test_a_binary_file_has_no_text_to_extract_from() -> None:
    result = run("extract", "-", stdin=b"\x7fELF\0\1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: this is a binary file, not a text in UTF-8\n"


def test_an_error_names_standard_input() -> None:
    result = run("ask", "--against", "-", stdin="")
    assert result.stderr == "Error: standard input: it contains no URL\n"
