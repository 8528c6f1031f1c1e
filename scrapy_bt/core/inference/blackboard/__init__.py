"""The blackboard: facts with their evidence, the sources' turns on it, and explanations (recording.md, 2)."""
