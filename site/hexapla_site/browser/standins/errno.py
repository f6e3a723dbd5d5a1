"""A stand-in for `errno`."""

ENOSPC, EFBIG, EDQUOT = 28, 27, 122
