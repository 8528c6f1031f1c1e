"""The web console: crawls as they run, orders, files and runs of one project, in a browser."""
