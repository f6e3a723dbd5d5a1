"""The preview of a built site: a server on this machine only."""

import threading
from pathlib import Path

from hexapla_site.preview import preview_server


def test_the_preview_is_local_and_names_its_types(tmp_path: Path) -> None:
    from urllib.request import urlopen

    (tmp_path / "a.mjs").write_text("1")
    (tmp_path / "a.wasm").write_bytes(b"\0asm")
    with preview_server(tmp_path, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host, port = server.server_address[:2]
        assert host == "127.0.0.1"
        types = [
            urlopen(f"http://127.0.0.1:{port}/{name}").headers["Content-Type"]
            for name in ("a.mjs", "a.wasm")
        ]
        server.shutdown()
    assert types == ["text/javascript", "application/wasm"]
