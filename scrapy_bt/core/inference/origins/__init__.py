"""Where values come from: derivations, what a client makes, and how much a find says."""
