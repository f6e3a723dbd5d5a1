"""Run the command line like a user, and check its documents against their schema."""

import contextlib
import functools
import json
import os
import pty
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for

import hexapla
from hexapla.cli.group import main

SCHEMA = json.loads(
    (Path(hexapla.__file__).parent / "cli" / "output.schema.json").read_text("utf-8")
)

# Options for a pytest in another process: it writes nothing, and loads no unneeded plug-ins, which
# would take four times as long as everything else that it loads.
PYTEST_OPTIONS = ("-p", "no:cacheprovider", "-p", "no:anyio", "-p", "no:hypothesispytest")


@functools.cache
def validator() -> Validator:
    """Return a validator of documents; the schema itself is checked only once."""
    kind = validator_for(SCHEMA)
    kind.check_schema(SCHEMA)
    return kind(SCHEMA)


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=stdin, prog_name="hexapla")


def run_line(line: str) -> Result:
    """Run a command line like a shell; it may begin with a pipe such as `printf 'g\\n' | …`."""
    printed, _, last = line.rpartition(" | ")
    stdin = shlex.split(printed)[-1].encode().decode("unicode_escape") if printed else ""
    words = shlex.split(last)
    return run(*words[words[0] == "hexapla" :], stdin=stdin.encode("latin-1"))


def documents(result: Result) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in result.stdout.splitlines()]
    for document in found:
        validator().validate(document)
    return found


counts_peaks = pytest.mark.skipif(
    not Path("/proc/self/status").exists(),
    reason="only Linux counts the memory that a process took",
)


def peak_of(*arguments: str, stdin: bytes = b"") -> int:
    """Return the peak memory of a run in one process, in KiB."""
    run_it = "from hexapla.cli.group import main\ntry:\n    main()\nexcept SystemExit:\n    pass\n"
    return peak_of_code(run_it, *arguments, stdin=stdin)


def peak_of_code(code: str, *arguments: str, stdin: bytes = b"") -> int:
    """Return the peak memory of a process that runs some code, in KiB.

    The kernel's own count begins at the start of the program; that of `getrusage` would include the
    memory of the parent process. The size from which malloc returns freed memory is fixed:
    otherwise it varies, and with it the memory that malloc keeps, by up to 100 MB between runs.
    """
    tell = (
        "import re, sys\nfrom pathlib import Path\n"
        "status = Path('/proc/self/status').read_text()\n"
        "print(re.search(r'VmHWM:\\s+(\\d+)', status)[1], file=sys.stderr)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code + tell, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={
            **os.environ,
            "ARROW_DEFAULT_MEMORY_POOL": "system",
            "MALLOC_MMAP_THRESHOLD_": "1000000",
        },
    )
    return int(found.stderr.split()[-1])


def run_on_a_terminal(*command: str) -> tuple[str, bytes]:
    """Run a command whose standard error is a terminal; return the text on it, and the output."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=follower, env={**os.environ, "TERM": "xterm"}
    ) as process:
        os.close(follower)
        shown = _read_to_end(leader)
        output, _ = process.communicate()
    os.close(leader)
    return shown, output


def _read_to_end(terminal: int) -> str:
    shown = b""
    with contextlib.suppress(OSError):  # the end of a terminal whose other side is closed
        while piece := os.read(terminal, 4096):
            shown += piece
    return shown.decode()
