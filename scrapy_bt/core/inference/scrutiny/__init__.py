"""What speaks against a tree although it brought what was recorded."""
