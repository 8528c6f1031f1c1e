"""Who may be asked, and who connects: the requests of rules stay at their hosts and out of internal networks."""
