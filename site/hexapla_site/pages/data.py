"""The data: an archive of everything, test vectors for each standard, and the tables of all pages.

The archive is reproducible: its bytes depend only on its files and on the date.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

import attrs
from markupsafe import Markup

from hexapla.comparison.comparison import Comparison
from hexapla.identification.recording_file import read_recordings
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping
from hexapla.values.provenance import Provenance
from hexapla.values.schema import json_document
from hexapla.vectors import (
    SCHEMA_FILE,
    file_name,
    how_to_use,
    schema_text,
    vector_cases,
    vectors_text,
)
from hexapla.vectors.cases import KINDS, ResolveCase
from hexapla_site.citing import PageCitation, citation_file, citation_of
from hexapla_site.data import table
from hexapla_site.data.table import Table
from hexapla_site.folders import DATA, read_data
from hexapla_site.markdown import inline
from hexapla_site.output import zipped
from hexapla_site.pages.kind import File, Page, PageKind, Site

Examples = Mapping[ResolveCase, tuple[str, ...]]
"""Pairs to resolve, each with the sources that contain it."""

TITLE = "Data of Hexapla"
"""The title of the archive in citations."""


@attrs.frozen
class Archived:
    """A file of the archive: its path, its subject and its text."""

    path: str
    about: str
    text: str = attrs.field(repr=False)


@attrs.frozen
class Archive:
    """The archive: its name, its files, its bytes, and the SHA-256 of the bytes in hexadecimal."""

    name: str
    files: tuple[Archived, ...] = attrs.field(repr=False)
    content: bytes = attrs.field(repr=False)
    checksum: str


def archive_of(
    specs: Sequence[Spec],
    examples: Examples,
    tables: Sequence[Table],
    provenance: Provenance,
    comparisons: Iterable[Comparison] = (),
) -> Archive:
    """Create the archive of all data: vectors, tables, comparisons, and the listed data files."""
    data = [
        *_vectors(specs, examples, provenance),
        *_archived_tables(tables, provenance),
        *_compared(comparisons, provenance),
        *_listed(),
    ]
    held = (*_about(data, provenance), *data)
    stem = f"hexapla-data-{provenance.version}"
    contents = {}
    for item in held:
        contents[f"{stem}/{item.path}"] = item.text.encode("utf-8", "backslashreplace")
    content = zipped(contents.items(), *map(int, provenance.date.split("-")))
    return Archive(f"{stem}.zip", held, content, hashlib.sha256(content).hexdigest())


def license_text() -> str:
    """Read the text of the licence from the installed package."""
    text = distribution("hexapla").read_text("licenses/LICENSE")
    assert text is not None
    return text


def vectors_address(spec: Spec) -> str:
    """Return the address of the file with a standard's vectors."""
    return f"data/{file_name(spec)}"


def _vectors(
    specs: Sequence[Spec], examples: Examples, provenance: Provenance
) -> Iterator[Archived]:
    for spec in specs:
        cases = vector_cases(spec, examples)
        about = f"{len(cases)} test vectors, {spec.document.label}"
        text = vectors_text(spec, cases, provenance)
        yield Archived(f"vectors/{file_name(spec)}", about, text)
    yield Archived(f"vectors/{SCHEMA_FILE}", "schema of the test vectors", schema_text())


def _compared(items: Iterable[Comparison], provenance: Provenance) -> Iterator[Archived]:
    about = "every case in the form of `hexapla compare --json`, one on each line"
    lines = ""
    for item in items:
        form = {"hexapla": provenance.to_dict(), **item.to_dict()}
        lines += json.dumps(json_document("compare", form)) + "\n"
    yield Archived("comparisons.jsonl", about, lines)


def _archived_tables(tables: Sequence[Table], provenance: Provenance) -> Iterator[Archived]:
    for item in tables:
        path = f"tables/{item.name}"
        yield Archived(f"{path}.json", item.about, item.to_json(provenance))
        yield Archived(f"{path}.csv", "the same rows, as CSV", item.to_csv())
    about = "every column of the tables as CSV, in the form of the W3C’s “CSV on the Web”"
    yield Archived(f"tables/{table.METADATA_FILE}", about, table.csv_metadata(tables, provenance))
    schema = (DATA / table.SCHEMA_FILE).read_text("utf-8")
    yield Archived(f"tables/{table.SCHEMA_FILE}", "schema of the tables as JSON", schema)


def _listed() -> Iterator[Archived]:
    """Yield recorded, discovered and measured data, and the schemas of commands' output."""
    listed = read_data("archive.toml")
    for item in listed["recorded"]:
        path = item["path"]
        text = (DATA / Path(path).name).read_text("utf-8")
        if item.get("recordings"):
            text = read_recordings(text).without_tried.to_json()
        yield Archived(path, item["about"], text)
    for item in listed["schema"]:
        source = files("hexapla").joinpath(item["source"])
        yield Archived(f"schemas/{source.name}", item["about"], source.read_text("utf-8"))


