"""Long runs: worker processes, resuming after a stop, and replacing whole files and folders."""
