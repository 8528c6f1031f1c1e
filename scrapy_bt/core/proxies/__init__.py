"""Which proxy a request takes: addresses, how well each has done, and the choice."""
