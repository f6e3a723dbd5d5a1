"""Install released versions of parsers, and ask each version to parse the site's URLs.

Run this program with a folder into which it installs the versions, and optionally with the names of
parsers. It needs pip, npm and pyenv, and takes some minutes:

    python site/collect/parser_versions.py FOLDER [NAME]…

The result is `parser-history.json` in the site's data. For each parser in `parser_versions.toml`,
it contains the versions with their release dates, the URLs on which the versions' answers differ,
and the answers to known differentials. If parsers are named, only their entries are renewed.
"""

import functools
import json
import os
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

import attrs

import hexapla_site
from hexapla.identification.lines import in_lines
from hexapla.implementations.adapters import adapter
from hexapla.implementations.asking import UrlCase, ask
from hexapla.implementations.process import Program
from hexapla.operations.authority import UrlComponents

HERE = Path(__file__).parent
DATA = Path(hexapla_site.__file__).parent / "data"
HISTORY = DATA / "parser-history.json"
PARSINGS = DATA / "parsings.json"
KNOWN = HERE.parents[1] / "tests" / "cases" / "known_differentials.json"
SECONDS = 120.0
Said = Mapping[str, Any]


@attrs.frozen(slots=False)
class ReleasedParser:
    """A parser whose released versions are asked.

    Attributes:
        name: The name of the parser's adapter.
        versions: The versions to ask, in addition to the newest version. If `days` is given, all
            versions in `days` are asked instead.
        pypi: The name of the package on PyPI; "" if it isn't there.
        npm: The name of the package on npm; "" if it isn't there.
        pyodide: The version of Pyodide that contains the newest version of the parser; used only
            for CPython.
        days: The release dates, keyed by version, if no registry has them. Only CPython needs them:
            its versions come from pyenv, except for the newest version, which comes from Pyodide.
    """

    name: str
    versions: tuple[str, ...] = attrs.field(converter=tuple)
    pypi: str = ""
    npm: str = ""
    pyodide: str = ""
    days: Mapping[str, str] = attrs.field(factory=dict)

    @functools.cached_property
    def released(self) -> Mapping[str, str]:
        """The release date of each version, keyed by version."""
        if self.days:
            return self.days
        if self.pypi:
            with urllib.request.urlopen(f"https://pypi.org/pypi/{self.pypi}/json") as answer:
                releases = json.load(answer)["releases"].items()
            times = {version: files[0]["upload_time"] for version, files in releases if files}
        else:
            times = json.loads(run("npm", "view", self.npm, "time", "--json"))
        return {version: time[:10] for version, time in times.items()}

    def asked(self, of_known: frozenset[str]) -> list[str]:
        """Return the versions to ask, including those that known differentials name, in order."""
        final = [version for version in self.released if version.replace(".", "").isdigit()]
        if self.days:
            return final
        return sorted({*self.versions, *of_known, max(final, key=numbers)}, key=numbers)

    def command(self, version: str) -> tuple[str, ...]:
        """Return the command that runs the adapter or, for CPython, `urlsplit.py` in a version."""
        if not self.days:
            return adapter(self.name).command
        if version == list(self.days)[-1]:
            return "node", str(HERE / "pyodide_urlsplit.js")
        return str(Path.home() / f".pyenv/versions/{version}/bin/python"), str(HERE / "urlsplit.py")

    def installed(self, version: str, folder: Path) -> Mapping[str, str]:
        """Install a version in a subfolder, and return the environment variables that select it."""
        package, number = self.pypi or self.npm or "pyodide", self.pyodide or version
        place = folder / f"{package}-{number}"
        if self.pypi and not place.exists():
            pip = ("pip", "install", "-qqq", "--only-binary=:all:", "--target", str(place))
            run(*pip, f"{package}=={number}")
        elif not place.exists():
            npm = ("npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts")
            run(*npm, "--prefix", str(place), f"{package}@{number}")
        modules = place / "node_modules"
        paths = (place / "bin", modules / package / "bin", os.environ["PATH"])
        return {
            "PYTHONPATH": str(place if self.pypi else ""),
            "NODE_PATH": str(modules),
            "PATH": ":".join(map(str, paths)),
            "GOTOOLCHAIN": "local",
        }

    def answers(self, version: str, folder: Path, urls: list[str]) -> Mapping[str, Said]:
        """Return a version's answer to each URL, keyed by URL."""
        command = self.command(version)
        plain = not self.days and adapter(self.name).plain
        with environment(self.installed(version, folder)):
            print(self.name, version, run(*command, "--version").strip(), flush=True)
            with Program(command, SECONDS, plain=plain) as program:
                if ask(program, UrlCase("http://a/")).said.get("host") != "a":
                    raise RuntimeError(f"the adapter of {self.name} can't ask {version}")
                return {url: ask(program, UrlCase(url)).said for url in urls}


