"""What the pages on rules beside resolving read: the memos' own examples, run in all columns."""

import email
import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from hexapla.comparison.operations import (
    compare_equivalence,
    compare_escaping,
    compare_extraction,
    escape,
    establish_base,
    normalize,
    unescape,
)
from hexapla.documents.citation import Provision
from hexapla.html.page import leaves
from hexapla.operations.base import Base, BaseLevel, BaseRule, Source
from hexapla.operations.equivalence import Equivalence, NormalForm, Sameness
from hexapla.operations.escaping import Escaped, Escaping, Treatment, Unescaped
from hexapla.operations.extraction import ExtractedUri, ExtractionComparison, Region
from hexapla.standard.spec import AnySpec
from hexapla_site.report import default_columns

_FILE = Path(__file__).parent / "data" / "rules.json"
_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
_LINES = re.compile(r"(\s*\n\s*)")
_COMPONENTS = ("path", "query", "fragment", "authority")

Examples = Mapping[str, Any]
Columns = tuple[AnySpec, ...]


def read_examples(path: Path = _FILE) -> Examples:
    """Read the inputs to run."""
    data: Examples = json.loads(path.read_text(encoding="utf-8"))
    return data


@attrs.frozen
class Origin:
    """Where an example comes from: a memo has it, or it is ours, on that place of the memo."""

    document: str
    section: str
    ours: bool


def _origin(row: Mapping[str, Any], columns: Columns) -> Origin:
    source = row["source"]
    labels = {spec.id: spec.document.label for spec in columns}
    label = labels.get(source["document"], source["document"])
    return Origin(label, source["section"], source["kind"] != "memo")


# When two URIs are the same.

SIGNS = {Sameness.SAME: "=", Sameness.DIFFERENT: "≠", Sameness.UNDECIDED: "?"}


@attrs.frozen
class Pair:
    """Two URIs, and what each column says of their being the same."""

    left: str
    right: str
    origin: Origin
    found: tuple[Equivalence, ...]
    parted: bool
    parted_from_newcomers: bool

    @property
    def newcomers_part(self) -> bool:
        """Whether only with the newcomers some say same, and others different."""
        return self.parted_from_newcomers and not self.parted


@attrs.frozen
class Topic:
    """Pairs that are about the same question."""

    id: str
    heading: str
    note: str
    pairs: tuple[Pair, ...]


@attrs.frozen
class Normal:
    """A URI, and its normal form in each column."""

    text: str
    origin: Origin
    found: tuple[NormalForm, ...]


def topics(examples: Examples, columns: Columns) -> tuple[Topic, ...]:
    """Ask each column of each pair whether the two are the same."""
    return tuple(
        Topic(
            row["id"],
            row["heading"],
            row["note"],
            tuple(_pair(pair, columns) for pair in row["pairs"]),
        )
        for row in examples["equivalence"]
    )


def _pair(row: Mapping[str, Any], columns: Columns) -> Pair:
    found = compare_equivalence(row["left"], row["right"], columns)
    defaults = [item for item, spec in zip(found, columns, strict=True) if spec.default_column]
    origin = _origin(row, columns)
    return Pair(row["left"], row["right"], origin, found, _part(defaults), _part(found))


def _part(found: Iterable[Equivalence]) -> bool:
    """Say whether one column calls the same what another calls different."""
    return {Sameness.SAME, Sameness.DIFFERENT} <= {item.verdict for item in found}


def normal_forms(examples: Examples, columns: Columns) -> tuple[Normal, ...]:
    """Give the URIs in each column's normal form."""
    return tuple(
        Normal(
            row["text"],
            _origin(row, columns),
            tuple(normalize(spec, row["text"]) for spec in columns),
        )
        for row in examples["normal_forms"]
    )


def rewriting_provisions(spec: AnySpec) -> tuple[Provision, ...]:
    """Give what a memo lets be written differently, each provision once, in its order."""
    rewritings = spec.equivalence.rewritings() if spec.equivalence is not None else ()
    return tuple(dict.fromkeys(item.provision for item in rewritings))


