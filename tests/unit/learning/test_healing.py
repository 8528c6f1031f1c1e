"""Healing of a page with the shipped models."""

import subprocess
import sys

import pytest

from scrapy_bt.core.healing.fields import run_selector
from scrapy_bt.core.healing.pages import Page, seen_text
from scrapy_bt.learning import heal_page
from scrapy_bt.learning.evaluation import judge_pair
from scrapy_bt.learning.labelled import read_labelled
from scrapy_bt.learning.shipped_models import read_models
from tests.redesigns import FIELDS, NEW, OLD, ROWS_NEW, ROWS_OLD, real_pairs


def first(source, selector):
    return seen_text(run_selector(Page(source), selector)[0])


def test_all_fields_of_a_redesigned_article_are_healed():
    healed = heal_page(OLD, FIELDS, [NEW])
    assert {name: first(NEW, healed[name][0]) for name in FIELDS} == {
        "title": "Market opens late",
        "author": "Bo Chan",
        "text": "The market opened three hours late on Monday, because the new doors did not find their keys.",
    }
    assert all(0 <= healed[name][1] <= 1 for name in FIELDS)


def test_a_selector_holds_on_all_pages_that_are_given():
    other = NEW.replace("Market opens late", "Rain stops play").replace("Bo Chan", "Di Roe").replace("trade", "sport")
    healed = heal_page(OLD, FIELDS, [NEW, other])
    assert first(other, healed["title"][0]) == "Rain stops play"
    assert first(other, healed["author"][0]) == "Di Roe"


def test_what_a_selector_reads_is_kept():
    healed = heal_page(OLD, {"title": ("h1.headline::text", ["Storm over the bay"])}, [NEW])
    assert healed["title"][0].endswith("::text")
    assert run_selector(Page(NEW), healed["title"][0])[0].tag == "h1"


def test_lists_are_healed_row_by_row():
    fields = {
        "case": ("td a", [f"State v. Smith {n}" for n in range(1, 9)]),
        "file": ("//td/a/@href", [f"/f/{n}.pdf" for n in range(1, 9)]),
    }
    healed = heal_page(ROWS_OLD, fields, [ROWS_NEW])
    assert [seen_text(one) for one in run_selector(Page(ROWS_NEW), healed["case"][0])] == [
        f"State v. Jones {n}" for n in range(1, 7)
    ]
    assert healed["file"][0].endswith("/@href")


@pytest.mark.parametrize("page", ["", "<html></html>", "no page", "<div>" * 20_000])
def test_nothing_is_proposed_where_there_is_nothing(page):
    assert heal_page(OLD, FIELDS, [page]).keys() == FIELDS.keys()
    assert heal_page(page, {"a": ("h1", ["nowhere"])}, [NEW]) == {"a": None}


def test_a_new_page_is_needed():
    with pytest.raises(ValueError, match="new page"):
        heal_page(OLD, FIELDS, [])


def test_healing_loads_no_library_of_training():
    program = (
        "import sys; from scrapy_bt.learning import heal_page\n"
        "heal_page('<p>a</p>', {'a': ('p', ['a'])}, ['<b>a</b>'])\n"
        "print(sorted({'lightgbm', 'numpy', 'sklearn', 'scrapy', 'twisted'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_real_pages_that_were_trained_on_are_healed():
    pairs = read_labelled(real_pairs()).pairs
    news = [pair for pair in pairs if pair.source == "fundus_versions"][:6]
    models, _ = read_models()
    broken = [one for pair in news for one in judge_pair(pair, models) if one.broken]
    assert sum(one.right for one in broken) >= 0.7 * len(broken)


def story(head, author, paragraphs, *, is_new):
    if is_new:
        body = "".join(f"<div class=txt>{text}</div>" for text in paragraphs)
        more = "<a class=teaser><h4>Rain stops play</h4></a><a class=teaser><h4>Ships are back</h4></a>"
        told = f"<div class=credits><strong>{author}</strong><time>May 4, 2024</time></div>"
        return f"<html><body><article><h2 class=ttl>{head}</h2>{told}<div class=story>{body}</div></article>{more}"
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    meta = f"<div class=meta>By <span class=author>{author}</span></div>"
    return f"<html><body><div id=content><h1 class=entry-title>{head}</h1>{meta}<div class=entry>{body}</div></div>"


def test_a_list_within_a_page_is_the_one_that_begins_with_what_is_found_with_the_other_fields():
    said = ["The market opened three hours late.", "New doors did not find their keys.", "It closes at noon today."]
    fields = {
        "title": ("h1.entry-title", ["Storm over the bay"]),
        "author": (".author", ["Ann Lee"]),
        "text": (".entry p::text", ["The storm took two boats.", "Nobody was hurt by it.", "It went on to the north."]),
    }
    old = story("Storm over the bay", "Ann Lee", fields["text"][1], is_new=False)
    new = story("Market opens late", "Bo Chan", said, is_new=True)
    selector, probability = heal_page(old, fields, [new])["text"]
    assert [seen_text(element) for element in run_selector(Page(new), selector)] == said
    assert probability < 0.8
