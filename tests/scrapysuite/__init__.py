"""Scrapy's own tests with the lean engine and the lean client."""
