"""URLs that programs parse differently: every class of difference, with its smallest example."""
