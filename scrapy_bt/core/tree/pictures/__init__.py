"""A document as a picture: Mermaid, Graphviz DOT, or an SVG that stands alone."""

from .dot import dot
from .mermaid import mermaid
from .svg import svg

__all__ = ["dot", "mermaid", "svg"]
