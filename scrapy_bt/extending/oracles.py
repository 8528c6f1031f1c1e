"""For oracles of inference: the protocol, answers, and what the default oracle reads in them."""

from ..core.inference.answers.pages.contents import Content, content_of
from ..core.inference.replay.oracle import PartialOracle
from ..core.samples.traffic import Answer

__all__ = ["Answer", "Content", "PartialOracle", "content_of"]
