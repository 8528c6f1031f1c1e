"""Trials of Scrapy's settings and spider attributes: what each means for trees, shown by crawls of one process."""
