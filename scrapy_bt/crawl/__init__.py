"""The border: everything that knows Scrapy."""
