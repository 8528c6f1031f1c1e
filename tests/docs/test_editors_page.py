"""The lines for editors that no package brings here are what those editors read."""

import pytest

from tests.docs.blocks import DOCS, read_blocks


def test_the_lines_for_helix_start_the_server_for_trees() -> None:
    tomllib = pytest.importorskip("tomllib")
    (text,) = (block.text for block in read_blocks(DOCS / "editors.md") if block.language == "toml")
    told = tomllib.loads(text)
    (language,) = told["language"]
    (server,) = language["language-servers"]
    assert language["file-types"] == ["bt"]
    assert told["language-server"][server] == {"command": "scrapy", "args": ["bt", "lsp"]}
