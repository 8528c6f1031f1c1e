"""Pages, one module each: they are readable without scripts."""
