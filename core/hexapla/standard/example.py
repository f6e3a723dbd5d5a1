"""Examples that a memo gives of itself, as data with a citation each."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from hexapla.documents.citation import Citation, Document
from hexapla.documents.reading import Choice
from hexapla.standard.phases import NoUri, Outcome, Target


@attrs.frozen
class Answer:
    """What an example says that its input gives; `choices` are the readings it takes to get it."""

    target: Target
    choices: tuple[Choice, ...] = ()


@attrs.frozen
class Example:
    """A base, a reference and what the memo says of them, in one answer or more."""

    base: str
    reference: str
    answers: tuple[Answer, ...]
    citation: Citation


def load_examples(document: Document, path: Path) -> tuple[Example, ...]:
    """Read a memo's examples from the JSON file that lies beside its module."""
    tables = json.loads(path.read_text(encoding="utf-8"))["tables"]
    return tuple(_examples(document, tables))


def _examples(document: Document, tables: Iterable[Mapping[str, Any]]) -> Iterable[Example]:
    for table in tables:
        citation = Citation(document, table["section"], table["title"])
        for base in table["bases"]:
            for row in table["rows"]:
                answers = tuple(map(_answer, row["answers"]))
                yield Example(base, row["reference"], answers, citation)


def _answer(answer: Mapping[str, Any]) -> Answer:
    choices = tuple(Choice(name, option) for name, option in answer.get("choices", {}).items())
    if "uri" in answer:
        return Answer(answer["uri"], choices)
    return Answer(NoUri(Outcome(answer["outcome"]), answer.get("fragment")), choices)
