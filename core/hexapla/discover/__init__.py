"""Find all classes of disagreement, in every short reference or in a sample of longer ones."""
