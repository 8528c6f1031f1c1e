"""What outlives a crawl: rules that are kept to be used again, and records in databases."""
