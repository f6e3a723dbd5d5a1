"""Looking for all classes of disagreement, in every short reference or a sample of longer ones."""
