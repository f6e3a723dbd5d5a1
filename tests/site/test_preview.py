"""The preview of a built site: a local server, which also answers the playground."""

import contextlib
import http.client
import json
import re
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from site_under_test import HOSTILE
from tables import by_rows_of

from hexapla_site.browser.answer import answer
from hexapla_site.policy import SERVED_POLICY
from hexapla_site.preview import MOST_OCTETS, preview_server

QUESTION = json.dumps({"reference": "?y", "base": "http://a/b/c/d;p?q", "specs": []})
ASKED_TO_HANG = threading.Event()
HANGING = threading.Event()


def _answer(question: str) -> str:
    reference = json.loads(question)["reference"]
    if reference == "hang":
        ASKED_TO_HANG.set()
        HANGING.wait()
    if reference == "long":
        return "a" * 3_000_000
    if reference == "fail":
        raise RuntimeError("no answer")
    return answer(question)


FILES = {
    "secret.txt": b"secret",
    "index.html": b"secret",  # outside the served folder
    "site/index.html": b"front",
    "site/404.html": b"no such page",
    "site/a.mjs": b"1",
    "site/a.wasm": b"\0asm",
    "site/cases/one.html": b"one",
    "site/large": bytes(30_000_000),
    "site/static/server.js": b'window.hexaplaServer = "";',
}
LINKS = {
    "site/inside.html": "cases/one.html",
    "site/link.txt": "../secret.txt",
    "site/loop": "loop",
    "site/folder": "..",
    "site/linked/index.html": "../../index.html",
}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server for a folder with symbolic links that lead out of it."""
    outside = tmp_path_factory.mktemp("outside")
    for name in (*FILES, *LINKS):
        (outside / name).parent.mkdir(parents=True, exist_ok=True)
    for name, content in FILES.items():
        (outside / name).write_bytes(content)
    for name, target in LINKS.items():
        (outside / name).symlink_to(target)
    with preview_server(outside / "site", 0, _answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        assert server.server_address[0] == "127.0.0.1"
        yield server.server_address[1]
        HANGING.set()
        server.shutdown()


def request(
    port: int, method: str, path: str, headers: dict[str, str] | None = None, body: str = ""
) -> tuple[int, str, http.client.HTTPMessage]:
    """Send a request with only these header fields; return status, text and header fields."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in ({"Host": f"127.0.0.1:{port}"} if headers is None else headers).items():
        connection.putheader(name, value)
    connection.endheaders(body.encode())
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text, response.headers


def ask(
    port: int, body: str = QUESTION, path: str = "/answer", **fields: str | None
) -> tuple[int, str]:
    """Send a question like a page of the server; given fields replace the page's own."""
    asked: dict[str, str | None] = {
        "Host": f"127.0.0.1:{port}",
        "Origin": f"http://127.0.0.1:{port}",
        "Content-Type": "application/json",
        "Content-Length": str(len(body.encode())),
    }
    asked.update({name.replace("_", "-"): value for name, value in fields.items()})
    sent = {name: value for name, value in asked.items() if value is not None}
    status, text, _ = request(port, "POST", path, sent, body)
    return status, text


@by_rows_of("pages")
def test_a_file_is_sent_with_its_type(
    path: str, status: int, body: str, its_type: str, port: int
) -> None:
    status_sent, sent, headers = request(port, "GET", path)
    assert (status_sent, sent, headers["Content-Type"]) == (status, body, its_type)
    assert request(port, "HEAD", path)[:2] == (status, "")


@pytest.mark.parametrize("reference", ["?y", "../../../g", *HOSTILE, "\ud800"])
def test_the_server_answers_as_the_playground_does(port: int, reference: str) -> None:
    asked = question(reference, "http://a/b/c/d;p?q")
    assert ask(port, asked) == (200, answer(asked))


@by_rows_of("pages")
def test_a_foreign_host_is_refused(host: str, port: int) -> None:
    named = host.format(port)
    for path in ("/", "/index.html", "/static/server.js", "/nowhere"):
        for method in ("GET", "HEAD"):
            assert request(port, method, path, {"Host": named})[0] == 421
    assert ask(port, Host=named, Origin=f"http://{named}")[0] == 421


def test_a_host_is_named_once_by_its_field_and_a_target_is_a_path(port: int) -> None:
    assert request(port, "GET", "/", {})[0] == 421
    assert request(port, "GET", "/", {"Host": f"LOCALHOST:{port}"})[0] == 200
    for target in (f"http://127.0.0.1:{port}/", "*", "http://[/", "index.html"):
        assert request(port, "GET", target)[0] == 421, target


@by_rows_of("pages")
def test_only_pages_of_the_server_may_ask_and_no_form(
    field: str, text: str | None, code: int, port: int
) -> None:
    told: dict[str, str | None] = {field: text and text.format(port)}
    assert ask(port, QUESTION, "/answer", **told)[0] == code


@by_rows_of("pages")
def test_what_is_no_question_fails_alone(body: str, times: int, port: int) -> None:
    assert ask(port, body * times)[0] == 500
    assert ask(port) == (200, answer(QUESTION))


