"""The terms of an answer, explained for those who have never opened an RFC."""

import attrs

from hexapla.text.slug import slug


@attrs.frozen
class Term:
    """A term by its names, the usual one first, and what it means."""

    names: tuple[str, ...]
    explanation: str

    @property
    def anchor(self) -> str:
        """The id of its explanation on a page."""
        return f"word-{slug(self.names[0])}"


TERMS = (
    Term(("base", "context"), "The URL that a reference is resolved against: its page’s own URL."),
    Term(
        ("reference", "partial form"),
        "A URL as a link has it: in full (absolute), or in part (relative), such as ../g.",
    ),
    Term(("target",), "The URL that a reference resolves to: where the link leads."),
    Term(("standard", "RFC"), "A document that defines URLs. Browsers follow the URL Standard."),
    Term(("column",), "One standard, set beside the others."),
    Term(("implementation",), "A parser in use, as it answered when it was last asked."),
    Term(("no rule",), "The standard does not say what this input resolves to."),
    Term(("error",), "The standard says that this input has no target."),
    Term(("valid",), "Allowed by the grammar of the standard."),
    Term(
        ("current document", "same document"),
        "The target of a link to the document that the link is in: nothing is loaded again.",
    ),
    Term(
        ("reading",),
        "A place where a standard leaves a choice or contradicts itself. Results hold for the "
        "default option unless another one is named.",
    ),
    Term(("component", "part"), "A piece of a URL: scheme, authority, path, query or fragment."),
    Term(("scheme",), "What stands before the first colon, such as http."),
    Term(
        ("authority", "net_loc", "site"),
        "What stands between // and the next slash: the host, and perhaps a user and a port.",
    ),
    Term(("host",), "The machine that a URL names, such as example.org."),
    Term(("path", "url-path"), "What follows the authority, such as /b/c, up to ? or #."),
    Term(("segment", "path element"), "A piece of the path between two slashes."),
    Term(("dot segment",), "The segment . for this level of the path, or .. for the one above."),
    Term(("params",), "What follows a semicolon in the path; only RFC 1808 sets it apart."),
    Term(("query", "search"), "What follows ? up to #."),
    Term(("fragment", "fragment-id"), "What follows #: a place in the document."),
    Term(("delimiter",), "A character that ends one component and begins the next, such as ?."),
    Term(("inherit",), "To take over from the base."),
    Term(("void",), "Empty, in the words of RFC 1630."),
    Term(("normalise",), "To rewrite in one usual form, such as a host in small letters."),
    Term(("recompose",), "To put the components of a target together again as a text."),
    Term(("parse",), "To take a URL apart into its components."),
    Term(("resolve",), "To work out the target of a reference from the base."),
    Term(("BNF", "grammar"), "The rules that say which texts are valid."),
)
