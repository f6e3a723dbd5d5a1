"""A killed command leaves the complete old or new output, and can be run again.

`HEXAPLA_KILLS=100` kills each command at 100 points in time, and before 100 changes to files.
"""

import os
import shlex
import shutil
from functools import partial
from pathlib import Path

import attrs
from corpora import many
from killed import Moment, ended, moments, run_command
from tables import in_parts, rows_of

# A writer of several files, and one of an output that can be resumed; nightly, all.
OFTEN = ("vectors", "corpus to Parquet")

KILLS = int(os.environ.get("HEXAPLA_KILLS", "2"))
SEED = int(os.environ.get("HEXAPLA_SEED", "0"))

UNFINISHED = ".hexapla-unfinished"


@attrs.frozen
class Writer:
    """A command that writes.

    Attributes:
        old: The command line that wrote the old output.
        new: The command line that is killed.
        outputs: The files, or the folder, that it writes.
        state: The state of an unfinished run, if the run can be resumed.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    outputs: tuple[str, ...]
    state: str = ""


WRITERS = {
    name: Writer(tuple(shlex.split(old)), tuple(shlex.split(new)), tuple(outputs), state)
    for name, old, new, outputs, state in rows_of("writers", "commands that write")
}


def contents(folder: Path, outputs: tuple[str, ...]) -> dict[str, bytes]:
    """Return the contents of the outputs; missing outputs are left out."""
    files: list[Path] = []
    for output in outputs:
        path = folder / output
        files += path.iterdir() if path.is_dir() else [path] if path.exists() else []
    kept = (path for path in files if not path.name.endswith(UNFINISHED))
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@in_parts("name", slow=OFTEN, nightly=[name for name in WRITERS if name not in OFTEN])
def test_an_output_is_old_or_new_and_whole(name: str, tmp_path: Path) -> None:
    writer = WRITERS[name]
    empty, done, place = tmp_path / "empty", tmp_path / "done", tmp_path / "place"
    empty.mkdir()
    many(empty / "old.jsonl", 60)
    many(empty / "new.jsonl", 300)
    many(empty / "few.jsonl", 5)
    (empty / "urls.txt").write_text("http://a/b\n")
    full = shutil.copytree(empty, tmp_path / "full")
    codes = (2,) if writer.old[0] == "corpus" else (0, 1)  # a corpus has bad rows
    assert ended(partial(run_command, full, writer.old, 1)).code in codes
    shutil.copytree(empty, done)
    undisturbed = ended(partial(run_command, done, writer.new, 2))
    assert undisturbed.code in codes
    old, new = contents(full, writer.outputs), contents(done, writer.outputs)
    assert old != new
    kills = []
    for number, moment in enumerate(moments(undisturbed, KILLS, SEED)):
        before = (full, empty)[number % 2]
        shutil.copytree(before, place)
        killed = ended(partial(run_command, place, writer.new, 2), moment).killed
        kills.append(killed)
        was = contents(before, writer.outputs)
        check_whole(contents(place, writer.outputs), was, new, moment, killed=killed)
        resume = ("--resume",) if writer.state and (place / writer.state).exists() else ()
        ended(partial(run_command, place, (writer.new[0], *resume, *writer.new[1:]), 2))
        assert contents(place, writer.outputs) == new, moment
        assert names(place) == names(done), moment
        shutil.rmtree(place)
    print(f"{name}: {sum(kills)} of {len(kills)} runs were killed before their end")


def check_whole(
    files: dict[str, bytes],
    old: dict[str, bytes],
    new: dict[str, bytes],
    moment: Moment,
    *,
    killed: bool,
) -> None:
    """Check that files are old or new, and that they are new if the run finished."""
    assert old.keys() <= files.keys() <= old.keys() | new.keys(), moment
    for name, content in files.items():
        assert content in (old.get(name), new[name]), (moment, name)
    assert killed or files == new, moment
