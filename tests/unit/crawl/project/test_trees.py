import re
from pathlib import Path

import pytest

from scrapy_bt.crawl.project.trees import build_program, load_program, read_text, why_not_importable
from scrapy_bt.errors import RuleError

RIGHT = 'main :: and (site) { :page }\npage :: visit "{site}/"\n'


def codes(error: RuleError) -> list[str]:
    return [fault.code for fault in error.faults]


def test_a_file_is_named_as_itself_or_as_it_is_said(tmp_path: Path) -> None:
    path = tmp_path / "shop.bt"
    path.write_text(RIGHT)
    assert load_program(path).name == "shop"
    program = load_program(path, name="other")
    assert (program.name, program.text) == ("other", RIGHT)
    assert [parameter.name for parameter in program.main.parameters] == ["site"]


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "shop.bt"
    path.write_bytes(b"\xef\xbb\xbf" + RIGHT.encode())
    assert read_text(path) == RIGHT


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "No such file"), (b"ab\xff", "it is no UTF-8 text (byte 2)")],
)
def test_a_file_that_cannot_be_read_is_a_fault_at_its_beginning(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    path = tmp_path / "shop.bt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RuleError, match=re.escape(message)) as raised:
        read_text(path)
    (fault,) = raised.value.faults
    assert (fault.place.file, fault.place.line, fault.code) == (str(path), 1, "unreadable")


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(RuleError) as raised:
        build_program("main :: and { :a :b }", file="x.bt", name="x")
    assert codes(raised.value) == ["unknown-name", "unknown-name"]


def test_a_fault_of_the_syntax_does_not_hide_the_others() -> None:
    with pytest.raises(RuleError) as raised:
        build_program("main :: and { :a }\nb :: visti { }\n", file="x.bt", name="x")
    assert [fault.place.line for fault in raised.value.faults] == [1, 2]


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("json:loads", None),
        ("json:nothing", "nothing"),
        ("no_such_module_at_all:find", "no_such_module_at_all"),
    ],
)
def test_a_python_function_that_cannot_be_used_is_told_with_the_reason(reference: str, reason: str | None) -> None:
    found = why_not_importable(reference)
    assert found is None if reason is None else reason in found


def test_a_module_that_fails_while_it_is_imported_is_told_with_its_error(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "breaks_in_trees.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    reason = "importing 'breaks_in_trees:find' fails: ZeroDivisionError: division by zero"
    assert reason in why_not_importable("breaks_in_trees:find")
