"""What was sent: the shapes of requests, what a person typed, what names of parameters tell."""
