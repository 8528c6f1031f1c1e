"""What tests of trees, and people who learn to write them, can use."""
