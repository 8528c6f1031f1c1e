"""Watches a crawl: whether its fields still give what they used to."""