# How data is escaped.


@attrs.frozen
class CharacterRow:
    """A character that columns write differently: how each does, None where one is silent.

    `newcomer` says that only newcomers differ on it.
    """

    character: str
    cells: tuple[Treatment | None, ...]
    newcomer: bool


@attrs.frozen
class ComponentTable:
    """The printable characters of US-ASCII on which columns differ in a component.

    `voices` are the columns that say something of it, `silent` the others.
    """

    component: str
    rows: tuple[CharacterRow, ...]
    voices: Columns
    silent: Columns

    @property
    def default_voices(self) -> Columns:
        """The default columns that say something of it."""
        return default_columns(self.voices)

    @property
    def default_rows(self) -> tuple[CharacterRow, ...]:
        """The rows in which default columns differ."""
        return tuple(row for row in self.rows if not row.newcomer)


@attrs.frozen
class EscapedRow:
    """Data, and how each column escapes it."""

    data: str
    component: str
    origin: Origin
    found: tuple[Escaped, ...]


@attrs.frozen
class UnescapedRow:
    """A text with escapes, and how each column reads it."""

    text: str
    origin: Origin
    found: tuple[Unescaped, ...]


def component_tables(columns: Columns) -> tuple[ComponentTable, ...]:
    """Find the characters that columns write differently, component by component."""
    return tuple(_component_table(component, columns) for component in _COMPONENTS)


def _component_table(component: str, columns: Columns) -> ComponentTable:
    defaults = compare_escaping(_PRINTABLE, component, default_columns(columns)).differences
    old = {item.character for item in defaults}
    full = compare_escaping(_PRINTABLE, component, columns)
    rows = []
    for item in full.differences:
        treated = {treatment.spec: treatment for treatment in item.treatments}
        cells = tuple(treated.get(spec.selector) for spec in columns)
        rows.append(CharacterRow(item.character, cells, item.character not in old))
    voices = tuple(spec for spec in columns if spec.selector not in full.silent)
    silent = tuple(spec for spec in columns if spec.selector in full.silent)
    return ComponentTable(component, tuple(rows), voices, silent)


def escaped_rows(examples: Examples, columns: Columns) -> tuple[EscapedRow, ...]:
    """Escape the data of the examples in each column."""
    return tuple(
        EscapedRow(
            row["data"],
            row["component"],
            _origin(row, columns),
            tuple(escape(spec, row["data"], row["component"]) for spec in columns),
        )
        for row in examples["escaping"]
    )


def unescaped_rows(examples: Examples, columns: Columns) -> tuple[UnescapedRow, ...]:
    """Read the escapes of the examples in each column."""
    return tuple(
        UnescapedRow(
            row["text"],
            _origin(row, columns),
            tuple(unescape(spec, row["text"]) for spec in columns),
        )
        for row in examples["unescaping"]
    )


def escaping_rules(columns: Columns) -> tuple[tuple[AnySpec, Escaping], ...]:
    """Give the memos that say something of escaping, each with its rules."""
    return tuple((spec, spec.escaping) for spec in columns if spec.escaping is not None)


def kept_by_rule(rules: Escaping) -> tuple[tuple[Provision, tuple[str, ...]], ...]:
    """Give a memo's rules on what needs no escape, each with the components it is about."""
    found: dict[Provision, list[str]] = {}
    for component, kept in rules.kept.items():
        found.setdefault(kept.provision, []).append(component)
    return tuple((provision, tuple(names)) for provision, names in found.items())


# URIs in running text.


@attrs.frozen
class Piece:
    """A piece of running text, marked where it is of a place; `number` stands behind its end."""

    text: str
    marked: bool = False
    number: int | None = None


@attrs.frozen
class Reading:
    """What columns find at a place: nothing, one URI or more; each with its own rule."""

    witnesses: tuple[tuple[AnySpec, tuple[ExtractedUri, ...]], ...]

    @property
    def found(self) -> tuple[ExtractedUri, ...]:
        """What they find, as the first of them does."""
        return self.witnesses[0][1]

    @property
    def specs(self) -> Columns:
        """The columns that find it."""
        return tuple(spec for spec, _ in self.witnesses)


