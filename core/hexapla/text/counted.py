"""Numbers with nouns, in words."""


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun, such as `1 case` and `2 cases`."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
