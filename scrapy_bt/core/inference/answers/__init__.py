"""What an answer holds, and where in it a value stands."""
