"""The clients of 1997, against the standards."""

from hexapla_site.report.report import make_report


def test_the_figures_of_1997_are_those_counted_by_hand() -> None:
    """The clients against the default readings; counted by hand from the rows of the test pages."""
    clients = {client.name: client for client in make_report().clients}
    libwww = {
        match.spec.id: (match.alike, match.rows) for match in clients["libwww-perl 5.14"].matches
    }
    assert libwww["rfc1808"] == (43, 43)
    assert [spec.id for spec in clients["Lynx 2.7.1"].nearest] == ["rfc2396"]
