"""Tests: architecture of the house, one file a module under unit, whole crawls under integration."""
