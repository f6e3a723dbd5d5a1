"""The study of real links, run on small made-up packages."""

import hashlib
import io
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from debian_packages import Package, PackageError, fetch, pages
from page_generators import generator_of
from real_links import main
from tables import by_rows_of, rows_of

PAGES: dict[str, dict[str, str]] = dict(rows_of("real_links", "pages"))


def package_of(files: dict[str, str]) -> bytes:
    """Return a Debian package with files to install."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:xz") as archive:
        for path, content in files.items():
            member = tarfile.TarInfo(f"./{path}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content.encode()))
    members = {"debian-binary": b"2.0\n", "control.tar.xz": b"x", "data.tar.xz": data.getvalue()}
    archived = b"".join(
        f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(octets):<10}`\n".encode()
        + octets
        + b"\n" * (len(octets) % 2)
        for name, octets in members.items()
    )
    return b"!<arch>\n" + archived


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """Make packages in a folder like a mirror's, and a list of them."""
    packages = []
    for name, files in PAGES.items():
        octets = package_of(files)
        path = f"pool/{name}_1-1_all.deb"
        (tmp_path / "debian" / "pool").mkdir(parents=True, exist_ok=True)
        (tmp_path / "debian" / path).write_bytes(octets)
        sha256 = hashlib.sha256(octets).hexdigest()
        packages.append({"name": name, "version": "1:1-1", "path": path, "sha256": sha256})
    form = {"release": "none", "date": "2026-11-22", "most_pages": 9, "packages": packages}
    file = tmp_path / "packages.json"
    file.write_text(json.dumps(form))
    return file


def studied(collection: Path, *options: str) -> str:
    folder = collection.parent
    output = folder / "numbers.json"
    told = ["--packages", str(collection), "--cache", str(folder / "cache"), "-o", str(output)]
    mirror = f"{folder.as_uri()}/{{archive}}/{{path}}"
    result = CliRunner().invoke(main, [*told, "--mirror", mirror, *options])
    assert result.exit_code == 0, result.output
    return output.read_text("utf-8")


def test_links_are_counted_and_a_second_run_gives_the_same(collection: Path) -> None:
    text = studied(collection)
    form: dict[str, Any] = json.loads(text)
    assert (form["pages"], form["links"], form["distinct"], form["fragments"]) == (4, 9, 8, 2)
    assert (form["unreadable"], form["with_base"], form["too_long"]) == (1, 1, 0)
    assert {item["generator"]: item["links"] for item in form["generators"]} == {
        "Doxygen": 5,
        "not known": 4,
    }
    assert [(item["name"], item["pages"], item["links"]) for item in form["packages"]] == [
        ("one", 2, 7),
        ("two", 3, 2),
    ]
    assert studied(collection) == text
    assert studied(collection, "--workers", "2") == text


def test_what_is_counted_is_what_the_standards_say(collection: Path) -> None:
    form: dict[str, Any] = json.loads(studied(collection))
    forms = {item["form"]: item for item in form["forms"]}
    # "#a" twice: RFC 1630 drops the file name; in RFC 2396, it is the current document.
    assert (forms["fragment alone"]["target"], forms["fragment alone"]["since"]) == (2, 0)
    # "?y": RFC 2396 drops the file name.
    assert (forms["query alone"]["target"], forms["query alone"]["since"]) == (1, 1)
    # "e f" and the port: the URL Standard normalises them.
    today = sum(item["today"] for item in form["forms"])
    assert today == sum(item["today"] for item in form["generators"])
    assert {item["form"] for item in form["forms"] if item["today"]} == {
        "absolute",
        "relative-path",
    }
    assert sum(pattern["links"] for pattern in form["patterns"]) <= form["links"]
    assert {item["host"] for item in form["hosts"]} == {"h.example"}
    empty = [item for item in form["readings"] if item["reading"] == "empty-reference"]
    assert empty
    assert all(item["changed"] <= item["consulted"] for item in form["readings"])


def test_a_page_has_its_package_and_path_as_its_base(collection: Path) -> None:
    form: dict[str, Any] = json.loads(studied(collection))
    bases = {cause["smallest"][0] for cause in form["causes"]}
    assert "https://docs.example/one/usr/share/doc/one/html/index.html" in bases
    assert bases <= {
        "https://docs.example/one/usr/share/doc/one/html/index.html",
        "https://docs.example/two/usr/share/doc/two/a.htm",
        "https://b.example/c/",
    }


def test_a_sample_is_of_the_pages_with_the_smallest_digests(tmp_path: Path) -> None:
    file = tmp_path / "x.deb"
    file.write_bytes(package_of({f"{number}.html": str(number) for number in range(20)}))
    package = Package("x", "1", "x.deb", "")
    paths = [f"/{number}.html" for number in range(20)]
    smallest = sorted(paths, key=lambda path: hashlib.sha256(f"x/{path}".encode()).digest())[:5]
    count, sample = pages(package, file, 5)
    assert count == 20
    assert {page.path for page in sample} == set(smallest)


def test_another_file_than_the_named_one_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x_1_all.deb").write_bytes(b"!<arch>\n")
    with pytest.raises(PackageError, match="has SHA-256 "):
        fetch(Package("x", "1", "pool/x_1_all.deb", "0" * 64), tmp_path)
    (tmp_path / "no.deb").write_bytes(b"no package")
    with pytest.raises(PackageError, match="isn't a Debian package"):
        pages(Package("x", "1", "x.deb", ""), tmp_path / "no.deb", 1)


@by_rows_of("real_links")
def test_a_program_is_known_by_its_marks(page: str, name: str | None) -> None:
    assert generator_of(page.encode()) == name
    if page.startswith("by "):  # at the end of a page
        assert generator_of(f"<p>{'x' * 20_000}{page}".encode()) == name


def test_a_study_that_is_stopped_says_what_it_leaves(
    collection: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("real_links.study", interrupted)
    output = tmp_path / "out.json"
    options = ["--packages", str(collection), "--cache", str(tmp_path), "-o", str(output)]
    stopped = CliRunner().invoke(main, options)
    assert stopped.exit_code == 1
    assert stopped.stderr.startswith("Error: stopped after 0 of 2 packages; ")
    assert not output.exists()
