"""Ask released versions of parsers, each from its registry, to parse the site's URLs.

Run it with a folder to install into. It needs pip, npm and pyenv, and takes some minutes:

    python site/collect/parser_versions.py FOLDER [NAME]…

It writes `parser-history.json` in the site's data, for all parsers in `parser_versions.toml` or
only for the named ones: the versions with their release dates, the URLs on which their answers
differ, and the answers to each known differential.
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
    """The source of a parser's versions; `versions` are the ones to ask, besides the newest.

    `days` are the release dates if no registry has them. Only CPython needs them: its versions
    come from pyenv, except for the last one, which comes from Pyodide.
    """

    name: str
    versions: tuple[str, ...] = attrs.field(converter=tuple)
    pypi: str = ""
    npm: str = ""
    pyodide: str = ""
    days: Mapping[str, str] = attrs.field(factory=dict)

    @functools.cached_property
    def released(self) -> Mapping[str, str]:
        """The day of each release, by version."""
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
        """Return the versions to ask, in the order of their numbers."""
        final = [version for version in self.released if version.replace(".", "").isdigit()]
        if self.days:
            return final
        return sorted({*self.versions, *of_known, max(final, key=numbers)}, key=numbers)

    def command(self, version: str) -> tuple[str, ...]:
        """Return the command that asks a version: the adapter's, except for Python itself."""
        if not self.days:
            return adapter(self.name).command
        if version == list(self.days)[-1]:
            return "node", str(HERE / "pyodide_urlsplit.js")
        return str(Path.home() / f".pyenv/versions/{version}/bin/python"), str(HERE / "urlsplit.py")

    def installed(self, version: str, folder: Path) -> Mapping[str, str]:
        """Install a version in its folder, and return the environment variables to use it."""
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
        """Return the answer of a version to each URL."""
        command = self.command(version)
        plain = not self.days and adapter(self.name).plain
        with environment(self.installed(version, folder)):
            print(self.name, version, run(*command, "--version").strip(), flush=True)
            with Program(command, SECONDS, plain=plain) as program:
                if ask(program, UrlCase("http://a/")).said.get("host") != "a":
                    raise RuntimeError(f"the adapter of {self.name} can't ask {version}")
                return {url: ask(program, UrlCase(url)).said for url in urls}


def run(*command: str) -> str:
    """Return the output of a command."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def numbers(version: str) -> tuple[int, ...]:
    """Return the numbers in a final version, to sort by."""
    return tuple(map(int, version.split(".")))


@contextmanager
def environment(changes: Mapping[str, str]) -> Iterator[None]:
    """Set some environment variables for a while."""
    before = dict(os.environ)
    os.environ.update(changes)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def host_of(said: Said) -> dict[str, str | None]:
    """Return the host to connect to, or `error` or `trouble` if an answer has none."""
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
    """Return the versions of a parser, and their answers."""
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
    """Ask the versions of some parsers, or of all, and write their answers."""
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
