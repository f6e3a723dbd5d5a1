"""Follow the README and each guide in a new environment with the packages that it requires.

`python tests/fresh_guides.py FOLDER [NAME …]` needs access to a package index, so it isn't a test;
`.ci/nightly` runs it. Its exit code is 1 if a text can't be followed.
"""

import json
import os
import shutil
import subprocess
import sys
import traceback
import venv
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from documented import assert_printed, inputs_of, save

from hexapla_site.folders import DOCS
from hexapla_site.markdown import Listing, listings, read_article

ROOT = Path(__file__).parents[1]
_WORKERS = 2

# Runs one text after another like an interactive Python; prints the output of each as JSON.
_PYTHON = """
import ast, contextlib, io, json, sys

names = {"__name__": "followed"}
for line in sys.stdin:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            for statement in ast.parse(json.loads(line)).body:
                exec(compile(ast.Interactive([statement]), "example", "single"), names)
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    print(json.dumps(printed.getvalue()), flush=True)
"""


def guides() -> dict[str, tuple[Sequence[str], tuple[Listing, ...]]]:
    """Return the packages that each text says to install, and its examples."""
    articles = [read_article(DOCS, path.stem) for path in sorted(DOCS.glob("*.md"))]
    found = {each.name: (each.install, listings(each.body)) for each in articles if each.install}
    readme = listings((ROOT / "README.md").read_text("utf-8"))
    return {"README": ((".[site]", "pytest"), readme), **found}


def follow(name: str, wheel: Path, folder: Path) -> str | None:
    """Follow a text in a folder; return the error, if any."""
    installed, examples = guides()[name]
    home = folder / name
    home.mkdir(parents=True)
    environment = home / "venv"
    venv.create(environment, with_pip=True)
    wanted = [f"{wheel}{each[1:]}" if each.startswith(".") else each for each in installed]
    pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "-q"]
    subprocess.run([*pip, *wanted], check=True)
    here = home / "here"
    here.mkdir()
    path = os.pathsep.join([str(environment / "bin"), os.environ["PATH"]])
    settings = {**os.environ, "PATH": path, "NO_COLOR": "1", "PYTHONPATH": str(here)}
    try:
        _follow(examples, here, settings)
    except (AssertionError, subprocess.CalledProcessError):
        return traceback.format_exc()
    return None


def _follow(examples: Sequence[Listing], folder: Path, settings: Mapping[str, str]) -> None:
    process = subprocess.Popen(
        ["python", "-c", _PYTHON],
        cwd=folder,
        env=settings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for listing in examples:
            needed = filter(None, listing.marks.get("needs", "").split(","))
            if not all(map(shutil.which, needed)) or "unrun" in listing.marks:
                continue
            if listing.file:
                save(listing, folder)
            elif listing.language in ("console", "sh"):
                _run_commands(listing, folder, settings)
            elif listing.language in ("pycon", "python"):
                texts = inputs_of(listing) if listing.language == "pycon" else [(listing.text, "")]
                for typed, shown in texts:
                    print(json.dumps(typed), file=process.stdin, flush=True)
                    printed = json.loads(process.stdout.readline())
                    if listing.language == "pycon":
                        assert_printed(printed, typed, shown)
                    else:
                        assert "Error: " not in printed, printed
        process.stdin.close()


def _run_commands(listing: Listing, folder: Path, settings: Mapping[str, str]) -> None:
    lines = [(line, "…\n") for line in listing.text.splitlines()]
    texts = inputs_of(listing) if listing.language == "console" else lines
    for typed, shown in texts:
        done = subprocess.run(
            ["sh", "-c", typed],
            cwd=folder,
            env=settings,
            capture_output=True,
            text=True,
            check=False,
        )
        allowed = {int(listing.marks["exit"])} if "exit" in listing.marks else {0, 1}
        assert done.returncode in allowed, (typed, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr, (typed, done.stderr)
        assert_printed(done.stdout, typed, shown)


def main(folder: Path, names: Sequence[str]) -> int:
    """Follow the texts, some at a time; print the errors."""
    folder.mkdir(parents=True, exist_ok=True)
    pip = ["python3", "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
    subprocess.run(pip, check=True)
    (wheel,) = folder.glob("hexapla-*.whl")
    wanted = names or list(guides())
    with ThreadPoolExecutor(_WORKERS) as pool:
        wrong = list(pool.map(lambda name: follow(name, wheel, folder), wanted))
    for name, said in zip(wanted, wrong, strict=True):
        print(name, "can be followed" if said is None else f"can't be followed:\n{said}")
    return any(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).absolute(), sys.argv[2:]))
