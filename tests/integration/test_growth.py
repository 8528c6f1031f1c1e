"""Trees grown from conclusions, run against the practice site, with other input than was recorded."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.values import Each, Extraction
from scrapy_bt.core.inference.conclusion import Conclusion
from scrapy_bt.core.inference.findings import Loop, Records
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.growth.fixtures import answers_as_data
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.language.stubs import complete
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent
from scrapy_bt.core.tree.nodes import Data, Source
from scrapy_bt.testing import Playbook, emit, finished, page, pause, resumed, status, taken, the_end, visit
from scrapy_bt.testing.site.content.events import make_events
from scrapy_bt.testing.site.content.filings import make_filings
from scrapy_bt.testing.site.content.products import make_products
from scrapy_bt.testing.site.content.quotations import make_quotations
from tests import conclusions

SITES_TREES = ("quotes", "shop", "products", "linked_products", "events", "filings", "single")
CRAWL = """
import json, sys
from pathlib import Path
from scrapy.crawler import AsyncCrawlerProcess
from scrapy_bt.crawl.spiderloader import spider_class

process = AsyncCrawlerProcess(
    {"ADDONS": {"scrapy_bt.Addon": 300}, "LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False,
     "REMOTE_CONTROL_ENABLED": False, "FEEDS": {"%(name)s.json": {"format": "json", "encoding": "utf-8"}}}
)
for name in [*sys.argv[2:], "cookies"]:
    arguments = {"password": "practice"} if name == "quotes" else {}
    process.crawl(spider_class(Path(f"{name}.bt")), site=sys.argv[1], **arguments)
process.start()
"""
COOKIES = """
login_page :: visit "{site}/login"
home       :: visit "{site}/shop/"
cookie     :: item { first = first  later = page.cookies.session  other = page.cookies.nothing }

