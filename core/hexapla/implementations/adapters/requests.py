"""requests: what `get` would send, and where to. Nothing is sent."""

from importlib.metadata import version

from requests import Request, Session
from requests.adapters import HTTPAdapter

from hexapla.implementations.asking import RejectionError
from hexapla.implementations.serving import serve


def parse(url: str) -> dict[str, object]:
    """Prepare a request, and read the server that it would connect to, and the request's target."""
    session = Session()
    session.trust_env = False
    prepared = session.prepare_request(Request("GET", url))
    adapter = session.get_adapter(prepared.url or "")
    if not isinstance(adapter, HTTPAdapter):
        raise RejectionError(f"would be sent by a {type(adapter).__name__}")
    server, _ = adapter.build_connection_pool_key_attributes(prepared, True)
    path, question_mark, query = prepared.path_url.partition("?")
    return {**server, "path": path, "query": query if question_mark else None}


if __name__ == "__main__":
    serve(version("requests"), parse=parse)
