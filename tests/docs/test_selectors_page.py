"""The sessions that the page on locating shows go as they are shown."""

import doctest

from tests.docs.blocks import DOCS, read_blocks

PAGE = DOCS / "rules" / "selectors.md"


def test_the_sessions_go_as_shown() -> None:
    sessions = [block.text for block in read_blocks(PAGE) if block.language == "pycon"]
    assert len(sessions) > 5
    test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert "".join(told) == ""
