"""The contents of rows, in JSON Lines and in Arrow, and the choice of fields."""

import json
from typing import Any

import pytest
from corpora import ROW_SCHEMA
from hypothesis import given
from hypothesis import strategies as st
from inputs import BASE, BASES, any_text, references
from jsonschema import validate
from tables import rows_of

import hexapla
from hexapla.comparison.comparison import compare
from hexapla.corpus.arrow import JsonRows
from hexapla.corpus.rows import ALL, DEFAULT, ComparedSpecs, Row, RowForm, chosen
from hexapla.corpus.source import Pair
from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla.values.provenance import Provenance

SPECS = ComparedSpecs(hexapla.specs())
MADE = Provenance("1", "2001-09-09")
some_pairs = st.lists(
    st.tuples(st.sampled_from(BASES) | any_text, references | any_text), min_size=1, max_size=2
)


def written(texts: list[tuple[str, str]], names: tuple[str, ...], specs: ComparedSpecs) -> str:
    pairs = [Pair("é.csv", number, *pair) for number, pair in enumerate(texts, 1)]
    lines = JsonRows(names, specs, MADE).array(list(map(specs.compare, pairs)))
    return "".join(f"{line}\n" for line in lines.to_pylist())


def forms(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def target_in(form: dict[str, Any], selector: str) -> Target:
    """Return the target that a row has for a spec."""
    own = "" if "target" in form else f"{selector}_"
    uri: str | None = form[f"{own}target"]
    if uri is not None:
        assert f"{own}outcome" not in form
        return uri
    return NoUri(Outcome(form[f"{own}outcome"]), form.get(f"{own}fragment"))


@given(some_pairs)
def test_a_row_says_what_the_comparison_says(texts: list[tuple[str, str]]) -> None:
    """It has no spaces; lone surrogates, which UTF-8 can't encode, survive as escapes."""
    lines = written(texts, ALL, SPECS).splitlines()
    for line, (base, text) in zip(lines, texts, strict=True):
        form = json.loads(line)
        unescaped = json.dumps(form, separators=(",", ":"), ensure_ascii=False)
        assert line == (
            unescaped if unescaped.isprintable() else json.dumps(form, separators=(",", ":"))
        )
        assert (form["source"], form["base"], form["reference"]) == ("é.csv", base, text)
        validate(form, ROW_SCHEMA)
        comparison = compare(text, base=base, specs=SPECS.specs)
        assert comparison.target is not None
        targets = [resolution.target for resolution in comparison.resolutions]
        assert [target_in(form, selector) for selector in SPECS.selectors] == targets
        assert form["differs"] == (len(comparison.target.groups) > 1)
        for name, facet in (("causes", comparison.target), ("parts_causes", comparison.parts)):
            assert form[name] == [cause.key.id for cause in facet.causes_of_pairs]
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


TARGETS = rows_of("corpus", "targets")


def test_a_target_is_told_once_where_all_specs_agree() -> None:
    """A spec without a rule neither agrees nor differs with one that has a rule."""
    for specs, reference, members in TARGETS:
        compared = ComparedSpecs(tuple(map(hexapla.spec, specs)))
        assert forms(written([(BASE, reference)], ("target",), compared)) == [members], specs


def test_fields_are_in_the_order_in_which_they_are_asked_for() -> None:
    (form,) = forms(written([(BASE, "g")], ("causes", "row", "reference"), SPECS))
    assert [*form] == ["causes", "row", "reference"]


def test_what_is_not_asked_for_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    (row,) = map(SPECS.compare, [Pair("x", 1, BASE, "?y")])
    monkeypatch.delattr(Row, "comparison")
    form = RowForm(DEFAULT, SPECS, MADE)
    for name in form.names:
        assert len(form.values(name, [row])) == 1
    with pytest.raises(AttributeError):
        form.values("groups", [row])


def test_fields_are_chosen_by_their_names() -> None:
    assert chosen(["default"]) == DEFAULT
    assert chosen(["row", "default"]) == ("row", "source", *DEFAULT[2:])
    assert chosen(["all", "valid"]) == ALL
    assert chosen(["valid", "valid"]) == ("valid",)
    for name in ("", "rfc1808_target", "Row"):
        with pytest.raises(
            ValueError, match=r"unknown row field .*Available: default, all, source"
        ):
            chosen(["row", name])
