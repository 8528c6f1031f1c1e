"""Regular expressions that cannot hang: their syntax, what they cost, and the engines that run them."""
