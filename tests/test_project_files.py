"""The files of the project: licences, citation, and how to report a problem."""

import hashlib
import json
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import hexapla
from hexapla.cli.options import DEFAULT_TIMEOUT
from hexapla.corpus.source import LONGEST_ROW
from hexapla.implementations import process
from hexapla.implementations.adapters import adapter
from hexapla.pages.css import LARGEST_STYLE_SHEET
from hexapla.pages.page import LARGEST_PAGE
from hexapla.pages.xml import DEEPEST_BASE, DEEPEST_ELEMENT
from hexapla.values.extras import _EXTRAS
from hexapla.values.provenance import AUTHORS, LICENSE
from hexapla_site.citing import ABSTRACT
from hexapla_site.folders import DOCS
from hexapla_site.pages.docs import ARTICLES

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
FONTS = "OFL-1.1"
_STATIC = ROOT / "site" / "hexapla_site" / "static"
SHIPPED = [*_STATIC.glob("fonts/*.woff2"), *_STATIC.glob("vendor/*.js")]


def text_of(name: str) -> str:
    """Return the text of a file of the project."""
    return (ROOT / name).read_text("utf-8")


def license_files() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for pattern in PROJECT["license-files"]
        for path in ROOT.glob(pattern)
    }


def test_the_licence_of_the_data_and_of_the_fonts_is_in_the_metadata() -> None:
    assert PROJECT["license"] == f"{LICENSE} AND {FONTS}"
    assert PROJECT["authors"] == [{"name": AUTHORS}]
    assert PROJECT["description"] == ABSTRACT


def test_every_typeface_and_library_that_is_shipped_has_its_licence() -> None:
    texts = license_files()
    assert SHIPPED
    for path in SHIPPED:
        name = re.split(r"-latin|-signs|\.js", path.name)[0]
        (text,) = (text for file, text in texts.items() if f"/{name}" in file)
        wanted = "SIL Open Font License, Version 1.1" if path.suffix == ".woff2" else "Permission"
        assert wanted in text, path.name
    assert "MIT License" in texts["LICENSE"]