def test_only_questions_are_posted(port: int) -> None:
    assert ask(port, "", Content_Length=str(MOST_OCTETS + 1))[0] == 413
    for path in ("/", "/index.html", "/answer/", "/answer?x"):
        assert ask(port, path=path)[0] == 404
    assert request(port, "GET", "/answer")[0] == 404
    for method in ("PUT", "DELETE", "OPTIONS", "CONNECT"):
        assert request(port, method, "/answer")[0] == 501


@by_rows_of("pages")
def test_nothing_outside_the_folder_is_sent(path: str, port: int) -> None:
    status, text, headers = request(port, "GET", path)
    assert status in {301, 404}
    assert not {"secret", "one.html"} & set(re.findall(r"[\w.]+", text))
    assert path[:2] != "//" or (status, headers["Location"]) == (404, None)


def test_responses_are_for_its_own_pages(port: int) -> None:
    for path in ("/", "/nowhere", "/static/server.js"):
        headers = request(port, "GET", path)[2]
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers.get_all("Cache-Control") == ["no-cache"]
        assert headers.get_all("Content-Security-Policy") == [SERVED_POLICY]
        assert "Access-Control-Allow-Origin" not in headers
    assert not re.search("'unsafe-(inline|eval)'", SERVED_POLICY)


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def test_clients_that_go_away_leave_no_traceback(
    port: int, capfd: pytest.CaptureFixture[str]
) -> None:
    large = f"GET /large HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    for sent in (
        *(b"", b"GET", b"GET / HTTP/1.1\r\nHost:", b"GET /%00 HTTP/1.1\r\n\r\n", b"\xff\0\n"),
        large,
    ):
        for _ in range(4):
            client = connect(port)
            client.sendall(sent)
            client.recv(sent == large)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()  # with a reset
    assert request(port, "GET", "/")[0] == 200
    while any("process_request" in thread.name for thread in threading.enumerate()):
        assert request(port, "GET", "/")[0] == 200
    assert capfd.readouterr() == ("", "")


def test_idle_clients_keep_nobody_out(port: int) -> None:
    with contextlib.ExitStack() as stack:
        for number in range(100):
            client = stack.enter_context(connect(port))
            if number % 2:
                client.sendall(b"GET / HTTP/1.1\r\n")
        assert request(port, "GET", "/")[:2] == (200, "front")
        assert ask(port) == (200, answer(QUESTION))


def question(reference: str, base: str = "") -> str:
    return json.dumps({"reference": reference, "base": base, "specs": []})


@contextlib.contextmanager
def hanging(port: int, base: str) -> Iterator[None]:
    """Keep a question unanswered until the end of the block."""
    HANGING.clear()
    ASKED_TO_HANG.clear()
    thread = threading.Thread(target=ask, args=(port, question("hang", base)), daemon=True)
    thread.start()
    assert ASKED_TO_HANG.wait(60)
    yield
    assert thread.is_alive()
    HANGING.set()
    thread.join()


def test_an_answer_that_hangs_fails_or_is_too_long_stops_no_other(port: int) -> None:
    with hanging(port, ""):
        assert ask(port, question("fail")) == (500, '{"failed": "RuntimeError: no answer"}')
        assert ask(port, question("long")) == (500, '{"failed": "the answer is too long"}')
        assert ask(port) == (200, answer(QUESTION))
        assert request(port, "GET", "/")[0] == 200


# Questions of nearly the maximum length.
LONG = [
    question(unit * (60_000 // len(json.dumps(unit)[1:-1])), "http://a/b")
    for unit in ("\ud800", " a", "a\t", "../", "é/", "/", "http://é.")
]


@pytest.mark.parametrize("question", LONG)
def test_an_answer_has_at_most_two_megabytes(question: str) -> None:
    assert len(answer(question).encode()) <= 2_000_000


def test_a_long_question_waits_for_another_and_a_short_one_does_not(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexapla_site.preview.PATIENCE", 0.05)
    with hanging(port, " " * 10_000):
        assert ask(port, LONG[0]) == (503, '{"failed": "the server is busy; try again later"}')
        assert ask(port)[0] == 200
    assert ask(port, LONG[0])[0] == 200


SERVER = """
import sys
from pathlib import Path
from hexapla_site.preview import preview_server

with preview_server(Path(sys.argv[1]), 0) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
"""


@pytest.mark.nightly
def test_bursts_of_long_questions_are_all_answered_or_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        try:
            for _ in range(2):
                with ThreadPoolExecutor(100) as clients:
                    asked = [clients.submit(ask, port, LONG[n % len(LONG)]) for n in range(100)]
                    assert ask(port)[0] == 200
                assert {future.result()[0] for future in asked} <= {200, 503}
            # Read while it runs: the memory of an ended process would include that of its parent.
            status = Path(f"/proc/{process.pid}/status").read_text()
        finally:
            process.kill()
    assert int(status.partition("VmHWM:")[2].split()[0]) * 1024 < 300_000_000
