"""The preview of a built site: a server on this machine only, which answers the playground."""

import contextlib
import http.client
import json
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

from hexapla_site.playground.answer import answer
from hexapla_site.policy import SERVED_POLICY, WORKER_POLICY
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


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server of a folder, with links that lead out of it."""
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.txt").write_text("secret")
    (outside / "index.html").write_text("secret")
    root = outside / "site"
    for folder in ("static", "cases", "linked"):
        (root / folder).mkdir(parents=True)
    (root / "index.html").write_text("front")
    (root / "404.html").write_text("no such page")
    (root / "static" / "server.js").write_text('window.hexaplaServer = "";')
    (root / "a.mjs").write_text("1")
    (root / "a.wasm").write_bytes(b"\0asm")
    (root / "large").write_bytes(bytes(30_000_000))
    (root / "cases" / "one.html").write_text("one")
    (root / "inside.html").symlink_to("cases/one.html")
    (root / "link.txt").symlink_to(outside / "secret.txt")
    (root / "folder").symlink_to(outside)
    (root / "linked" / "index.html").symlink_to(outside / "index.html")
    (root / "loop").symlink_to(root / "loop")
    with preview_server(root, 0, _answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        assert server.server_address[0] == "127.0.0.1"
        yield server.server_address[1]
        HANGING.set()
        server.shutdown()


def request(
    port: int, method: str, path: str, headers: dict[str, str] | None = None, body: str = ""
) -> tuple[int, str, http.client.HTTPMessage]:
    """Send a request with these header fields and no others; return what comes back."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    fields = {"Host": f"127.0.0.1:{port}"} if headers is None else headers
    for name, value in fields.items():
        connection.putheader(name, value)
    connection.endheaders(body.encode())
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text, response.headers


def ask(
    port: int, body: str = QUESTION, path: str = "/answer", **fields: str | None
) -> tuple[int, str]:
    """Ask as a page of the server does; a field that is given replaces the page's own."""
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


def test_files_have_their_types(port: int) -> None:
    types = [request(port, "GET", f"/{name}")[2]["Content-Type"] for name in ("a.mjs", "a.wasm")]
    assert types == ["text/javascript", "application/wasm"]
    assert request(port, "GET", "/")[:2] == (200, "front")
    assert request(port, "HEAD", "/cases/one.html")[:2] == (200, "")
    assert request(port, "GET", "/inside.html")[:2] == (200, "one")


def test_an_address_without_a_page_gets_the_page_that_says_so(port: int) -> None:
    status, body, _ = request(port, "GET", "/cases/none.html")
    assert (status, body) == (404, "no such page")


def test_a_page_learns_that_a_server_answers(port: int) -> None:
    status, text, _ = request(port, "GET", "/static/server.js")
    assert (status, text) == (200, 'window.hexaplaServer = "/answer";\n')


@pytest.mark.parametrize("reference", ["?y", "../../../g", *HOSTILE, "\ud800"])
def test_the_server_answers_as_the_playground_does(port: int, reference: str) -> None:
    question = json.dumps({"reference": reference, "base": "http://a/b/c/d;p?q", "specs": []})
    assert ask(port, question) == (200, answer(question))


@pytest.mark.parametrize(
    "host", ["example.com", "example.com:{}", "127.0.0.1", "127.0.0.1:1", "localhost.evil:{}", ""]
)
def test_a_foreign_host_is_refused(port: int, host: str) -> None:
    named = host.format(port)
    for path in ("/", "/index.html", "/static/server.js", "/nowhere"):
        assert request(port, "GET", path, {"Host": named})[0] == 421
        assert request(port, "HEAD", path, {"Host": named})[0] == 421
    assert ask(port, Host=named, Origin=f"http://{named}")[0] == 421


def test_a_host_is_named_once_and_only_by_its_field(port: int) -> None:
    assert request(port, "GET", "/", {})[0] == 421
    assert request(port, "GET", "/", {"Host": ""})[0] == 421
    assert request(port, "GET", "/", {"Host": f"LOCALHOST:{port}"})[0] == 200


def test_a_target_is_a_path(port: int) -> None:
    for target in (f"http://127.0.0.1:{port}/", "*", "http://[/", "index.html"):
        assert request(port, "GET", target)[0] == 421, target
    for path in ("//example.com", "/../secret.txt", "//../secret.txt"):
        status, text, headers = request(port, "GET", path)
        assert status == 404
        assert "secret" not in text
        assert headers["Location"] is None


@by_rows_of("pages")
def test_only_pages_of_the_server_may_ask_and_no_form(
    field: str, text: str | None, code: int, port: int
) -> None:
    told: dict[str, str | None] = {field: text and text.format(port)}
    assert ask(port, QUESTION, "/answer", **told)[0] == code


def test_a_question_states_its_length_and_is_not_too_long(port: int) -> None:
    assert ask(port, Content_Length=None)[0] == 411
    assert ask(port, Content_Length="-1")[0] == 411
    assert ask(port, "", Content_Length=str(MOST_OCTETS + 1))[0] == 413
    assert ask(port, "", Content_Length="9" * 5_000)[0] == 413


@pytest.mark.parametrize(
    "body",
    [
        *("", "{", "[]", "null", '"?y"', "[" * 9_000, "\x00"),
        '{"reference": "?y"}',
        '{"reference": "", "base": "", "specs": [1]}',
    ],
)
def test_what_is_no_question_fails_alone(port: int, body: str) -> None:
    assert ask(port, body)[0] == 500
    assert ask(port) == (200, answer(QUESTION))


