"""Several processes write the same output: each writes all of it, or reports an error."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROCESSES, TIMES = 6, 60

FILE = """
write_whole(target, content)
"""
FOLDER = """
with replaced_folder(target, "site") as new:
    for page in range(20):
        (new / f"{page}.html").write_text(content)
"""
RUN = """
parts = target.with_name("out.parts")
with run_folder(parts, {"run": 1}, resume=False):
    for part in range(5):
        (parts / f"{part}.part").write_text(content)
    written = "".join((parts / f"{part}.part").read_text() for part in range(5))
    assert written == content * 5
    remove_run(parts)
"""
PROGRAM = """
import json, sys
from pathlib import Path
from hexapla.jobs.atomic import write_whole
from hexapla.jobs.folder import replaced_folder
from hexapla.jobs.resume import remove_run, run_folder
from hexapla.values.errors import RunError

target, content = Path(sys.argv[1]), sys.argv[2] * 10_000

def write():
    {write}

outcomes = []
sys.stdin.readline()  # all of them begin together
for _ in range({times}):
    try:
        write()
    except RunError as error:
        outcomes.append(str(error))
    else:
        outcomes.append("whole")
print(json.dumps(outcomes))
"""


@pytest.mark.parametrize("write", [FILE, FOLDER, RUN], ids=["file", "folder", "run"])
def test_each_outcome_is_whole_or_a_message(write: str, tmp_path: Path) -> None:
    target = tmp_path / "out"
    program = PROGRAM.format(write=write.strip().replace("\n", "\n    "), times=TIMES)
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(target), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    outcomes: list[str] = []
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        output, _ = process.communicate()
        assert process.returncode == 0
        outcomes += json.loads(output)
    assert len(outcomes) == PROCESSES * TIMES
    assert "whole" in outcomes
    others = {outcome for outcome in outcomes if "another process is using" not in outcome}
    assert others == {"whole"}
    wholes = [str(number) * 10_000 for number in range(PROCESSES)]
    if write == FILE:
        assert target.read_text() in wholes
    elif write == FOLDER:
        (content,) = {(target / f"{page}.html").read_text() for page in range(20)}
        assert content in wholes
    left = {path.name for path in tmp_path.iterdir()}
    assert left == ({"out"} if write != RUN else set())
