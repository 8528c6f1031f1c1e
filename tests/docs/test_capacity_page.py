"""What the page on capacity shows is what its examples print, and its settings are some."""

import pytest

from scrapy_bt.settings import DEFAULTS
from tests.docs.blocks import DOCS, read_blocks

BLOCKS = list(read_blocks(DOCS / "capacity.md"))
PROGRAMS = [block for block in BLOCKS if block.language == "python"]
PRINTED = [block.text for block in BLOCKS if block.caption == "prints"]


def test_the_examples_print_what_stands_below_them(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict = {}
    for program, printed in zip(PROGRAMS, PRINTED, strict=False):
        exec(compile(program.text, str(program), "exec"), names)
        assert capsys.readouterr().out == printed
    assert len(PRINTED) == 2


def test_the_settings_of_the_example_are_some() -> None:
    names: dict = {}
    exec(compile(PROGRAMS[-1].text, str(PROGRAMS[-1]), "exec"), names)
    told = {name for name in names if name.isupper()}
    assert told
    assert told <= set(DEFAULTS)