def test_only_questions_are_posted(port: int) -> None:
    for path in ("/", "/index.html", "/answer/", "/answer?x"):
        assert ask(port, path=path)[0] == 404
    assert request(port, "GET", "/answer")[0] == 404
    for method in ("PUT", "DELETE", "OPTIONS", "CONNECT"):
        assert request(port, method, "/answer")[0] == 501


@by_rows_of("pages")
def test_nothing_outside_the_folder_is_sent(path: str, port: int) -> None:
    status, text, _ = request(port, "GET", path)
    assert status in {301, 404}
    assert "secret" not in text
    assert "one.html" not in text


def test_responses_are_for_its_own_pages(port: int) -> None:
    for path in ("/", "/nowhere", "/static/server.js"):
        headers = request(port, "GET", path)[2]
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers.get_all("Cache-Control") == ["no-cache"]
        assert headers.get_all("Content-Security-Policy") == [SERVED_POLICY]
        assert "Access-Control-Allow-Origin" not in headers
    assert "'unsafe-inline'" not in SERVED_POLICY
    assert "'unsafe-eval'" not in SERVED_POLICY
    worker = request(port, "GET", "/static/playground-worker.js")[2]
    assert worker["Content-Security-Policy"] == WORKER_POLICY


def test_clients_that_go_away_leave_no_traceback(
    port: int, capfd: pytest.CaptureFixture[str]
) -> None:
    for sent in (
        *(b"", b"GET", b"GET / HTTP/1.1\r\nHost:", b"GET /%00 HTTP/1.1\r\n\r\n", b"\xff\0\n"),
    ):
        for _ in range(4):
            client = connect(port)
            client.sendall(sent)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()  # by a reset
    for _ in range(4):
        client = connect(port)
        client.sendall(f"GET /large HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        client.recv(1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
    assert request(port, "GET", "/")[0] == 200
    while any(
        thread.name.startswith("Thread-") and "process_request" in thread.name
        for thread in threading.enumerate()
    ):
        assert request(port, "GET", "/")[0] == 200
    assert capfd.readouterr() == ("", "")


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def test_idle_clients_keep_nobody_out(port: int) -> None:
    with contextlib.ExitStack() as stack:
        for number in range(100):
            client = stack.enter_context(connect(port))
            if number % 2:
                client.sendall(b"GET / HTTP/1.1\r\n")
        assert request(port, "GET", "/")[:2] == (200, "front")
        assert ask(port) == (200, answer(QUESTION))


def test_an_answer_that_hangs_or_fails_stops_no_other(port: int) -> None:
    hanging = json.dumps({"reference": "hang", "base": "", "specs": []})
    thread = threading.Thread(target=ask, args=(port, hanging), daemon=True)
    thread.start()
    failing = json.dumps({"reference": "fail", "base": "", "specs": []})
    assert ask(port, failing) == (500, '{"failed": "RuntimeError: no answer"}')
    assert ask(port) == (200, answer(QUESTION))
    assert request(port, "GET", "/")[0] == 200
    assert thread.is_alive()
    HANGING.set()
    thread.join()


def long_question(unit: str) -> str:
    """Return a question of nearly as many octets as one may have."""
    reference = unit * (60_000 // len(json.dumps(unit)[1:-1]))
    return json.dumps({"reference": reference, "base": "http://a/b", "specs": []})


LONG = [long_question(unit) for unit in ("\ud800", " a", "a\t", "../", "é/", "/", "http://é.")]


@pytest.mark.parametrize("question", LONG)
def test_an_answer_has_at_most_two_megabytes(question: str) -> None:
    assert len(answer(question).encode()) <= 2_000_000


def test_a_long_question_waits_for_another_and_a_short_one_does_not(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexapla_site.preview.PATIENCE", 0.05)
    HANGING.clear()
    ASKED_TO_HANG.clear()
    hanging = json.dumps({"reference": "hang", "base": " " * 10_000, "specs": []})
    thread = threading.Thread(target=ask, args=(port, hanging), daemon=True)
    thread.start()
    assert ASKED_TO_HANG.wait(60)
    assert ask(port, LONG[0]) == (503, '{"failed": "others ask; ask again later"}')
    assert ask(port)[0] == 200
    HANGING.set()
    thread.join()
    assert ask(port, LONG[0])[0] == 200


def test_an_answer_that_is_too_long_is_not_sent(port: int) -> None:
    question = json.dumps({"reference": "long", "base": "", "specs": []})
    assert ask(port, question) == (500, '{"failed": "the answer is too long"}')


SERVER = """
import sys
from pathlib import Path
from hexapla_site.preview import preview_server

with preview_server(Path(sys.argv[1]), 0) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
"""


@pytest.mark.slow
def test_bursts_of_long_questions_are_all_answered_or_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        try:
            for _ in range(3):
                with ThreadPoolExecutor(200) as clients:
                    asked = [clients.submit(ask, port, LONG[n % len(LONG)]) for n in range(200)]
                    assert ask(port)[0] == 200
                assert {future.result()[0] for future in asked} <= {200, 503}
            # What the kernel tells of an ended process has what the one took that started it.
            status = Path(f"/proc/{process.pid}/status").read_text()
        finally:
            process.kill()
    assert int(status.partition("VmHWM:")[2].split()[0]) * 1024 < 300_000_000
