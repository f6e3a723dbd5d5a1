"""RFC 3986, C: Delimiting a URI in Context."""

from hexapla.documents.citation import Provision
from hexapla.operations.extraction import Extraction, delimiters
from hexapla_specs.rfc3986.document import cite

APPENDIX_C = cite("C", "Delimiting a URI in Context")


class Rfc3986Extraction(Extraction):
    """Angle brackets, double quotes, or just white space around a URI."""

    wrappers = delimiters(APPENDIX_C)
    hyphen = Provision(
        APPENDIX_C, "leaves open whether a hyphen at the end of a line is part of the URI"
    )

    def is_uri(self, text: str) -> bool:
        """Return whether a text is a URI; a word with a colon after it is not taken for one."""
        return not text.endswith(":") and self.grammar.matches("URI", text)
