"""The page "where results go": its example, run as it stands there."""

import re
import subprocess
import sys

import pytest

from scrapy_bt.testing.kafka import KafkaBroker
from scrapy_bt.testing.site import PracticeSite
from tests.docs.blocks import DOCS, read_blocks
from tests.integration.projects import Project

PAGE = DOCS / "results.md"


@pytest.fixture(scope="module")
def blocks():
    return list(read_blocks(PAGE))


def session(blocks):
    """What is typed in the example, with what is printed."""
    (text,) = (block.text for block in blocks if "python look.py" in block.text)
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def test_the_example_prints_what_the_page_says(tmp_path, blocks):
    with KafkaBroker() as broker, PracticeSite(products=60) as site:

        def here(text):
            return text.replace("localhost:9092", broker.servers).replace("http://localhost:8000", site.url.rstrip("/"))

        project = Project(tmp_path)
        for block in blocks:
            if block.caption == "settings.py (added)":
                exec(here(block.text), {}, project.settings)
            elif block.caption:
                project.write(block.caption, here(block.text))
        for line, printed in session(blocks):
            program, *words = here(line).split()
            if program == "scrapy":
                result = project.run(*words)
                assert result.code == 0, result.log
                assert not result.has_traceback, result.log
            else:
                command = [sys.executable, *words]
                done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
                assert done.stdout == printed, done.stderr


def test_every_setting_that_it_names_is_one(blocks):
    from scrapy_bt.settings import DEFAULTS

    assert set(re.findall(r"\bBT_[A-Z_]+\b", PAGE.read_text("utf-8"))) <= set(DEFAULTS)
