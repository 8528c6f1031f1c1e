"""How urgent a task is: weights of nodes, priority numbers of positions."""
