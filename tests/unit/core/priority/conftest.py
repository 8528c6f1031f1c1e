from collections.abc import Callable, Mapping

import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.priority.ranking import Ranking
from scrapy_bt.core.priority.weights import Weights
from scrapy_bt.core.tree.program import Program

DECLARATIONS = """
a :: visit "https://a.test"
b :: visit "https://b.test"
c :: visit "https://c.test"
d :: visit "https://d.test"
e :: visit "https://e.test"
"""
SECONDS = {"a": 1.0, "b": 2.0, "c": 4.0, "d": 8.0, "e": 16.0}
"""Powers of two: a sum says which nodes are in it."""


class Ranked:
    """A program with its ranking, and what the tests change."""

    def __init__(self, text: str, rounds: Mapping[str, float]) -> None:
        self.program = Program(parse(DECLARATIONS + text))
        self.weights = Weights(SECONDS)
        for loop, mean in rounds.items():
            assert loop in self.program.by_path
            self.weights.add_rounds(loop, mean)
        self.ready: set[str] = set()
        self.ranking = Ranking(self.program, self.weights, self.ready.__contains__)

    def at(self, *paths: str) -> float:
        """The number at a stack of steps."""
        return self.ranking.number([self.program.by_path[path] for path in paths])

    @property
    def start(self) -> float:
        return self.ranking.number([self.program.entry])


@pytest.fixture(scope="session")
def rank() -> Callable[..., Ranked]:
    """Makes a ranking of declarations, or of the body of `main` alone; *rounds*: means by the path of the loop."""

    def ranked(text: str, **rounds: float) -> Ranked:
        means = {path.replace("_", "/"): mean for path, mean in rounds.items()}
        return Ranked(text if "main ::" in text else f"main :: and (x = 1, y = 1) {{ {text} }}", means)

    return ranked
