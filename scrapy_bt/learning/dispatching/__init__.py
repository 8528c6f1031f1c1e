"""Policies of dispatch that learn: a linear bandit and a network of values, with numpy alone."""
