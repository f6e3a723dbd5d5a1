"""A stand-in for `textwrap`, which isn't needed, because browsers wrap lines."""

from unread import refuse

wrap = refuse
