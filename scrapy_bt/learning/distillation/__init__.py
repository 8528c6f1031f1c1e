"""URL distillation: a recurrent autoencoder that gives each URL a few numbers, near for URLs of a kind."""
