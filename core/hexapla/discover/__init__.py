"""Find the classes of disagreement, among all short references or in a random sample."""
