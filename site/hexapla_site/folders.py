"""The folders with this package's data, documents, styles, scripts and templates."""

import json
import tomllib
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
DATA = _HERE / "data"
DOCS = _HERE / "docs"
EXPLANATIONS = _HERE / "explanations"
SCRIPTS = _HERE / "scripts"
SNIPPETS = _HERE / "snippets"
STATIC = _HERE / "static"
STORY = _HERE / "story"
STYLES = _HERE / "styles"
TEMPLATES = _HERE / "templates"


def read_data(name: str) -> Any:
    """Decode a data file in JSON or TOML."""
    text = (DATA / name).read_text("utf-8")
    return tomllib.loads(text) if name.endswith(".toml") else json.loads(text)
