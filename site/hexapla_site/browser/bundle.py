"""Bundle the code that runs in a reader's browser: Brython, modules of the project, and templates.

Everything is in one script, and nothing is fetched, so the script also works on a page opened as a
file. The modules are those that `answer` and the site's standards import. Each module is shortened
(see `source`) and written as a syntax tree (see `trees`). The script is reproducible: the same
installed files always give the same bytes.
"""

import ast
import importlib.util
import json
import platform
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import EntryPoint, distribution, entry_points
from pathlib import Path
from typing import NamedTuple

import brython
from jinja2 import Environment, nodes, pass_context

from hexapla.standard.registry import ENTRY_POINT_GROUP
from hexapla.standard.spec import Spec
from hexapla_site.browser.source import imports_of, shortened
from hexapla_site.browser.trees import Trees
from hexapla_site.folders import TEMPLATES
from hexapla_site.output import script_text
from hexapla_site.rendering import UnindentedTemplates, macros_path, template_environment

PYTHON = "static/python.js"
ANSWER = "hexapla_site.browser.answer"
"""The module that answers questions in a browser, which the stand-in `answering` imports."""
ANSWER_TEMPLATES = ("answer.html", "bars.html", "host.html", "verdict.html", "why.html")
"""The templates that `answer` renders."""
_HERE = Path(__file__).parent
_STANDINS = _HERE / "standins"
# Modules inside packages, with the names of the stand-ins that replace the modules in a browser.
_RENAMED = {
    "collections.abc": "collections_abc",
    "importlib.metadata": "importlib_metadata",
    "importlib.util": "importlib_util",
    "jinja2.environment": "jinja2",
    "jinja2.filters": "jinja2",
    "jinja2.runtime": "jinja2",
    "urllib.parse": "urllib_parse",
}
# Modules that are imported on first use, and that no answer uses: operations other than comparing.
_NEVER_ASKED = frozenset(
    f"hexapla.operations.{name}"
    for name in ("base", "equivalence", "escaping", "extraction", "schemes")
)
# Standard library modules that run as parsers, with their module names in a browser.
_ASKED_OF_PYTHON = {"urllib.parse": "python_urllib_parse", "ipaddress": "python_ipaddress"}
_DATA = frozenset({".abnf", ".json"})
_LEFT_OUT = frozenset(
    {"cases.json", "cases.schema.json", "errata.json", "examples.json", "protocol.schema.json"}
)
_DATA_OF_THE_SITE = ("data/case-names.json", "data/sign-names.json")
_TEMPLATES = "hexapla_templates"
_BEHIND_BRYTHON = ("texts.js", "brython-fixes.js", "trees.js", "worker.js")
_START = "answering"
"""The stand-in module that starts everything else when it is imported."""
_END_OF_FILE = re.compile(r"^;\n", re.MULTILINE)
"""Separates the source files of Brython in its script."""
_LEFT_OUT_OF_BRYTHON = (
    "$B._PyPegen.concatenate_strings=",
    "$B.prepare_string=",
    "$B.prepare_number=",
    "$B.PyPegen=",
    "$B._PyPegen.parse=",
    "var docs=",
    "$B.make_IOUnsupported=",
    "function conv_complex(",
    "$B.memory_iterator.tp_iternext=",
    "$B.make_async=",
)
"""Strings that identify the files of Brython that pages don't need.

These files are Python's parser (the first five strings), the docstrings of built-in names, and the
methods of files, complex numbers, memory views and coroutines.
"""


def python_script(columns: Iterable[Spec]) -> str:
    """Return the script with Python: the worker's source, and the code that runs in the worker.

    Args:
        columns: The specs shown on the site; the script contains their standards.
    """
    value = {"worker": _worker(), "bundle": _bundle(columns)}
    return f"window.hexaplaPython = {json.dumps(value, separators=(',', ':'))};\n"


def python_parser() -> str:
    """Return the name of the standard library's parser that runs in a browser."""
    return f"urllib.parse of Python {platform.python_version()}"


def _worker() -> list[str]:
    """Return the source of the worker in pieces: Brython, and the code before and after it.

    The code before Brython is needed because Brython assumes that it is loaded from a file, and
    looks for other files in the same folder. All code runs in strict mode, on which `int` depends.
    """
    behind = [script_text(_HERE / name) for name in _BEHIND_BRYTHON]
    return [script_text(_HERE / "before-brython.js"), _runtime(), *behind]


