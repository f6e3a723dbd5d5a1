"""Checks for whoever writes a spec: does it keep to the interface, whatever it is given?

from hexapla.testing import check_spec

def test_my_spec_conforms() -> None:
    check_spec(SPEC)
"""

from hexapla.testing.conformance import Problem, check_spec, problems

__all__ = ["Problem", "check_spec", "problems"]
