"""A server that shows a built site on this machine, and answers the playground's questions.

Pages of other sites must not be able to use the server through the reader's browser. Therefore, the
server refuses requests with a `Host` other than this machine's, because any name can be made to
point to the loopback address. It also refuses questions that don't come from its own pages.
"""

import json
import os
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from email.message import Message
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import attrs

from hexapla_site.browser import answer as playground
from hexapla_site.policy import SERVED_POLICY

ANSWER = "/answer"
PROBE = "/static/server.js"
"""The script that tells a page whether a server answers its questions."""
MOST_OCTETS = 64 * 1024  # the maximum number of bytes in a question
_MOST_ANSWERED = 2 * 1024 * 1024  # bytes
_QUICK = 4 * 1024  # the maximum number of bytes in a question that is answered at once
PATIENCE = 10  # the maximum number of seconds that a longer question waits
_SECONDS = 10  # the number of seconds that a connection can be idle
_FIELDS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",  # a build replaces the files
}
_PROBE_ANSWER = f'window.hexaplaServer = "{ANSWER}";\n'.encode()

Answer = Callable[[str], str]


@attrs.frozen
class RefusedError(Exception):
    """A request is refused, with the given status and reason."""

    status: HTTPStatus
    reason: str


class _Server(ThreadingHTTPServer):
    """A server for a folder; each request has a thread, but long questions take turns."""

    daemon_threads = True
    request_queue_size = 1024

    def __init__(self, root: Path, port: int, answer: Answer) -> None:
        super().__init__(("127.0.0.1", port), _Pages)
        self.root = root.resolve()
        self.answer = answer
        # A single thread answers all long questions, so that each question can reuse the previous
        # one's memory.
        self.long_questions = ThreadPoolExecutor(1)
        port = self.server_address[1]
        names = ("127.0.0.1", "localhost")
        self.hosts = frozenset(f"{name}:{port}" for name in names)

    def server_close(self) -> None:
        """Close the server; questions that are waiting aren't answered."""
        super().server_close()
        self.long_questions.shutdown(wait=False, cancel_futures=True)

    def handle_error(self, request: object, client_address: object) -> None:
        """Print an error, unless the client went away or was idle."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Pages(SimpleHTTPRequestHandler):
    """Serves files, and answers the playground's questions; logs nothing.

    Modules and WebAssembly get the right media types.
    """

    server: _Server
    timeout = _SECONDS
    server_version = "Hexapla"
    sys_version = ""
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".gz": "application/octet-stream",
        ".html": "text/html; charset=utf-8",
        ".json": "application/json",
    }

    def __init__(self, request: object, client: object, server: _Server) -> None:
        super().__init__(request, client, server, directory=str(server.root))  # type: ignore[arg-type]

    def log_message(self, format: str, *args: object) -> None:
        """Don't log requests."""

    def end_headers(self) -> None:
        """Add fields that hide responses from other sites and keep foreign code out of pages."""
        for name, value in _FIELDS.items():
            self.send_header(name, value)
        self.send_header("Content-Security-Policy", SERVED_POLICY)
        super().end_headers()

    def do_GET(self) -> None:
        """Send a file from the folder, or the script that says that a server answers questions."""
        self._run(self._send_page)

    def do_HEAD(self) -> None:
        """Send the header fields of a file."""
        self._run(super().do_HEAD)

    def do_POST(self) -> None:
        """Answer a question."""
        self._run(self._send_answer)

    def _run(self, respond: Callable[[], None]) -> None:
        try:
            _check_host(self.headers, self.path, self.server.hosts)
            if self.command != "POST":
                _check_file(self.server.root, Path(self.translate_path(self.path)))
            respond()
        except RefusedError as refused:
            self.close_connection = True
            self.send_error(refused.status, refused.reason)
        except ConnectionError:
            self.close_connection = True

    def _send_page(self) -> None:
        if self.path == PROBE:
            self._send(HTTPStatus.OK, "text/javascript", _PROBE_ANSWER)
        else:
            super().do_GET()

    def _send_answer(self) -> None:
        length = _checked_length(self.headers, self.path)
        body = self.rfile.read(length)
        status, answer = self._answer(body) if length <= _QUICK else self._answer_in_turn(body)
        self._send(status, "application/json", answer)

    def _answer_in_turn(self, question: bytes) -> tuple[HTTPStatus, bytes]:
        answered = self.server.long_questions.submit(self._answer, question)
        try:
            return answered.result(PATIENCE)
        except TimeoutError:
            if not answered.cancel():
                return answered.result()
        except CancelledError:
            pass
        return HTTPStatus.SERVICE_UNAVAILABLE, _failed("the server is busy; try again later")

    def _answer(self, question: bytes) -> tuple[HTTPStatus, bytes]:
        try:
            answer = self.server.answer(question.decode()).encode()
        except Exception as error:  # a bad question must not affect other questions
            return HTTPStatus.INTERNAL_SERVER_ERROR, _failed(f"{type(error).__name__}: {error}")
        if len(answer) > _MOST_ANSWERED:
            return HTTPStatus.INTERNAL_SERVER_ERROR, _failed("the answer is too long")
        return HTTPStatus.OK, answer

    def _send(self, status: HTTPStatus, media_type: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the site's 404 page for an unknown address, as a static host would."""
        missing = self.server.root / "404.html"
        if code == HTTPStatus.NOT_FOUND and self.command == "GET" and missing.is_file():
            self._send(HTTPStatus.NOT_FOUND, self.extensions_map[".html"], missing.read_bytes())
        else:
            super().send_error(code, message, explain)

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        """Don't list the files in a folder, because pages link to all of them."""
        self.send_error(HTTPStatus.NOT_FOUND)


def preview_server(
    directory: Path, port: int, answer: Answer = playground.answer
) -> ThreadingHTTPServer:
    """Create a server for a directory on the loopback address; port 0 means any free port.

    Nothing outside the directory is sent, not even through symbolic links. `answer` is a function
    that answers a question of the playground; both the question and the answer are JSON.

    Raises:
        OSError: The port can't be used.
    """
    return _Server(directory, port, answer)


def _failed(why: str) -> bytes:
    return json.dumps({"failed": why}).encode()


def _check_host(headers: Message, target: str, hosts: frozenset[str]) -> None:
    """Refuse a request that names no host or a wrong host, or that is meant for a proxy."""
    named = headers.get_all("Host", [])
    if len(named) != 1 or named[0].lower() not in hosts or not target.startswith("/"):
        raise RefusedError(
            HTTPStatus.MISDIRECTED_REQUEST, "this server only answers requests from this machine"
        )


def _check_file(root: Path, path: Path) -> None:
    """Refuse a file outside the folder, even if a symbolic link leads to the file."""
    try:
        paths = (path, path / "index.html")  # the index is sent if the path is a folder
        inside = all(each.resolve().is_relative_to(root) for each in paths)
    except (OSError, RuntimeError, ValueError):  # a loop of links, or an impossible file name
        inside = False
    if not inside:
        raise RefusedError(HTTPStatus.NOT_FOUND, "no such file")


def _checked_length(headers: Message, path: str) -> int:
    """Return the length of a question; refuse invalid questions, and questions from other sites."""
    if path != ANSWER:
        raise RefusedError(HTTPStatus.NOT_FOUND, "this address doesn't accept questions")
    if headers.get("Origin", "").lower() != f"http://{headers['Host']}".lower():
        raise RefusedError(HTTPStatus.FORBIDDEN, "only pages of this server may ask questions")
    if headers.get_content_type() != "application/json":
        raise RefusedError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "a question must be JSON")
    length = headers.get("Content-Length", "")
    if not (length.isascii() and length.isdigit()):
        raise RefusedError(HTTPStatus.LENGTH_REQUIRED, "a question must have a Content-Length")
    if len(length) > len(str(MOST_OCTETS)) or int(length) > MOST_OCTETS:
        raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the question is too long")
    return int(length)
