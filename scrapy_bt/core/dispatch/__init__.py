"""Which worker takes a task: kinds of URLs, states of workers, rewards, and estimates of policies."""
