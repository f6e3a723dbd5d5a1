"""A plug-in, with one module and one entry point, works everywhere that a spec does."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import hexapla
from hexapla.standard import registry
from hexapla.testing import check_spec
from hexapla_site.folders import SNIPPETS

SMALL, SUBCLASS = ((SNIPPETS / name).read_text("utf-8") for name in ("small.py", "keeping_dots.py"))
ROOT = Path(__file__).parents[3]
SPECS = ROOT / "specs" / "hexapla_specs"
POINT = "[hexapla.specs]\nsmall = small:STANDARD"
AS_DEFAULT = SMALL.replace(
    "    document = SMALL\n", "    document = SMALL\n    default_column = True\n"
)


def loaded(source: str, name: str) -> dict[str, Any]:
    module = ModuleType(name)
    exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    return module.__dict__


def installed(path: Path, module: str, point: str = POINT) -> dict[str, str]:
    (path / "small.py").write_text(module, encoding="utf-8")
    info = path / "small-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: small\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(point + "\n")
    search = os.pathsep.join(filter(None, (str(path), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": search}


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hexapla", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def compared(environment: dict[str, str], *arguments: str) -> dict[str, Any]:
    done = run(environment, "compare", "--json", "--base", "http://a/b", "../g", *arguments)
    form: dict[str, Any] = json.loads(done.stdout)
    return form


# The examples of the documentation.


def test_the_spec_of_the_documentation_conforms() -> None:
    check_spec(loaded(SMALL, "small")["STANDARD"])


def test_a_subclass_is_explained_by_its_own_rules() -> None:
    spec = loaded(SUBCLASS, "subclass")["STANDARD"].spec
    assert spec.resolve("../g", base="http://a/b/c").uri == "http://a/b/../g"
    comparison = hexapla.compare("../g", base="http://a/b/c", specs=[spec, "rfc2396"])
    (cause,) = comparison.target.causes
    sides = {side.spec.selector: side.rule for side in (cause.left, cause.right)}
    assert sides["keeping-dots"].says == "every dot segment stays"


# Installed plug-ins.


STANDARDS = ["rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg"]


def test_a_spec_from_outside_is_listed_and_a_column_where_it_is_named(tmp_path: Path) -> None:
    environment = installed(tmp_path, SMALL)
    listed = json.loads(run(environment, "specs", "--json").stdout)["specs"]
    ids = [*STANDARDS[:3], "small", *STANDARDS[3:-1], "rfc3987", STANDARDS[-1]]
    assert [spec["id"] for spec in listed] == ids
    assert compared(environment)["specs"] == STANDARDS
    named = compared(environment, "--spec", "small", "--spec", "rfc1808")
    assert named["specs"] == ["rfc1808", "small"]
    (cause,) = named["facets"]["target"]["causes"]
    (difference,) = cause["differences"]
    assert difference["phase"] == "combine"
    assert difference["right"]["rule"]["says"] == "the reference's path replaces the base's"


def test_a_spec_from_outside_is_a_default_column_if_it_says_so(tmp_path: Path) -> None:
    comparison = compared(installed(tmp_path, AS_DEFAULT))
    assert comparison["specs"] == [*STANDARDS[:3], "small", *STANDARDS[3:]]


BROKEN = [
    ("import no_such_module", "can't be loaded: ModuleNotFoundError"),
    ("raise SystemExit(0)", "can't be loaded: SystemExit"),
    ("SPECS = 1", "can't be loaded: AttributeError"),
    ("STANDARD = 1", "names 1, which is not an instance of Standard"),
    (SMALL.replace('"small",', '"rfc1808",'), "has the id 'rfc1808', which"),
    (SMALL.replace('"small",', '"../../evil",'), "has the id '../../evil'"),
]


def test_a_broken_plug_in_is_one_warning_that_names_it(tmp_path: Path) -> None:
    done = run(installed(tmp_path, "raise SystemExit(0)"), "compare", "g")
    assert done.returncode in (0, 1)
    assert "RFC 1808" in done.stdout
    (line,) = (line for line in done.stderr.splitlines() if "plug-in" in line)
    assert "plug-in 'small' (small 1.0, entry point 'small:STANDARD') can't be loaded" in line
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("module", "words"), BROKEN)
def test_a_broken_plug_in_is_an_error_where_it_is_asked_for(
    tmp_path: Path, module: str, words: str
) -> None:
    done = run(installed(tmp_path, module), "compare", "g", "--spec", "small")
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_command_from_outside_leaves_the_others_alone(tmp_path: Path) -> None:
    environment = installed(tmp_path, "", "[hexapla.commands]\nbad = small:bad")
    assert "can't be loaded" in run(environment, "--help").stdout
    assert "rfc1808" in run(environment, "specs").stdout
    assert "can't be loaded" in run(environment, "bad", "argument", "--option").stderr


COMMANDS = """
import click

