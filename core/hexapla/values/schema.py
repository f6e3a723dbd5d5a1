"""The JSON documents that commands print and write, and the version of their schema."""

import json
from collections.abc import Mapping

SCHEMA = 4
"""The version of the schema, which increases when a member is renamed, removed or redefined."""


def json_document(command: str, form: Mapping[str, object]) -> dict[str, object]:
    """Return the JSON document for a command's result, as described by `output.schema.json`."""
    return {"schema": SCHEMA, "command": command, **form}


def document_text(command: str, form: Mapping[str, object]) -> str:
    """Return a JSON document as the text of a file; characters outside US-ASCII are escaped."""
    return json.dumps(json_document(command, form), indent=1) + "\n"
