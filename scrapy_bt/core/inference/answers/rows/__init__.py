"""Which parts of an answer are rows, and which of them are the ones that are wanted."""
