"""The clients of 1997, against the standards."""

from hexapla_site.figures.heat_map import Share
from hexapla_site.pages.clients import clients_of
from hexapla_site.report.report import make_report


def test_the_figures_of_1997_are_those_counted_by_hand() -> None:
    """The clients against the default readings; counted by hand from the rows of the test pages."""
    clients = {client.name: client for client in clients_of(make_report())}
    libwww = {spec.id: share for spec, share in clients["libwww-perl 5.14"].shares.items()}
    assert libwww["rfc1808"] == Share(43, 43)
    assert [spec.id for spec in clients["Lynx 2.7.1"].nearest] == ["rfc2396"]
