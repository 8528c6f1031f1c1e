from pathlib import Path

import pytest

from scrapy_bt.console.jobs.generating import plan_code, write_code
from scrapy_bt.errors import BTError

pytestmark = pytest.mark.process

STUB = 'sign :: data { md5 = "a" }\npage :: visit "https://a.test/"\nmain :: and { :page  x = :sign }\n'


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    path = tmp_path / "shop.bt"
    path.write_text(STUB)
    return path


def test_code_is_planned_with_patches_and_then_written(tree: Path) -> None:
    planned = plan_code(tree, tree.parent)
    patches = {file["path"]: file["diff"] for file in planned["files"]}
    assert "+def sign(" in patches["nodes/shop/sign.py"]
    assert planned["completed"] == ["sign"]
    assert tree.read_text() == STUB
    write_code(tree, tree.parent)
    assert "nodes.shop.sign" in tree.read_text()


def test_what_hinders_it_is_told(tree: Path) -> None:
    tree.write_text(STUB + "main :: and { }\n")
    with pytest.raises(BTError, match="main"):
        plan_code(tree, tree.parent)
    with pytest.raises(BTError, match="nothing was generated"):
        write_code(tree, tree.parent)
    with pytest.raises(BTError, match="longer than 0"):
        plan_code(tree, tree.parent, seconds=0.0)
