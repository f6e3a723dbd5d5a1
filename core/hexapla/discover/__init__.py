"""Find the classes of disagreement, in all short references or in a sample of longer ones."""