@attrs.frozen
class PlaceReadings:
    """A place in running text, its number, and who finds what there, most witnesses first."""

    number: int
    readings: tuple[Reading, ...]

    @property
    def agrees(self) -> bool:
        """Whether all who look for URIs find the same."""
        return len(self.readings) == 1


@attrs.frozen
class Passage:
    """A text as some columns read it."""

    pieces: tuple[Piece, ...]
    places: tuple[PlaceReadings, ...]


@attrs.frozen
class Extraction:
    """A text from a memo, as the default columns read it, and as all do."""

    origin: Origin
    default: Passage
    full: Passage


def extractions(examples: Examples, columns: Columns) -> tuple[Extraction, ...]:
    """Find the URIs in each text of the examples."""
    return tuple(
        Extraction(
            _origin(row, columns),
            _passage(row["text"], default_columns(columns)),
            _passage(row["text"], columns),
        )
        for row in examples["extraction"]
    )


def silent_on_extraction(columns: Columns) -> Columns:
    """Give the memos that do not say how a URI is set apart from the text around it."""
    return tuple(spec for spec in columns if spec.extraction is None)


def _passage(text: str, columns: Columns) -> Passage:
    comparison = compare_extraction(text, columns)
    by_selector = {spec.selector: spec for spec in columns}
    places = (
        PlaceReadings(number, _readings(region, by_selector))
        for number, region in enumerate(comparison.regions, 1)
    )
    return Passage(tuple(_pieces(comparison)), tuple(places))


def _pieces(comparison: ExtractionComparison) -> Iterator[Piece]:
    position = 0
    for number, region in enumerate(comparison.regions, 1):
        yield Piece(comparison.text[position : region.span.start])
        *lines, last = _LINES.split(comparison.text[region.span.start : region.span.stop])
        yield from (Piece(text, marked=not text.isspace()) for text in lines)
        yield Piece(last, marked=True, number=number)
        position = region.span.stop
    yield Piece(comparison.text[position:])


def _readings(region: Region, by_selector: Mapping[str, AnySpec]) -> tuple[Reading, ...]:
    groups: dict[tuple[str, ...], list[tuple[AnySpec, tuple[ExtractedUri, ...]]]] = {}
    for selector, found in region.extracted:
        key = tuple(text for item in found for text in (item.uri, *item.alternatives))
        groups.setdefault(key, []).append((by_selector[selector], found))
    largest_first = sorted(groups.items(), key=lambda item: (-len(item[1]), not item[0]))
    return tuple(Reading(tuple(group)) for _, group in largest_first)


# The base of a document.

LEVELS = {
    BaseLevel.DOCUMENT: "within the document",
    BaseLevel.ENCAPSULATING_ENTITY: "around the document",
    BaseLevel.RETRIEVAL: "how one came by it",
    BaseLevel.DEFAULT: "the application’s own",
}
_SOURCES = {
    Source.BASE_ELEMENT: "its BASE element",
    Source.HEADER: "the field",
    Source.RETRIEVAL: "the URI by which it was retrieved",
    Source.DEFAULT: "what the application takes",
    Source.NOTHING: "none, which is the empty base",
}


@attrs.frozen
class Way:
    """A way by which a memo lets a base be given, on one rung."""

    source: str
    header: str
    provision: Provision


@attrs.frozen
class LevelRow:
    """A rung of the ladder, and the ways that each column has there."""

    level: BaseLevel
    says: str
    cells: tuple[tuple[Way, ...], ...]


@attrs.frozen
class BaseExample:
    """A document with its surroundings, and the base that each column establishes."""

    heading: str
    origin: Origin
    document: str | None
    part: int | None
    retrieval: str | None
    default: str | None
    found: tuple[Base, ...]


