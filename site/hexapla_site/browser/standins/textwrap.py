"""A stand-in for `textwrap`: a page wraps its own lines."""

from unread import refuse

wrap = refuse
