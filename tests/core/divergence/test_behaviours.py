"""How two programs read different hosts in a URL, and the sentence that describes it."""

from collections.abc import Mapping

from tables import by_rows_of

import hexapla
from hexapla.differentials.differential import Differential, failure_of
from hexapla.differentials.inputs import Inputs
from hexapla.divergence.compare import host_behaviours
from hexapla.divergence.messages import missing_words
from hexapla.divergence.model import Behaviour, Kind, Sign
from hexapla.divergence.segment import Segments, segments_of
from hexapla.divergence.transforms import Transform
from hexapla.identification.question import candidates
from hexapla.implementations.asking import Parse
from hexapla.operations.authority import UrlComponents
from hexapla.standard.display import show


def segments(url: str, host: str | None, **others: str | None) -> Segments | None:
    return segments_of(url, UrlComponents.of({"host": host, **others}))


@by_rows_of("differentials", "behaviours")
def test_a_difference_is_told_by_what_either_did(
    url: str, left: str | None, right: str | None, did: tuple[str, str, list[str]], other: str
) -> None:
    here, there = segments(url, left), segments(url, right)
    kind, sign, transforms = did
    behaviours = host_behaviours(here, there)
    mine = behaviours.left
    assert (mine.kind, mine.sign, [*mine.transforms]) == (kind, sign, transforms)
    assert behaviours.right.kind == other
    assert host_behaviours(there, here) == behaviours.swapped()


def test_what_else_a_program_tells_says_where_it_found_its_host() -> None:
    first = segments("http://a@a/", "a", userinfo=None, path="@a/")
    last = segments("http://a@a/", "a", userinfo="a", path="/")
    assert first is not None
    assert last is not None
    assert (first.start, first.end, last.start) == (7, 8, 9)


def test_an_empty_host_is_told_apart_from_none_by_a_program_that_has_both() -> None:
    url = "http:/a/"
    assert segments(url, "", port="", path="/a/") == segments(url, None, path="/a/")
    empty = segments(url, "", port=None, path="/a/")
    assert empty is not None
    behaviours = host_behaviours(empty, segments(url, "a", path="/"))
    assert behaviours.left == Behaviour(Kind.EMPTY_AUTHORITY, sign=Sign.SLASH)
    assert behaviours.right == Behaviour(Kind.BEGINS_AUTHORITY, sign=Sign.ONE_SLASH)


def test_all_that_can_be_done_has_words() -> None:
    assert missing_words() == set()


def test_a_behaviour_is_read_from_its_json() -> None:
    did = Behaviour(Kind.TRANSFORMS, "path", ";", (Transform.DECODE, Transform.ENCODE))
    assert Behaviour.from_dict(did.to_dict()) == did


def test_what_parsers_are_divided_about_is_asked() -> None:
    inputs = Inputs(candidates(), count=20_000)
    drawn = "\n".join(map(inputs.drawn, range(20_000)))
    for piece in ("B\u00dcCHER.de", "\t//", "\u2460", "a\u2028b", "[::1%25a\\]", ":8\u0660"):
        assert piece in drawn


Told = Mapping[str, str | None] | str


def saying(told: Told) -> Parse:
    """Return a parser that always gives the same answer, or rejects every URL with a message."""

    def parse(url: str) -> object:
        if isinstance(told, str):
            raise ValueError(told)
        return told

    return parse


def asked(url: str, left: Told, right: Told, on: str) -> Differential:
    return hexapla.differential(
        *(saying(left), saying(right)), names=("L", "R"), on=on, prefix=url, max_length=0, count=0
    )


@by_rows_of("differentials", "sentences")
def test_the_sentence_says_what_either_reads_by_which_rule(
    url: str, left: Told, right: Told, on: str, said: str
) -> None:
    differential = asked(url, left, right, on)
    (finding,) = differential.classes
    assert finding.smallest.sentence == said
    assert failure_of(differential) == f"{show(url)}: {said}"
