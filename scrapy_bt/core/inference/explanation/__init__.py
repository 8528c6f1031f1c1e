"""What is known of an inferred tree, kept beside it and told."""
