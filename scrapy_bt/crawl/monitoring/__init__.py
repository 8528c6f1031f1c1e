"""How a crawl is getting on: progress, measurements, and metrics for Prometheus."""
