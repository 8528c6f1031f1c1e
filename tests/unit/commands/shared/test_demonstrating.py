from scrapy_bt.commands.shared.demonstrating import RULE, TREE
from scrapy_bt.core.rules.files.reader import read_rule
from scrapy_bt.crawl.project.trees import load_program


def test_the_tree_that_is_crawled_is_right_and_takes_the_site() -> None:
    program = load_program(TREE)
    assert program.arguments({"site": "http://127.0.0.1:8000"})


def test_the_rule_that_is_tried_is_right_and_names_the_practice_site() -> None:
    text = RULE.read_text("utf-8")
    rule = read_rule(text, file=RULE.name)
    assert [layer.name for layer in rule.layers] == ["contents", "chapter"]
    assert "http://127.0.0.1:8000/manual/" in text
