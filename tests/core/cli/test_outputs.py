"""A command overwrites only files that Hexapla wrote, unless --force is given."""

import os
import shlex
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click
import pytest
from command_line import run
from tables import rows_of

from hexapla.cli.command import Argument
from hexapla.cli.group import main

FOREIGN = b'{"notes": "worth a year of work"}\n'
CASE = '{"base":"http://a/b","reference":"?y"}\n'
PAIRS = f"{CASE}bad\n"
ONE = ("--workers", "1")

# Arguments with which a command runs to its end; OUT stands for the output.
RUNS: dict[tuple[str, str], tuple[str, ...]] = {
    (command, option): tuple(shlex.split(line))
    for command, option, line in rows_of("writers", "outputs")
}
# Folders, which have tests of their own with the site.
FOLDERS = {
    *(("corpus", "--report"), ("identify", "--report"), ("differential", "--report")),
    ("agreement", "--report"),
    ("site", "directory"),
}
# The file is read first, and rejected if it isn't one of Hexapla's.
WITHOUT_FORCE = {("implementations", "--write")}


def outputs() -> Iterator[tuple[str, str]]:
    """Yield every parameter that names an output file or folder, with its command."""
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        for parameter in command.params:
            kind = parameter.type
            if isinstance(kind, click.Path) and not kind.exists:
                yield (
                    name,
                    parameter.name if isinstance(parameter, Argument) else parameter.opts[-1],
                )


def name_of(option: tuple[str, str]) -> str:
    return " ".join(option)


# It asks a program about thousands of cases.
SLOW = {("implementations", "--write"): pytest.mark.slow}


def of_options(options: Iterable[tuple[str, str]]) -> pytest.MarkDecorator:
    """Parametrize a test by options that name an output."""
    each = [
        pytest.param(option, marks=SLOW.get(option, ()), id=name_of(option)) for option in options
    ]
    return pytest.mark.parametrize("option", each)


every_output = of_options(RUNS)


@pytest.fixture(autouse=True)
def _in_a_folder(here: Path) -> None:
    Path("pairs.jsonl").write_text(PAIRS)
    Path("case.jsonl").write_text(CASE)


def run_into(option: tuple[str, str], out: str, *further: str) -> str:
    """Run a command to its end, with a defined exit code; return its messages about outputs.

    The message about the bad row of the corpus is left out.
    """
    words = (out if word == "OUT" else word for word in RUNS[option])
    result = run(option[0], *further, *words)
    assert result.exit_code in (0, 1, 2), result.exception
    lines = result.stderr.splitlines(keepends=True) if result.exit_code == 2 else []
    return "".join(line for line in lines if not line.startswith("bad: "))


def suffixed(option: tuple[str, str], name: str) -> str:
    return f"{name}.jsonl" if option == ("corpus", "--output") else name


def test_every_output_is_tested() -> None:
    assert set(outputs()) == {*RUNS, *FOLDERS}


@every_output
@pytest.mark.parametrize("linked", [False, True])
def test_a_file_of_somebody_else_stays(option: tuple[str, str], linked: bool) -> None:
    out = target = Path(suffixed(option, "out"))
    if linked:
        target = Path("target")
        out.symlink_to(target)
    target.write_bytes(FOREIGN)
    before = sorted(Path().iterdir())
    assert "rror" in run_into(option, str(out))
    assert target.read_bytes() == FOREIGN
    assert sorted(Path().iterdir()) == before
    assert out.is_symlink() is linked


@every_output
def test_what_hexapla_wrote_is_written_again_through_a_link(option: tuple[str, str]) -> None:
    link, target = Path(suffixed(option, "link")), Path("target")
    link.symlink_to(target)
    target.touch(mode=0o600)
    for _ in range(2):
        assert not run_into(option, str(link))
        assert link.readlink() == target
        assert target.stat().st_size
        assert stat.S_IMODE(target.stat().st_mode) == 0o600


@pytest.mark.parametrize("option", [key for key in RUNS if key not in WITHOUT_FORCE], ids=name_of)
def test_force_overwrites_a_file_of_somebody_else(option: tuple[str, str]) -> None:
    out = Path(suffixed(option, "out"))
    out.write_bytes(FOREIGN)
    assert not run_into(option, str(out), "--force")
    assert out.read_bytes() != FOREIGN


@every_output
def test_a_fifo_is_written_through(option: tuple[str, str]) -> None:
    fifo = Path(suffixed(option, "fifo"))
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    try:
        enlarge_pipe(reader)
        assert not run_into(option, str(fifo))
        assert os.read(reader, 1)
    finally:
        os.close(reader)
    assert fifo.is_fifo()


def enlarge_pipe(reader: int) -> None:
    """Enlarge a pipe so that it holds everything that a command writes."""
    fcntl = pytest.importorskip("fcntl")
    fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 1 << 20)


@every_output
def test_a_device_behind_a_link_stays_one(option: tuple[str, str]) -> None:
    link, device = Path(suffixed(option, "link")), Path("device")
    make_null_device(device)
    link.symlink_to(device)
    assert not run_into(option, str(link))
    assert device.is_char_device()
    assert link.readlink() == device


def make_null_device(path: Path) -> None:
    """Make a device like `/dev/null`; the real one must not be at risk."""
    try:
        os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
        path.write_bytes(b"x")
    except OSError:
        pytest.skip("devices can't be made here")


@every_output
def test_a_loop_of_links_stays(option: tuple[str, str]) -> None:
    loop = Path(suffixed(option, "loop"))
    loop.symlink_to(loop)
    assert "rror" in run_into(option, str(loop))
    assert loop.readlink() == loop


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.rejects.jsonl", "rows.summary.json"])
def test_a_file_that_corpus_writes_beside_its_output_is_no_exception(name: str) -> None:
    Path(name).write_bytes(FOREIGN)
    assert "--force" in run("corpus", "pairs.jsonl", "-o", "rows.jsonl").stderr
    assert Path(name).read_bytes() == FOREIGN
    assert sorted(item.name for item in Path().iterdir()) == ["case.jsonl", "pairs.jsonl", name]


def test_vectors_of_all_standards_overwrite_no_file_of_somebody_else() -> None:
    Path("vectors").mkdir()
    foreign = Path("vectors", "rfc3986-vectors.json")
    assert run("vectors", "-o", "vectors").exit_code == 0
    assert foreign.exists()
    for path in Path("vectors").iterdir():
        path.unlink()
    foreign.write_bytes(FOREIGN)
    assert run("vectors", "-o", "vectors").exit_code == 2
    assert [path.read_bytes() for path in Path("vectors").iterdir()] == [FOREIGN]


def parquet(path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    columns = {"base": ["http://a/b"], "reference": ["?y"]}
    pytest.importorskip("pyarrow.parquet").write_table(pyarrow.table(columns), path)


def jsonl(path: Path) -> None:
    path.write_text(PAIRS)


@pytest.mark.parametrize("write", [parquet, jsonl])
def test_a_corpus_of_somebody_else_is_no_output(write: Callable[[Path], None]) -> None:
    path = Path(f"corpus.{write.__name__}")
    write(path)
    before = path.read_bytes()
    assert "--force" in run("corpus", "pairs.jsonl", "-o", str(path)).stderr
    assert path.read_bytes() == before
    for further in (["--force"], []):
        result = run("corpus", "case.jsonl", "-o", str(path), *further, *ONE)
        assert result.exit_code == 1, result.stderr
