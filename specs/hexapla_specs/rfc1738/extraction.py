"""RFC 1738, Appendix: Recommendations for URLs in Context."""

from hexapla.documents.citation import Provision
from hexapla.operations.extraction import Extraction, Wrapper
from hexapla.text.escapes import with_lower_scheme
from hexapla_specs.rfc1738.document import cite

APPENDIX = cite("Appendix", "Recommendations for URLs in Context")


class Rfc1738Extraction(Extraction):
    """The prefix URL: before a URL, with angle brackets around the two or without."""

    wrappers = (
        Wrapper(
            "angle brackets and URL:",
            Provision(
                APPENDIX,
                "delimits a URL by angle brackets with the prefix URL:, and ignores "
                "white space in between",
            ),
            "<",
            ">",
            prefixes=("URL:",),
        ),
        Wrapper(
            "prefix URL:",
            Provision(APPENDIX, "sets a URL apart by the prefix URL: in front of it"),
            "URL:",
        ),
    )
    hyphen = Provision(
        APPENDIX, "leaves open whether a hyphen at the end of a line is part of the URL"
    )

    def is_uri(self, text: str) -> bool:
        """Return whether a text is a URL, with or without a fragment identifier after it."""
        text = with_lower_scheme(text)
        return self.reach(text, 0, len(text)) == len(text)

    def reach(self, text: str, start: int, stop: int) -> int | None:
        """Return how far genericurl goes, and the fragment identifier after it."""
        end = self.grammar.reach("genericurl", text, start, stop)
        if end is None or not text.startswith("#", end) or end >= stop:
            return end
        return self.grammar.reach("urlpath", text, end + 1, stop)
