"""The queries in the how-to on corpora: all tools give the same answers, for both formats."""

import ast
import contextlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from corpora import rows
from documented import answers_of_sql

from hexapla_site.markdown import listings
from hexapla_site.pages.docs import ARTICLES

BY_NAME = {article.name: article for article in ARTICLES}
LISTINGS = listings(BY_NAME["compare-a-crawl"].body)
BY_TOOL = {
    "duckdb": next(item.text for item in LISTINGS if item.language == "sql"),
    **{
        name: next(item.text for item in LISTINGS if f"import {name}" in item.text)
        for name in ("polars", "pandas")
    },
}
FOR_PARQUET = {
    "read_json('rows.jsonl', sample_size = -1)": "'rows.parquet'",
    'read_ndjson("rows.jsonl", infer_schema_length=None)': 'read_parquet("rows.parquet")',
    'read_json("rows.jsonl", lines=True, dtype=False)': 'read_parquet("rows.parquet")',
}
PAIRS = [
    (f"http://h{number % 7}.example/b/c/d;p?q", reference)
    for number, reference in enumerate(("g", "12", "?y", "#s", "", "../../../g", "g;x=1/../y") * 9)
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with rows, of which the first agree, as JSON Lines and as Parquet."""
    folder = tmp_path_factory.mktemp("rows")
    pairs = [("http://a/b", "g")] * 200 + PAIRS
    lines = (json.dumps({"base": base, "reference": text}) for base, text in pairs)
    (folder / "pairs.jsonl").write_text("".join(f"{line}\n" for line in lines))
    for name in ("rows.parquet", "rows.jsonl"):
        out = str(folder / name)
        result = run("corpus", str(folder / "pairs.jsonl"), "-o", out, "--workers", "1")
        assert result.exit_code == 1, result.output
    return folder


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
@pytest.mark.parametrize("tool", BY_TOOL)
def test_every_tool_answers_every_question(tool: str, suffix: str, folder: Path) -> None:
    text = BY_TOOL[tool]
    if suffix == "parquet":
        (line,) = (line for line in FOR_PARQUET if line in text)
        text = text.replace(line, FOR_PARQUET[line])
    with contextlib.chdir(folder):
        given = [Counter(answer) for answer in ANSWERS[tool](text)]
    assert given == [*map(Counter, expected(folder))]


def expected(folder: Path) -> Iterator[list[tuple[object, ...]]]:
    """Yield the answers: rows that differ, and counts by cause, by pair of standards, by host."""
    differing = [row for row in rows(folder / "rows.jsonl") if row["differs"]]
    summary = json.loads((folder / "rows.summary.json").read_text())["summary"]
    targets = [f"{spec}_target" for spec in summary["specs"]]
    yield [
        (row["base"], row["reference"], *(row[target] for target in targets)) for row in differing
    ]
    causes = [cause for cause in summary["causes"] if cause["facet"] == "target"]
    names = "left", "left_rule", "right", "right_rule", "rows"
    yield [tuple(cause[name] for name in names) for cause in causes]
    pairs = summary["facets"]["target"]["pairs"]
    yield [(pair["left"], pair["right"], pair["differ"]) for pair in pairs if pair["differ"]]
    yield list(Counter(row["base"].split("/")[2] for row in differing).items())


def of_duckdb(text: str) -> list[list[tuple[object, ...]]]:
    _links, _causes, *answers = answers_of_sql(text)
    return answers


def of_polars(text: str) -> Iterator[list[tuple[object, ...]]]:
    return (answer.rows() for answer in values(text))


def of_pandas(text: str) -> Iterator[list[tuple[object, ...]]]:
    differing, *counts = values(text)
    yield [
        *differing.astype(object).where(differing.notna(), None).itertuples(index=False, name=None)
    ]
    for count in counts:
        yield [(*key, number) for key, number in count.items()]


def values(text: str) -> Iterator[Any]:
    names: dict[str, Any] = {}
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Expr):
            yield eval(compile(ast.Expression(statement.value), "statement", "eval"), names)
        else:
            exec(compile(ast.Module([statement], []), "statement", "exec"), names)


ANSWERS: Mapping[str, Any] = {"duckdb": of_duckdb, "polars": of_polars, "pandas": of_pandas}
