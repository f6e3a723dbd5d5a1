"""What standards read in URLs, each URL once."""

from hexapla.operations.division import DividedUrl, UrlDivision
from hexapla.standard.spec import Spec
from hexapla.values.errors import InputError
from hexapla.values.frozen import kept


def division_of(spec: Spec) -> UrlDivision:
    """Return how a spec divides URLs; raise `ValueError` if it does not."""
    if spec.standard.division is None:
        raise InputError(
            f"{spec.selector} doesn't define how to split a URL; name another standard"
        )
    return spec.standard.division


@kept(8192, lambda spec, url: len(url))
def divided_by(spec: Spec, url: str) -> DividedUrl:
    """Return what a spec reads in a URL, under its own choices; raise as `division_of` does."""
    return division_of(spec).divide(url)
