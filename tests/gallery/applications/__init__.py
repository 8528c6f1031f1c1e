"""The applications, one a file."""
