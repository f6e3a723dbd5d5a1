"""Rows as JSON Lines: what they hold, and that the same row is the same octets."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import BASES, any_text, references
from jsonschema import validate

import hexapla
from hexapla.comparison.columns import compare
from hexapla.corpus.columns import NamedColumns
from hexapla.corpus.json_rows import JsonRows
from hexapla.corpus.pair import Pair
from hexapla.corpus.row_columns import ALL, DEFAULT, PROVENANCE, RowForm, chosen
from hexapla.corpus.rows import Row, compare_pairs
from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla.values.provenance import Provenance

COLUMNS = NamedColumns(hexapla.specs())
MADE = Provenance("1", "2001-09-09")
BASE = "http://a/b/c/d;p?q"
ROW_SCHEMA = json.loads(
    (Path(hexapla.__file__).parent / "corpus" / "corpus-row.schema.json").read_text("utf-8")
)
some_pairs = st.lists(
    st.tuples(st.sampled_from(BASES) | any_text, references | any_text), min_size=1, max_size=2
)


def written(texts: list[tuple[str, str]], names: tuple[str, ...], columns: NamedColumns) -> bytes:
    """Return the lines of a part."""
    pairs = [Pair("\x7f\udcff", number, *pair) for number, pair in enumerate(texts, 1)]
    file = io.BytesIO()
    sink = JsonRows().sink(file, RowForm(names, columns, MADE))
    for row in compare_pairs(pairs, columns):
        sink.write(row)
    sink.finish()
    return file.getvalue()


def forms(text: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def target_in(form: dict[str, Any], selector: str) -> Target:
    """Return what a column resolves to, as a row says it."""
    own = "" if "target" in form else f"{selector}_"
    uri: str | None = form[f"{own}target"]
    if uri is not None:
        assert f"{own}outcome" not in form
        return uri
    return NoUri(Outcome(form[f"{own}outcome"]), form.get(f"{own}fragment"))


@given(some_pairs)
def test_a_row_is_what_json_writes(texts: list[tuple[str, str]]) -> None:
    """In ASCII, without spaces; so lone surrogates, which no UTF-8 holds, survive as escapes."""
    lines = written(texts, ALL, COLUMNS)
    assert lines.endswith(b"\n")
    for line, (base, reference) in zip(lines.splitlines(), texts, strict=True):
        form = json.loads(line)
        assert line == json.dumps(form, separators=(",", ":")).encode("ascii")
        assert (form["source"], form["base"], form["reference"]) == ("\x7f\udcff", base, reference)
        validate(form, ROW_SCHEMA)


@given(some_pairs)
def test_a_row_says_what_the_comparison_says(texts: list[tuple[str, str]]) -> None:
    for form, (base, text) in zip(forms(written(texts, ALL, COLUMNS)), texts, strict=True):
        comparison = compare(text, base=base, specs=COLUMNS.specs)
        assert comparison.target is not None
        targets = [resolution.target for resolution in comparison.resolutions]
        assert [target_in(form, selector) for selector in COLUMNS.selectors] == targets
        assert form["differs"] == (len(comparison.target.groups) > 1)
        for name, facet in (("causes", comparison.target), ("parts_causes", comparison.parts)):
            assert form[name] == [cause.key.id for cause in facet.causes]
        said = json.loads(json.dumps(comparison.to_dict()))
        groups = said["facets"]["target"]["groups"]
        assert form["groups"] == [{"specs": group["specs"], **group["value"]} for group in groups]
        assert form["parts"] == [
            {"specs": group["specs"], "parts": group["value"]}
            for group in said["facets"]["parts"]["groups"]
        ]
        assert form["no_rule"] == said["facets"]["target"]["silent"]
        assert form["valid"] == {item["spec"]: item["verdict"] for item in said["validated"]}
        assert form["choices"] == {
            item["spec"]: [f"{choice['reading']}={choice['option']}" for choice in item["choices"]]
            for item in said["resolved"]
            if item["choices"]
        }


TARGETS = (
    (("rfc1808", "rfc2396"), "g", {"target": "http://a/b/c/g"}),
    (("rfc2396",), "#s", {"target": None, "outcome": "same-document", "fragment": "s"}),
    (("rfc2396",), "", {"target": None, "outcome": "same-document"}),
    (("rfc1738",), "g", {"target": None, "outcome": "undefined"}),
    (
        ("rfc1738", "rfc1808"),
        "g",
        {
            "rfc1738_target": None,
            "rfc1738_outcome": "undefined",
            "rfc1808_target": "http://a/b/c/g",
        },
    ),
    (
        ("rfc1808", "rfc2396[excess-dots=remove]"),
        "#s",
        {
            "rfc1808_target": "http://a/b/c/d;p?q#s",
            "rfc2396[excess-dots=remove]_target": None,
            "rfc2396[excess-dots=remove]_outcome": "same-document",
            "rfc2396[excess-dots=remove]_fragment": "s",
        },
    ),
)


@pytest.mark.parametrize(("specs", "reference", "members"), TARGETS)
def test_a_target_is_told_once_where_all_columns_agree(
    specs: tuple[str, ...], reference: str, members: dict[str, str | None]
) -> None:
    """A column without a rule agrees with none that has one, though they do not differ."""
    columns = NamedColumns(tuple(map(hexapla.spec, specs)))
    assert forms(written([(BASE, reference)], ("target",), columns)) == [members]


def test_columns_are_in_the_order_in_which_they_are_asked_for() -> None:
    (form,) = forms(written([(BASE, "g")], ("causes", "row", "reference"), COLUMNS))
    assert [*form] == ["causes", "row", "reference"]


def test_what_is_not_asked_for_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    (row,) = compare_pairs([Pair("x", 1, BASE, "?y")], COLUMNS)
    for name in ("parts", "target", "choices"):
        monkeypatch.delattr(Row, name)
    form = RowForm(DEFAULT, COLUMNS, MADE)
    for name in form.names:
        assert len(form.values(name, [row])) == 1
    with pytest.raises(AttributeError):
        form.values("groups", [row])


@pytest.mark.parametrize(
    ("names", "columns"),
    [
        (["default"], DEFAULT),
        (["row", "default"], ("row", "source", *DEFAULT[2:])),
        (["all", "valid"], ALL),
        (["valid", "valid"], ("valid",)),
    ],
)
def test_columns_are_chosen_by_their_names(names: list[str], columns: tuple[str, ...]) -> None:
    assert chosen(names) == columns


@pytest.mark.parametrize("name", ["", "rfc1808_target", "Row"])
def test_what_is_no_column_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no column of rows; there is: default, all, source"):
        chosen(["row", name])


# Joining parts.


def joined(folder: Path, parts: list[bytes], names: tuple[str, ...]) -> bytes:
    paths = [folder / str(number) for number in range(len(parts))]
    for path, part in zip(paths, parts, strict=True):
        path.write_bytes(part)
    file = io.BytesIO()
    with JsonRows().joining(file, RowForm(names, COLUMNS, MADE)) as add:
        for path in paths:
            add(path)
    return file.getvalue()


def test_the_first_row_alone_says_what_made_the_rows(tmp_path: Path) -> None:
    one, two = (written([(BASE, text)], DEFAULT, COLUMNS) for text in ("g", "?y"))
    first, second, third = forms(joined(tmp_path, [b"", one, b"", two + one], DEFAULT))
    (wanted,) = forms(one)
    assert first == {**wanted, PROVENANCE: MADE.to_dict()}
    assert [*first][-1] == PROVENANCE
    assert (second, third) == (*forms(two), wanted)


def test_rows_that_say_it_themselves_are_joined_as_they_are(tmp_path: Path) -> None:
    row = written([(BASE, "g")], (PROVENANCE,), COLUMNS)
    assert joined(tmp_path, [row, row], (PROVENANCE,)) == row + row
    assert forms(row) == [{PROVENANCE: MADE.to_dict()}]


def test_no_row_is_an_empty_file(tmp_path: Path) -> None:
    assert joined(tmp_path, [b"", b""], DEFAULT) == b""


def test_long_rows_are_not_held() -> None:
    (row,) = compare_pairs([Pair("x", 1, BASE, "x" * 300_000)], COLUMNS)
    file = io.BytesIO()
    sink = JsonRows().sink(file, RowForm(DEFAULT, COLUMNS, MADE))
    sizes = []
    for _ in range(12):
        sink.write(row)
        sizes.append(file.tell())
    assert sizes[2] == 0 < sizes[3] < sizes[7] < sizes[11]
