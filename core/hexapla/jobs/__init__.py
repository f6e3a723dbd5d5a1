"""Long runs: worker processes, resuming after an interruption, and atomic replacement of files."""
