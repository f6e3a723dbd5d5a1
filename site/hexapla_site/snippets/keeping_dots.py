import attrs

from hexapla.standard import Citation, Options, Phase, Rule, RuleKind, Trace
from hexapla_specs.rfc3986 import Rfc3986
from hexapla_specs.rfc3986.syntax import TargetUri


class KeepingDots(Rfc3986):
    """RFC 3986, but dot segments are kept."""

    document = attrs.evolve(
        Rfc3986.document, id="keeping-dots", label="Keeping dots", short_label="K"
    )

    @staticmethod
    def remove_dots(
        rule: Rule, uri: TargetUri, options: Options, trace: Trace | None
    ) -> tuple[Rule, TargetUri]:
        return KEEPS, uri


KEEPS = Rule(
    Phase.DOTS,
    RuleKind.SKIP_DOTS,
    Citation(KeepingDots.document, "5.2.4"),
    "every dot segment",
    "stays",
)
STANDARD = KeepingDots()
