"""What standards define besides parsing and resolving, as optional attributes of a spec."""
