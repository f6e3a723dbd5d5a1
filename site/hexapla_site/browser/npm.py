"""Parsers in JavaScript that npm installed, as one script that a page loads.

Each file of a package becomes a function, as Node makes one of it, with a `require` that knows the
files of the script alone. Packages whose files are modules of ECMAScript are not supported.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

ADDRESS = "static/npm-parsers.js"
PARSERS: Mapping[str, tuple[str, str]] = {
    "url-parse": (
        "(Url) => (text) => new Url(text, {}).hostname",
        "(Url) => (reference, base) => new Url(reference, base).href",
    ),
    "uri-js": (
        "({ parse }) => (text) => told(parse(text)).host",
        "({ resolve }) => (reference, base) => resolve(base, reference)",
    ),
    "fast-uri": (
        "({ parse }) => (text) => told(parse(text)).host",
        "({ resolve }) => (reference, base) => resolve(base, reference)",
    ),
}
"""The packages that are brought: how each is asked for a host, and to resolve a reference."""
_REQUIRED = re.compile(r"""\brequire\((["'])([^"']+)\1\)""")
_BEFORE = """\
// Packages of npm: each file as a function, as Node makes one of it.
{
  const made = new Map();
  const load = (path) => {
    if (!made.has(path)) {
      const module = { exports: {} };
      made.set(path, module);
      const [run, required] = FILES[path];
      run.call(module.exports, module, module.exports, (name) => load(required[name]));
    }
    return made.get(path).exports;
  };
  const told = (parts) => {
    if (parts.error) throw new Error(parts.error);
    return parts;
  };
"""


def npm_script(folder: Path) -> str:
    """Return the script of the parsers that a folder of npm packages has.

    Raises:
        OSError: It has none of them, or a file can't be read.
    """
    names = [name for name in PARSERS if (folder / name / "package.json").is_file()]
    if not names:
        raise FileNotFoundError(2, f"none of {', '.join(PARSERS)} is there", str(folder))
    files: dict[Path, Mapping[str, Path]] = {}
    for name in names:
        _collect(_main_of(folder / name), folder, files)
    written = ",\n".join(_function(path, folder, required) for path, required in files.items())
    parsers = ",\n".join(_parser(name, folder) for name in names)
    return (
        f"{_BEFORE}  const FILES = {{\n{written}\n}};\n"
        f"  window.hexaplaNpmParsers = [\n{parsers}\n  ];\n}}\n"
    )


def _package(folder: Path) -> Mapping[str, str]:
    package: Mapping[str, str] = json.loads((folder / "package.json").read_text("utf-8"))
    return package


def _main_of(folder: Path) -> Path:
    return _file_at(folder / _package(folder).get("main", "index.js"))


def _file_at(path: Path) -> Path:
    """Return the file that Node takes for a path."""
    options = (path, path.with_name(f"{path.name}.js"), path / "index.js")
    return next(option for option in options if option.is_file())


def _collect(path: Path, folder: Path, files: dict[Path, Mapping[str, Path]]) -> None:
    """Add a file and those that it requires."""
    if path in files:
        return
    required = dict(_required_by(path, folder))
    files[path] = required
    for each in required.values():
        _collect(each, folder, files)


def _required_by(path: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield what a file requires: other files of its package, and packages."""
    for _, name in _REQUIRED.findall(path.read_text("utf-8")):
        if name.startswith("."):
            yield name, _file_at((path.parent / name).resolve())
        elif (folder / name / "package.json").is_file():
            yield name, _main_of(folder / name)


def _function(path: Path, folder: Path, required: Mapping[str, Path]) -> str:
    root = folder.resolve()
    names = {name: each.resolve().relative_to(root).as_posix() for name, each in required.items()}
    here = json.dumps(path.resolve().relative_to(root).as_posix())
    text = path.read_text("utf-8")
    return f"{here}: [function (module, exports, require) {{\n{text}\n}}, {json.dumps(names)}]"


def _parser(name: str, folder: Path) -> str:
    """Return a parser as the page's other scripts take it."""
    path = json.dumps(_main_of(folder / name).resolve().relative_to(folder.resolve()).as_posix())
    host, resolve = PARSERS[name]
    label = json.dumps(f"{name} {_package(folder / name)['version']}")
    return (
        f"    {{ name: {label}, host: ({host})(load({path})), resolve: ({resolve})(load({path})) }}"
    )
