"""Login, lists, details and sessions on the practice site: what comes out, and what reached the server."""

import pytest

from scrapy_bt.testing.site.content.quotations import make_quotations

QUOTATIONS = make_quotations("practice")
PAGES = 5
AUTHORS = {quotation.author.slug: quotation.author for quotation in QUOTATIONS}

NODES = """
login_page :: visit "{site}/login"
csrf       :: data css "input[name=csrf_token]::attr(value)"
login      :: visit POST "{site}/login" {
    form = { username = "reader"  password = secret  csrf_token = csrf }
}
session    :: and (secret = "practice") { :login_page  csrf = :csrf  :login }
"""
QUOTE = """
quote      :: item each css "div.quote" {
    text = css "span.text::text"
    by   = css "small.author::text"
    tags = css "a.tag::text" all
}
"""

WHOLE = (
    NODES
    + QUOTE
    + """
page       :: visit "{site}{path}"
next       :: data css "li.next a::attr(href)"
links      :: data css ".author + a::attr(href)" all
about      :: visit "{site}{link}"
author     :: item { name = css "h3::text"  born = css ".born::text" }
detail     :: and (link) { :about  :author }

[[ session = 30m ]]
[[ detail ]]
(( about = 2 ))

state page { 403 = :session }

main :: and (site) {
    :session
    path = "/quotes/page/1/"
    while path {
        :page
        :quote
        while link = :links { goroutine { :detail(link) } }
        path = :next
    }
}
"""
)

EXPIRE = 'expire :: visit POST "{site}/_expire"'
NUMBERED = (
    NODES
    + QUOTE
    + """
page   :: visit "{site}/quotes/page/{number}/"

[[ session ]]
state page { 403 = :session }

read :: and (number) { :page  :quote }
"""
)


def shown(quotations):
    return sorted((f"“{each.text}”", each.author.name, list(each.tags)) for each in quotations)


def read(result):
    return sorted((item["text"], item["by"], item["tags"]) for item in result.named("text", "by", "tags"))


def test_every_quote_and_each_author_once_with_no_request_more_than_needed(project, practice):
    practice.set(latency_by_prefix={"/author/": 0.1})
    result = project.crawl_tree(WHOLE)
    assert read(result) == shown(QUOTATIONS)
    authors = {(item["name"], item["born"]) for item in result.named("name", "born")}
    assert authors == {(author.name, author.born) for author in AUTHORS.values()}
    counts = practice.counts()
    assert counts["by_request"] == {
        "GET /login": 1,
        "POST /login": 1,
        "GET /quotes/page/1/": 2,  # the login leads there
        **{f"GET /quotes/page/{number}/": 1 for number in range(2, PAGES + 1)},
        **{f"GET /author/{slug}/": 1 for slug in AUTHORS},
    }
    assert counts["max_concurrent_by_folder"]["/author/"] == 2
    assert result.stats["item_scraped_count"] == len(QUOTATIONS) + len(AUTHORS)
    assert result.stats["bt/items/quote"] == len(QUOTATIONS)
    assert result.stats["bt/items/author"] == len(AUTHORS)
    assert result.reason == "finished"


def test_a_session_that_has_ended_is_remade_once_for_all_who_see_the_403(project, practice):
    practice.set(latency_by_prefix={"/quotes/page/": 0.6})
    result = project.crawl_tree(
        NUMBERED
        + EXPIRE
        + """
        main :: and (site) {
            :session
            :expire
            number = 1
            while number <= 5 { goroutine { :read(number) }  number = number + 1 }
        }
        """
    )
    assert read(result) == shown(QUOTATIONS)
    counts = practice.counts()
    assert counts["by_status"]["403"] == PAGES
    assert counts["by_request"]["POST /login"] == 2
    assert counts["by_request"]["GET /login"] == 2
    assert counts["total"] == 2 * 3 + 2 * PAGES


def test_a_session_that_ends_again_and_again_costs_one_login_each_time(project, practice):
    result = project.crawl_tree(
        NUMBERED
        + EXPIRE
        + """
        main :: and (site) {
            :session
            number = 1
            while number <= 5 { :expire  :read(number)  number = number + 1 }
        }
        """
    )
    assert read(result) == shown(QUOTATIONS)
    counts = practice.counts()
    assert counts["by_request"]["POST /login"] == 1 + PAGES
    assert counts["by_status"]["403"] == PAGES


def test_a_session_without_tasks_that_need_it_is_made_by_nobody(project, practice):
    project.crawl_tree(NUMBERED + EXPIRE + ' main :: and (site) { if site == "" { :session  :expire  :read(1) } }')
    assert practice.counts()["total"] == 0


def test_a_shared_login_serves_tasks_that_come_by_file(project, practice):
    practice.set(latency_by_prefix={"/login": 0.2})
    lines = "".join(f'{{"number": {number}}}\n' for number in range(1, PAGES + 1))
    project.write("tasks.jl", lines)
    result = project.crawl_tree(NUMBERED + "main :: and (site, number) { :session  :read(number) }", tasks="tasks.jl")
    assert read(result) == shown(QUOTATIONS)
    assert practice.counts()["by_request"]["POST /login"] == 1


@pytest.mark.parametrize("login_wall", ["forbidden", "redirect"])
def test_tasks_with_sessions_of_their_own_do_not_share_cookies(project, practice, login_wall):
    practice.set(login_wall=login_wall)
    project.write("tasks.jl", '{"who": "in"}\n{"who": "out"}\n')
    result = project.crawl_tree(
        NODES
        + """
        page :: visit "{site}/quotes/page/1/"
        title :: data css "h1::text"
        seen :: item { who = who  title = :title }
        state page { 403 = true }

        main :: and (site, who) {
            if who == "in" { :session }
            :page
            :seen
        }
        """,
        tasks="tasks.jl",
    )
    titles = {item["who"]: item["title"] for item in result.items}
    assert titles == {"in": "Quotes", "out": "Forbidden" if login_wall == "forbidden" else "Login"}


def test_a_failed_login_fails_its_tasks_and_hangs_nobody(project, practice):
    practice.set(latency_by_prefix={"/login": 0.1})
    project.write("tasks.jl", '{"number": 1}\n{"number": 2}\n{"number": 3}\n')
    text = NUMBERED.replace('"practice"', '"wrong"')
    result = project.crawl_tree(text + "main :: and (site, number) { :session  :read(number) }", tasks="tasks.jl")
    assert result.items == []
    assert result.stats["bt/failed/login/401"] == 3
    assert result.stats["bt/dead"] == 3
    assert result.reason == "finished"
    assert practice.counts()["by_request"] == {"GET /login": 3, "POST /login": 3}


def test_a_part_that_runs_apart_has_the_login_of_its_task(project, practice):
    result = project.crawl_tree(
        NUMBERED
        + """
        main :: and (site) {
            :session
            number = 1
            while number <= 5 { async { :read(number) }  number = number + 1 }
        }
        """
    )
    assert read(result) == shown(QUOTATIONS)
    assert practice.counts()["by_status"] == {"200": 1 + 1 + PAGES, "302": 1}
