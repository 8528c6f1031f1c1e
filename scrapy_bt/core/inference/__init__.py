"""Recordings → tree: a blackboard, knowledge sources, replays, the smallest path (recording.md, 2 and 3).

Pure: whoever runs an inference sends the requests that it asks for and hands in the answers.
"""
