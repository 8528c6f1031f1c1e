"""What `scrapy` does at the command line beyond its own."""
