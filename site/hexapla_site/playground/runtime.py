"""Python for the browser, as it is laid into a site: the interpreter, and what runs in it.

Starting from sources takes a browser several seconds: it starts Python, compiles the project's
modules and runs them. Where Node.js is installed, that is done once, when the site is built, and
the memory of that Python is stored; a browser then starts from this snapshot.
"""

import hashlib
import json
import shutil
import subprocess
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
_SNAPSHOTS = "static/snapshot"
_MAKE_SNAPSHOT = Path(__file__).with_name("snapshot.mjs")
_SECONDS = 300  # that making a snapshot may take


@attrs.frozen
class Runtime:
    """Where a page finds Python for the browser; no addresses where there is none.

    Attributes:
        address: The folder of the interpreter.
        snapshot: The snapshot; "" where there is none, and Python starts from sources.
        sizes: The octets of each file that a start loads, by address.
    """

    address: str = ""
    snapshot: str = ""
    sizes: Mapping[str, int] = attrs.field(factory=dict)

    @property
    def settings(self) -> Mapping[str, object]:
        """What the page's script is told."""
        runtime = f"{self.address}/" if self.address else ""
        sizes = dict(self.sizes)
        return {"runtime": runtime, "bundle": _BUNDLE, "snapshot": self.snapshot, "sizes": sizes}


def install_runtime(folder: NewFolder, pyodide: Path | None) -> Runtime:
    """Copy Python for the browser into a site, the archive of what runs there, and a snapshot.

    A snapshot of the same files that an earlier build made is taken from there.

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
    snapshot = _install_snapshot(folder, target, bundle)
    loaded = [*(target / name for name in PYODIDE_FILES), bundle, *([snapshot] if snapshot else ())]
    sizes = {path.relative_to(folder.path).as_posix(): path.stat().st_size for path in loaded}
    return Runtime(_RUNTIME, f"{_SNAPSHOTS}/{snapshot.name}" if snapshot else "", sizes)


def _install_snapshot(folder: NewFolder, pyodide: Path, bundle: Path) -> Path | None:
    """Return the snapshot of Python with an archive, which is made where it was not there yet."""
    key = hashlib.sha256()
    for path in (*(pyodide / name for name in PYODIDE_FILES), bundle, _MAKE_SNAPSHOT):
        key.update(path.read_bytes())
    address = f"{_SNAPSHOTS}/{key.hexdigest()[:16]}.bin"
    path = folder.path / address
    path.parent.mkdir(parents=True)
    made = folder.earlier(address)
    if made is not None:
        path.write_bytes(made)
        return path
    if write_snapshot(path, pyodide, bundle):
        return path
    shutil.rmtree(path.parent)
    return None


def write_snapshot(path: Path, pyodide: Path, bundle: Path) -> bool:
    """Write the memory of a Python that has answered, compressed, where Node.js can make it.

    Args:
        path: Where to write it.
        pyodide: The folder of the interpreter.
        bundle: The archive of what runs in it.

    Returns:
        Whether it was written.
    """
    node = shutil.which("node")
    if node is None:
        return False
    files = [str(each.resolve()) for each in (pyodide, bundle, path)]
    command = [node, str(_MAKE_SNAPSHOT), *files]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and path.exists()
