"""What a crawl is watched by: whether its fields still give what they used to."""
