"""A stand-in for `hashlib`, which is imported but never called in a browser."""

from unread import refuse

sha256 = blake2b = refuse
