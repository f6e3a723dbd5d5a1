"""The formats of rows that there are, and which one a file has by its name."""

from pathlib import Path

from hexapla.corpus.json_rows import JsonRows
from hexapla.corpus.row_format import RowFormat


def row_format(out: Path) -> RowFormat | None:
    """Return the format of a file of rows by its name, None where there is none for it."""
    if out.suffix == ".parquet":
        from hexapla.corpus.parquet_rows import ParquetRows

        return ParquetRows()
    return JsonRows() if out.suffix == JsonRows.suffix else None
