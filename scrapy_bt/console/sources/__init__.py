"""Where crawls are seen: in Redis, at the sockets of their processes, or in what finished ones have left."""
