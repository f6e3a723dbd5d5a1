"""Numbers of things in words."""


def count(number: int, noun: str) -> str:
    """Return a number with its noun, such as `1 case` and `2 cases`.

    Args:
        number: How many there are.
        noun: What they are, in the singular; its plural ends in s.
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
