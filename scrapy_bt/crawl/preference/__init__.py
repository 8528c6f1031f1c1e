"""Links that promise what is preferred are fetched earlier: in trees, rules and ordinary spiders."""
