"""The parts of a URL by a production, decoded, and in the order of the text."""

from hexapla.grammar import Grammar
from hexapla.grammar.scheme_parts import scheme_parts

GRAMMAR = Grammar(
    'url = "x:" whole\nwhole = left "," right\nleft = *char\nright = *char\n'
    'char = ALPHA / "%" 2HEXDIG / ","'
)


def test_parts_come_in_the_order_of_the_text_outer_ones_first() -> None:
    taken = scheme_parts(GRAMMAR, "url", ["left", "right", "whole"], [], "x:a%41,b")
    assert [(part.name, part.raw, part.decoded) for part in taken.parts] == [
        ("whole", "a%41,b", "aA,b"),
        ("left", "a%41", "aA"),
        ("right", "b", "b"),
    ]
    assert [(part.start, part.stop) for part in taken.parts] == [(2, 8), (2, 6), (7, 8)]


def test_a_lazy_part_takes_as_little_as_it_can() -> None:
    def left(*lazy: str) -> str:
        return scheme_parts(GRAMMAR, "url", ["left", "right"], lazy, "x:a,b,c").parts[0].raw

    assert left() == "a,b"
    assert left("left") == "a"


def test_there_are_no_parts_where_the_production_derives_nothing() -> None:
    refused = scheme_parts(GRAMMAR, "url", ["left"], [], "y:a")
    assert refused.parts == ()
    assert refused.validity.offset == 0
