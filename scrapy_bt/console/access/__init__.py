"""Who may do what: roles, keys, sessions, users, tokens, and the guard in front of every request."""
