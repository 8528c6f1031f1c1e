"""Pages of other kinds are told apart from content."""

import gzip

import pytest
from lxml import html

from scrapy_bt.core.healing.perception.pagekinds import PageKind, kind_of_page
from tests.redesigns import NEW, OLD, ROWS_NEW, ROWS_OLD, real_pairs

LONG = "<p>" + "The storm reached the bay and took two boats with it. " * 60 + "</p>"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("login", "<h1>Welcome</h1><form><input name=user><input type=password name=p></form>"),
        ("login", f"<h1>Log in</h1><form><input type=PASSWORD></form>{LONG}"),
        ("captcha", "<div class='g-recaptcha'></div><p>One more step</p>"),
        ("captcha", "<p>Please verify you are human</p>"),
        ("consent", "<h1>Before you continue</h1><button>Accept all</button>"),
        ("consent", "<p>Wir verwenden Cookies</p><button>Alle akzeptieren</button>"),
        ("empty result", "<h1>Search</h1><p>No results found for shoes.</p>"),
        ("empty result", f"<h1>0 results</h1>{LONG}"),
        ("error", "<h1>Page not found</h1>"),
        ("error", "<title>503 Service Unavailable</title><p>Come again</p>"),
        ("login", "<title>Entrar</title><h1>Entrar</h1><form><input type=email name=mail></form>"),
        ("login", "<h1>Members only</h1><p>Please register to view this page.</p>"),
        ("captcha", "<title>Just a moment...</title><p>Checking if the site connection is secure</p>"),
        ("captcha", "<h1>Too Many Requests</h1>"),
        ("captcha", "<p>Request unsuccessful. Incapsula incident ID: 1</p>"),
        ("consent", "<h2>Wij gebruiken cookies</h2><button>Alles accepteren</button>"),
        ("empty result", "<p>検索結果が見つかりませんでした</p>"),
        ("error", "<h1>Sitio en mantenimiento</h1>"),
        ("error", "<h1>Страница не найдена</h1>"),
        ("content", f"<h1>Login screens of the nineties</h1><p>{LONG[3:300]}"),
        ("content", f"<h1>Storm</h1>{LONG}<form><input type=password></form>"),
        ("content", f"<h1>Comments</h1>{LONG}<div class='g-recaptcha'></div>"),
        ("content", f"<h1>Cookies</h1>{LONG}<footer>We use cookies</footer>"),
        ("content", OLD),
        ("content", NEW),
        ("content", ROWS_OLD),
        ("content", ROWS_NEW),
    ],
)
def test_kinds(kind, body):
    assert kind_of_page(html.fromstring(f"<html><body>{body}</body></html>")).value == kind


def test_a_status_of_failure_is_an_error_whatever_it_shows():
    assert kind_of_page(html.fromstring(LONG), 503) is PageKind.ERROR
    assert kind_of_page(None) is PageKind.OTHER


def test_a_deep_page_and_a_long_one_are_looked_at_in_bounds():
    assert kind_of_page(html.fromstring("<div>" * 200 + LONG)) is PageKind.CONTENT
    assert kind_of_page(html.fromstring("<p>a</p>" * 60_000)) is PageKind.CONTENT


def test_real_pages_are_content():
    paths = sorted((real_pairs() / "fundus_versions").glob("*.gz"))[:40]
    found = [kind_of_page(html.fromstring(gzip.decompress(path.read_bytes()))) for path in paths]
    assert found.count(PageKind.CONTENT) >= 0.97 * len(found)
