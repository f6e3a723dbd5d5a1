"""A stand-in for `base64`, which is imported but never called in a browser."""

from unread import refuse

b32encode = refuse
