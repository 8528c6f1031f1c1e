"""Where in all answers a value stands, and how it is taken out again."""
