"""Reducing a URL that a program takes apart otherwise to the smallest example of its kind."""

from hexapla.discover.exhaustive import ExhaustiveSpace
from hexapla.discover.search_space import Input
from hexapla.discover.shrinking import smallest
from hexapla.implementations.parse_asking import Parse, ParseAnswer, ask_to_parse
from hexapla.implementations.parsing.departure import Way, ways
from hexapla.standard.spec import Spec

_ALPHABET = "a/:?#@.;%[]\\1"
# In code points. There are as many neighbours as the square of a length, and each is a question.
_LONGEST = 200
_QUESTIONS = 5_000


class UrlShrinking:
    """Makes URLs smaller, with at most 5,000 questions to the program."""

    def __init__(self, parse: Parse) -> None:
        """Prepare to ask `parse`."""
        self._parse = parse
        self._answers: dict[str, ParseAnswer] = {}

    def smallest(self, spec: Spec, answer: ParseAnswer, way: Way) -> ParseAnswer:
        """Return the answer to a smaller URL that departs in the same way.

        Where no more may be asked, it is the smallest known, and where the URL is too long, the
        answer itself.

        Args:
            spec: The spec that the program departs from.
            answer: An answer that departs from it.
            way: One of the ways in which it does.
        """
        if len(answer.url) > _LONGEST:
            return answer

        def holds(neighbour: Input) -> bool:
            reply = self._ask(neighbour.reference)
            return reply is not None and way.kind in {each.kind for each in ways(spec, reply)}

        space = ExhaustiveSpace((spec,), _ALPHABET, (), 0)
        url = smallest(space, Input(answer.url, None), holds).reference
        return self._answers.get(url, answer)

    def _ask(self, url: str) -> ParseAnswer | None:
        if url not in self._answers:
            if len(self._answers) >= _QUESTIONS:
                return None
            self._answers[url] = ask_to_parse(self._parse, url)
        return self._answers[url]
