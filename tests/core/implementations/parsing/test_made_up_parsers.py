"""Made-up parsers are identified, and the mistake that each makes is named."""

from random import Random

import pytest
from made_up_parsers import COLUMNS, MISTAKES, MadeUpParser, faithful, made_up_parsers

import hexapla
from hexapla.implementations.parsing import default_urls

PARSERS = sorted(made_up_parsers(default_urls()), key=str)
SAMPLE = Random(0).sample(PARSERS, 24)


def is_identified(parser: MadeUpParser) -> bool:
    """Return whether its column and readings are best, and its mistake comes first."""
    identified = hexapla.identify(parse=parser)
    first = identified.departures[0].way
    return identified.best.selector == parser.selector and parser.mistake.is_named_by(first)


@pytest.mark.parametrize("selector", COLUMNS)
def test_a_faithful_parser_is_explained_in_full(selector: str) -> None:
    identified = hexapla.identify(parse=faithful(selector))
    assert identified.best.selector == selector
    assert (identified.unexplained, identified.departures) == ((), ())
    best = identified.best
    assert best.agreeing + best.rejected + best.no_rule == identified.compared
    assert best.hosts_as_given == identified.told["host"]


def test_every_mistake_shows_in_some_column_and_there_are_200_parsers() -> None:
    assert {parser.mistake.name for parser in PARSERS} == {each.name for each in MISTAKES}
    assert {parser.selector for parser in PARSERS} == set(COLUMNS)
    assert len(PARSERS) >= 200


@pytest.mark.parametrize("parser", SAMPLE, ids=str)
def test_a_parser_is_identified_and_its_mistake_named(parser: MadeUpParser) -> None:
    assert is_identified(parser)


@pytest.mark.nightly
def test_every_parser_is_identified_and_its_mistake_named() -> None:
    assert [str(parser) for parser in PARSERS if not is_identified(parser)] == []
