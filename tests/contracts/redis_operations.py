"""The names of all operations that Redis runs."""

from importlib.resources import files

OPERATIONS = sorted(
    path.name.removesuffix(".lua") for path in (files("scrapy_bt.frontier.redis") / "lua" / "operations").iterdir()
)
