"""Short names that depend on some texts alone."""

import re

from hypothesis import given
from hypothesis import strategies as st

from hexapla.text.short_name import short_name


@given(st.lists(st.text(), min_size=1, max_size=3), st.integers(1, 20))
def test_any_texts_have_a_name_of_letters_and_digits(texts: list[str], length: int) -> None:
    name = short_name(*texts, length=length)
    assert re.fullmatch(f"[a-z2-7]{{{length}}}", name)
    assert short_name(*texts, length=length) == name


def test_a_name_is_the_same_in_every_run() -> None:
    assert short_name("http://a/b/c/d;p?q", "../../../g") == "e2pone4z23"
    assert short_name("\ud800") != short_name("\udfff")
