"""Pages of strangers, shown so that nothing of them can act."""
