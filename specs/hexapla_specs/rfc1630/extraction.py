"""RFC 1630, "BNF for specific URL schemes": prefixedurl."""

from hexapla.documents.citation import Provision
from hexapla.operations.extraction import Extraction, Wrapper
from hexapla_specs.rfc1630.document import cite


class Rfc1630Extraction(Extraction):
    """The prefix url: before a URL."""

    wrappers = (
        Wrapper(
            "prefix url:",
            Provision(
                cite("BNF for specific URL schemes", "prefixedurl"),
                "marks a URL by url: in front of it",
            ),
            opening="url:",
        ),
    )

    def reach(self, text: str, start: int, stop: int) -> int | None:
        """Return how far the rule url goes."""
        return self.grammar.reach("url", text, start, stop)
