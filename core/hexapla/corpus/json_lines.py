"""JSON Lines: an object on each line. Escapes may stand for lone surrogates; they are kept."""

import json

from hexapla.corpus.source import Settings
from hexapla.corpus.text import RecordReader, TextFormat


class JsonLines(TextFormat):
    """An object on each line, whose members are named as columns are elsewhere."""

    name = "jsonl"
    suffixes = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")

    def reader(self, header: str | None, settings: Settings) -> RecordReader:
        """Return what reads a line as a JSON object."""
        return _Reader(settings)


class _Reader(RecordReader):
    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def read(self, text: str) -> tuple[str, str]:
        try:
            row = json.loads(text)
        except RecursionError:
            raise ValueError("the row is no JSON that can be read: too deep") from None
        except ValueError as error:
            raise ValueError(f"the row is no JSON: {error}") from None
        if not isinstance(row, dict):
            raise ValueError("the row is no JSON object")
        settings = self._settings
        base = settings.base
        if base is None:
            base = _member(row, settings.base_column)
        return base, _member(row, settings.reference_column)


def _member(row: dict[str, object], name: str) -> str:
    if name not in row:
        raise ValueError(f"the row has no {name!r}")
    value = row[name]
    if not isinstance(value, str):
        raise ValueError(f"{name!r} is no text")
    return value
