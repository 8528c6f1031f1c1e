"""What a crawl is after: names in texts, how far a page is about what is preferred, and what a link promises."""
