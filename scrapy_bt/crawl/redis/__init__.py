"""Crawls of many workers on one Redis, with scrapy-redis' settings and keys."""
