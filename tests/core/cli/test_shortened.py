"""JSON forms whose long texts are cut."""

from hexapla.cli.shortened import LONGEST, shortened


def test_a_form_without_long_texts_is_as_it_was() -> None:
    form = {"a": ["x" * LONGEST, None, 1], "b": {"c": True}}
    assert shortened(form) == form


def test_each_text_that_is_cut_is_listed() -> None:
    long = "x" * (LONGEST + 500)
    found = shortened({"a/~": [1, long], "b": {"c": (long,)}})
    assert found["cut"] == [
        {"at": "/a~1~0/1", "length": LONGEST + 500},
        {"at": "/b/c/0", "length": LONGEST + 500},
    ]
    half = "x" * (LONGEST // 2)
    text = f"{half} …500 characters left out… {half}"
    assert found["a/~"] == [1, text]
    assert found["b"] == {"c": [text]}
