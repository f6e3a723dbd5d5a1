"""A stand-in for `hashlib`, which no answer uses."""

from unread import refuse

sha256 = blake2b = refuse
