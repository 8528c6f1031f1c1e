"""Crawls of many workers on one Redis, with scrapy-redis' settings and keys."""

QUEUE_APART = "BT_QUEUE_APART"
"""A setting of commands that look at single pages: they neither take from the queue of a crawl nor add to it."""
