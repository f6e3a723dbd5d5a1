"""How long and in what words the code is; which package may import which is in pyproject.toml."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from source_tree import ROOT, ROOTS, imported_modules, modules
from tables import rows_of

from hexapla.values.value import Value

MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 40  # from `def` to its last line, with its docstring

# Words and turns that nothing is written in stand in cases/words.txt, with what to write instead.
WORDS: dict[str, str] = dict(rows_of("words", "words"))
# Names that Python gives.
NOT_OURS = re.compile(r"(File|Module)NotFoundError|NOT_FOUND")
# Where two languages are related, automata theory calls a smallest example a witness.
WITNESSES = (
    "core/hexapla/cli/commands/standards.py",
    "core/hexapla/grammar/",
    "site/hexapla_site/pages/grammars.py",
    "site/hexapla_site/templates/grammars.html",
)

# Words that no text has either, but for what an RFC says itself.
UNSAID = re.compile(r"\b(memo(?!r)|newcomer|testimon|overhear|witness)[a-z]*\b", re.IGNORECASE)
PHRASES: dict[str, tuple[str, list[str]]] = {
    turn: (instead, allowed) for turn, instead, allowed in rows_of("words", "turns")
}
READ = (".py", ".toml", ".html", ".md", ".js", ".mjs", ".css", ".abnf", ".schema.json")
QUOTED = re.compile(r"“[^”]*”|status of this memo", re.IGNORECASE)


_STANDARD = re.compile("(rfc)?(1630|1738|1808|2396|3986)|whatwg", re.IGNORECASE)
_NAMING_STANDARDS = (
    "core/hexapla/implementations/adapters/",  # one is for a parser called rfc3986
    "core/hexapla/differentials/agreed_host.py",  # a guard without one of its standards must fail
)


def test_core_names_no_standard() -> None:
    """Docstrings and messages may give one as an example; code may not."""
    assert [
        f"{module.shown}: {name}"
        for module in modules()
        if module.shown.startswith("core") and not module.shown.startswith(_NAMING_STANDARDS)
        for name in (*module.identifiers, *filter(_STANDARD.fullmatch, module.strings))
        if _STANDARD.search(name)
    ] == []


def test_core_holds_packages_only() -> None:
    folder = ROOTS["core"] / "hexapla"
    files = {path.name for path in folder.iterdir() if path.is_file()}
    assert files == {"__init__.py", "__main__.py", "py.typed"}
    folders = [path for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert [path.name for path in folders if not (path / "__init__.py").exists()] == []


@pytest.mark.parametrize(
    "package", ["core/hexapla", "specs/hexapla_specs", "site/hexapla_site"], ids=str
)
def test_the_types_are_shipped(package: str) -> None:
    assert (ROOT / package / "py.typed").exists()


@pytest.mark.parametrize("root", ROOTS)
def test_a_root_is_no_package(root: str) -> None:
    assert not (ROOT / root / "__init__.py").exists()


def test_files_are_short() -> None:
    folders = (*ROOTS.values(), ROOT / "tests", ROOT / "benchmarks")
    long = (
        f"{path.relative_to(ROOT)}: {count} lines"
        for folder in folders
        for path in folder.rglob("*.py")
        if "node_modules" not in path.parts
        if (count := len(path.read_text("utf-8").splitlines())) > MOST_LINES_OF_A_FILE
    )
    assert sorted(long) == []


def test_functions_are_short() -> None:
    long = (
        f"{module.shown}: {function.name} has {count} lines"
        for module in modules()
        if module.root != "site"
        for function in module.functions
        if (count := _lines(function)) > MOST_LINES_OF_A_FUNCTION
    )
    assert sorted(long) == []


def _lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def test_names_are_made_of_our_words() -> None:
    assert sorted(violations_of_names()) == []


def violations_of_names() -> Iterator[str]:
    for module in modules():
        instead = WORDS | {
            word: other
            for folder, word, other in rows_of("words", "words within a package")
            if module.shown.startswith(folder)
        }
        if module.shown.startswith(WITNESSES):
            instead = {word: other for word, other in instead.items() if word not in _WITNESS}
        for name in sorted(module.identifiers):
            for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", NOT_OURS.sub("", name)):
                if word.lower() in instead:
                    yield f"{module.shown}: {name}, write {instead[word.lower()]}"


def test_a_class_name_is_used_once() -> None:
    owners: dict[str, list[str]] = {}
    for module in modules():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                owners.setdefault(node.name, []).append(module.shown)
    assert {name: shown for name, shown in owners.items() if len(shown) > 1} == {}


def test_docstrings_say_return() -> None:
    give = (
        f"{module.shown}: {function.name}"
        for module in modules()
        for function in module.functions
        if (ast.get_docstring(function) or "").startswith("Give ")
    )
    assert sorted(give) == []


def test_text_is_made_of_our_words() -> None:
    assert sorted(violations_of_text()) == []


def violations_of_text() -> Iterator[str]:
    for folder in ROOTS.values():
        for path in sorted(folder.rglob("*")):
            if not {"__pycache__", "node_modules"} & set(path.parts):
                yield from _unsaid(path)


def _unsaid(path: Path) -> Iterator[str]:
    shown = str(path.relative_to(ROOT))
    text = path.read_text("utf-8") if path.name.endswith(READ) else ""
    for number, line in enumerate((path.name, *text.splitlines())):
        for match in UNSAID.finditer(QUOTED.sub("", line).replace("_", " ")):
            if match[0].lower() not in _WITNESS or not shown.startswith(WITNESSES):
                yield f"{shown}: {match[0]!r} in {f'line {number}' if number else 'its name'}"


@pytest.mark.parametrize("turn", PHRASES)
def test_text_has_plain_turns(turn: str) -> None:
    instead, allowed = PHRASES[turn]
    pattern = re.compile(turn, re.IGNORECASE)
    assert [
        f"{shown}: {match[0]!r}, write {instead!r}"
        for shown, text in _texts().items()
        if shown not in allowed
        for match in pattern.finditer(text)
    ] == []


@functools.cache
def _texts() -> dict[str, str]:
    """Return the text of every file that a reader or a developer reads, on one line each."""
    return {
        str(path.relative_to(ROOT)): " ".join(QUOTED.sub("", path.read_text("utf-8")).split())
        for folder in ROOTS.values()
        for path in sorted(folder.rglob("*"))
        if path.name.endswith(READ)
        and not {"__pycache__", "node_modules", "vendor"} & set(path.parts)
    }


_WITNESS = ("witness", "witnesses")


def subclasses(parent: type[Value]) -> Iterator[type[Value]]:
    for child in parent.__subclasses__():
        yield child
        yield from subclasses(child)


def test_no_value_is_shown_by_what_attrs_generates() -> None:
    assert list(imported_modules())
    for value in subclasses(Value):
        assert not value.__repr__.__code__.co_filename.startswith("<attrs generated"), value
