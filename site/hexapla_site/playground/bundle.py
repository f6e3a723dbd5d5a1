"""What runs in a reader's browser: Python, the project's own code, and libraries that it needs.

A browser starts it from sources. A snapshot of its memory starts in a third of the time, but is
larger than all sources together, so that most connections take longer to load it. The archive of
the sources is the same, byte for byte, for the same installed files.
"""

import importlib.util
import json
import shutil
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, distribution, entry_points
from pathlib import Path

from hexapla.standard.registry import ENTRY_POINT_GROUP
from hexapla_site.output import zipped

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of the npm package `pyodide` that a page loads."""
_LOCK = "pyodide-lock.json"  # it names the packages that can be had; none is needed
_RUNTIME = "static/pyodide"
_BUNDLE = "static/hexapla.zip"
# What the templates are rendered with, and the values are made of.
LIBRARIES = ("attrs", "jinja2", "markupsafe")
_PACKAGES = ("hexapla", "hexapla_site", "attr", "attrs", "jinja2", "markupsafe")
_KEPT = frozenset({".py", ".abnf", ".json", ".html"})
# What no answer needs: folders and files of the packages.
_LEFT_OUT = frozenset(
    {
        "hexapla/__main__.py",
        "hexapla/audits",
        "hexapla/cli",
        "hexapla/corpus",
        "hexapla/differentials",
        "hexapla/discover",
        "hexapla/implementations",
        "hexapla/jobs",
        "hexapla/pages",
        "hexapla/spark.py",
        "hexapla/testing",
        "hexapla/vectors",
    }
)
# Of the site, only what the page of an answer is made of.
_OF_THE_SITE = frozenset(
    {
        "__init__.py",
        "addresses.py",
        "citing.py",
        "folders.py",
        "navigation.py",
        "policy.py",
        "rendering.py",
        "web_address.py",
        "data/__init__.py",
        "data/case-names.json",
        "data/sign-names.json",
        "playground/__init__.py",
        "playground/answer.py",
        "report/__init__.py",
        "report/case.py",
        "templates/answer.html",
        "templates/bars.html",
        "templates/host.html",
        "templates/macros.html",
        "templates/verdict.html",
    }
)
# In a browser, Unicode ToASCII is the browser's own.
_STAND_INS = {"ada_url.py": Path(__file__).with_name("browser_url.py")}


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


def write_bundle(path: Path) -> None:
    """Write the archive, to be unpacked where Python looks for packages."""
    path.write_bytes(zipped(sorted(dict(_files()).items()), 1980, 1, 1))


def _files() -> Iterator[tuple[str, bytes]]:
    plug_ins = tuple(entry_points(group=ENTRY_POINT_GROUP))
    packages = dict.fromkeys((*_PACKAGES, *(point.module.split(".")[0] for point in plug_ins)))
    for package in packages:
        yield from _package_files(package)
    for name, path in _STAND_INS.items():
        yield name, path.read_bytes()
    segments = [point.dist for point in plug_ins if point.dist is not None]
    for owner in (distribution("hexapla"), *segments, *map(distribution, LIBRARIES)):
        yield from _metadata(owner)


def _package_files(package: str) -> Iterator[tuple[str, bytes]]:
    """Return the files of a package, or of a module that is one file."""
    module_spec = importlib.util.find_spec(package)
    assert module_spec is not None
    if not module_spec.submodule_search_locations:
        assert module_spec.origin is not None
        yield f"{package}.py", Path(module_spec.origin).read_bytes()
        return
    for location in module_spec.submodule_search_locations:
        root = Path(location)
        for path in root.rglob("*"):
            name = f"{package}/{path.relative_to(root).as_posix()}"
            if path.suffix in _KEPT and _is_needed(name):
                yield name, path.read_bytes()


def _is_needed(name: str) -> bool:
    """Return whether a file of a package is needed where an answer is made."""
    package, _, inner = name.partition("/")
    if package == __package__.split(".")[0]:
        return inner in _OF_THE_SITE
    return not any(name == left_out or name.startswith(f"{left_out}/") for left_out in _LEFT_OUT)


def _metadata(owner: Distribution) -> Iterator[tuple[str, bytes]]:
    """Return what `importlib.metadata` asks for: the version, and the entry points."""
    folder = f"{owner.name.replace('-', '_')}-{owner.version}.dist-info"
    short = f"Metadata-Version: 2.1\nName: {owner.name}\nVersion: {owner.version}\n"
    yield f"{folder}/METADATA", short.encode()
    points = owner.read_text("entry_points.txt")
    if points is not None:
        yield f"{folder}/entry_points.txt", points.encode()
