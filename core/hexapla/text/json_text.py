"""JSON texts from outside."""

import json
from typing import Any


def json_value(text: str | bytes) -> Any:
    """Return the value that a JSON text has.

    Raises:
        ValueError: It is no JSON, or is nested too deep to be read.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
