"""`.ci/run` fails if any of its commands fails, and reports the checks that it skipped.

The script runs with a stand-in for each program. The stand-in has the program's name, records each
call, and produces the files that the next checks need: an environment, a wheel, pages.
"""

import re
import shutil
import subprocess
from pathlib import Path

import attrs
import pytest

ROOT = Path(__file__).parents[1]

# The stand-in for every program, which is very fast. $FAILING is a call that fails, $IDLE one that
# does nothing but has the usual exit code, and $PASSING one whose exit code is 0.
_STAND_IN = r"""#!/bin/sh
name=${0##*/}
echo "$0 $*" >>"$CALLS"
[ "$0 $*" != "$FAILING" ] || exit 3
status=0 out= made=
case "$name $*" in
  "id -u") out=$USER_ID ;;
  "mktemp -d") out=$SCRATCH made=$SCRATCH/here ;;
  "pyenv prefix "*) [ "$2" != "$MISSING" ] || exit 1; out=$PYTHONS ;;
  *"-m venv "*) for folder; do :; done; mkdir -p "$folder"; ln -sfn "$PYTHONS/bin" "$folder/bin" ;;
  *" wheel "*) made=$SCRATCH/hexapla-0-py3-none-any.whl ;;
  *"install -q hexapla[site]") made=site-is-installed ;;
  "git clone "*)
    made=$SCRATCH/clone/site-is-installed
    mkdir "$SCRATCH/clone"
    cp README.md "$SCRATCH/clone" ;;
  *guides_as_code.py*) made=$SCRATCH/guides/guide.py ;;
  "hexapla specs "*) out='"id": "rfc2396" "id": "whatwg"' ;;
  "hexapla compare "*) out='B  http://a/../g' status=1 ;;
  "hexapla identify "*) out='RFC 2396: 9 of 9 cases match' status=1 ;;
  "hexapla site public")
    if [ -e site-is-installed ]; then
      made="public/index.html public/docs/index.html"
    else
      status=2
      out="install it with: pip install 'hexapla[site]'"
    fi ;;
  "hexapla site public --only standards")
    made="public/static/hexapla.css public/standards/rfc1630.html public/standards/whatwg.html" ;;
esac
[ "$0 $*" != "$IDLE" ] || exit "$status"
[ "$0 $*" != "$PASSING" ] || status=0
for path in $made; do
  [ -d "${path%/*}" ] || [ "$path" = "${path%/*}" ] || mkdir -p "${path%/*}"
  echo made >"$path"
done
[ -z "$out" ] || echo "$out" | tee /dev/stderr
exit "$status"
"""
# The real programs that the script and the stand-in run; no others are found.
_REAL = ("bash", "cat", "cp", "dirname", "env", "grep", "ln", "mkdir", "rm", "sh", "tee", "touch")
_PROGRAMS = (
    "apt-get",
    "chromium",
    "git",
    "id",
    "javac",
    "mktemp",
    "npm",
    "pyenv",
    "python3",
    "sudo",
)
_IN_AN_ENVIRONMENT = ("python", "hexapla", "pytest", "ruff", "mypy", "lint-imports")


@attrs.frozen
class Outcome:
    """The exit code of a run, its output, and the calls of stand-ins."""

    code: int
    printed: str
    calls: tuple[str, ...]

    def calls_of(self, *words: str) -> list[str]:
        """Return the calls that contain one of some words, without repetitions."""
        having = (call for call in self.calls if any(word in call for word in words))
        return list(dict.fromkeys(having))


