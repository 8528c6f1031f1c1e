"""The pure core: no input or output, no clock, no chance; whatever happens comes in as data."""