def _runtime() -> str:
    """Return Brython without the files that pages don't need, which are a third of its script.

    Python's parser isn't needed, because modules are parsed when the site is built.

    Raises:
        ValueError: A string that identifies a file to leave out is in no file, or in several.
    """
    script = (Path(brython.__file__).parent / "data" / "brython.js").read_text("utf-8")
    files = _END_OF_FILE.split(script)
    for sign in _LEFT_OUT_OF_BRYTHON:
        found = [file for file in files if sign in file]
        if len(found) != 1:
            raise ValueError(f"{sign!r} is in {len(found)} files of Brython instead of one")
        files.remove(found[0])
    return ";\n".join(files)


def _bundle(columns: Iterable[Spec]) -> Mapping[str, object]:
    points = _points_of(columns)
    trees = Trees()
    modules = {
        module.name: _entry(trees.text_of(module.tree), is_package=module.is_package)
        for module in _modules(points)
    }
    start = trees.text_of(ast.parse(f"import {_START}"))
    return {
        "modules": modules,
        "trees": trees.tables(),
        "files": {**dict(_files(modules)), "metadata.json": json.dumps(_metadata(points))},
        "start": start,
    }


def _points_of(columns: Iterable[Spec]) -> Sequence[EntryPoint]:
    """Return the entry points of the standards of the given specs."""
    wanted = {spec.id for spec in columns}
    return [point for point in entry_points(group=ENTRY_POINT_GROUP) if point.name in wanted]


class _Module(NamedTuple):
    """A module in the form needed in a browser."""

    name: str
    tree: ast.Module
    is_package: bool = False


def _modules(points: Sequence[EntryPoint]) -> Iterator[_Module]:
    """Yield all modules: stand-ins, templates, the standard library's parsers, and Hexapla."""
    for file in sorted(_STANDINS.glob("*.py")):
        yield _Module(file.stem, shortened(file.read_text("utf-8"), file.name, {}))
    yield _Module(_TEMPLATES, _templates())
    for name, here in _ASKED_OF_PYTHON.items():
        source = _path_of(name)
        assert source is not None
        text = source.read_text("utf-8")
        yield _Module(here, shortened(text, f"{here}.py", {**_RENAMED, **_ASKED_OF_PYTHON}))
    yield from _own_modules(points)


def _own_modules(points: Sequence[EntryPoint]) -> Iterator[_Module]:
    """Yield the modules that `answer` and the standards import, sorted by name."""
    roots = [point.module for point in points]
    own = {"hexapla", "hexapla_site", *(root.split(".")[0] for root in roots)}
    found: dict[str, _Module] = {}
    waiting = [ANSWER, *roots]
    while waiting:
        name = waiting.pop()
        if name in found or name in _NEVER_ASKED or name.split(".")[0] not in own:
            continue
        path = _path_of(name)
        if path is None:
            continue
        is_package = path.name == "__init__.py"
        place = name.replace(".", "/") + ("/__init__.py" if is_package else ".py")
        module = shortened(path.read_text("utf-8"), place, _RENAMED)
        found[name] = _Module(name, module, is_package)
        package = name.rpartition(".")[0]
        waiting += [*imports_of(module), *_divisions_in(module), *([package] if package else [])]
    yield from (found[name] for name in sorted(found))


def _divisions_in(module: ast.Module) -> Iterator[str]:
    """Yield the modules that split URLs; standards name these modules in strings."""
    for node in ast.walk(module):
        match node:
            case ast.Assign([ast.Name("division")], ast.Call(args=[ast.Constant(str(named))])):
                yield named.partition(":")[0]


def _path_of(name: str) -> Path | None:
    """Return the file of a module; None if the name is the name of an object in a module."""
    try:
        spec = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin)


def _entry(text: str, *, is_package: bool) -> list[object]:
    """Return a module in the form that Brython accepts; `trees.js` decodes the text."""
    entry: list[object] = [".py", text, []]
    return [*entry, 1] if is_package else entry


