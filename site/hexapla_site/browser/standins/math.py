"""A stand-in for `math`: nothing of it is asked for."""
