"""Behaviour trees: their nodes, the steps that these come down to, tasks, effects, and the interpreter."""
