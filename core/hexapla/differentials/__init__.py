"""Where programs read one URL differently: every class of difference, with its smallest example."""
