"""RFC 3986, C: Delimiting a URI in Context."""

import functools

from hexapla.documents.citation import Provision
from hexapla.grammar.automaton import Automaton
from hexapla.operations.extraction import Extraction, Gaps, Wrapper
from hexapla_specs.rfc3986.document import cite

APPENDIX_C = cite("C", "Delimiting a URI in Context")
PREFIXES = ("URL:", "")


class Rfc3986Extraction(Extraction):
    """Angle brackets, double quotes, or just white space around a URI.

    C has white space ignored that was added to break a long URI across lines, whatever delimits
    it, and recommends angle brackets for a URI that contains white space. Where the line between
    the two lies is our choice: in brackets all white space is ignored, in quotes only what breaks a
    line, since quotes also stand around words that are no URI.
    """

    wrappers = (
        Wrapper(
            "angle brackets",
            Provision(
                APPENDIX_C,
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
                APPENDIX_C,
                "delimits a URI by double quotes, and ignores white space that breaks it across "
                "lines",
            ),
            '"',
            '"',
            prefixes=PREFIXES,
            gaps=Gaps.LINE_BREAKS,
        ),
        Wrapper("white space", Provision(APPENDIX_C, "delimits a URI just by white space")),
    )
    hyphen = Provision(
        APPENDIX_C, "leaves open whether a hyphen at the end of a line is part of the URI"
    )

    def is_uri(self, text: str) -> bool:
        """Return whether a text is a URI; a word with a colon after it is not taken for one."""
        return not text.endswith(":") and self._uri.accepts(text)

    @functools.cached_property
    def _uri(self) -> Automaton:
        return self.grammar.automaton("URI")
