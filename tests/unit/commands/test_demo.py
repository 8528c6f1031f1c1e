import argparse
import io

import pytest
from rich.console import Console

from scrapy_bt.commands import demo
from scrapy_bt.crawl.project.trees import load_program


def shown(kind: str, records: list[dict]) -> str:
    console = Console(file=io.StringIO(), width=200)
    demo._show(console, kind, records)
    return " ".join(console.file.getvalue().split())


def test_the_tree_that_is_shown_is_right_and_takes_the_site() -> None:
    program = load_program(demo.TREE)
    assert program.arguments({"site": "http://127.0.0.1:8000"})


def test_the_first_records_are_shown_and_how_many_there_are() -> None:
    text = shown("quote", [{"text": f"words {number}", "tags": ["a", "b"]} for number in range(7)])
    assert "7 quote records, the first 5" in text
    assert "words 4" in text
    assert "words 5" not in text
    assert "a, b" in text


def test_few_records_are_all_shown() -> None:
    assert "1 author records, the first 1" in shown("author", [{"name": "A"}])


@pytest.mark.parametrize(("record", "kind"), [({"text": "words"}, "quote"), ({"name": "A"}, "author")])
def test_records_are_told_apart(record: dict, kind: str) -> None:
    assert demo._kind(record) == kind


@pytest.mark.parametrize(
    ("arguments", "serve", "port"), [([], False, None), (["--serve"], True, None), (["--port", "9"], False, 9)]
)
def test_it_takes_where_to_serve(arguments: list[str], serve: bool, port: int | None) -> None:
    parser = argparse.ArgumentParser()
    demo.add_arguments(parser)
    options = parser.parse_args(arguments)
    assert (options.serve, options.port) == (serve, port)
