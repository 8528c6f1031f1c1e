"""Proxies at the border to Scrapy: a downloader middleware, its lists, and what workers know together."""
