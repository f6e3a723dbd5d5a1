"""URLs that programs read differently: every class of difference, with its smallest example."""
