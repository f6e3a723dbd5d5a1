"""One archive of all data: tables, vectors, recordings, catalogue and measurements, with a README.

Its bytes depend on its files and on the date alone.
"""

import hashlib
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import distribution
from importlib.resources import files

import attrs

from hexapla.standard.spec import Spec
from hexapla.values.provenance import Provenance
from hexapla.vectors import (
    SCHEMA_FILE,
    VectorCase,
    file_name,
    how_to_use,
    schema_text,
    vectors_text,
)
from hexapla_site.citing import citation_file, citation_of
from hexapla_site.data import table
from hexapla_site.data.table import Table
from hexapla_site.folders import DATA

TITLE = "Data of Hexapla"
"""What the archive is called where it is cited."""

# What is recorded, discovered and measured: the folder, the file, and what it holds.
_RECORDED = (
    (
        "recordings",
        "recordings.json",
        "what implementations of today resolve each case to, as they answered when they were asked",
    ),
    ("recordings", "parsings.json", "the components that they read in each URL"),
    ("recordings", "asked-urls.jsonl", "the URLs that they were asked for, and why each of them"),
    ("recordings", "period-clients.json", "what the clients of 1997 gave, from the test pages"),
    (
        "catalogue",
        "discovered.json",
        "every class of disagreement with its smallest example, as `hexapla discover` writes it",
    ),
    (
        "catalogue",
        "known-differentials.json",
        "URLs whose host is known to be read differently, with the source of each",
    ),
    ("measurements", "benchmarks.json", "how long the library takes, beside others"),
    ("measurements", "growth.json", "how the time grows with the size of the input"),
    ("measurements", "capacity.json", "what it takes to compare a large corpus"),
    ("measurements", "real-links.json", "where the links of documentation packages differ"),
)
# The schemas of what commands write: the package's folder, the file, and what it describes.
_SCHEMAS = (
    ("cli", "output.schema.json", "schema of what the commands print, and of `discovered.json`"),
    ("corpus", "corpus-row.schema.json", "schema of the rows that `hexapla corpus` writes"),
    (
        "implementations",
        "recordings.schema.json",
        "schema of `recordings.json` and `parsings.json`",
    ),
)


@attrs.frozen
class Archived:
    """A file of the archive: its path there, what it holds, and its text."""

    path: str
    about: str
    text: str = attrs.field(repr=False)


@attrs.frozen
class Archive:
    """The archive: its name, its files, and its bytes."""

    name: str
    files: tuple[Archived, ...] = attrs.field(repr=False)
    content: bytes = attrs.field(repr=False)

    @property
    def checksum(self) -> str:
        """The SHA-256 of its bytes, in hexadecimal digits."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def checksum_line(self) -> str:
        """The checksum as `sha256sum --check` reads it."""
        return f"{self.checksum}  {self.name}\n"


def archive_of(
    specs: Sequence[Spec],
    cases: Sequence[VectorCase],
    tables: Iterable[Table],
    provenance: Provenance,
) -> Archive:
    """Return the archive of all data.

    Args:
        specs: The standards, a file of vectors for each.
        cases: The cases of the vectors.
        tables: The tables of the pages.
        provenance: The version, the date and the licence that the archive states.
    """
    data = (
        *_vectors(specs, cases, provenance),
        *_tables(tables, provenance),
        *_recorded(),
        *_schemas(),
    )
    stem = f"hexapla-data-{provenance.version}"
    held = (*_about(data, provenance), *data)
    return Archive(f"{stem}.zip", held, _zipped(stem, held, provenance))


def license_text() -> str:
    """Return the text of the licence, as the installed package has it."""
    text = distribution("hexapla").read_text("licenses/LICENSE")
    assert text is not None
    return text


def _vectors(
    specs: Sequence[Spec], cases: Sequence[VectorCase], provenance: Provenance
) -> Iterator[Archived]:
    for spec in specs:
        about = f"{len(cases)} test vectors, {spec.document.label}"
        text = vectors_text(spec, cases, provenance)
        yield Archived(f"vectors/{file_name(spec)}", about, text)
    yield Archived(f"vectors/{SCHEMA_FILE}", "schema of the test vectors", schema_text())


def _tables(tables: Iterable[Table], provenance: Provenance) -> Iterator[Archived]:
    for item in tables:
        path = f"tables/{item.name}"
        yield Archived(f"{path}.json", item.about, item.to_json(provenance))
        yield Archived(f"{path}.csv", "the same rows, as CSV", item.to_csv())
        metadata = item.to_csv_metadata(provenance)
        yield Archived(f"{path}.csv-metadata.json", "what the CSV file is", metadata)
    schema = (DATA / table.SCHEMA_FILE).read_text("utf-8")
    yield Archived(f"tables/{table.SCHEMA_FILE}", "schema of the tables as JSON", schema)


def _recorded() -> Iterator[Archived]:
    for folder, name, about in _RECORDED:
        yield Archived(f"{folder}/{name}", about, (DATA / name).read_text("utf-8"))


def _schemas() -> Iterator[Archived]:
    for folder, name, about in _SCHEMAS:
        text = files("hexapla").joinpath(folder, name).read_text("utf-8")
        yield Archived(f"schemas/{name}", about, text)


def _about(data: Iterable[Archived], provenance: Provenance) -> Iterator[Archived]:
    """Yield what the archive says of itself."""
    license_ = Archived("LICENSE", "the licence of the data and of the program", license_text())
    citation = Archived(
        "CITATION.cff", "how to cite the data, for programs", citation_file(provenance, data=True)
    )
    listed = (license_, citation, *data)
    yield Archived("README.md", "this text", _readme(listed, provenance))
    yield license_
    yield citation


def _readme(listed: Iterable[Archived], provenance: Provenance) -> str:
    cited, how = citation_of(TITLE, "data", provenance), how_to_use()
    return (
        (DATA / "archive-readme.md")
        .read_text("utf-8")
        .format(
            **provenance.to_dict(),
            citation=cited.text,
            bibtex=cited.bibtex_without_address,
            outcomes="".join(f"- `{name}`: {text}\n" for name, text in how.outcomes.items()),
            readings=how.readings,
            parts=how.parts,
            files="".join(f"- `{item.path}`: {item.about.rstrip('.')}.\n" for item in listed),
        )
    )


def _zipped(stem: str, held: Iterable[Archived], provenance: Provenance) -> bytes:
    year, month, day = map(int, provenance.date.split("-"))
    # A ZIP archive knows no year before 1980.
    moment = (max(year, 1980), month, day, 0, 0, 0)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for item in held:
            entry = zipfile.ZipInfo(f"{stem}/{item.path}", moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, item.text.encode("utf-8", "backslashreplace"))
    return target.getvalue()
