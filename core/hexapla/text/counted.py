"""Numbers in words, and numbers with nouns."""

_WORDS = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Format a number with its noun, such as `1 case` or `2 cases`.

    `plural` is the plural of the noun; by default, the noun with an "s".
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {plural or f'{noun}s'}"


def how_many_differ(differing: int, number: int, noun: str) -> str:
    """State how many things of a given number differ, such as `1 of 3 links differs`."""
    verb = "differ"
    if differing == 1 or number == 1:
        verb = "differs"
    return f"{differing:,} of {counted(number, noun)} {verb}"


def number_word(number: int) -> str:
    """Return a positive number as a word, such as `six`; numbers above twelve become digits."""
    if number <= len(_WORDS):
        return _WORDS[number - 1]
    return f"{number:,}"
