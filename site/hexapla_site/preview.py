"""A server for looking at a built site, on this machine alone."""

import functools
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class _Pages(SimpleHTTPRequestHandler):
    """Serves files, and keeps quiet; modules of script and WebAssembly under their own types."""

    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".html": "text/html; charset=utf-8",
        ".json": "application/json",
    }

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of each request."""


def preview_server(directory: Path, port: int) -> ThreadingHTTPServer:
    """Make a server of a directory on the loopback address; port 0 takes a free one.

    Raises `OSError` where the port can't be had.
    """
    handler = functools.partial(_Pages, directory=str(directory))
    return ThreadingHTTPServer(("127.0.0.1", port), handler)
