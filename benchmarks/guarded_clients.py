"""Observe from outside whether clients connect to the host that `agreed_host` returns.

Run with `python benchmarks/guarded_clients.py` as root, on Linux with unshare and ip. It makes
100,000 URLs, the same each time, asks `agreed_host` about each, and gives each accepted URL to the
installed clients. These run in a separate network namespace: every address in it belongs to this
machine, our resolver gives each name its own address, and a socket sees the address of each attempt
to open a TCP connection to any port but 53. So the behaviour of a client is observed only in the
network. For each client, the program prints for how many URLs it connected, and each URL for which
it connected elsewhere. If there is such a URL, the program exits with 1.

`--urls FILE` takes URLs from a file with a JSON array, and prints where each client connects for
each URL, even if `agreed_host` rejects the URL.
"""

import base64
import contextlib
import ipaddress
import json
import os
import random
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import attrs
import click

import hexapla

LANGUAGES = Path(__file__).with_name("other_languages")

# URLs.

# How often a piece is plain, and how often a character is put into a URL or replaced.
_PLAIN, _CHANGED = 0.75, 0.2

_OTHER_SCHEMES = ("ftp", "evil.com", "gopher", "dict", "URL:http", "view-source:http", "ws", "x")
_SLASHES = ("/", "///", "", "\\\\", "/\\", "//\\", "////")
_NAMES = ("good.com", "evil.com", "a.b-c.example", "Good.COM", "xn--bcher-kva.de", "a_b.com")
_HOSTS = (
    *_NAMES,
    *("127.0.0.1", "10.1.2.3", "8.8.8.8", "[::1]", "[2001:db8::1]", "[::ffff:8.8.8.8]"),
    *("good.com.", "a..b", "0x7f.1", "2130706433", "127.1", "0177.0.0.1", "1.2.3", "256.1.1.1"),
    *("g%6fod.com", "good%2ecom", "good.com%00", "bücher.de", "ｇood.com", "good。com", "①.com"),
    *("good.com;evil.com", "good.com,evil.com", "a!b", "a$b", "a&b", "a'b", "(a)", "a*b", "a+b"),
    *("a=b", "a~b", '"a"', "a`b", "{a}", "{a,b}", "a|b", "a^b", "a<b", "[1]", "[::1%25lo]", "-a"),
    *("[::1", "::1", "[v1.a]", "good.com:evil.com", "", "localhost", "a.1", "1.a", "0xa", "a.0x1"),
)
_PORTS = (":443", ":", ":0080", ":65536", ":8a", ":-1", ":80:81")
_USERINFO = (
    *(":@", "@", "u:@", ":p@", "evil.com@", "evil.com:80@"),
    *("a@b@", "%40@", "evil.com%2f@", "evil.com%23@", "evil.com%3f@", "evil.com%5c@", "u%3a@"),
    *("evil.com;@", "evil.com,@", "[evil.com]@", "é@", "u;x=y@", "a&b@", "a=b@", "{x}@", "'@"),
    *("evil.com%00@", "evil.com%0d%0a@", "evil.com%20@", "[::2]@", "evil.com|@", '"@', "<>@"),
)
_PATHS = (
    *("/@evil.com", "//evil.com/", "/\\evil.com", "/..//evil.com", "/%2f@evil.com"),
    *("?q", "?@evil.com", "?q@evil.com/", "?\\@evil.com", "#f", "#@evil.com", "#\\@evil.com/"),
    *("\\@evil.com", "\\evil.com", ";@evil.com", ";p", "/;x", "%2f@evil.com", "%23@evil.com"),
    *("%5c@evil.com", "/a?b#c", "/é", "/{a}", "/[a]", "/|", "@evil.com/", ":80@evil.com/"),
)
_MARKS = "@:/\\?#;%[]&=.,{}|^<>\"'`~!$()*+-_0"


def made_urls(count: int, seed: int) -> list[str]:
    """Return distinct URLs, put together from pieces; some are then changed at random places."""
    drawn = random.Random(seed)

    def piece(odd: tuple[str, ...], *plain: str) -> str:
        return drawn.choice(plain if drawn.random() < _PLAIN else odd)

    def url() -> str:
        host = piece(_HOSTS, *_NAMES)
        if drawn.random() < 0.5:  # many names, so that no client answers from memory
            host = f"n{drawn.randrange(10_000)}.{host}"
        text = "".join(
            (
                piece(_OTHER_SCHEMES, "http", "https", "HTTP", "hTTps"),
                ":",
                piece(_SLASHES, "//"),
                piece(_USERINFO, "", "u@", "u:p@", "evil.com@"),
                host,
                piece(_PORTS, "", ":80", ":8080"),
                piece(_PATHS, "", "/", "/p?q"),
            )
        )
        while drawn.random() < _CHANGED:
            place = drawn.randrange(len(text) + 1)
            text = text[:place] + drawn.choice(_MARKS) + text[place + drawn.randrange(2) :]
        return text

    urls: dict[str, None] = {}
    while len(urls) < count:
        urls[url()] = None
    return list(urls)


