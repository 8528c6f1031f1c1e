"""Duplicates at the border to Scrapy: a pipeline for contents, a filter for URLs."""
