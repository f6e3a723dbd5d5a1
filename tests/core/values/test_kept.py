"""Results that are kept for the same texts: many for short ones, one for a long one."""

from typing import Any

from hexapla.values.kept import kept

LONG = "a" * 5000


def test_results_for_short_texts_are_kept() -> None:
    asked: list[str] = []
    ask: Any = kept(8)(asked.append)
    for text in ("a", "b", "a", "b"):
        ask(text)
    assert asked == ["a", "b"]


def test_of_long_texts_one_is_kept_at_most() -> None:
    asked: list[str] = []
    ask: Any = kept(8, lambda _, text: len(text))(lambda _, text: asked.append(text))
    for number in range(5):
        ask(number, LONG)
        ask(number, LONG)
    assert len(asked) == 5
    assert ask.cache_info().currsize == 1
