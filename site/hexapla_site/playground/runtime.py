"""Python for the browser, as it is laid into a site: the interpreter, and what runs in it.

A browser starts it from sources. A snapshot of its memory starts in a third of the time, but is
larger than all sources together, so that most connections take longer to load it.
"""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import attrs

from hexapla.jobs.folder import NewFolder
from hexapla_site.playground.bundle import write_bundle

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of the npm package `pyodide` that a page loads."""
_LOCK = "pyodide-lock.json"  # it names the packages that can be had; none is needed
_RUNTIME = "static/pyodide"
_BUNDLE = "static/hexapla.zip"


@attrs.frozen
class Runtime:
    """Where a page finds Python for the browser; no addresses where there is none.

    Attributes:
        address: The folder of the interpreter.
        sizes: The octets of each file that a start loads, by address.
    """

    address: str = ""
    sizes: Mapping[str, int] = attrs.field(factory=dict)

    @property
    def settings(self) -> Mapping[str, object]:
        """What the page's script is told."""
        runtime = f"{self.address}/" if self.address else ""
        sizes = dict(self.sizes)
        return {"runtime": runtime, "bundle": _BUNDLE, "sizes": sizes}


def install_runtime(folder: NewFolder, pyodide: Path | None) -> Runtime:
    """Copy Python for the browser into a site, and the archive of what runs there.

    Raises:
        OSError: The folder can't be written, or the package lacks a file.
    """
    if pyodide is None:
        return Runtime()
    target, bundle = folder.path / _RUNTIME, folder.path / _BUNDLE
    target.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, target / name)
    lock = json.loads((pyodide / _LOCK).read_text("utf-8"))
    (target / _LOCK).write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    write_bundle(bundle)
    loaded = [*(target / name for name in PYODIDE_FILES), bundle]
    sizes = {path.relative_to(folder.path).as_posix(): path.stat().st_size for path in loaded}
    return Runtime(_RUNTIME, sizes)
