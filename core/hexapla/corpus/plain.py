"""Plain lines: one reference on each, all against one base; a blank line is the empty reference."""

from hexapla.corpus.source import Settings, SourceError
from hexapla.corpus.text import RecordReader, TextFormat


class PlainLines(TextFormat):
    """One reference on each line."""

    name = "lines"
    suffixes = (".txt", ".lst", ".urls", ".txt.gz", ".lst.gz", ".urls.gz")
    holds_bases = False

    def reader(self, header: str | None, settings: Settings) -> RecordReader:
        """Return what reads a line as a reference."""
        if settings.base is None:
            raise SourceError("plain lines hold no base; give one for all with --base")
        return _Reader(settings.base)


class _Reader(RecordReader):
    def __init__(self, base: str) -> None:
        self._base = base

    def read(self, text: str) -> tuple[str, str]:
        return self._base, text
