"""The pages on grammars, as data."""

import functools
from typing import cast

from hexapla.standard.registry import default_columns
from hexapla_site.pages.grammars import atlas, with_grammar
from hexapla_site.pages.kind import Site


class BareSite:
    """A site with all columns, for functions that use nothing else."""

    columns = default_columns()

    def __init__(self) -> None:
        self.once = functools.cache(lambda make: make(self))


SITE = cast(Site, BareSite())


def test_the_atlas_lists_every_class_of_a_character() -> None:
    for row in atlas(SITE):
        for spec, use in zip(with_grammar(SITE), row.uses, strict=True):
            classes = spec.grammar.character_classes
            expected = [name for name, members in classes.items() if row.character in members]
            assert list(use.classes) == expected


def test_the_atlas_lists_classes_that_go_beyond_ascii() -> None:
    specs = [spec.selector for spec in with_grammar(SITE)]
    row = next(row for row in atlas(SITE) if row.character == "a")
    assert "URL-code-point" in row.uses[specs.index("whatwg")].classes
