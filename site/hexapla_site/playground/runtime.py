"""Python for the browser, as it is laid into a site: the interpreter, and what runs in it.

A browser starts it from sources. A snapshot of its memory starts in a third of the time, but is
larger than all sources together, so that most connections take longer to load it.
"""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from hexapla_site.playground.bundle import write_bundle

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of the npm package `pyodide` that a page loads."""
_LOCK = "pyodide-lock.json"  # it names the packages that can be had; none is needed
_RUNTIME = "static/pyodide"
_BUNDLE = "static/hexapla.zip"


def install_runtime(folder: Path, pyodide: Path | None) -> Mapping[str, object]:
    """Copy Python for the browser into a site, and the archive of what runs there.

    Returns:
        What scripts are told: the folder of the interpreter, "" where there is none, the archive,
        and the octets of each file that a start loads, by address.

    Raises:
        OSError: The folder can't be written, or the package lacks a file.
    """
    if pyodide is None:
        return {"runtime": "", "bundle": _BUNDLE, "sizes": {}}
    target, bundle = folder / _RUNTIME, folder / _BUNDLE
    target.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, target / name)
    lock = json.loads((pyodide / _LOCK).read_text("utf-8"))
    (target / _LOCK).write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    write_bundle(bundle)
    loaded = [*(target / name for name in PYODIDE_FILES), bundle]
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in loaded}
    return {"runtime": f"{_RUNTIME}/", "bundle": _BUNDLE, "sizes": sizes}
