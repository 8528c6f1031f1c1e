"""Conclusions written by hand: what an inference should come to for sections of the practice site."""

from scrapy_bt.core.inference.conclusion import Conclusion, Evidence, Given
from scrapy_bt.core.inference.findings import ListOf, Loop, Records, SessionCookie, Shareable, Weight
from scrapy_bt.core.inference.plan import Plan, PlannedStep
from scrapy_bt.core.inference.values import Argument, Each, Extraction, Taken
from scrapy_bt.core.samples.parameters import WHOLE_URL, Key
from scrapy_bt.core.samples.traffic import Answer, Sent

FORM = (("Content-Type", "application/x-www-form-urlencoded"),)
HTML = (("Content-Type", "text/html; charset=utf-8"),)
JSON = (("Content-Type", "application/json"),)


def css(text: str, *, every: bool = False) -> Extraction:
    return Extraction("css", text, every)


def html(url: str, body: str = "<p>…</p>") -> Answer:
    return Answer(200, url, HTML, body.encode())


def json(url: str, body: str = "{}") -> Answer:
    return Answer(200, url, JSON, body.encode())


QUOTE = (
    ("text", css("span.text::text")),
    ("author", css("small.author::text")),
    ("tags", css("a.tag::text", every=True)),
)
AUTHOR = (("name", css("h3::text")), ("born", css(".born::text")), ("birthplace", css(".birthplace::text")))


def quotes(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """Log in, go through all pages, visit each author."""
    token, user, password = Key("form", "csrf_token"), Key("form", "username"), Key("form", "password")
    link = Extraction("css", "li.next a::attr(href)")
    login = Sent("POST", f"{site}/login", FORM, b"csrf_token=4f1c&username=reader&password=practice")
    steps = (
        PlannedStep(0, Sent("GET", f"{site}/login")),
        PlannedStep(
            1,
            login,
            {
                token: Taken(0, css("input[name=csrf_token]::attr(value)")),
                user: Argument("username"),
                password: Argument("password", is_secret=True),
            },
        ),
        PlannedStep(2, Sent("GET", f"{site}/quotes/page/1/")),
        PlannedStep(5, Sent("GET", f"{site}/author/author-7/"), {WHOLE_URL: Each(2)}),
    )
    return Conclusion(
        Plan(steps, 5),
        findings=(
            SessionCookie(1, "session"),
            Shareable((0, 1), 1800.0),
            Loop(2, (3, 4), "link", None, Taken(2, link)),
            ListOf(2, 5, None, css(".author + a::attr(href)", every=True)),
            Records(2, css("div.quote"), QUOTE),
            Records(5, None, AUTHOR),
            Weight(0, 0.021),
            Weight(1, 0.034),
            Weight(2, 0.045),
            Weight(5, 0.018),
        ),
        arguments=(Given("username", "reader"), Given("password", is_secret=True)),
        evidence={
            (1, token): Evidence("the hidden field csrf_token of the login page", 3, is_proven=True),
            (1, user): Evidence("typed"),
            (1, password): Evidence("typed"),
        },
        answers={
            0: html(f"{site}/login"),
            1: html(f"{site}/quotes/page/1/"),
            2: html(f"{site}/quotes/page/1/"),
            5: html(f"{site}/author/author-7/"),
        },
        goal="Quotes, page after page, and their authors.\nRecorded: 41 requests, 4 are needed.",
        replays=14,
    )
