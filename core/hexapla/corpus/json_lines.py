"""JSON Lines: an object a line. Escapes may stand for lone surrogates; they are kept."""

import json

from hexapla.corpus.source import Settings
from hexapla.corpus.text import RecordReader, TextFormat


class JsonLines(TextFormat):
    """An object a line, whose members are named as columns are elsewhere."""

    name = "jsonl"
    suffixes = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")

    def reader(self, header: str | None, settings: Settings) -> RecordReader:
        """Give what takes a line for a JSON object."""
        return _Reader(settings)


class _Reader(RecordReader):
    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def read(self, text: str) -> tuple[str, str]:
        try:
            found = json.loads(text)
        except RecursionError:
            raise ValueError("the row is no JSON that can be read: too deep") from None
        except ValueError as error:
            raise ValueError(f"the row is no JSON: {error}") from None
        if not isinstance(found, dict):
            raise ValueError("the row is no JSON object")
        settings = self._settings
        base = settings.base
        if base is None:
            base = _member(found, settings.base_column)
        return base, _member(found, settings.reference_column)


def _member(found: dict[str, object], name: str) -> str:
    if name not in found:
        raise ValueError(f"the row has no {name!r}")
    value = found[name]
    if not isinstance(value, str):
        raise ValueError(f"{name!r} is no text")
    return value
