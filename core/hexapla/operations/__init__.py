"""What standards define besides parsing and resolving: objects that a spec holds or does not."""