def run(*command: str) -> str:
    """Run a command, and return its output."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def numbers(version: str) -> tuple[int, ...]:
    """Return the numbers in a version without letters, as a sort key."""
    return tuple(map(int, version.split(".")))


@contextmanager
def environment(changes: Mapping[str, str]) -> Iterator[None]:
    """Set environment variables, and restore the old ones on leaving the context."""
    before = dict(os.environ)
    os.environ.update(changes)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def host_of(said: Said) -> dict[str, str | None]:
    """Return the host in an answer, or only `error` or `trouble` if the answer has no components.

    The value of `host` is None if there is no host; the value of `error` or `trouble` is always
    None.
    """
    if refused := said.keys() & {"error", "trouble"}:
        return dict.fromkeys(refused)
    return {"host": UrlComponents.of(said).host_connected_to or None}


def changes(given: Mapping[str, Mapping[str, Said]], url: str) -> list[dict[str, Any]]:
    """Return the hosts that successive versions read in a URL, each with its first version."""
    rows = [(version, host_of(said[url])) for version, said in given.items()]
    runs = [list(same) for _, same in groupby(rows, lambda row: row[1])]
    return [{"since": same[0][0], **same[0][1]} for same in runs]


def history(
    source: ReleasedParser, known: list[Any], folder: Path, shown: list[str]
) -> dict[str, Any]:
    """Return the entry for a parser: its versions, and their answers.

    Args:
        source: The parser.
        known: The known differentials.
        folder: The folder into which versions are installed.
        shown: The URLs that the site shows.
    """
    urls = list(dict.fromkeys((*shown, *(case["url"] for case in known))))
    named = [(case["url"], item["asked"]) for case in known for item in case["affected"]
             if item["program"] == source.name and "asked" in item]  # fmt: skip
    versions = source.asked(frozenset(version for _, asked in named for version in asked))
    given = {version: source.answers(version, folder, urls) for version in versions}
    told = {url: changes(given, url) for url in shown}
    return {
        "name": source.name,
        "registry": "PyPI" if source.pypi else "npm" if source.npm else None,
        "versions": {version: source.released[version] for version in versions},
        "changed": {url: rows for url, rows in told.items() if len(rows) > 1},
        "known": {url: {version: given[version][url] for version in asked} for url, asked in named},
    }


def main(folder: Path, names: list[str]) -> None:
    """Ask the versions of the named parsers, or of all parsers, and write their answers."""
    entries = tomllib.loads((HERE / "parser_versions.toml").read_text("utf-8"))["parser"]
    known = json.loads(KNOWN.read_text("utf-8"))["cases"]
    asked = json.loads(PARSINGS.read_text("utf-8"))
    urls = [case["url"] for case in (*asked["cases"], *asked["further"])]
    kept = json.loads(HISTORY.read_text("utf-8")) if HISTORY.exists() else []
    by_name = {item["name"]: item for item in kept}
    for source in (ReleasedParser(**entry) for entry in entries):
        if not names or source.name in names:
            by_name[source.name] = history(source, known, folder, urls)
    ordered = [by_name[entry["name"]] for entry in entries if entry["name"] in by_name]
    HISTORY.write_text(in_lines(ordered), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
