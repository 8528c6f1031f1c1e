"""The frontier: the queue of ready tasks and the blackboard beside it."""
