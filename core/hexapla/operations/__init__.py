"""What standards define beside parsing and resolving."""
