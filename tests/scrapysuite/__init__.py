"""Scrapy's own tests with the lean engine."""
