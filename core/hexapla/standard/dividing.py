"""Split URLs into the components that a standard defines; the results are cached."""

from hexapla.operations.division import DividedUrl, UrlDivision
from hexapla.standard.spec import Spec
from hexapla.values.errors import InputError
from hexapla.values.frozen import kept


def division_of(spec: Spec) -> UrlDivision:
    """Return a spec's rules for splitting URLs; raise `InputError` if the spec has none."""
    if spec.standard.division is None:
        raise InputError(
            f"{spec.selector} doesn't define how to split a URL; name another standard"
        )
    return spec.standard.division


@kept(8192, lambda spec, url: len(url))
def divided_by(spec: Spec, url: str) -> DividedUrl:
    """Split a URL under a spec; raise `InputError` if the spec has no rules for splitting URLs."""
    return division_of(spec).divide(url)