@attrs.frozen
class Checks:
    """A folder in which the script runs with stand-ins."""

    folder: Path

    @property
    def programs(self) -> Path:
        """The folder with the programs."""
        return self.folder / "programs"

    @property
    def pythons(self) -> Path:
        """The folder for an environment's programs, and for the Pythons of `pyenv`."""
        return self.folder / "pythons"

    def install(self, name: str, folder: Path) -> None:
        """Put a stand-in into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(self.folder / "stand-in")

    def run(self, **settings: str) -> Outcome:
        """Run a copy of the script in a new tree; `settings` are variables for the stand-in."""
        tree = self.folder / "tree"
        scratch = self.folder / "scratch"
        calls = self.folder / "calls"
        shutil.rmtree(tree, ignore_errors=True)
        shutil.rmtree(scratch, ignore_errors=True)
        calls.unlink(missing_ok=True)
        (tree / ".ci").mkdir(parents=True)
        shutil.copy(ROOT / ".ci" / "run", tree / ".ci")
        shutil.copy(ROOT / "README.md", tree)
        self.install("pyright", tree / "site" / "node_modules" / ".bin")
        standing = {
            "PATH": str(self.programs),
            "PYTHONS": str(self.pythons),
            "SCRATCH": str(scratch),
            "CALLS": str(calls),
            "USER_ID": "0",
        }
        standing |= dict.fromkeys(("FAILING", "IDLE", "PASSING", "MISSING"), "-")
        done = subprocess.run(
            ["bash", tree / ".ci" / "run"],
            env=standing | settings,
            capture_output=True,
            text=True,
            check=False,
        )
        return Outcome(done.returncode, done.stdout, tuple(calls.read_text().splitlines()))


def checks_in(folder: Path, *missing: str) -> Checks:
    """Return a folder for the script, in which some programs are missing."""
    checks = Checks(folder)
    stand_in = folder / "stand-in"
    stand_in.write_text(_STAND_IN)
    stand_in.chmod(0o755)
    for name in _PROGRAMS:
        if name not in missing:
            checks.install(name, checks.programs)
    for name in _IN_AN_ENVIRONMENT:
        checks.install(name, checks.pythons / "bin")
    for name in _REAL:
        path = shutil.which(name)
        assert path is not None
        (checks.programs / name).symlink_to(path)
    return checks


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> Checks:
    return checks_in(tmp_path_factory.mktemp("checks"))


@pytest.fixture(scope="module")
def whole(checks: Checks) -> Outcome:
    return checks.run()


def test_it_passes_if_each_command_does(whole: Outcome) -> None:
    assert whole.code == 0
    assert whole.calls[-1].endswith("pytest -n auto --dist worksteal -m slow and not nightly")
    assert "NOT TRIED" not in whole.printed


@pytest.mark.slow
def test_each_command_that_fails_fails_it(checks: Checks, whole: Outcome) -> None:
    # A Python that `pyenv` doesn't have isn't a failure.
    calls = [call for call in whole.calls_of("") if call not in whole.calls_of("/pyenv ")]
    assert len(calls) > 35
    assert [call for call in calls if checks.run(FAILING=call).code == 0] == []


def test_each_command_that_does_nothing_fails_it(checks: Checks, whole: Outcome) -> None:
    """The checks look at the files and the output of these commands, not only at exit codes."""
    calls = whole.calls_of("/hexapla ", " compare ")
    assert len(calls) == 10
    assert [call for call in calls if checks.run(IDLE=call).code == 0] == []


def test_an_exit_code_that_is_not_expected_fails_it(checks: Checks, whole: Outcome) -> None:
    other_codes = re.compile(r"venv/bin/hexapla (site public$|compare |identify )")
    calls = [call for call in whole.calls if other_codes.match(call)]
    assert len(calls) == 3
    assert [call for call in calls if checks.run(PASSING=call).code == 0] == []


@pytest.mark.parametrize("version", ["3.12", "3.13", "3.14"])
def test_a_python_that_is_missing_is_said_last(checks: Checks, version: str) -> None:
    outcome = checks.run(MISSING=version)
    assert outcome.code == 0
    last = outcome.printed.splitlines()[-1]
    assert last == f"NOT TRIED: Python {version}, which isn't installed"
    assert outcome.calls_of(f"/{version}/bin/") == []


@pytest.mark.parametrize("user", ["0", "1000"])
def test_a_missing_program_is_installed(tmp_path: Path, user: str) -> None:
    """It is installed with sudo, unless the user is root."""
    outcome = checks_in(tmp_path, "chromium", "javac").run(USER_ID=user)
    assert outcome.code == 0
    by_sudo = ["/sudo apt-get update", "/sudo env DEBIAN_FRONTEND=noninteractive apt-get install"]
    commands = ["/apt-get update", "/apt-get install"] if user == "0" else by_sudo
    assert len(outcome.calls_of("apt-get")) == 3
    assert len(outcome.calls_of(f"{commands[0]} -qq")) == 1
    for package in ("chromium", "default-jdk-headless"):
        assert len(outcome.calls_of(f"{commands[1]} -y -qq {package}")) == 1
