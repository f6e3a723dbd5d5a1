"""A stand-in for `unicodedata`: the browser's own tables."""

from browser import self as worker
from unread import refuse

category = worker.hexaplaCategory
normalize = worker.hexaplaNormalize
east_asian_width = refuse
