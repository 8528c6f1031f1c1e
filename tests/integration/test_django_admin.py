"""Django's admin as Django ships it: log in, turn the pages of the list, follow each row, compare with the database."""

import contextlib
import datetime as dt
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from scrapy_bt.capture.har_writer import write_har
from tests.integration.projects import Project
from tests.pure_site import Browser, over_http

SERVER = Path(__file__).parent / "django_site" / "serve.py"
BOOKS, PER_PAGE = 240, 40

TREE = r"""
# Every book of the library, as the librarian sees it.
login_page :: visit "{site}/admin/login/"
token      :: data css "#login-form input[name=csrfmiddlewaretoken]::attr(value)"
login      :: visit POST "{site}/admin/login/" {
    form = { csrfmiddlewaretoken = token  username = user  password = secret  next = "/admin/library/book/" }
}
refused    :: data css ".errornote" as text
list       :: visit "{more}"
rows       :: data css "#result_list th.field-title a::attr(href)" all as url
next       :: data css ".paginator .this-page + a:not(.showall)::attr(href)" as url
change     :: visit "{row}"
book       :: item {
    id        = re "/book/(\d+)/delete/" as integer
    title     = css "#id_title::attr(value)"
    author    = css "#id_author option[selected]::text"
    author_id = css "#id_author option[selected]::attr(value)" as integer
    summary   = xpath 'substring-after(//textarea[@id="id_summary"], "\n")'
    pages     = css "#id_pages::attr(value)" as integer
    price     = css "#id_price::attr(value)" as number
    published = css "#id_published::attr(value)"
    in_print  = css "#id_in_print[checked]::attr(id)"
    language  = css "#id_language option[selected]::attr(value)"
    homepage  = css "#id_homepage::attr(value)"
}
read :: and (row) { :change  :book }

main :: and (site, user, secret) {
    :login_page
    token = :token
    :login
    if :refused { end ! }
    more = page.url
    while more {
        while row = :rows { goroutine { :read(row) } }
        more = :next
        :list
    }
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Folder and address of the site."""
    folder = tmp_path_factory.mktemp("library")
    command = [sys.executable, str(SERVER), str(folder), str(BOOKS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        yield folder, address
        process.stdin.close()
        process.wait()


def read_database(folder):
    """The books as the tree gives them."""
    columns = "id, title, author_id, summary, pages, price, published, in_print, language, homepage"
    with contextlib.closing(sqlite3.connect(folder / "library.sqlite")) as database:
        authors = dict(database.execute("SELECT id, name FROM library_author"))
        rows = database.execute(f"SELECT {columns} FROM library_book ORDER BY id").fetchall()
    names = columns.split(", ")
    books = [dict(zip(names, row, strict=True)) for row in rows]
    return [
        {
            **book,
            "author": authors[book["author_id"]],
            "price": float(book["price"]),
            "in_print": "id_in_print" if book["in_print"] else None,
            # What is empty is no value to a tree.
            "homepage": book["homepage"] or None,
            "summary": book["summary"] or None,
        }
        for book in books
    ]


def take_requests(folder):
    """What was asked since the last time."""
    log = folder / "requests.log"
    lines = log.read_text().splitlines()
    log.write_text("")
    return lines


def test_every_field_of_every_row_is_what_the_database_has(library, tmp_path):
    folder, address = library
    project = Project(tmp_path, site=address)
    take_requests(folder)
    result = project.crawl_tree(TREE, user="librarian", secret="quiet & please")
    expected = read_database(folder)
    assert len(expected) == BOOKS
    found = sorted(result.items, key=lambda item: item["id"])
    for book, row in zip(found, expected, strict=True):
        assert book == row
    assert {type(row["published"]) for row in expected} == {str, type(None)}
    assert all(dt.date.fromisoformat(row["published"]) for row in expected if row["published"])
    assert any("&" in row["title"] for row in expected)
    assert any("\n" in (row["summary"] or "") for row in expected)
    # A row's address says from which page of the list it was followed.
    requests = Counter(re.sub(r"\?_changelist_filters=\S+", "", line) for line in take_requests(folder))
    assert requests == {
        "GET /admin/login/ 200": 1,
        "POST /admin/login/ 302": 1,
        "GET /admin/library/book/ 200": 1,
        **{f"GET /admin/library/book/?p={page} 200": 1 for page in range(2, BOOKS // PER_PAGE + 1)},
        **{f"GET /admin/library/book/{row['id']}/change/ 200": 1 for row in expected},
    }


def test_a_wrong_password_ends_the_tree_at_the_login(library, tmp_path):
    folder, address = library
    project = Project(tmp_path, site=address)
    take_requests(folder)
    result = project.crawl_tree(TREE, user="librarian", secret="loud")
    assert result.items == []
    assert result.stats["bt/dead"] == 1
    assert take_requests(folder) == ["GET /admin/login/ 200", "POST /admin/login/ 200"]
    told = next(line for line in result.log.splitlines() if " WARNING: " in line)
    assert "login: the page asks again for the password that was sent, on http" in told


FORGETTING = """
import contextlib
import sqlite3


def forget(response, context):
    with contextlib.closing(sqlite3.connect({database!r})) as database, database:
        database.execute("DELETE FROM django_session")
    return True
"""


def record(address, word):
    """The librarian logs in, searches books, and turns all pages."""
    browser = Browser(over_http, word, base=address)
    login = browser.get("/admin/")  # which leads to the login
    token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', login.body)[1].decode()
    browser.post(
        "/admin/login/?next=/admin/",
        csrfmiddlewaretoken=token, username="librarian", password="quiet & please", next="/admin/",
    )  # fmt: skip
    page = browser.get("/admin/library/book/", q=word)
    while following := re.search(rb'class="this-page">\d+</span>\s*<a href="([^"]+)"', page.body):
        page = browser.get("/admin/library/book/" + unescape(following[1].decode()))
    return browser.recording()


def test_a_tree_from_recordings_logs_in_again_where_it_is_led_to_the_login(library, tmp_path):
    folder, address = library
    project = Project(tmp_path, site=address)
    for word in ("and", "volume"):
        write_har(tmp_path / f"{word}.har", record(address, word).exchanges)
    inferred = project.run(
        "bt", "infer", "and.har", "volume.har", "--replay", "all", "-o", "trees/books.bt", "-s", "DOWNLOAD_DELAY=0"
    )
    assert "\nproven\n" in inferred.log, inferred.log
    tree = (tmp_path / "trees" / "books.bt").read_text("utf-8")
    ended, times = re.subn(r"while [^{]*\{", r"\g<0> :forget ", tree)
    assert times == 1, tree
    project.tree("ended", f'forget :: data python "forgetting:forget"\n{ended}')
    project.write("forgetting.py", FORGETTING.format(database=str(folder / "library.sqlite")))
    take_requests(folder)
    result = project.crawl("ended", q="volume", password="quiet & please")
    logins = [line for line in take_requests(folder) if line.startswith("POST /admin/login/")]
    assert len(logins) == 1 + BOOKS // PER_PAGE, tree
    assert sorted(item["title"] for item in result.items) == sorted(row["title"] for row in read_database(folder))
