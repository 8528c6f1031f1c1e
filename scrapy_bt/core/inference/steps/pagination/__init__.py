"""How a page leads to the next one of its series: by a link, by what is sent again, by a number."""
