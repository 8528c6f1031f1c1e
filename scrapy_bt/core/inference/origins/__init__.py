"""Where values can come from: places in answers, codings, what a client makes, and how much a find says."""
