import re

import pytest

from scrapy_bt.core.language.checker import check_document
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.printer import print_document
from scrapy_bt.core.rules.compiler import rule_document
from scrapy_bt.core.rules.rule import Column, Layer, Rule, RuleGroup, Tag, TagRef


def tags(*names, link=()):
    return tuple(Tag(name, link=name in link) for name in names)


def column(ref, **options):
    layer, tag = ref.split(".")
    return Column(tag, tag=TagRef(layer, tag), **options)


RULES = {
    "plain": Rule("r", site_url="https://a.test", layers=(Layer("page", tags=tags("title")),)),
    "pair": Rule("r", layers=(Layer("page", entries=("https://a.test/<1,2,1,true>",), tags=tags("title")),)),
    "list and article": Rule(
        "r",
        layers=(
            Layer("list", entries=("https://a.test/<1,9,1,true>",), next_page="next", tags=tags("t", "link", "next")),
            Layer("news", parent=TagRef("list", "link"), next_page="on", content="text", tags=tags("text", "on")),
        ),
        groups=(
            RuleGroup("rows", columns=(column("list.t"), column("news.text"))),
            RuleGroup("ts", columns=(column("list.t"),)),
        ),
    ),
    "forum": Rule(
        "r",
        layers=(
            Layer(
                "board",
                entries=("https://a.test/<1,99,1,true>",),
                next_page="next",
                tags=tags("user", "thread", "next"),
            ),
            Layer("person", parent=TagRef("board", "user"), tags=tags("name")),
            Layer("post", parent=TagRef("board", "thread"), tags=tags("text")),
        ),
        groups=(
            RuleGroup("people", columns=(column("person.name"),)),
            RuleGroup("posts", columns=(column("post.text"),)),
        ),
    ),
    "templates": Rule(
        "r",
        layers=(
            Layer("home", entries=("https://a.test/",), tags=tags("link")),
            Layer("a", parent=TagRef("home", "link"), next_page="n", tags=tags("x", "n")),
            Layer("b", parent=TagRef("home", "link"), next_page="n", content="y", tags=tags("y", "n")),
            Layer("c", parent=TagRef("home", "link"), tags=tags("z")),
        ),
        groups=tuple(RuleGroup(f"g{ref}", columns=(column(ref),)) for ref in ("a.x", "b.y", "c.z")),
    ),
    "circle": Rule(
        "r",
        layers=(
            Layer("a", entries=("https://a.test/",), parent=TagRef("b", "up"), tags=tags("x", "down")),
            Layer("b", parent=TagRef("a", "down"), tags=tags("y", "up", "leaf")),
            Layer("leaf", parent=TagRef("b", "leaf"), tags=tags("z")),
        ),
        groups=(RuleGroup("both", columns=(column("a.x"), column("b.y"))), RuleGroup("z", columns=(column("leaf.z"),))),
    ),
    "names": Rule(
        "r",
        layers=(
            Layer("visit", entries=("https://a.test/",), tags=tags("data", "at", "css")),
            Layer("at", parent=TagRef("visit", "data"), tags=tags("标题")),
            Layer("main", parent=TagRef("visit", "css"), tags=tags("a-b")),
        ),
        groups=(RuleGroup("item", columns=(column("at.标题", type="number"), column("visit.at", type="image"))),),
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_the_tree_has_no_faults_and_says_the_same_when_it_is_printed(name):
    document = rule_document(RULES[name], "rules/r.yaml")
    text = print_document(document)
    faults = check_document(document, text, rules=lambda file: RULES[name])
    assert [fault for fault in faults if not fault.is_warning] == []
    assert parse(text, file="r.bt") == document


def body(name, tree):
    text = print_document(rule_document(RULES[name], "r.yaml"))
    return " ".join(re.search(rf"^{tree} +::[^\n]*}}$|^{tree} +::.*?^}}", text, re.MULTILINE | re.DOTALL)[0].split())


def test_a_few_entries_stand_in_the_tree():
    assert body("plain", "main") == 'main :: and { :page_2("https://a.test") }'
    assert body("pair", "main") == (
        'main :: and { while link = ["https://a.test/1", "https://a.test/2"] { goroutine { :page_2(link) } } }'
    )


def test_many_entries_are_counted_through():
    assert body("forum", "main") == (
        'main :: and { n = 0 link = rules "r.yaml" "board" "url" from n '
        'while link { goroutine { :board(link) } n = n + 1 link = rules "r.yaml" "board" "url" from n } }'
    )


def test_a_tree_is_given_the_url_of_its_page_where_that_is_enough():
    assert body("forum", "board") == (
        "board :: and (url) { visited = url while url { :board_page serial { onward = :board_next "
        'board_user = rules "r.yaml" "board.user" "urls" all board_thread = rules "r.yaml" "board.thread" "urls" all '
        "while link = board_user { goroutine { :person(link) } } "
        "while link = board_thread { goroutine { :post(link) } } } url = onward.url visited = onward.way } }"
    )
    assert body("forum", "post") == "post :: and (url) { :post_page serial { :posts } }"


def test_a_next_page_is_a_loop_and_a_link_a_goroutine():
    assert body("list and article", "list") == (
        "list :: and (url) { visited = url while url { :list_page serial { onward = :list_next :ts "
        "while link = :list_link { goroutine { :news(link.url, link.way) } } } "
        "url = onward.url visited = onward.way } }"
    )


def test_an_article_is_read_when_its_last_page_is_there():
    assert body("list and article", "news") == (
        "news :: and (url, way) { while url { :news_page "
        "serial { if more = :news_part { way = more } onward = :news_next } "
        "url = onward.url way = onward.way | way } serial { :rows } }"
    )


def test_templates_share_a_visit():
    assert body("templates", "a") == (
        "a :: and (url, way) { while url { :a_page serial { if more = :b_part { way = more } "
        "onward = :a_next | :b_next :ga_x :gc_z } url = onward.url way = onward.way | way } serial { :gb_y } }"
    )


def test_layers_in_a_circle_are_shared_by_url():
    text = print_document(rule_document(RULES["circle"], "r.yaml"))
    assert "[[ a_once ]]" in text
    assert body("circle", "a_once") == "a_once :: and (url, level) { async { :a(link.url, link.way) } }"
    assert "leaf_once" not in text
    # The group is complete in either layer, depending on where one came in.
    assert len(re.findall(r"\"both\" \{", text)) == 2


def test_columns_are_of_their_types():
    fields = [field.value for field in rule_document(RULES["names"], "r.yaml").declarations["item_2"].fields]
    assert [(field.texts, field.kind) for field in fields] == [(('"标题"',), "number"), (("at",), "url")]


def test_a_rule_says_how_it_is_healed():
    rule = Rule("r", site_url="https://a.test", heal="off", layers=(Layer("page", tags=tags("title")),))
    document = rule_document(rule, "r.yaml")
    assert document.heal == {"": "off"}
    assert parse(print_document(document)).heal == {"": "off"}
