"""Plugin for Scrapy's own tests: every engine that Scrapy makes, in this process, is a lean one."""

from scrapy.core.engine import ExecutionEngine

from scrapy_bt.engine.changing import make_lean
from scrapy_bt.engine.choosing import find_obstacle

_make = ExecutionEngine.__init__


def _make_and_change(engine: ExecutionEngine, *arguments: object, **named: object) -> None:
    _make(engine, *arguments, **named)
    if find_obstacle(engine) is None:
        make_lean(engine)


ExecutionEngine.__init__ = _make_and_change
