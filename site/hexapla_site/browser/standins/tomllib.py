"""A stand-in for `tomllib`, which is imported but never called in a browser."""

from unread import refuse

loads = refuse
