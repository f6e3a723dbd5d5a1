"""The parts of an absolute URL, by the production that a standard has for its scheme."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import attrs

from hexapla.documents.citation import Provision
from hexapla.grammar.derivation import derive
from hexapla.grammar.scheme_parts import SchemePart, SchemeParts, parts_of, scheme_parts
from hexapla.operations.operation import Operation
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping


@attrs.frozen(slots=False, repr=False)
class Schemes(Operation):
    """What a standard says of the schemes; `remark` is what it says where it has no production.

    A standard with productions subclasses this and gives the class attributes. `productions` maps
    schemes, in lower case, to the production and the rules whose text is a part of it; `lazy` are
    those rules that take as little as they can. `preferences` say for a scheme why the standard
    prefers the first of two derivations. `divisions` map parts that the standard divides further,
    again to a production and its parts.
    """

    productions: ClassVar[Mapping[str, tuple[str, ...]]] = FrozenMapping()
    lazy: ClassVar[tuple[str, ...]] = ()
    preferences: ClassVar[Mapping[str, Provision]] = FrozenMapping()
    divisions: ClassVar[Mapping[str, tuple[str, ...]]] = FrozenMapping()
    remark: str = ""

    def parts(self, text: str) -> SchemeParts:
        """Return what the production for an absolute URL's scheme makes of the URL.

        A text without a colon, and so without a scheme, has no parts.
        """
        scheme, colon, _ = checked(text, "text").partition(":")
        if not colon:
            return SchemeParts()
        scheme = scheme.lower()
        rules = self.productions.get(scheme)
        if rules is None:
            return SchemeParts(remark=self.remark)
        production, *names = rules
        divided = scheme_parts(self.grammar, production, names, self.lazy, text)
        preference = self.preferences.get(scheme) if divided.other_parts else None
        return attrs.evolve(
            divided,
            parts=tuple(self._divided(divided.parts)),
            remark="" if preference is None else str(preference),
        )

    def _divided(self, parts: Iterable[SchemePart]) -> Iterator[SchemePart]:
        """Yield parts, each with what it is divided into behind it."""
        for part in parts:
            yield part
            if part.name in self.divisions:
                production, *names = self.divisions[part.name]
                events = next(derive(self.grammar, production, names, part.raw), [])
                yield from parts_of(events, part.raw, part.start)
