"""How a crawl lets itself be watched from outside: a socket while it runs, a record when it is over."""
