"""The sections of the practice site, one a module."""