main :: and (site) { :login_page  first = page.cookies.session  :home  :cookie }
"""


@pytest.fixture(scope="module")
def records(running_site, tmp_path_factory):
    """What each tree brings, by its name; all are crawled in one process, and not at the site that was recorded."""
    folder = tmp_path_factory.mktemp("grown")
    for name in SITES_TREES:
        folder.joinpath(f"{name}.bt").write_text(print_grown(grow(getattr(conclusions, name)())), "utf-8")
    folder.joinpath("cookies.bt").write_text(COOKIES, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CRAWL, running_site.url.rstrip("/"), *SITES_TREES],
        check=False,
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return {name: json.loads(folder.joinpath(f"{name}.json").read_text("utf-8")) for name in (*SITES_TREES, "cookies")}


def test_cookies_of_the_session_can_be_read_after_any_page(records):
    (record,) = records["cookies"]
    assert record["first"]
    assert record["first"] == record["later"]
    assert record["other"] is None


def test_a_login_pages_and_authors_bring_every_quote_and_each_author_once(records):
    quotations = make_quotations("practice")
    quotes = [record for record in records["quotes"] if "text" in record]
    authors = [record for record in records["quotes"] if "born" in record]
    assert sorted(record["text"].strip("“”") for record in quotes) == sorted(quote.text for quote in quotations)
    assert sorted(record["name"] for record in authors) == sorted({quote.author.name for quote in quotations})


@pytest.mark.parametrize("name", ["shop", "products", "linked_products"])
def test_lists_of_lists_and_counted_and_linked_pages_bring_every_product(records, name):
    assert sorted(record["title"] for record in records[name]) == sorted(
        each.title for each in make_products(60, seed="practice")
    )


def test_cursors_bring_every_event(records):
    assert sorted(record["id"] for record in records["events"]) == sorted(
        event.number for event in make_events("practice")
    )


def test_a_form_that_is_sent_again_and_again_brings_every_filing(records):
    found = [record["reference"] for record in records["filings"]]
    assert found == [filing.reference for filing in make_filings("practice")]


def test_what_only_one_may_ask_for_is_asked_one_at_a_time(records, running_site):
    assert len(records["single"]) == 6
    assert running_site.counts()["violations"] == 0


# Without a network


def play(name, **arguments):
    """The playbook of a grown tree whose stubs are made by functions of the same names."""
    grown = grow(getattr(conclusions, name)("https://site.test"), named=True)
    text = print_grown(grown)
    for stub in grown.stubs:
        text = complete(text, stub.name, Data(stub.name, Source("python", (f"nodes.{name}.{stub.name}:{stub.name}",))))
    return Playbook(text, **arguments)


def test_what_is_searched_for_is_encoded_and_its_pages_are_followed():
    (
        play("search", q="a&b")
        << visit("first_search_page", url="https://site.test/search?q=a%26b&lang=en")
        >> page("<li class=result><a>One</a></li><a class=next href='?q=a%26b&p=2'>", url="https://site.test/search")
        << emit("result", title="One")
        << visit("search_page", url="https://site.test/search?q=a%26b&p=2")
        >> page("<li class=result><a>Two</a></li>")
        << emit("result", title="Two")
        << finished()
        << the_end()
    )


def test_a_form_that_gives_its_last_page_again_and_again_is_left_with_that():
    asked, row = Key("form", "page"), Extraction("css", "li.row")
    planned = PlannedStep(0, Sent("POST", "https://site.test/find", conclusions.FORM, b"page=1"))
    findings = (
        Loop(0, (1,), "counter", asked, Each(0), 1, row),
        Records(0, row, (("name", Extraction("css", "::text")),)),
    )
    first = "<ul><li class=row>pinned<li class=row>one</ul>"
    text = print_grown(
        grow(Conclusion(Plan((planned,), 0), findings, answers={0: conclusions.html("https://site.test/find", first)}))
    )
    (
        Playbook(text)
        << visit("find", form={"page": 1})
        >> page(first)
        << emit("find_record", name="pinned")
        << emit("find_record", name="one")
        << visit("find", form={"page": 2})
        >> page("<ul><li class=row>pinned<li class=row>two</ul>")
        << emit("find_record", name="pinned")
        << emit("find_record", name="two")
        << visit("find", form={"page": 3})
        >> page("<ul><li class=row>pinned<li class=row>two</ul>")
        << finished()
        << the_end()
    )


def test_a_session_that_has_ended_is_made_anew():
    form = "<input name=csrf_token value={}>"
    (
        play("quotes", password="p")
        << visit("login_page")
        >> page(form.format("one"))
        << visit("login", form={"csrf_token": "one", "username": "reader", "password": "p"})
        >> status(200)
        << visit("quotes_page", url="https://site.test/quotes/page/1/")
        >> status(403)
        << visit("login_page")
        >> page(form.format("two"))
        << visit("login", form={"csrf_token": "two", "username": "reader", "password": "p"})
        >> status(200)
        << visit("quotes_page")
        >> page("<div class=quote><span class=text>Q</span><a class=tag>t</a></div>")
        << emit("quote", {"text": "Q", "author": None, "tags": ["t"]})
        << finished()
        << the_end()
    )


def test_a_cursor_is_null_at_first_and_numbers_stay_numbers():
    first = {"first": 20, "after": None, "tags": ["a"]}
    answer = {"data": {"orders": {"nodes": [{"id": 1}], "pageInfo": {"endCursor": "c1"}}}}
    last = {"data": {"orders": {"nodes": [{"id": 2}], "pageInfo": {"endCursor": None}}}}
    query = json.loads(conclusions.graphql().plan.steps[0].sent.body)["query"]
    (
        play("graphql")
        << visit("orders", method="POST", json={"operationName": "Orders", "query": query, "variables": first})
        >> page(json=answer)
        << emit("order", id=1)
        << visit("orders", json={"operationName": "Orders", "query": query, "variables": {**first, "after": "c1"}})
        >> page(json=last)
        << emit("order", id=2)
        << finished()
        << the_end()
    )


def test_a_file_that_cannot_stand_in_the_tree_is_given_in_base64():
    note = {"filename": "note.txt", "type": "text/plain", "content": "Hello"}
    photo = {"filename": "lamp.png", "type": "image/png", "base64": "AAEC"}
    sent = {"title": "Rope", "options[size]": '{"width":7,"unit":"cm"}', "note": note, "photo": photo}
    (
        play("upload", title="Rope", width="7", photo="AAEC")
        << visit("photos", method="POST", multipart=sent)
        >> page("<title>Rope</title>")
        << emit("photo", title="Rope")
        << finished()
        << the_end()
    )


def test_what_the_language_cannot_say_is_made_by_functions_of_what_it_can():
    functions = {
        "nodes.signed.data_day:data_day": lambda response, context: context["time"],
        "nodes.signed.data_nonce:data_nonce": lambda response, context: f"{context['random']}-{context['length']}",
        "nodes.signed.data_xsrf_token:data_xsrf_token": lambda response, context: context["from_url"].replace(
            "%3D", "="
        ),
        "nodes.signed.data_signature:data_signature": lambda response, context: f"<{context['sha256']}>",
    }
    query = {"t": 1700000000123, "day": "%Y-%m-%d", "nonce": "hex-16", "id": "42", "plain": "a & b", "list": "start"}
    headers = {"X_Xsrf_Token": "x=", "X_Signature": "<me:x%3D>", "X_Api_Key": "k", "X_Etag": "e1"}
    (
        play("signed", api_key="k").under(now=1_700_000_000.1234, functions=functions)
        << visit("start_page")
        >> page(
            "<a class=more href='?id=42'>More</a><script>a &amp; b</script>",
            headers={"Set-Cookie": "XSRF-TOKEN=x%3D; Path=/", "ETag": "e1"},
        )
        << visit("data_json", query=query, headers={**headers, "X_Requested_With": "XMLHttpRequest"})
        >> page(json={"a": 1})
        << emit("data_record", answer={"a": 1})
        << finished()
        << the_end()
    )


def test_the_task_is_paused_until_somebody_has_read_the_code():
    answers = {}
    functions = {"nodes.captcha.enter_code:enter_code": lambda response, context: answers.get("code")}
    waiting = play("captcha").under(functions=functions) << visit("enter_page") >> page("<img src=code.png>") << pause()
    answers["code"] = "7qx"
    (
        waiting
        >> resumed()
        << visit("enter", form={"code": "7qx"})
        >> status(200)
        << pause()
        >> resumed()
        << visit("inside_page")
        >> page("<title>In</title>")
        << emit("inside", title="In")
        << finished()
        << the_end()
    )


def test_what_does_not_depend_on_each_other_runs_at_the_same_time():
    (
        play("basket", pay_site="https://pay.test")
        << visit("lamp_page")
        << visit("rope_page")
        >> status(200, to="lamp_page")
        >> status(200, to="rope_page")
        << visit("basket_page", url="https://pay.test/basket")
        << visit("seen_page")
        << visit("offers_page")
        >> page("<li>Half", to="offers_page")
        << emit("offer", offer="Half")
        >> page("<b class=total>3</b>", to="basket_page")
        << emit("basket", total="3")
        << finished()
        >> status(404, to="seen_page")
        << the_end()
    )


def test_recorded_answers_are_kept_without_what_is_secret():
    quotes = conclusions.quotes()
    page_of_login = conclusions.html("https://site.test/login?next=1", "<input name=csrf_token value=t0k3n5>practice")
    arguments = {"username": "reader", "password": "practice"}
    told = replace(quotes, plan=replace(quotes.plan, arguments=arguments), answers={0: page_of_login})
    (answer,) = answers_as_data(told, grow(told))
    assert answer["visit"] == "login_page"
    assert answer["url"] == "https://site.test/login"
    assert "t0k3n5" not in answer["body"]
    assert "practice" not in answer["body"]
    (token,) = taken(print_grown(grow(told, named=True)), "csrf_token", answer["body"])
    assert len(token) == 6
