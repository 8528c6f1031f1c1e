"""The arguments of a crawl."""

from pathlib import Path
from typing import Any

import pytest

from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.spiderarguments import starts
from scrapy_bt.crawl.spiders import TreeSpider
from scrapy_bt.errors import ArgumentsError

PROGRAM = build_program("main :: and (site, pages = 2) { :a }\na :: item { s = site p = pages }", file="a", name="a")


def tasks_of(**arguments: Any) -> list[dict[str, Any]]:
    return list(starts(PROGRAM, arguments))


def test_a_crawl_starts_with_one_task_of_its_arguments() -> None:
    assert tasks_of(site="x") == [{"site": "x"}]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({}, "a needs"), ({"site": "x", "sites": "y"}, "a has no argument")],
)
def test_arguments_that_do_not_fit_are_an_error(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(ArgumentsError, match=message):
        TreeSpider.check_arguments(PROGRAM, arguments)


def write(tmp_path: Path, text: str) -> str:
    path = tmp_path / "tasks.jl"
    path.write_text(text)
    return str(path)


def test_a_file_of_tasks_has_one_on_each_line_and_what_stands_beside_it_holds_for_all(tmp_path: Path) -> None:
    tasks = write(tmp_path, '{"site": "x"}\n\n  \n{"site": "y", "pages": 7}\n')
    assert tasks_of(tasks=tasks, pages=5) == [{"site": "x", "pages": 5}, {"site": "y", "pages": 7}]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{broken", "tasks.jl:2: no JSON: "),
        ("[1]", r"tasks.jl:2: a task is an object of arguments, .* not \[1\]"),
        ('{"sites": "x"}', "tasks.jl:2: a has no argument"),
    ],
)
def test_a_line_that_is_no_task_is_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(ArgumentsError, match=message):
        tasks_of(tasks=write(tmp_path, f'{{"site": "x"}}\n{line}\n'))


def test_tasks_that_cannot_be_read_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(ArgumentsError, match=r"the tasks of .*nowhere\.jl cannot be read: "):
        tasks_of(tasks=str(tmp_path / "nowhere.jl"))


def test_a_file_of_tasks_may_begin_with_a_mark_but_not_be_empty_or_hold_what_is_no_json(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jl"
    path.write_bytes(b'\xef\xbb\xbf{"site": "x"}\n')
    assert tasks_of(tasks=str(path)) == [{"site": "x"}]
    path.write_text("\n\n")
    with pytest.raises(ArgumentsError, match=r"tasks\.jl has no tasks"):
        tasks_of(tasks=str(path))
    path.write_text('{"site": NaN}\n')
    with pytest.raises(ArgumentsError, match=r"tasks\.jl:1: no JSON: "):
        tasks_of(tasks=str(path))


def test_a_tree_may_have_a_parameter_named_tasks() -> None:
    program = build_program("main :: and (tasks) { :a }\na :: item { t = tasks }", file="a", name="a")
    assert list(starts(program, {"tasks": "5"})) == [{"tasks": "5"}]
