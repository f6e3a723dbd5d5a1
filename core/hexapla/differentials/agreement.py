"""Which specs read a URL as a program does, and the rules by which they do."""

import functools

from hexapla.differentials.aspects import NOT_TOLD, Compared, compared
from hexapla.differentials.host_account import HostAccount, account_by
from hexapla.implementations.parsing import ACCEPTS, divided_by
from hexapla.operations.division import DividedUrl
from hexapla.standard.spec import Spec


def read_by(divided: DividedUrl, aspect: str) -> Compared:
    """Return the value of what a spec reads under an aspect; without a rule it has none.

    A standard accepts what its grammar derives; one that has no grammar, what it does not refuse.
    """
    if not divided.has_rule:
        return NOT_TOLD
    if aspect == ACCEPTS:
        return divided.accepts and divided.valid is not False
    return compared(aspect, divided.components) if divided.accepts else NOT_TOLD


@functools.lru_cache(maxsize=8192)
def account(spec: Spec, url: str) -> HostAccount | None:
    """Return where a spec finds the host that it reads; None where it has no rule, or refuses."""
    return account_by(divided_by(spec, url))