def vendored() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each file from another project, with the listed component that it belongs to."""
    for component in json.loads((ROOT / "vendored.cdx.json").read_text("utf-8"))["components"]:
        for file in component["components"]:
            (sha256,) = file["hashes"]
            assert (
                sha256["content"] == hashlib.sha256((ROOT / file["name"]).read_bytes()).hexdigest()
            )
            yield file["name"], component


def test_all_that_others_wrote_is_listed_with_version_and_licence() -> None:
    listed = dict(vendored())
    assert listed.keys() == {path.relative_to(ROOT).as_posix() for path in SHIPPED}
    licences = {item["license"]["id"] for part in listed.values() for item in part["licenses"]}
    assert licences == {"MIT", FONTS}
    for name, component in listed.items():
        assert re.fullmatch(r"[0-9.]+", component["version"]), name


def test_the_version_is_that_of_the_changelog() -> None:
    newest, *_ = re.findall(r"^## (\d[\d.]*) \(", text_of("CHANGELOG.md"), re.MULTILINE)
    assert newest == hexapla.__version__


def test_what_is_said_to_be_stable_is_there() -> None:
    text = (DOCS / "versions.md").read_text("utf-8")
    stable, _, unstable = text.partition("\n## May change in any version\n")
    fixtures = re.findall(r"@pytest.fixture\ndef (\w+)", text_of("core/pytest_hexapla.py"))
    assert fixtures
    for name in fixtures:
        assert f"`{name}`" in stable
    for selector in re.findall(r"`(\w+\[[\w=-]+\])`", stable):
        assert hexapla.spec(selector).selector in (selector, selector.partition("[")[0])
    assert adapter("java.net.URI").name in stable
    (rule,) = re.findall(r"ids of rules \(such as `([^`]+)`\)", unstable)
    assert rule in hexapla.spec("rfc3986").standard.rules_by_name
    first_two, _, _ = hexapla.__version__.rpartition(".")
    assert f"`hexapla~={first_two}.0`" in stable


def test_a_python_that_is_named_is_tried() -> None:
    named = set(re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"])))
    (others,) = re.findall(r"^others=\((.*)\)$", text_of(".ci/run"), re.MULTILINE)
    assert named == {"3.11", *others.split()}


def test_the_workflow_runs_what_there_is() -> None:
    workflow = text_of(".github/workflows/ci.yml")
    (matrix,) = re.findall(r"^ +python: \[(.*)\]$", workflow, re.MULTILINE)
    (at_once,) = re.findall(r"python-version: \|\n((?: +3\.\d+\n)+)", workflow)
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert matrix == ", ".join(f'"{version}"' for version in named)
    assert sorted(at_once.split()) == named
    assert at_once.split()[-1] == "3.11"  # the version of `python3`
    files = re.findall(r"cache-dependency-path: (\S+)$", workflow, re.MULTILINE)
    assert {*files} == {".ci/locked.txt", "pyproject.toml", "site/package-lock.json"}
    for name in files:
        assert (ROOT / name).is_file()
    commands = re.findall(r"^ +- run: (.*)$", workflow, re.MULTILINE)
    assert commands[0] == ".ci/run"
    assert os.access(ROOT / commands[0], os.X_OK)
    assert "test" in PROJECT["optional-dependencies"]
    assert "python -m pip install -e '.[test]'" in commands
    (tests,) = re.findall(r"bin/(pytest -n .*)$", text_of("README.md"), re.MULTILINE)
    assert commands[-1] == f"python -m {tests}"


def test_a_library_needs_nothing_that_only_pages_need() -> None:
    base, pages = (
        {Requirement(text).name for text in texts}
        for texts in (PROJECT["dependencies"], PROJECT["optional-dependencies"]["site"])
    )
    imported = re.compile(
        r"^\s*(?:import|from) (griffe|jinja2|markdown_it|markupsafe|railroad)", re.M
    )
    assert not base & pages
    for root in ("core", "specs"):
        for path in (ROOT / root).rglob("*.py"):
            assert not imported.search(path.read_text("utf-8")), path


# Packages of other projects that messages may name; each is on PyPI.
_ELSEWHERE = {"playwright", "pyoxigraph", "url-py"}


def shipped_texts() -> Iterator[tuple[str, str]]:
    """Yield the texts that may tell a user what to install, each with its file."""
    for root in ("core", "specs", "site/hexapla_site"):
        for path in (ROOT / root).rglob("*"):
            if path.suffix in (".py", ".toml", ".js", ".html"):
                yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def test_a_message_names_what_pip_can_install() -> None:
    named = [
        (file, words)
        for file, text in shipped_texts()
        for words in re.findall(r"pip install ('[^']*'|[\w.-]+)", text)
    ]
    extras = {f"'hexapla[{extra}]'" for extra in PROJECT["optional-dependencies"]}
    # In code, the package of a plug-in and the extra for a library are computed.
    computed = {"'{package}[{'", "'hexapla[{_EXTRAS[name]}]'"}
    assert len(named) > 10
    unknown = [item for item in named if item[1] not in extras | computed | _ELSEWHERE]
    assert unknown == []
    assert set(_EXTRAS.values()) <= PROJECT["optional-dependencies"].keys()


def test_a_program_that_a_page_names_is_there() -> None:
    texts = [text.replace("<wbr>", "") for _, text in shipped_texts()]
    texts += [path.read_text("utf-8") for path in DOCS.glob("*.md")]
    pattern = re.compile(r"(?:benchmarks|site/collect)/[\w/]+\.\w+")
    named = {name for text in texts for name in pattern.findall(text)}
    assert len(named) > 5
    assert {name for name in named if not (ROOT / name).exists()} == set()


def test_a_guide_names_what_pip_can_install() -> None:
    for article in ARTICLES:
        for item in article.install:
            own = re.fullmatch(r"\.(?:\[([\w,]+)\])?", item)
            if own is None:
                assert item in locked(), (article.name, item)
            elif own[1]:
                assert {*own[1].split(",")} <= PROJECT["optional-dependencies"].keys()


def locked() -> dict[str, set[str]]:
    """Return the versions of packages that CI installs; each must list hashes of its files."""
    versions: dict[str, set[str]] = {}
    for entry in re.split(r"\n(?=[a-z])", (ROOT / ".ci" / "locked.txt").read_text("utf-8")):
        pinned = re.match(r"([a-z0-9.-]+)==([^ ]+)", entry)
        if pinned:
            assert "--hash=sha256:" in entry, pinned[0]
            versions.setdefault(pinned[1], set()).add(pinned[2])
    return versions


def test_all_that_the_tests_need_is_locked() -> None:
    extras = PROJECT["optional-dependencies"]
    own = re.compile(r"hexapla\[(.*)\]")
    wanted = [*PROJECT["dependencies"], *extras["test"], *extras["lint"]]
    for text in wanted:
        if found := own.fullmatch(text):
            wanted += [item for extra in found[1].split(",") for item in extras[extra]]
    versions = locked()
    for requirement in (Requirement(text) for text in wanted if not own.fullmatch(text)):
        for version in versions[canonicalize_name(requirement.name)]:
            assert version in requirement.specifier, requirement


@pytest.mark.parametrize(
    "name", [".ci", ".github", "CITATION.cff", "SECURITY.md", "vendored.cdx.json"]
)
def test_it_is_in_the_source_distribution(name: str) -> None:
    assert name in SETTINGS["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    assert (ROOT / name).exists()


def test_the_limits_that_are_promised_are_those_of_the_code() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    assert f"| {LARGEST_PAGE:,} bytes ({LARGEST_PAGE >> 20} MiB) after decompression" in text
    assert f"| {LONGEST_ROW:,} characters; " in text
    assert f"| {LARGEST_STYLE_SHEET:,} characters; " in text
    assert f"| {DEEPEST_ELEMENT:,} open elements and {DEEPEST_BASE} nested `xml:base`" in text
    assert f"{process._SHORT_ANSWER:,} bytes" in text
    assert f"plus {process._BYTES_FOR_ONE} bytes for each byte" in text
    assert f"(`--timeout`, {DEFAULT_TIMEOUT:.0f} s)" in text
