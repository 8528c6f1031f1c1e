"""The page on preferences, followed to the letter: relevant pages come first, and a picture shows it."""

from pathlib import Path

import pytest

from tests.docs.blocks import DOCS
from tests.docs.walk import Walk, free_port, places, read_steps

STEPS = read_steps(DOCS / "preferences.md")
pytestmark = pytest.mark.skipif(not Path("/usr/share/doc/git/html").is_dir(), reason="git-doc is not installed")


def test_each_command_prints_what_the_page_says_and_relevant_pages_come_first(tmp_path):
    walk = Walk(STEPS, tmp_path, free_port())
    for number, place in places(STEPS):
        walk.check(number, place)
    told = next(line.split() for line in walk.outputs[-1].splitlines() if line.endswith("25%"))
    assert int(told[2].removesuffix("%")) >= 50, told
    assert (tmp_path / "harvest.svg").read_text().startswith("<svg")
