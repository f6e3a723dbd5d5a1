"""A stand-in for `unicodedata`, which uses the browser's Unicode tables."""

from browser import self as worker
from unread import refuse

category = worker.hexaplaCategory
normalize = worker.hexaplaNormalize
east_asian_width = refuse
