"""The pages on duplicates and proxies, followed to the letter: their programs, files and commands."""

from collections.abc import Iterator

import pytest

from scrapy_bt.settings import DEFAULTS
from tests.docs.blocks import DOCS, read_blocks
from tests.docs.walk import Walk, fits, read_steps

PAGES = ("duplicates.md", "proxies.md")
PRINTED = "prints"


@pytest.mark.parametrize("page", PAGES)
def test_the_programs_print_what_stands_below_them(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict = {}
    blocks = [block for block in read_blocks(DOCS / page) if block.language == "python" or block.caption == PRINTED]
    compared = 0
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        if block.caption:
            continue
        exec(compile(block.text, str(block), "exec"), names)
        if following is not None and following.caption == PRINTED:
            assert capsys.readouterr().out == following.text
            compared += 1
    assert compared
    told = {name for name in names if name.startswith("BT_")}
    assert told <= set(DEFAULTS)


@pytest.fixture(params=PAGES)
def walk(request: pytest.FixtureRequest, tmp_path) -> Iterator[Walk]:
    steps = [step for step in read_steps(DOCS / request.param) if step.file is None or step.file.caption != PRINTED]
    walk = Walk(steps, tmp_path, 8001)
    yield walk
    walk.end()


def test_the_commands_print_what_the_page_says(walk: Walk) -> None:
    for number, step in enumerate(walk.steps):
        printed = walk.output_of(number)
        if step.command is not None:
            assert fits(step.command.output, printed), f"{step.place}\nprinted:\n{printed}"
