"""RFC 2396, E: Recommendations for Delimiting URI in Context."""

import functools

from hexapla.documents.citation import Provision
from hexapla.grammar.automaton import Automaton
from hexapla.operations.extraction import Extraction, Gaps, Wrapper
from hexapla_specs.rfc2396.document import cite

APPENDIX_E = cite("E", "Recommendations for Delimiting URI in Context")
PREFIXES = ("URL:", "")


class Rfc2396Extraction(Extraction):
    """Angle brackets, double quotes, or just white space around a URI.

    E has white space ignored that was added to break a long URI across lines, whatever delimits
    it, and recommends angle brackets for a URI that contains white space. Where the line between
    the two lies is our choice: in brackets all white space is ignored, in quotes only what breaks a
    line, since quotes also stand around words that are no URI.
    """

    wrappers = (
        Wrapper(
            "angle brackets",
            Provision(
                APPENDIX_E,
                "delimits a URI by angle brackets, recommends these for one that contains white "
                "space, and ignores that",
            ),
            "<",
            ">",
            prefixes=PREFIXES,
        ),
        Wrapper(
            "double quotes",
            Provision(
                APPENDIX_E,
                "delimits a URI by double quotes, and ignores white space that breaks it across "
                "lines",
            ),
            '"',
            '"',
            prefixes=PREFIXES,
            gaps=Gaps.LINE_BREAKS,
        ),
        Wrapper("white space", Provision(APPENDIX_E, "delimits a URI just by white space")),
    )
    hyphen = Provision(
        APPENDIX_E, "leaves open whether a hyphen at the end of a line is part of the URI"
    )

    def is_uri(self, text: str) -> bool:
        """Return whether a text is an absolute URI, with or without a fragment."""
        uri, number_sign, fragment = text.partition("#")
        return self._absolute_uri.accepts(uri) and (
            not number_sign or self.grammar.matches("fragment", fragment)
        )

    @functools.cached_property
    def _absolute_uri(self) -> Automaton:
        return self.grammar.automaton("absoluteURI")
