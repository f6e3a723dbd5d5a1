"""A file of pairs that the standards disagree on."""

import json
from pathlib import Path

import pytest
from corpora import BASE, REFERENCES


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    lines = (json.dumps({"base": BASE, "reference": text}) for text in REFERENCES)
    path.write_text("".join(f"{line}\n" for line in lines))
    return path
