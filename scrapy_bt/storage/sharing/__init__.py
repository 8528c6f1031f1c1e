"""The rule server's tables, and the client that reads and publishes."""
