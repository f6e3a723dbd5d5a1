"""The functions with which the worker answers a page's questions (see `worker.js`)."""

import json

from browser import self as worker
from hexapla_site.browser.answer import pieces_of
from python_parsers import with_parsers

_pieces = iter(())


def _begin(question):
    global _pieces
    _pieces = pieces_of(with_parsers(question))


def _piece():
    return json.dumps(next(_pieces, {}))


worker.hexaplaBegin = _begin
worker.hexaplaPiece = _piece
