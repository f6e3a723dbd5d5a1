"""The reference of the library: it describes every public name, and docstrings become HTML."""

import ast
import doctest
import functools
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from markupsafe import Markup
from site_under_test import page as built_page
from tables import by_rows_of

import hexapla
from hexapla_site.markdown import inline, paragraphs
from hexapla_site.pages.library import Entry, definition_of, read_source, subjects

ROOT = Path(__file__).parents[3]
listed = functools.cache(subjects)  # it reads the whole source
PACKAGES = (
    *("hexapla", "hexapla.grammar", "hexapla.implementations.adapters", "hexapla.standard"),
    *("hexapla.testing", "hexapla.vectors"),
)


@functools.cache
def names_of_source() -> dict[str, str]:
    """Return the full path of the definition of each public name."""
    source = read_source()
    paths = (item.path for subject in listed() for item in subject.entries)
    return {path: definition_of(source, path).path for path in paths}


def entries() -> Iterator[Entry]:
    for subject in listed():
        for item in subject.entries:
            yield item
            yield from item.members


@functools.cache
def paths() -> frozenset[str]:
    return frozenset(item.path for item in entries())


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_has_an_entry(package: str) -> None:
    told = {(definition, path) for path, definition in names_of_source().items()}
    definitions = {definition for definition, _ in told}
    for name in import_module(package).__all__:
        value = getattr(import_module(package), name)
        module = getattr(value, "__module__", None)
        names = {f"{package}.{name}", f"{module}.{name}"}
        assert names & (paths() | definitions), f"{package}.{name}"


def test_every_package_with_public_names_is_told() -> None:
    folder = Path(hexapla.__file__).parent
    with_names = {
        ".".join(("hexapla", *path.parent.relative_to(folder).parts))
        for path in folder.rglob("__init__.py")
        if "__all__ = " in path.read_text("utf-8")
    }
    assert with_names == set(PACKAGES)


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md"])
def test_every_name_that_the_documents_import_has_an_entry(file: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    imported = {
        f"{node.module}.{alias.name}"
        for block in blocks
        for node in ast.walk(ast.parse(block))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("hexapla")
        for alias in node.names
    }
    used = set(re.findall(r"\bhexapla\.[A-Za-z_]+\b(?=[(\]])", "".join(blocks)))
    definitions = set(names_of_source().values())
    assert sorted((imported | used) - paths() - definitions) == []


def test_every_public_member_of_a_class_has_an_entry() -> None:
    for path, definition in names_of_source().items():
        module, _, name = definition.rpartition(".")
        value = getattr(import_module(module), name)
        if inspect.isclass(value):
            own = {member for member in vars(value) if not member.startswith("_")}
            missing = {member for member in own if f"{path}.{member}" not in paths()}
            assert missing <= {"mro"}, path


def test_members_are_shown_as_they_are_used() -> None:
    signatures = {item.path: str(Markup(item.signature).striptags()) for item in entries()}
    assert signatures["hexapla.Facet.causes"] == "causes: tuple[Cause, ...]"
    assert signatures["hexapla.Resolution.host"] == "host: str | None"
    assert signatures["hexapla.standard.Step.rule"] == "rule: Rule"
    assert "agreement:" in signatures["hexapla.testing.AssertAgreed.__call__"]


def test_everything_has_a_description() -> None:
    assert [item.path for item in entries() if not item.text and not _told_by_class(item)] == []


def _told_by_class(item: Entry) -> bool:
    """Return whether the entry of its class describes a member: by value, or in the text."""
    owner, _, name = item.path.rpartition(".")
    classes = {each.path: each for subject in listed() for each in subject.entries}
    if owner not in classes or item.kind != "attribute":
        return False
    is_enumeration = str(classes[owner].bases).endswith("Enum")
    return is_enumeration or f"<code>{name}</code>" in classes[owner].text


def test_every_parameter_that_is_described_is_one_that_it_takes() -> None:
    for item in entries():
        for name, _, text in dict(item.sections).get("Takes", ()):
            assert re.search(rf"\b{name.lstrip('*')}\b", item.signature), item.path
            assert text, item.path


def test_every_name_is_an_anchor_of_its_page() -> None:
    for subject in listed():
        ids = built_page(subject.address).ids
        for item in subject.entries:
            assert {item.path, *(member.path for member in item.members)} <= set(ids)


def test_types_link_to_their_entries() -> None:
    compare = next(item for item in entries() if item.path == "hexapla.compare")
    assert 'href="comparing.html#hexapla.ResolvedComparison"' in compare.signature
    assert 'href="resolving.html#hexapla.Reference"' in compare.signature


PLACES = {"hexapla.identify": "x.html#hexapla.identify"}.get


@by_rows_of("pages")
def test_text_becomes_html(text: str, html: str) -> None:
    assert paragraphs(text, PLACES) == Markup(html)


def test_running_text_is_no_paragraph() -> None:
    assert inline("`a`\n<b> *c* it's") == Markup("<code>a</code> &lt;b&gt; *c* it’s")


def test_every_function_of_the_package_has_an_example() -> None:
    functions = filter(
        inspect.isfunction, map(functools.partial(getattr, hexapla), hexapla.__all__)
    )
    assert [each.__name__ for each in functions if ">>> " not in (each.__doc__ or "")] == []


def test_examples_of_docstrings_run() -> None:
    modules = {definition.rpartition(".")[0] for definition in names_of_source().values()}
    for name in sorted({"hexapla", *modules}):
        failed, _ = doctest.testmod(import_module(name))
        assert failed == 0, name
