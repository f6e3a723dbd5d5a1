"""The components of a URL as they are read."""

from tables import by_rows_of

from hexapla.operations.url_components import UrlComponents


def test_what_is_not_told_is_not_there_either() -> None:
    components = UrlComponents.of({"path": "/", "host": None, "id": "1"})
    assert list(components.stated) == ["host", "path"]
    assert components.to_dict() == {"host": None, "path": "/"}


@by_rows_of("operations")
def test_a_client_looks_up_the_host_in_lower_case_without_brackets(
    host: str | None, connected_to: str | None
) -> None:
    assert UrlComponents.of({"host": host}).host_connected_to == connected_to
