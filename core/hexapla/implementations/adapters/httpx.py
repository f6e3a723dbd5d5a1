"""httpx: `URL`."""

from httpx import URL, __version__

from hexapla.implementations.serving import serve


def parse(url: str) -> dict[str, object]:
    """Parse, and read what is not decoded; the host is the one that it connects to."""
    parsed = URL(url)
    path, question_mark, query = parsed.raw_path.decode("ascii").partition("?")
    _, number_sign, fragment = str(parsed).partition("#")
    return {
        "scheme": parsed.scheme or None,
        "userinfo": parsed.userinfo.decode("ascii") or None,
        "host": parsed.raw_host.decode("ascii") or None,
        "port": parsed.port,
        "path": path,
        "query": query if question_mark else None,
        "fragment": fragment if number_sign else None,
    }


if __name__ == "__main__":
    serve(__version__, parse=parse)
