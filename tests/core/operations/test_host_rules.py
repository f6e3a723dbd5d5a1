"""The rule for what two specs read differently in a URL that both cut alike."""

import pytest

import hexapla
from hexapla.operations.host_rules import boundary_rule


@pytest.mark.parametrize(
    ("url", "aspect", "says"),
    [
        # URL Standard, authority state 2, and port state 2.1: the last rule that rewrites it.
        ("http://é@h/", "userinfo", "it says that the username is percent-encoded"),
        ("http://h:080/", "port", "it says that the default port of the scheme is none"),
        ("http://h:080/", "path", "it ends the authority at the first slash"),
    ],
)
def test_a_component_that_both_cut_alike_has_the_rule_that_rewrites_it(
    url: str, aspect: str, says: str
) -> None:
    here, there = (
        spec.division.divide(url)
        for spec in map(hexapla.spec, ("whatwg", "rfc3986"))
        if spec.division is not None
    )
    rule = boundary_rule(aspect, here, there)
    assert rule is not None
    assert rule.says == says