# The network.


@attrs.define
class Network:
    """A resolver and a socket that record looked-up names and the addresses of connections.

    A packet socket receives each packet while it is sent. So at the end of a request, the socket
    has received all packets of the request.

    Attributes:
        names: The address of each name that was looked up.
    """

    names: dict[str, str] = attrs.field(factory=dict)
    _by_address: dict[str, str] = attrs.field(factory=dict)
    _packets: socket.socket = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._packets = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
        self._packets.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self._packets.setblocking(False)
        threading.Thread(target=self._resolve, daemon=True).start()

    def take(self) -> set[str]:
        """Return the hosts of all attempts to connect since the last call."""
        hosts = set()
        with contextlib.suppress(BlockingIOError):
            while True:
                packet, (_, _, kind, *_) = self._packets.recvfrom(65_535)
                address = _address_of_syn(packet) if kind == socket.PACKET_OUTGOING else None
                if address is not None:
                    hosts.add(self._by_address.get(address, address))
        return hosts

    def _resolve(self) -> None:
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind(("127.0.0.1", 53))
        while True:
            query, sender = server.recvfrom(4096)
            labels, place = [], 12
            while query[place]:
                labels.append(query[place + 1 : place + 1 + query[place]])
                place += 1 + query[place]
            name = b".".join(labels).decode("latin-1").lower()
            kind = query[place + 1 : place + 3]
            answer = b""
            if kind == b"\0\1":
                answer = b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4" + socket.inet_aton(self._address(name))
            header = query[:2] + b"\x81\x80\0\1" + struct.pack(">H", bool(answer)) + b"\0\0\0\0"
            server.sendto(header + query[12 : place + 5] + answer, sender)

    def _address(self, name: str) -> str:
        if name not in self.names:
            address = str(ipaddress.IPv4Address("100.64.0.0") + len(self.names) + 1)
            self.names[name] = address
            self._by_address[address] = name
        return self.names[name]


def _address_of_syn(packet: bytes) -> str | None:
    """Return the address to which an IP packet opens a TCP connection.

    The result is None if the packet opens no connection, or a connection to port 53.
    """
    if packet[0] >> 4 == 4:
        protocol, header_length = packet[9], (packet[0] & 15) * 4
        address = socket.inet_ntop(socket.AF_INET, packet[16:20])
    else:
        protocol, header_length = packet[6], 40
        address = socket.inet_ntop(socket.AF_INET6, packet[24:40])
    if protocol != socket.IPPROTO_TCP:
        return None
    segment = packet[header_length:]
    is_first = segment[13] & 0x12 == 2  # SYN, and no ACK
    is_to_resolver = segment[2:4] == b"\0\x35"
    return address if is_first and not is_to_resolver else None


def is_same(host: str, seen: str) -> bool:
    """Return whether the host of a URL is the one that was connected to.

    A dot at the end of a name only affects how it is looked up, and a name under `localhost` means
    this machine (RFC 6761, 6.3). For an IPv4-mapped IPv6 address, a client may connect to the IPv4
    address instead.
    """
    if f".{host}".endswith(".localhost") and seen in ("127.0.0.1", "::1"):
        return True
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(host)
        mapped = getattr(address, "ipv4_mapped", None)
        return seen in (str(address), str(mapped))
    return host.removesuffix(".") == seen


# Clients.

Client = Callable[[str], object]


def _python_clients() -> Iterator[tuple[str, Client]]:
    import urllib.request

    yield "urllib.request", lambda url: urllib.request.urlopen(url, timeout=5)
    with contextlib.suppress(ImportError):
        import urllib3

        urllib3.disable_warnings()
        manager = urllib3.PoolManager()
        yield (
            "urllib3",
            lambda url: manager.request("GET", url, retries=False, redirect=False, timeout=5),
        )
    with contextlib.suppress(ImportError):
        import requests

        yield "requests", lambda url: requests.get(url, timeout=5, allow_redirects=False)
    with contextlib.suppress(ImportError):
        import httpx

        client = httpx.Client()
        yield "httpx", client.get


