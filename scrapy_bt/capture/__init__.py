"""Recordings come in (HAR files, JMeter, a browser, a proxy), and requests go out again to prove what they mean."""
