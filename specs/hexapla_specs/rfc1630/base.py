"""RFC 1630, "Partial (relative) form": the context is that of the document."""

from hexapla.documents.citation import Provision
from hexapla.operations.base import BaseLevel, BasePrecedence, BaseRule, BaseSource
from hexapla_specs.rfc1630.document import cite


class Rfc1630BasePrecedence(BasePrecedence):
    """The URI of the document, and nothing else."""

    rules = (
        BaseRule(
            BaseLevel.RETRIEVAL,
            BaseSource.RETRIEVAL,
            Provision(
                cite("Partial (relative) form"),
                "uses the URI of the document that contains a reference as its context",
            ),
        ),
    )
    absolute = Provision(
        cite("Partial (relative) form"), "needs a context whose URI is well defined"
    )
    fragment = Provision(
        cite("Fragment-id"), "sets a fragment-id after the URI of the whole object"
    )
