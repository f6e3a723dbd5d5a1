from small import STANDARD

from hexapla.testing import check_spec


def test_the_spec_conforms() -> None:
    check_spec(STANDARD)
