"""The key of a cause, which identifies the same cause across inputs.

Comparisons, audits, corpora, discoveries and the site refer to a cause by its key.
"""

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.json_text import text_in

VALID = "valid"
PARTS = "parts"
TARGET = "target"

FACETS = (VALID, PARTS, TARGET)
"""The names of the facets that a key can have, in display order."""


@attrs.frozen(order=True, cache_hash=True, repr=False)
class CauseKey:
    """The identity of a cause: the facet, the phase, and the spec and the rule on each side.

    `left` and `right` are the selectors of the older and the newer spec. Rules are identified by
    name (see `Rule.name`). Validity depends on a whole grammar, so a key about validity has "" as
    its phase and rules.

    Attributes:
        facet: `valid`, `parts` or `target`.
        phase: The phase of the difference that makes the specs disagree.
        left_rule: The name of the older spec's rule.
        right_rule: The name of the newer spec's rule.
    """

    facet: str
    phase: str
    left: str
    left_rule: str
    right: str
    right_rule: str

    @property
    def name(self) -> str:
        """The key as used in page addresses: `dots-rfc1630-…-drop-pair--rfc1808-…`."""
        sides = ("-".join(filter(None, side)) for side in self.sides)
        return f"{self.phase or self.facet}-{'--'.join(sides)}"

    @property
    def id(self) -> str:
        """An eight-character identifier of the key in corpus rows, the same in every corpus."""
        content = f"{self.facet}\0{self.name}".encode()
        digest = hashlib.blake2b(content, digest_size=5).digest()
        return base64.b32encode(digest).decode().lower()

    @property
    def sides(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The selector and the rule name of each side, left side first."""
        return (self.left, self.left_rule), (self.right, self.right_rule)

    def __repr__(self) -> str:
        left, right = (" ".join(filter(None, side)) for side in self.sides)
        where = f"{self.facet}, {self.phase}" if self.phase else self.facet
        return f"<CauseKey {where}: {left} against {right}>"

    def to_dict(self) -> dict[str, str | None]:
        """Return the key's JSON form; members that are "" become null."""
        return {name: value or None for name, value in attrs.asdict(self).items()}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "CauseKey":
        """Create a key from its JSON form; any additional members are ignored.

        Raises:
            KeyError: A member is missing.
            TypeError: A member has the wrong type.
        """
        values = [text_in(form[field.name] or "") for field in attrs.fields(cls)]
        return cls(*values)


def sides_of_key(key: CauseKey, specs: Iterable[Spec]) -> tuple[tuple[Spec, Rule], ...]:
    """Return the left and the right spec of a key, each with the rule that the key names.

    The key must be about parts or targets. Specs that the key doesn't name are ignored.

    Raises:
        LookupError: A spec of the key is missing, or doesn't list the rule that the key names.
    """
    by_selector = {spec.selector: spec for spec in specs}
    sides = []
    for selector, name in key.sides:
        spec = by_selector[selector]
        rule = spec.standard.rules_by_name.get(name)
        if rule is None:
            raise LookupError(f"{selector} doesn't list its rule {name}; add the rule to `rules`")
        sides.append((spec, rule))
    return tuple(sides)


def rule_forms(keys: Iterable[CauseKey], specs: Sequence[Spec]) -> dict[str, dict[str, object]]:
    """Return the JSON forms of the rules in keys, keyed by selector and then by rule name."""
    forms: dict[str, dict[str, object]] = {spec.selector: {} for spec in specs}
    for key in keys:
        for spec, rule in sides_of_key(key, specs):
            if rule.name not in forms[spec.selector]:
                forms[spec.selector][rule.name] = rule.to_dict()
    return forms


def title_of(key: CauseKey, specs: Iterable[Spec]) -> str:
    """Return a one-line title for a key, stating what each of its rules does."""
    (left_spec, left), (right_spec, right) = sides_of_key(key, specs)
    one = left_spec.document.label
    other = right_spec.document.label
    if left.about == right.about:
        title = f"{left.about}: {left.does} ({one}) or {right.does} ({other})"
    else:
        title = f"{left.says} ({one}), or {right.says} ({other})"
    when = "" if key.facet == PARTS else f" ({Phase(key.phase).words})"
    return f"{title[0].upper()}{title[1:]}{when}"


def rules_in_words(key: CauseKey, specs: Iterable[Spec]) -> str:
    """Describe the rules of a key, each with its standard and section."""
    words = []
    for spec, rule in sides_of_key(key, specs):
        words.append(f"{spec.label}: {rule.says} ({rule.citation.section})")
    return "; ".join(words)
