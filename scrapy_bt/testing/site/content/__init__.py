"""The made-up content of the practice site: the same for the same seed, on every machine."""
