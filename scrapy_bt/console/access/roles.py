"""What people and programs may do, from least to most."""

from __future__ import annotations

from enum import IntEnum

from ...sentences import Sentence, say


class Role(IntEnum):
    """Each may do what those before it may."""

    NOBODY = 0
    VIEWER = 1
    """Reads."""
    OPERATOR = 2
    """Gives orders, starts and ends runs, queues dead letters again."""
    EDITOR = 3
    """Changes files."""
    ADMIN = 4
    """Has users and tokens."""

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def title(self) -> Sentence:
        """Its word, as people are told it."""
        return say(self.word)


def read_role(word: str) -> Role:
    """The role of a word; raises `ValueError`."""
    known = {role.word: role for role in Role if role is not Role.NOBODY}
    if word not in known:
        raise ValueError(say("there is no role '{}'; there are: {}", word, ", ".join(known)))
    return known[word]
