"""Operations that standards define besides parsing and resolving, as attributes of a spec."""
