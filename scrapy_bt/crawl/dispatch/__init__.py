"""Dispatch in a crawl: decides which worker a task is kept for, and measures how this one does."""
