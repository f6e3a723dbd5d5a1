"""CPython: `urllib.parse.urljoin`."""

import platform
from urllib.parse import urljoin

from hexapla.implementations.serving import serve

if __name__ == "__main__":
    serve(platform.python_version(), urljoin)
