"""Write JSON with each innermost array or object on one line."""

import json


def in_lines(value: object) -> str:
    """Return JSON as ASCII text, with each innermost array or object on one line."""
    return _written(value, "\n") + "\n"


def _written(value: object, line_end: str) -> str:
    """Return JSON with a line for each member of a value that contains arrays or objects."""
    if not _has_nested(value):
        return json.dumps(value)
    inner = line_end + " "
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(name)}: {_written(value[name], inner)}" for name in value]
        return f"{{{','.join(lines)}{line_end}}}"
    assert isinstance(value, list)
    lines = [f"{inner}{_written(item, inner)}" for item in value]
    return f"[{','.join(lines)}{line_end}]"


def _has_nested(value: object) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    return isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
