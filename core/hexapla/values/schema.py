"""The version of the JSON documents that commands print and write."""

import json
from collections.abc import Mapping

SCHEMA = 4
"""It increases when a member is renamed, removed or given another meaning."""


def json_document(command: str, form: Mapping[str, object]) -> dict[str, object]:
    """Return the JSON document of a command's result, which `output.schema.json` describes."""
    return {"schema": SCHEMA, "command": command, **form}


def document_text(command: str, form: Mapping[str, object]) -> str:
    """Return the content of a JSON file, in ASCII, so that no character is lost."""
    return json.dumps(json_document(command, form), indent=1) + "\n"
