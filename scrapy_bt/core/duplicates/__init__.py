"""What is the same as something known: URLs by fingerprints, texts by hashes and by how much they share."""