def _files(modules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the data files that modules read: the path that a module uses, and the content."""
    folders = dict.fromkeys(name.rpartition(".")[0] for name in modules if "." in name)
    for package in folders:
        path = _path_of(package)
        if path is None or package.split(".")[0] == __name__.split(".")[0]:
            continue
        for file in sorted(path.parent.iterdir()):
            if file.suffix in _DATA and file.name not in _LEFT_OUT:
                yield f"{package.replace('.', '/')}/{file.name}", file.read_text("utf-8")
    for name in _DATA_OF_THE_SITE:
        yield f"hexapla_site/{name}", (TEMPLATES.parent / name).read_text("utf-8")


def _metadata(points: Iterable[EntryPoint]) -> Mapping[str, object]:
    """Return the data for `importlib.metadata`: entry points, and versions of packages."""
    rows = [
        (point.name, f"{point.module}:{point.attr}", point.dist.name)
        for point in points
        if point.dist is not None
    ]
    names = sorted({"hexapla", *(name for _, _, name in rows)})
    versions = {name: distribution(name).version for name in names}
    return {"specs": rows, "versions": versions, "parser": python_parser()}


def _templates() -> ast.Module:
    """Compile the templates into a module, with a function for each template's renderer."""
    environment = _compiling_environment()
    module = ast.parse("TEMPLATES = {}")
    for number, (name, template) in enumerate(_parsed_templates(environment)):
        compiled = ast.parse(environment.compile(template, name, name, raw=True))
        maker = ast.parse(f"def make_{number}(environment):\n    return root").body[0]
        assert isinstance(maker, ast.FunctionDef)
        maker.body[:0] = [_Plain().visit(node) for node in compiled.body]
        module.body += [maker, *ast.parse(f"TEMPLATES[{name!r}] = make_{number}").body]
    return ast.fix_missing_locations(module)


def _parsed_templates(environment: Environment) -> Iterator[tuple[str, nodes.Template]]:
    """Yield the templates of an answer with their names, then the templates that define macros."""
    loader = UnindentedTemplates(TEMPLATES)
    waiting = list(ANSWER_TEMPLATES)
    for name in waiting:
        source, *_ = loader.get_source(environment, name)
        template = environment.parse(source, name)
        waiting += [used for used in _macros_in(template) if used not in waiting]
        yield name, template


def _macros_in(template: nodes.Template) -> Iterator[str]:
    """Yield the names of the templates whose macros a template uses."""
    for call in template.find_all(nodes.Call):
        match call:
            case nodes.Call(node=nodes.Name(name="macros"), args=[nodes.Const(value=family)]):
                yield macros_path(family)


# The names that compiled templates need from the library that renders them.
_NAMES_OF_JINJA = """
LoopContext Macro Markup Undefined identity markup_join missing str_join
"""
_OF_JINJA = frozenset(_NAMES_OF_JINJA.split())


class _Plain(ast.NodeTransformer):
    """Leaves out checks in compiled templates that Hexapla's templates always pass.

    These templates use only names that are defined, and access values only by attribute.
    """

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        node.module = "jinja2"
        node.names = [alias for alias in node.names if alias.name in _OF_JINJA]
        node.names.append(ast.alias("escaped"))
        return node

    def visit_Try(self, node: ast.Try) -> ast.stmt:
        """Look up a filter without checking that it exists."""
        (found,) = node.body
        return found

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Access attributes, call functions and escape strings directly."""
        self.generic_visit(node)
        node.keywords = [each for each in node.keywords if each.arg != "_loop_vars"]
        match node.func, node.args:
            case ast.Name("cond_expr_undefined"), _:  # a condition without an alternative
                return ast.Constant("")
            case ast.Name("escape"), _:
                node.func = ast.Name("escaped")
            case ast.Attribute(_, "getattr"), [value, ast.Constant(str(name))]:
                return ast.Attribute(value, name)
            case ast.Attribute(_, "getitem"), [value, item]:
                return ast.Subscript(value, item)
            case ast.Attribute(_, "call"), [called, *given] if not _is_macros(called):
                return ast.Call(called, given, node.keywords)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        """Use the value of a name without checking that the name is defined."""
        self.generic_visit(node)
        match node:
            case ast.IfExp(_, ast.Call(ast.Name("undefined"))):
                return node.orelse
        return node


def _is_macros(called: ast.expr) -> bool:
    """Return whether a called function is `macros`, which needs the context."""
    return isinstance(called, ast.Name) and called.id.endswith("_macros")


def _compiling_environment() -> Environment:
    """Create an environment whose built-in filters take only the template's arguments.

    In a browser, the filters of the stand-in take the same arguments. The filters named in the last
    loop also take the context.
    """
    environment = template_environment()
    for name, given in Environment().filters.items():
        if environment.filters[name] is given:
            environment.filters[name] = _plain
    for name in ("map", "reject", "rejectattr", "select", "selectattr"):
        environment.filters[name] = _in_context
    return environment


def _plain(value: object) -> object:
    return value


@pass_context
def _in_context(context: object, value: object) -> object:
    return value
