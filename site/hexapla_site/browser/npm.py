"""Bundle JavaScript parsers installed by npm as one script that pages load.

Each file of a package is wrapped in a function, as in Node, with a `require` that finds only files
in the script. Packages that consist of ECMAScript modules are not supported.
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
"""The packages, with JavaScript code to extract a host and to resolve a reference."""
_REQUIRED = re.compile(r"""\brequire\((["'])([^"']+)\1\)""")
_BEFORE = """\
// npm packages, each file wrapped in a function as in Node.
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
    """Return the script with the parsers in a folder of npm packages.

    Raises:
        OSError: The folder contains none of the packages, or a file can't be read.
    """
    names = [name for name in PARSERS if (folder / name / "package.json").is_file()]
    if not names:
        raise FileNotFoundError(2, f"none of {', '.join(PARSERS)} is installed", str(folder))
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
    """Return the file that Node loads for a path."""
    options = (path, path.with_name(f"{path.name}.js"), path / "index.js")
    return next(option for option in options if option.is_file())


def _collect(path: Path, folder: Path, files: dict[Path, Mapping[str, Path]]) -> None:
    """Add a file and the files that it requires."""
    if path in files:
        return
    required = dict(_required_by(path, folder))
    files[path] = required
    for each in required.values():
        _collect(each, folder, files)


def _required_by(path: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files that a file requires, from its own package or from others."""
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
    """Return the code of a parser in the form that other scripts of the page use."""
    path = json.dumps(_main_of(folder / name).resolve().relative_to(folder.resolve()).as_posix())
    host, resolve = PARSERS[name]
    label = json.dumps(f"{name} {_package(folder / name)['version']}")
    return (
        f"    {{ name: {label}, host: ({host})(load({path})), resolve: ({resolve})(load({path})) }}"
    )
