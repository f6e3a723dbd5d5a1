"""The cases of a report, each with an address that stays."""

from hexapla_site.report.report import make_report


def test_addresses_are_stable() -> None:
    report = make_report()
    ids = {(case.base, case.reference): case.id for case in report.cases}
    assert ids["http://a/b/c/d;p?q", "../../../g"] == "one-level-above-root"
    assert ids["http://a/b/c/d;p?q", ""] != ids["http://a/b/c/d;p?q#f", ""]
    assert len(set(ids.values())) == len(ids)
