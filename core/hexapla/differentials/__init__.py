"""URLs that programs parse differently, grouped into classes with small examples."""
