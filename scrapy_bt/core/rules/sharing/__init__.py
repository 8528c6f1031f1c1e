"""Rules that authors pass on by servers: what they sign, whom others trust, and what a project has subscribed to."""
