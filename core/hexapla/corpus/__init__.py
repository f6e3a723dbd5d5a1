"""Many pairs of base and reference, and what the specs make of them: how often, where and why."""