def _curl(*options: str) -> Client:
    command = ["curl", "-s", "-m", "5", "-o", os.devnull, *options]
    return lambda url: subprocess.run([*command, "--", url], check=False, capture_output=True)


def _line_client(*command: str) -> Client:
    """Return a client that runs as another program, which takes a URL on each line."""
    program = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert program.stdin is not None
    assert program.stdout is not None
    questions, answers = program.stdin, program.stdout

    def request(url: str) -> None:
        questions.write(base64.b64encode(url.encode()) + b"\n")
        questions.flush()
        answers.readline()

    return request


def clients(folder: Path) -> Mapping[str, Client]:
    """Return the installed clients, keyed by name."""
    found = dict(_python_clients())
    if shutil.which("curl"):
        found |= {"curl": _curl(), "curl -g": _curl("-g")}
    if shutil.which("node"):
        script = str(LANGUAGES / "connect.mjs")
        found |= {
            f"Node {name}": _line_client("node", script, name) for name in ("fetch", "http.get")
        }
    if shutil.which("javac"):
        source = str(LANGUAGES / "Connect.java")
        subprocess.run(["javac", "-d", str(folder), source], check=True)
        java = ("java", "-cp", str(folder), "Connect")
        for name in ("HttpClient", "HttpURLConnection"):
            found[f"Java {name}"] = _line_client(*java, name)
    return found


# The run.


def seen_by(client: Client, url: str, network: Network) -> set[str]:
    """Return the hosts that a client tries to connect to for a URL."""
    network.take()
    with contextlib.suppress(Exception):
        client(url)
    return network.take()


def accepted(urls: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each URL that `agreed_host` accepts, with its host."""
    for url in urls:
        with contextlib.suppress(hexapla.UrlRejected):
            yield url, hexapla.agreed_host(url)


def observe(urls: list[str], folder: Path) -> bool:
    """Give the accepted URLs to all clients, and return whether none connects elsewhere."""
    network = Network()
    pairs = list(accepted(urls))
    click.echo(f"{len(urls):,} URLs, {len(pairs):,} accepted")
    wrong = 0
    warnings.simplefilter("ignore")
    for name, client in clients(folder).items():
        start, connected = time.monotonic(), 0
        for url, host in pairs:
            seen = seen_by(client, url, network)
            connected += bool(seen)
            others = {each for each in seen if not is_same(host, each)}
            if others:
                wrong += 1
                click.echo(f"  {name} connects to {', '.join(sorted(others))} for {url!a} ({host})")
        seconds = time.monotonic() - start
        click.echo(f"{name}: {connected:,} connected, {seconds:.0f} s")
    return not wrong


def observe_all(urls: list[str], folder: Path) -> None:
    """Print where each client connects for each URL, accepted or not, as JSON Lines."""
    network = Network()
    warnings.simplefilter("ignore")
    for name, client in clients(folder).items():
        for url in urls:
            hosts = sorted(seen_by(client, url, network))
            click.echo(json.dumps({"client": name, "url": url, "connects_to": hosts}))


def _enter_namespace() -> None:
    """Run this program again in separate namespaces, unless it already runs in them."""
    if os.environ.get("GUARDED_CLIENTS"):
        commands = (
            "ip link set lo up",
            "ip route add local 0.0.0.0/0 dev lo",
            "ip -6 route add local ::/0 dev lo",
        )
        for line in commands:
            subprocess.run(line.split(), check=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        resolver = Path(folder, "resolv.conf")
        resolver.write_text("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
        hosts = Path(folder, "hosts")
        hosts.write_text("")
        script = (
            f"mount --bind {resolver} /etc/resolv.conf && mount --bind {hosts} /etc/hosts && "
            'exec "$@"'
        )
        command = ["unshare", "-n", "-m", "sh", "-c", script, "sh", sys.executable, *sys.argv]
        sys.exit(subprocess.run(command, env={**os.environ, "GUARDED_CLIENTS": "1"}).returncode)


@click.command(help=__doc__)
@click.option("--count", default=100_000, help="How many URLs to make.")
@click.option("--seed", default=41)
@click.option("--urls", type=click.Path(exists=True, path_type=Path))
def main(count: int, seed: int, urls: Path | None) -> None:
    """Run the benchmark."""
    _enter_namespace()
    with tempfile.TemporaryDirectory() as folder:
        if urls is not None:
            observe_all(json.loads(urls.read_text("utf-8")), Path(folder))
        elif not observe(made_urls(count, seed), Path(folder)):
            sys.exit(1)


if __name__ == "__main__":
    main()