def levels(columns: Columns) -> tuple[LevelRow, ...]:
    """Give the ladder rung by rung, the highest precedence first."""
    return tuple(
        LevelRow(level, says, tuple(tuple(_ways(spec, level)) for spec in columns))
        for level, says in LEVELS.items()
    )


def _ways(spec: AnySpec, level: BaseLevel) -> Iterator[Way]:
    for rule in spec.base_precedence.rules if spec.base_precedence is not None else ():
        provision = _provision_on(rule, level)
        if provision is not None:
            yield Way(_SOURCES[rule.source], rule.header, provision)


def _provision_on(rule: BaseRule, level: BaseLevel) -> Provision | None:
    if rule.level is level:
        return rule.provision
    return rule.around if level is BaseLevel.ENCAPSULATING_ENTITY else None


def base_examples(examples: Examples, columns: Columns) -> tuple[BaseExample, ...]:
    """Establish the base of each example in each column."""
    return tuple(_base_example(row, columns) for row in examples["base"])


def _base_example(row: Mapping[str, Any], columns: Columns) -> BaseExample:
    document, within = row["document"], ()
    if row["media_type"] == "message/rfc822":
        document = email.message_from_string(document)
        if "part" in row:
            document, within = list(leaves(document))[row["part"]]
    known = {"within": within, "retrieval": row["retrieval"], "default": row["default"]}
    return BaseExample(
        row["heading"],
        _origin(row, columns),
        row["document"],
        row.get("part"),
        row["retrieval"],
        row["default"],
        tuple(establish_base(document, **known, spec=spec) for spec in columns),
    )


# The pages.


@attrs.frozen
class Page:
    """A page: its address, its template, and what the navigation calls it."""

    address: str
    template: str
    name: str


PAGES = tuple(
    Page(f"{name}.html", f"rules-{name}.html", label)
    for name, label in (
        ("equivalence", "Equivalence"),
        ("escaping", "Escaping"),
        ("extraction", "URIs in text"),
        ("base", "Base of a document"),
    )
)


@attrs.frozen(slots=False)
class RulesReport:
    """What the pages show: the examples, run in some columns; each part when first asked for."""

    examples: Examples
    columns: Columns

    @functools.cached_property
    def topics(self) -> tuple[Topic, ...]:
        """Pairs of URIs, and whether they are the same."""
        return topics(self.examples, self.columns)

    @functools.cached_property
    def normals(self) -> tuple[Normal, ...]:
        """URIs and their normal forms."""
        return normal_forms(self.examples, self.columns)

    @functools.cached_property
    def component_tables(self) -> tuple[ComponentTable, ...]:
        """The characters on which columns differ, component by component."""
        return component_tables(self.columns)

    @functools.cached_property
    def escaped(self) -> tuple[EscapedRow, ...]:
        """Data, escaped."""
        return escaped_rows(self.examples, self.columns)

    @functools.cached_property
    def unescaped(self) -> tuple[UnescapedRow, ...]:
        """Texts whose escapes are read."""
        return unescaped_rows(self.examples, self.columns)

    @functools.cached_property
    def extractions(self) -> tuple[Extraction, ...]:
        """Running texts, and the URIs found in them."""
        return extractions(self.examples, self.columns)

    @functools.cached_property
    def levels(self) -> tuple[LevelRow, ...]:
        """The ladder of bases."""
        return levels(self.columns)

    @functools.cached_property
    def bases(self) -> tuple[BaseExample, ...]:
        """Documents, and their bases."""
        return base_examples(self.examples, self.columns)

    @property
    def contexts(self) -> Sequence[Mapping[str, object]]:
        """What the templates of the pages read, in the pages' order."""
        return (
            {"topics": self.topics, "normals": self.normals},
            {
                "tables": self.component_tables,
                "escaped": self.escaped,
                "unescaped": self.unescaped,
                "rules": escaping_rules(self.columns),
            },
            {"extractions": self.extractions, "silent": silent_on_extraction(self.columns)},
            {"levels": self.levels, "examples": self.bases},
        )