@click.command()
def bad():
    "Another package's."
    raise ValueError("odd")
"""


def test_a_command_from_outside_replaces_none_and_has_its_own_bugs(tmp_path: Path) -> None:
    points = "[hexapla.commands]\nbad = small:bad\nspecs = small:bad\nsite = small:bad"
    environment = installed(tmp_path, COMMANDS, points)
    failed = run(environment, "bad")
    assert failed.returncode == 2
    assert "ValueError: odd" in failed.stderr
    maker = "plug-in 'bad' (small 1.0, entry point 'small:bad')"
    assert f"this is a bug in {maker}" in failed.stderr
    listed = run(environment, "--help").stdout
    assert [line.split()[0] for line in listed.splitlines() if "Another" in line] == ["bad"]


def test_threads_at_once_find_all_specs() -> None:
    registry._loaded_once.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: [spec.id for spec in hexapla.specs()], range(8)))
    assert found == [[*STANDARDS[:-1], "rfc3987", STANDARDS[-1]]] * 8


def test_a_plug_in_may_ask_for_specs_while_it_loads(tmp_path: Path) -> None:
    asking = f"import hexapla\nhexapla.spec('rfc3986')\n{SMALL}"
    done = run(installed(tmp_path, asking), "compare", "g", "--spec", "small,rfc3986")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_plug_in_may_ask_for_the_default_specs_while_it_loads(tmp_path: Path) -> None:
    """The default specs were once those of that moment, without the plug-in, to the end."""
    asking = f"import hexapla\nhexapla.compare('g', base='http://a/')\n{AS_DEFAULT}"
    code = (
        "import hexapla\n"
        "hexapla.specs()\n"
        "print(*hexapla.compare('g', base='http://a/').to_dict()['specs'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=installed(tmp_path, asking),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [*STANDARDS[:3], "small", *STANDARDS[3:]]


@pytest.mark.slow
def test_a_spec_from_outside_is_on_the_site(tmp_path: Path) -> None:
    environment = installed(
        tmp_path, AS_DEFAULT.replace('"A small standard"', '"A <b>small</b> standard"')
    )
    kinds = (f"--only={kind}" for kind in ("front", "standards", "cases"))
    done = run(environment, "site", str(tmp_path / "public"), *kinds)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "public" / "standards" / "small.html").read_text("utf-8")
    assert "A &lt;b&gt;small&lt;/b&gt; standard" in page
    assert "path replaces the base" in page
    cases = (tmp_path / "public" / "cases" / "index.html").read_text("utf-8")
    assert 'id="column-small"' in cases


def test_a_standard_can_be_a_distribution_of_its_own(tmp_path: Path) -> None:
    package = tmp_path / "iri_column"
    shutil.copytree(SPECS / "rfc3987", package, ignore=shutil.ignore_patterns("__pycache__"))
    for module in package.glob("*.py"):
        source = module.read_text("utf-8").replace("hexapla_specs.rfc3987", package.name)
        module.write_text(source.replace("rfc(\n    3987,", "rfc(\n    39870,"), encoding="utf-8")
    points = (
        "[hexapla.specs]\nrfc39870 = iri_column:STANDARD\n"
        "[hexapla.commands]\niri-column = iri_column.command:iri"
    )
    environment = installed(tmp_path, "", points)
    compared = run(environment, "compare", "http://\xe9/", "--spec", "rfc3986,rfc39870")
    assert "valid    RFC 39870\ninvalid  RFC 3986: " in compared.stdout
    mapped = run(environment, "iri-column", "http://a/\xe9")
    assert mapped.stdout == "http://a/%C3%A9\n"


# The modules in `specs` are found only through their entry points.
@pytest.mark.parametrize("folder", ["core", "site"])
def test_no_code_outside_of_specs_names_rfc_3987(folder: str) -> None:
    modules = [*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.html")]
    assert len(modules) > 50
    naming = [module.name for module in modules if "3987" in module.read_text("utf-8")]
    assert naming == []
