"""RFC 2396, E: Recommendations for Delimiting URI in Context."""

from hexapla.documents.citation import Provision
from hexapla.operations.extraction import Extraction, delimiters
from hexapla_specs.rfc2396.document import cite

APPENDIX_E = cite("E", "Recommendations for Delimiting URI in Context")


class Rfc2396Extraction(Extraction):
    """Angle brackets, double quotes, or just white space around a URI."""

    wrappers = delimiters(APPENDIX_E)
    hyphen = Provision(
        APPENDIX_E, "leaves open whether a hyphen at the end of a line is part of the URI"
    )

    def is_uri(self, text: str) -> bool:
        """Return whether a text is an absolute URI, with or without a fragment."""
        uri, number_sign, fragment = text.partition("#")
        return self.grammar.matches("absoluteURI", uri) and (
            not number_sign or self.grammar.matches("fragment", fragment)
        )
