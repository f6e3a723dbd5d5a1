"""Everything that a standard can read in a URL, depending on how its readings are decided."""

import functools
from collections.abc import Mapping

import attrs

from hexapla.comparison.variants import variants_of_division
from hexapla.operations.division import DividedUrl
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping


@attrs.frozen
class UrlBranch:
    """What a standard reads in a URL under some options.

    `options` has an option for each undecided reading that the URL touches.
    """

    options: Mapping[str, str]
    divided: DividedUrl


@functools.lru_cache(maxsize=8192)
def url_behaviour(spec: Spec, url: str) -> tuple[UrlBranch, ...]:
    """Return everything that a spec can read in a URL, given the choices that it has made.

    The branch of the defaults comes first. A combination of options leads to exactly one branch.
    """
    branches: list[UrlBranch] = []
    for variant in variants_of_division(spec, url):
        assert isinstance(variant.key, DividedUrl)
        options = FrozenMapping(
            (choice.reading, choice.option)
            for choice in variant.choices
            if choice not in spec.choices
        )
        branches.append(UrlBranch(options, variant.key))
    return tuple(branches)


@functools.lru_cache(maxsize=8192)
def divided_by(spec: Spec, url: str) -> DividedUrl:
    """Return what a spec reads in a URL, under its own choices.

    Raises:
        ValueError: The spec divides no URL.
    """
    if spec.division is None:
        raise ValueError(f"{spec.selector} does not divide a URL")
    return spec.division.divide(url)