def _about(data: Iterable[Archived], provenance: Provenance) -> tuple[Archived, ...]:
    """Return the files that describe the archive."""
    cited = citation_file(provenance, data=True)
    told = (
        Archived("LICENSE", "the licence of the data and of the program", license_text()),
        Archived("CITATION.cff", "how to cite the data, for programs", cited),
    )
    return Archived("README.md", "this text", _readme((*told, *data), provenance)), *told


def _readme(listed: Iterable[Archived], provenance: Provenance) -> str:
    cited = citation_of(TITLE, "data", provenance)
    how = how_to_use()
    template = (DATA / "archive-readme.md").read_text("utf-8")
    files = {item.path: f"{item.about.rstrip('.')}." for item in listed}
    return template.format(
        **provenance.to_dict(),
        citation=cited.text,
        bibtex=f"{cited.bibtex}}}",
        kinds=_list_of({name: how[name] for name in KINDS}),
        outcomes=_list_of(how["outcome"]),
        readings=how["readings"],
        parts=how["parts"],
        files=_list_of(files),
    )


def _list_of(texts: Mapping[str, str]) -> str:
    """Format strings with their names as a Markdown list."""
    return "".join(f"- `{name}`: {text}\n" for name, text in texts.items())


def _tables(site: Site) -> Sequence[Table]:
    tables: list[Table] = []
    for kind in site.kinds:
        tables += kind.tables(site)
    return tables


def _examples(site: Site) -> Examples:
    cases = site.report.cases
    return FrozenMapping((ResolveCase(case.base, case.reference), case.sources) for case in cases)


@attrs.frozen
class VectorFile:
    """The file with a standard's vectors: its name, the standard's label, and the vector count."""

    name: str
    label: str
    count: int


def _vector_files(site: Site) -> Iterator[VectorFile]:
    examples = site.once(_examples)
    for spec in site.columns:
        yield VectorFile(file_name(spec), spec.label, len(vector_cases(spec, examples)))


def archive_of_site(site: Site) -> Archive:
    """Create the archive of all data of a site."""
    examples = site.once(_examples)
    tables = site.once(_tables)
    comparisons = (case.comparison for case in site.report.cases)
    return archive_of(site.columns, examples, tables, site.provenance, comparisons)


@attrs.frozen
class VectorsUse:
    """Instructions for using test vectors, with code marked up.

    Attributes:
        kinds: How to use the vectors of each kind, keyed by the kind's name.
        outcomes: The members to compare, keyed by outcome.
        readings: An explanation of a vector's readings.
        parts: An explanation of a vector's parts.
    """

    kinds: Mapping[str, Markup]
    outcomes: Mapping[str, Markup]
    readings: Markup
    parts: Markup


@attrs.frozen
class DataContext:
    """The content of the page about the data.

    Attributes:
        archive: The archive of all data.
        cited_data: How to cite the data.
        license_text: The text of the licence.
        tables: The tables of all pages.
        vector_files: The files with the vectors of the standards.
        vectors_use: How to use the vectors.
    """

    archive: Archive
    cited_data: PageCitation
    license_text: str
    tables: Sequence[Table]
    vector_files: Sequence[VectorFile]
    vectors_use: VectorsUse


def _vectors_use() -> VectorsUse:
    how = how_to_use()
    kinds = {name: inline(how[name]) for name in KINDS}
    outcomes = {name: inline(text) for name, text in how["outcome"].items()}
    return VectorsUse(kinds, outcomes, inline(how["readings"]), inline(how["parts"]))


def _pages(site: Site) -> Iterator[Page]:
    context = DataContext(
        archive=site.once(archive_of_site),
        cited_data=citation_of(TITLE, "data", site.provenance),
        license_text=license_text(),
        tables=site.once(_tables),
        vector_files=list(_vector_files(site)),
        vectors_use=_vectors_use(),
    )
    yield Page("data/index.html", "data.html", context)


def _files(site: Site) -> Iterator[File]:
    archive = site.once(archive_of_site)
    yield File(f"data/{archive.name}", archive.content)
    yield File(f"data/{archive.name}.sha256", f"{archive.checksum}  {archive.name}\n")
    yield File("data/CITATION.cff", citation_file(site.provenance, data=True))
    yield File("data/LICENSE.txt", license_text())
    for item in archive.files:
        if is_on_its_own(item.path):
            yield File(f"data/{item.path.rpartition('/')[2]}", item.text)


def is_on_its_own(path: str) -> bool:
    """Return whether a file of the archive is also a file of the site.

    This is true of vectors, and of tables as CSV with their metadata. Tables as JSON, which have
    the same rows in twice as many bytes, are only in the archive.
    """
    folder, _, name = path.rpartition("/")
    is_csv = name.endswith(".csv") or name == table.METADATA_FILE
    return folder == "vectors" or (folder == "tables" and is_csv)


KIND = PageKind("data", "data/", _pages, files=_files)
