import hashlib
import html
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from scrapy_bt.console import words
from scrapy_bt.console.access.roles import Role
from tests.rulefiles import NEWS
from tests.unit.console.conftest import TREE, Client

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

VENDOR = Path(words.__file__).parent / "static" / "vendor"


def test_trees_and_rules_are_listed_and_shown(client: Client, project: Path) -> None:
    assert "There are no trees yet" in client.get("/trees").text
    assert "There are no rule files yet" in client.get("/rules").text
    assert "below its folder <code>schemes</code>" in client.get("/schemes").text
    for folder, name, text in (("trees", "shop.bt", TREE), ("rules", "news.yaml", NEWS)):
        (project / folder).mkdir()
        (project / folder / name).write_text(text)
        assert f'<a href="/{folder}/{name}">' in client.get(f"/{folder}").text
        shown = client.get(f"/{folder}/{name}", role=Role.EDITOR).text
        assert 'data-edit="delete"' in shown
        assert "data-edit=" not in client.get(f"/{folder}/{name}", role=Role.VIEWER).text
    assert client.get("/trees/other.bt").status == 404


def test_a_tree_has_a_picture_where_it_has_no_faults(client: Client, project: Path) -> None:
    (project / "trees").mkdir()
    (project / "trees" / "shop.bt").write_text(TREE)
    picture = client.get("/trees/shop.bt/picture.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    (project / "trees" / "shop.bt").write_text("main ::")
    assert client.get("/trees/shop.bt/picture.svg").status == 409
    assert "1:" in client.get("/trees/shop.bt").text


SIGNS = str.maketrans({":": "~.", "/": ":"})


@pytest.mark.parametrize(
    ("path", "word"), [("topic.toml", "topic.toml"), ("schemes/a:b c.toml", "'schemes/a:b c.toml'")]
)
def test_the_command_of_a_scheme_can_be_pasted(client: Client, project: Path, path: str, word: str) -> None:
    (project / "schemes").mkdir()
    (project / path).write_text('scheme = "a"')
    shown = html.unescape(client.get(f"/schemes/{quote(path.translate(SIGNS))}").text)
    assert f"<code>scrapy bt seed {word} --count</code>" in shown


def test_what_others_wrote_is_what_is_listed() -> None:
    listed = tomllib.loads((VENDOR / "vendor.toml").read_text())
    assert {one["file"] for one in listed.values()} == {path.name for path in VENDOR.glob("*.js")}
    for one in listed.values():
        assert hashlib.sha256((VENDOR / one["file"]).read_bytes()).hexdigest() == one["sha256"]
        assert (VENDOR / one["copyright"]).is_file()
        assert (VENDOR / one["entry"]).is_file()
        assert one["licence"]
        assert one["command"]
