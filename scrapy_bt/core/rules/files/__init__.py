"""Rules as YAML files: reading, checking, writing and sharing them."""
