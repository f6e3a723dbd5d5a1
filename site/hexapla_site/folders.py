"""Where the files of this package are that are no Python."""

from pathlib import Path

_HERE = Path(__file__).parent
DATA = _HERE / "data"
DOCS = _HERE / "docs"
EXPLANATIONS = _HERE / "explanations"
SNIPPETS = _HERE / "snippets"
STATIC = _HERE / "static"
TEMPLATES = _HERE / "templates"
