"""What `scrapy` does at the command line beyond its own: `scrapy bt NAME` is the module NAME, which `bt` lists.

`crawl`, `list`, `looking` and `runspider` are Scrapy's own commands.
"""
