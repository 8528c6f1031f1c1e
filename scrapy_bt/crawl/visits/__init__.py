"""From visits to Scrapy requests: bodies, cookies of sessions, and what came of them."""
