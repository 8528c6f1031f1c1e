"""How Sphinx builds the documentation: `sphinx-build -W docs docs/_build/html`.

Blocks marked `bt` are coloured by the package's own lexer, which Pygments finds by its entry point, so the package
must be installed.
"""

from importlib.metadata import version as installed_version

project = "scrapy_bt"
author = "scrapy_bt contributors"
copyright = "2026, scrapy_bt contributors"
release = installed_version("scrapy_bt")
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = f"scrapy_bt {release}"
