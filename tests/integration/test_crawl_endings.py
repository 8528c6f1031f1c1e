"""What a crawl says at its end of selectors that found nothing, of failures all over, and of a refused login."""

import re

import pytest

LISTING = """
list    :: visit "{site}/plain/list/{number}/"
links   :: data css "LINKS" all
page    :: visit "{site}{link}"
product :: item { title = css "h1::text"  weight = css "WEIGHT" }
detail  :: and (link) { :page  :product }

main :: and (site, number = 0) {
    :list
    while link = :links { goroutine { :detail(link) } }
}
"""


@pytest.fixture
def tree(project, practice):
    """The listing with the site's own selectors in the places of names."""
    return lambda links, weight: LISTING.replace("LINKS", links).replace("WEIGHT", weight)


def warnings(result):
    """The records of the log from WARNING on, with the lines that follow them."""
    records = re.split(r"^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[)", result.log, flags=re.MULTILINE)
    return [record.split(": ", 1)[1].rstrip() for record in records if re.search(r"\] (WARNING|ERROR): ", record[:120])]


def test_a_loop_that_never_found_anything_is_told_with_an_example(project, tree):
    result = project.crawl_tree(tree("li.crad a::attr(href)", "h1::text"))
    (table, silence) = warnings(result)
    assert [line.split() for line in table.splitlines()[1:]] == [
        ["node", "field", "found", "empty", "for", "example"],
        ["links", "0", "1", f"{project.site}/plain/list/0/"],
    ]
    assert silence == "No record was found in this run, on 1 page"
    assert (result.stats.get("bt/found/links"), result.stats["bt/empty/links"]) == (None, 1)


def test_a_field_that_finds_nothing_is_one_row_however_many_pages(project, tree):
    result = project.crawl_tree(tree("li a.item::attr(href)", ".weight::text"))
    (table,) = warnings(result)
    (row,) = table.splitlines()[2:]
    assert row.split()[:4] == ["product", "weight", "0", "60"]
    assert re.fullmatch(rf"{project.site}/plain/item/\d+/", row.split()[4])
    assert (result.stats["bt/found/product/title"], result.stats["bt/empty/product/weight"]) == (60, 60)
    assert result.code == 0


def test_pages_without_anything_are_told_once_with_their_url_and_then_counted(project, tree):
    text = tree("li a.item::attr(href)", ".weight::text").replace('css "h1::text"', 'css ".absent"')
    result = project.crawl_tree(text)
    lines = [line for line in result.log.splitlines() if "Node 'product'" in line]
    assert len(lines) == 1
    assert re.search(rf"empty, on {project.site}/plain/item/\d+/$", lines[0])
    assert result.stats["bt/failed/product/empty"] == result.stats["bt/dead"] == 60
    assert result.code == 3
    table, *rest = warnings(result)
    assert [row.split()[:3] for row in table.splitlines()[2:]] == [["product", "0", "60"]]
    assert "No record was found in this run, on 61 pages" in rest


PLANNED = """
list   :: visit "{site}/plain/list/0/"
sale   :: data css ".sale"
absent :: data css ".absent"
first  :: item { a = css ".nothing" }
second :: item { a = css "h1::text" }

main :: and (site) {
    :list
    if :sale { :first }
    if !:absent { or { :first  :second } }
}
"""


def test_what_may_fail_by_the_tree_itself_is_no_warning(project):
    result = project.crawl_tree(PLANNED)
    assert warnings(result) == []
    assert "Never found, in `or`, `if` and `!`: sale, absent, first" in result.log
    assert result.items == [{"a": "List 0"}]


def test_a_crawl_that_fails_all_over_is_ended(project, tree):
    project.tree("tree", tree("li a.item::attr(href)", "h1::text").replace('"{site}{link}"', '"{site}{link}gone"'))
    calm = {"CONCURRENT_REQUESTS": 1, "RETRY_ENABLED": False}
    for setting, reason, least in (
        ({"BT_DEAD_LIMIT": 5}, "dead_limit", 5),
        ({"BT_DEAD_LIMIT": "20%"}, "dead_limit", 20),
        ({"CLOSESPIDER_ERRORCOUNT": 5}, "closespider_errorcount", 5),
    ):
        result = project.crawl("tree", settings={**calm, **setting}, site=project.site)
        assert (result.code, result.reason) == (3, reason), result.log
        assert least <= result.stats["bt/dead"] < 60
        assert "have failed for good" in result.log


def test_a_limit_that_is_none_is_told_before_anything_starts(project, tree):
    project.tree("tree", tree("a", "b"))
    result = project.crawl("tree", "-s", "BT_DEAD_LIMIT=many", site=project.site)
    assert result.code == 2
    assert (
        result.log.splitlines()[-1]
        == "BT_DEAD_LIMIT is 'many': it is a whole number, a share such as 0.2 or 20%, or 0 for none"
    )


LOGIN = """
form  :: visit "{site}/login"
token :: data css "input[name=csrf_token]::attr(value)"
login :: visit POST "{site}/login" { form = { username = "reader"  password = "wrong"  csrf_token = token } }
quote :: item { text = css ".text::text" }

main :: and (site) { :form  token = :token  :login  :quote }
"""


def test_a_refused_login_is_one_plain_sentence(project):
    result = project.crawl_tree(LOGIN)
    said = f"The login of 'login' was refused, 1 time, as at {project.site}/login: look at the user and the password"
    assert said in warnings(result)
    assert result.code == 3
