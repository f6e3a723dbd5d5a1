"""Taking an absolute URL apart by the production that a standard has for its scheme."""

from collections.abc import Mapping
from typing import ClassVar

from hexapla.grammar.scheme_parts import SchemeParts, no_scheme_parts, take_apart
from hexapla.operations.operation import Operation
from hexapla.text.checked import checked
from hexapla.values.frozen import FrozenMapping


class Schemes(Operation):
    """What a standard says of the schemes.

    A standard subclasses this and gives the class attributes. `productions` maps schemes, in lower
    case, to the production and the rules whose text is a part of it; `lazy` are those rules that
    take as little as they can. `remark` is what the standard says where it has no production.
    """

    productions: ClassVar[Mapping[str, tuple[str, ...]]] = FrozenMapping()
    lazy: ClassVar[tuple[str, ...]] = ()
    remark: ClassVar[str] = ""

    def parts(self, text: str) -> SchemeParts:
        """Return what the production for an absolute URL's scheme makes of the URL.

        Of a text without a colon, and so without a scheme, there is nothing to say.
        """
        scheme, colon, _ = checked(text).partition(":")
        if not colon:
            return no_scheme_parts()
        rules = self.productions.get(scheme.lower())
        if rules is None:
            return no_scheme_parts(self.remark)
        production, *names = rules
        return take_apart(self.grammar, production, names, self.lazy, text)
