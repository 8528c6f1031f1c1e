import pytest
from scrapy.settings import Settings

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.runtime.routes import (
    check_fields,
    check_nodes,
    feeders_of,
    read_routes,
    refuse_routes,
    routes_of,
)
from scrapy_bt.errors import BTError

NAV = """
main :: and (url) { :page  :link  :note }
page :: visit "{url}"
link :: item { url = page.url }
note :: item { n = 1 }
"""
CONTENT = 'main :: and (url, depth = 1) { :page }\npage :: visit "{url}"\n'


def program(text, name):
    return Program(parse(text, file=f"{name}.bt"), name=name, text=text)


nav, content = program(NAV, "nav"), program(CONTENT, "content")


@pytest.mark.parametrize("value", ["link", ["link"], {"link": 3}, {"link": ""}, {"": "content"}, '["x"]', '{"link"', 3])
def test_what_is_no_dict_of_nodes_and_trees_is_refused(value):
    with pytest.raises(BTError, match=r"BT_SEEDS .*(it is a dict|begins as JSON, and is not)"):
        read_routes(Settings({"BT_SEEDS": value}))


def test_routes_are_for_all_trees_or_for_one():
    given = read_routes(Settings({"BT_SEEDS": '{"link": "content", "nav/note": "notes", "other/link": "x"}'}))
    assert routes_of(nav, given) == {"link": "content", "note": "notes"}
    assert routes_of(content, given) == {}


def test_a_node_that_the_tree_has_not_is_told_with_the_nearest():
    with pytest.raises(BTError, match="nav has no item node 'lnk'; did you mean 'link'"):
        routes_of(nav, {"nav/lnk": "content"})
    with pytest.raises(BTError, match="no tree here has an item node of that name; did you mean 'link'"):
        check_nodes({"lnk": "content"}, content, others=["nav"], load=lambda _: nav)
    check_nodes({"link": "content", "nav/x": "y"}, content, others=["nav"], load=lambda _: nav)


def test_a_file_with_faults_is_not_told_here():
    def fail(name):
        raise BTError(name)

    check_nodes({"lnk": "content"}, content, others=["nav"], load=fail)


@pytest.mark.parametrize(
    ("node", "target", "message"),
    [
        ("note", CONTENT, "those have a field 'n'; main of 'content' takes: url, depth"),
        ("link", CONTENT.replace("depth = 1", "depth"), "those have no field 'depth'"),
    ],
)
def test_records_that_are_no_arguments_are_refused(node, target, message):
    with pytest.raises(BTError, match=message):
        check_fields(node, nav, program(target, "content"))


def test_records_that_are_arguments_are_taken():
    check_fields("link", nav, content)


@pytest.mark.parametrize(
    ("settings", "name", "expected"),
    [
        ({}, "content", ()),
        ({"BT_FED_BY": "nav"}, "content", ("nav",)),
        ({"BT_FED_BY": "nav"}, "nav", ()),
        ({"BT_FED_BY": "nav, more"}, "content", ("nav", "more")),
        ({"BT_FED_BY": '["nav", "more"]'}, "content", ("nav", "more")),
        ({"BT_FED_BY": ["nav"], "BT_SEEDS": {"link": "content"}}, "content", ("nav",)),
        ({"BT_FED_BY": ["nav"], "BT_SEEDS": {"link": "content"}}, "shop", ()),
        ({"BT_FED_BY": {"content": "nav"}}, "content", ("nav",)),
        ({"BT_FED_BY": {"content": ["nav", "more"]}}, "shop", ()),
        ({"BT_FED_BY": '{"content": ["nav", "more"]}'}, "content", ("nav", "more")),
    ],
)
def test_who_feeds_a_tree(settings, name, expected):
    assert feeders_of(Settings(settings), name) == expected


@pytest.mark.parametrize("value", [3, [3], {"content": 3}, "{nav"])
def test_feeders_that_are_no_names_are_refused(value):
    with pytest.raises(BTError, match="BT_FED_BY"):
        feeders_of(Settings({"BT_FED_BY": value}), "content")


def test_without_redis_there_are_no_lines():
    refuse_routes(nav, Settings({"BT_SEEDS": {"other": "content"}}))
    with pytest.raises(BTError, match='set BT_FRONTIER = "redis" and REDIS_URL'):
        refuse_routes(nav, Settings({"BT_SEEDS": {"link": "content"}}))
    with pytest.raises(BTError, match="BT_FED_BY = 'nav'"):
        refuse_routes(content, Settings({"BT_FED_BY": "nav"}))
