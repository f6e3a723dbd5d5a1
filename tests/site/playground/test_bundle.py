"""What runs in a reader's browser: only what an answer needs, all of that, and always the same."""

import subprocess
import sys
import zipfile
from pathlib import Path

from hexapla_site.playground.bundle import write_bundle

# Without the site's packages, and with a browser in which no URL can be parsed.
ANSWERS = """
import json, sys, types
for name in ("js", "pyodide", "pyodide.ffi"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["js"].URL = types.SimpleNamespace(new=lambda *texts: int("x"))
sys.modules["pyodide.ffi"].JsException = ValueError
sys.path.insert(0, sys.argv[1])
from hexapla_site.playground.answer import answer
question = {"reference": "../../../g", "base": "http://a/b/c/d;p?q", "specs": []}
print(json.loads(answer(json.dumps(question)))["summary"])
print(*sorted({name.split(".")[0] for name in sys.modules} & {"click", "railroad", "markdown_it"}))
"""


def test_an_answer_needs_nothing_but_the_bundle(tmp_path: Path) -> None:
    write_bundle(tmp_path / "bundle.zip")
    zipfile.ZipFile(tmp_path / "bundle.zip").extractall(tmp_path / "bundle")
    command = [sys.executable, "-I", "-S", "-c", ANSWERS, str(tmp_path / "bundle")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == "They disagree: 3986 URL Standard · 1808 2396 · 1630. No rule: 1738.\n\n"


def test_the_bundle_has_no_command_line_and_no_corpus(tmp_path: Path) -> None:
    write_bundle(tmp_path / "bundle.zip")
    names = zipfile.ZipFile(tmp_path / "bundle.zip").namelist()
    for folder in ("click", "hexapla/cli", "hexapla/corpus", "hexapla/discover", "hexapla/jobs"):
        assert not [name for name in names if name.startswith(folder)]
    assert sum(name.startswith("hexapla_site/") for name in names) < 26


def test_the_archive_is_the_same_from_build_to_build(tmp_path: Path) -> None:
    write_bundle(tmp_path / "one.zip")
    write_bundle(tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
