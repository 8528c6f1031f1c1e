"""Pages about one thing: their fields, and lines with labels."""
