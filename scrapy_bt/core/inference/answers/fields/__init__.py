"""What one row says: its fields, wherever in it or behind it they stand, and their names."""
