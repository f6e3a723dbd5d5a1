"""Try every entry point with a coverage-guided fuzzer: `python fuzz.py --seconds 3600`.

It needs `hexapla[fuzz]`, which has wheels for Linux. Each target has its own process and an equal
share of the time. Inputs that reach new code are kept in a folder, from which the next run goes on.
If an input crashes a target, it is printed with its file. Put the file into `cases/fuzz/TARGET`,
where the tests run it from then on, and fix the bug that it shows.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

KEPT = Path(__file__).parent / "cases" / "fuzz"
"""Inputs that once showed a bug, and for each target, one that it reads to the end."""

_OUR_OWN = ("hexapla", "hexapla_specs", "hexapla_site")
# Libraries in Python that read input for Hexapla. In C or C++ libraries, only crashes are seen.
_LIBRARIES = ("warcio", "webencodings", "email", "gzip", "encodings", "json", "click")

# The limits for an input in seconds, MiB and bytes; linear time and memory need far less.
_LIMITS = ("-timeout=20", "-rss_limit_mb=2048", "-max_len=2048")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the targets that are asked for; return 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="by default all")
    parser.add_argument("--seconds", type=int, default=600, help="for all of them together")
    kept = "folder for inputs that reach new code or crash a target"
    parser.add_argument("--folder", type=Path, default=KEPT.parents[2] / ".fuzz", help=kept)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.inside:
        _fuzz(asked.targets[0], asked.folder, asked.seconds)
    from fuzz_targets import TARGETS

    names = asked.targets or list(TARGETS)
    seconds = max(1, asked.seconds // len(names))
    failed = [name for name in names if not _run(name, asked.folder, seconds)]
    print(f"{len(names)} targets, {seconds} s each: {', '.join(failed) or 'nothing'} failed")
    return 1 if failed else 0


def _run(name: str, folder: Path, seconds: int) -> bool:
    (folder / name).mkdir(parents=True, exist_ok=True)
    told = folder / name / "told.txt"
    command = [sys.executable, __file__, name, "--inside"]
    command += ["--seconds", str(seconds), "--folder", str(folder)]
    with told.open("wb") as file:
        ended = subprocess.run(command, stdout=file, stderr=file, check=False).returncode
    print(f"{name}: {'nothing' if ended == 0 else f'failed, as {told} says'}", flush=True)
    return ended == 0


def _fuzz(name: str, folder: Path, seconds: int) -> NoReturn:
    import atheris

    # Some modules are imported only when an input needs them, so this lasts until the end.
    with atheris.instrument_imports(include=[*_OUR_OWN, *_LIBRARIES]):
        from fuzz_targets import TARGETS, octets_of

        options = _options(octets_of(name), folder / name, seconds)
        atheris.Setup([__file__, *options], TARGETS[name])
        atheris.Fuzz()
    raise AssertionError("the fuzzer ends the process")


def _options(tokens: Iterable[bytes], folder: Path, seconds: int) -> Iterator[str]:
    inputs, ends, words = folder / "inputs", folder / "ends", folder / "tokens.txt"
    inputs.mkdir(exist_ok=True)
    ends.mkdir(exist_ok=True)
    escaped = ("".join(f"\\x{octet:02x}" for octet in token) for token in tokens)
    words.write_text("".join(f'"{token}"\n' for token in escaped), "ascii")
    yield from _LIMITS
    yield from (f"-max_total_time={seconds}", f"-dict={words}", f"-artifact_prefix={ends}{os.sep}")
    yield from map(str, filter(Path.is_dir, (inputs, KEPT / folder.name)))


if __name__ == "__main__":
    sys.exit(main())
