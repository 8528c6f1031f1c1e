"""Training of models, and what is done with them; a crawl needs none of it to work."""

from .healing import heal_page

__all__ = ["heal_page"]
