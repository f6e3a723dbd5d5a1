import hexapla
from hexapla.standard import Citation, Phase, Rule, RuleKind


class KeepingDots(type(hexapla.spec("rfc3986").standard)):
    """RFC 3986, but dot segments stay."""

    @staticmethod
    def remove_dots(rule, state, options):
        return KEEPS, state


KEEPS = Rule(
    Phase.DOTS,
    RuleKind.SKIP_DOTS,
    Citation(KeepingDots.document, "5.2.4"),
    "every dot segment",
    "stays",
)
