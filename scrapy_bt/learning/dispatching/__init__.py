"""Policies of dispatch that learn: a linear bandit and a value network, with numpy alone."""
