"""The versions of the store's own bookkeeping, oldest first."""
