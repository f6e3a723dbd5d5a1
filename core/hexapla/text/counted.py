"""Numbers of things in words."""


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun, such as `1 case` and `2 cases`.

    Args:
        number: How many there are.
        noun: What they are, in the singular.
        plural: What they are in the plural, where that is not the noun and an s.
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"
