"""Scrapy's engine, leaner, with the same meaning; and what makes any crawl of a project cheaper."""
