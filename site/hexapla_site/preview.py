"""A server for looking at a built site, on this machine alone."""

import functools
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class _Pages(SimpleHTTPRequestHandler):
    """Serves files without a log; JavaScript modules and WebAssembly under their own types."""

    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".html": "text/html; charset=utf-8",
        ".json": "application/json",
    }

    def log_message(self, format: str, *args: object) -> None:
        """Write no log of requests."""


def preview_server(directory: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a directory on the loopback address.

    Args:
        directory: What to serve.
        port: The port; 0 takes a free one.

    Raises:
        OSError: The port can't be used.
    """
    handler = functools.partial(_Pages, directory=str(directory))
    return ThreadingHTTPServer(("127.0.0.1", port), handler)
