"""What several commands share: their arguments and targets, how they start and end processes, what they print."""
