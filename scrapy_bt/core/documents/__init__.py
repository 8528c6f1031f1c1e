"""Files that people write, in YAML or TOML: read as nodes with their places, and checked against a shape."""
