"""The tutorial of recording followed to the letter, in a real browser: its files, its commands, and what they print."""

import shlex
from collections.abc import Iterator

import pytest

from scrapy_bt.capture.browser import find_browser
from scrapy_bt.errors import SampleError
from tests.docs.blocks import DOCS, ROOT, read_blocks
from tests.docs.walk import Walk, free_port, places, read_steps

PAGE = DOCS / "recording.md"
STEPS = read_steps(PAGE)
SECRET = "exercise"  # the other user's password is the name of the project, too


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    pytest.importorskip("playwright", reason="Playwright is not installed: pip install '.[record]'")
    try:
        find_browser()
    except SampleError as error:
        pytest.skip(str(error))
    walk = Walk(STEPS, tmp_path_factory.mktemp("person"), free_port())
    yield walk
    walk.end()


@pytest.mark.parametrize(("number", "place"), places(STEPS), ids=[place for _, place in places(STEPS)])
def test_a_command_prints_what_the_page_says(walk: Walk, number: int, place: str) -> None:
    walk.check(number, place)


def test_the_password_stands_in_nothing_that_was_made(walk: Walk) -> None:
    walk.output_of(len(STEPS) - 1)
    made = [path for path in walk.folder.rglob("*.*") if path.is_file() and "samples" not in path.parts]
    assert {"quotes.bt", "quotes.inference.json", "test_quotes.py", "login_page.html"} <= {path.name for path in made}
    assert [path for path in made if path.suffix != ".pyc" and SECRET in path.read_text("utf-8")] == []


def test_a_person_is_told_the_same_commands_as_a_script() -> None:
    """But for the script, and for the README, which shows the first two."""
    given = [step.command.line for step in STEPS if step.command and "scrapy bt record" in step.command.line]
    scripted = [" ".join(shlex.split(line.partition(" --headless")[0])) for line in given]
    shown = [line for block in read_blocks(PAGE) if block.language == "text" for line in block.text.splitlines()]
    told = [line for line in shown if line.startswith("scrapy bt record")]
    assert told == ["scrapy bt record" + line.partition("scrapy bt record")[2] for line in scripted]
    assert len(told) == 4


def test_the_readme_shows_the_commands_of_the_page() -> None:
    (shown,) = (block.text for block in read_blocks(ROOT / "README.md") if "scrapy bt infer" in block.text)
    page = PAGE.read_text("utf-8")
    *commands, crawl = shown.splitlines()
    assert [line for line in commands if line not in page] == []
    assert crawl.startswith("scrapy crawl quotes -a password=")
