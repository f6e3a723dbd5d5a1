"""The items that are read from sources, in a short form."""

from pathlib import Path

from hexapla.corpus.formats import FORMATS
from hexapla.corpus.source import BadRow, Damage, Item, Pair, Settings

BASE = "http://a/b"
ONE_BASE = Settings(base=BASE)


def items_of(path: Path, name: str, settings: Settings | None = None) -> list[Item]:
    with path.open("rb") as file:
        return list(FORMATS[name].items(file, str(path), settings or Settings()))


def in_short(items: list[Item]) -> list[str]:
    """Return the reference of each pair, or `row N: what is wrong`, or `damaged: where: what`."""
    return [_in_short(item) for item in items]


def _in_short(item: Item) -> str:
    match item:
        case Pair():
            return item.reference
        case BadRow():
            return f"row {item.row}: {item.wrong}"
        case Damage():
            return f"damaged: {item.place}: {item.wrong}"


def references(items: list[Item]) -> list[str]:
    return [item.reference for item in items if isinstance(item, Pair)]
