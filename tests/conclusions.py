"""Conclusions written by hand: what an inference should come to for sections of the practice site, and for others."""

from json import dumps

from scrapy_bt.core.inference.answers.values import (
    Argument,
    Coded,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Now,
    Random,
    Taken,
    Within,
)
from scrapy_bt.core.inference.conclusion import Conclusion, Evidence, Given
from scrapy_bt.core.inference.findings import (
    Caused,
    Contended,
    ListOf,
    Loop,
    NeedsPerson,
    Records,
    SessionCookie,
    Shareable,
    StepNeed,
    Weight,
)
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.samples.multipart import Part, written_parts
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
            (1, token): Evidence("a hidden field", 3, is_proven=True),
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


PRODUCT = (
    ("title", css("h1.title::text")),
    ("price", css(".price::text")),
    ("sku", css(".sku::text")),
    ("stock", css(".stock::text")),
)


def shop(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """Categories, their pages, and each product: a list of lists."""
    steps = (
        PlannedStep(0, Sent("GET", f"{site}/shop/")),
        PlannedStep(1, Sent("GET", f"{site}/shop/lamps/"), {WHOLE_URL: Each(0)}),
        PlannedStep(3, Sent("GET", f"{site}/shop/product/sku-00042/"), {WHOLE_URL: Each(1)}),
    )
    return Conclusion(
        Plan(steps, 3),
        findings=(
            ListOf(0, 1, None, css("ul.categories a::attr(href)", every=True)),
            Loop(1, (2,), "link", None, Taken(1, css("li.next a::attr(href)"))),
            ListOf(1, 3, None, css("article.product h3 a::attr(href)", every=True)),
            Records(3, None, PRODUCT),
        ),
        answers={
            0: html(f"{site}/shop/"),
            1: html(f"{site}/shop/lamps/"),
            3: html(f"{site}/shop/product/sku-00042/"),
        },
        goal="Products of the shop.",
    )


def products(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """A token from an inline script, pages by number, details by id."""
    token = Joined((Constant("Bearer "), Taken(0, Extraction("re", r'"token": "([^"]+)"'))))
    authorization, page = Key("header", "authorization"), Key("query", "page")
    headers = (("authorization", "Bearer 5e1f"), ("accept", "*/*"), ("user-agent", "Browser"))
    steps = (
        PlannedStep(0, Sent("GET", f"{site}/api/")),
        PlannedStep(1, Sent("GET", f"{site}/api/products?page=1", headers), {authorization: token, page: Each(1)}),
        PlannedStep(
            4, Sent("GET", f"{site}/api/products/5", headers), {authorization: token, Key("path", "2"): Each(1)}
        ),
    )
    fields = ("id", "sku", "title", "price", "stock")
    return Conclusion(
        Plan(steps, 4),
        findings=(
            Shareable((0,), None),
            Loop(1, (2, 3), "counter", page, Constant("2"), 1, Extraction("json", "items")),
            ListOf(1, 4, Key("path", "2"), Extraction("json", "items[].id", all=True)),
            Records(4, None, tuple((name, Extraction("json", name)) for name in fields)),
        ),
        evidence={(1, authorization): Evidence("the inline script of the first page", 2, is_proven=True)},
        answers={
            0: html(f"{site}/api/"),
            1: json(f"{site}/api/products?page=1"),
            4: json(f"{site}/api/products/5"),
        },
        goal="Products of the API.",
        replays=9,
    )


def linked_products(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """The same list by the addresses that it gives of its next pages, without a session."""
    authorization = Key("header", "authorization")
    token = Joined((Constant("Bearer "), Taken(0, Extraction("re", r'"token": "([^"]+)"'))))
    headers = (("Authorization", "Bearer 5e1f"),)
    steps = (
        PlannedStep(0, Sent("GET", f"{site}/api/")),
        PlannedStep(1, Sent("GET", f"{site}/api/products?page=1", headers), {authorization: token}),
    )
    fields = ("id", "sku", "title", "price")
    return Conclusion(
        Plan(steps, 1),
        findings=(
            Loop(1, (2, 3), "link", None, Taken(1, Extraction("json", "next"))),
            Records(1, Extraction("json", "items"), tuple((name, Extraction("json", name)) for name in fields)),
        ),
        answers={0: html(f"{site}/api/"), 1: json(f"{site}/api/products?page=1")},
        goal="Products of the API, from its list alone.",
    )


def events(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """Cursors; the first request has none."""
    cursor = Key("query", "cursor")
    return Conclusion(
        Plan((PlannedStep(0, Sent("GET", f"{site}/api/events"), {cursor: Each(0)}),), 0),
        findings=(
            Loop(0, (1, 2), "cursor", cursor, Taken(0, Extraction("json", "next"))),
            Records(
                0,
                Extraction("json", "items"),
                tuple((name, Extraction("json", name)) for name in ("id", "action", "place", "at")),
            ),
        ),
        answers={0: json(f"{site}/api/events")},
        goal="Events.",
    )


def filings(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """A form that is sent again and again with what each page hides in it."""
    body = (
        b"__VIEWSTATE=a&__VIEWSTATEGENERATOR=b&__EVENTVALIDATION=c"
        b"&__EVENTTARGET=ctl00%24Main%24Grid&__EVENTARGUMENT=Page%24Next"
    )
    hidden = ("__VIEWSTATE", "__VIEWSTATEGENERATOR", "__EVENTVALIDATION")
    page = "".join(f'<input type="hidden" name="{name}" value="x">' for name in hidden)
    bound = {Key("form", name): Taken(0, css(f"input[name={name}]::attr(value)")) for name in hidden}
    row = tuple((name, css(f".{name}::text")) for name in ("reference", "subject", "state", "filed"))
    return Conclusion(
        Plan(
            (
                PlannedStep(0, Sent("GET", f"{site}/aspnet/")),
                PlannedStep(1, Sent("POST", f"{site}/aspnet/Default.aspx", FORM, body), bound),
            ),
            1,
        ),
        findings=(
            Loop(1, (2, 3), "link", None, Taken(1, css("a.next"))),
            Records(1, css("tr.row"), row),
        ),
        answers={
            0: html(f"{site}/aspnet/", f'{page}<table><tr class="row"><td class="reference">1</table>'),
            1: html(f"{site}/aspnet/Default.aspx", f"{page}<a class=next>"),
        },
        goal="Filings, page after page.",
    )


def single(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """What only one may ask for at a time."""
    steps = (
        PlannedStep(0, Sent("GET", f"{site}/shop/")),
        PlannedStep(1, Sent("GET", f"{site}/single/lamps"), {Key("path", "1"): Each(0)}),
    )
    return Conclusion(
        Plan(steps, 1),
        findings=(
            ListOf(0, 1, Key("path", "1"), css("ul.categories a::text", every=True)),
            Contended(1),
        ),
        answers={0: html(f"{site}/shop/"), 1: html(f"{site}/single/lamps")},
    )


def search(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """A word that was typed, and pages by their links."""
    word = Key("query", "q")
    return Conclusion(
        Plan((PlannedStep(0, Sent("GET", f"{site}/search?q=lamp&lang=en"), {word: Argument("q")}),), 0),
        findings=(
            Loop(0, (1,), "link", None, Taken(0, css("a.next::attr(href)"))),
            Records(0, css("li.result"), (("title", css("a::text")),)),
        ),
        arguments=(Given("q", "lamp"),),
        evidence={(0, word): Evidence("typed into the field Search")},
        answers={0: html(f"{site}/search")},
        replays=1,
    )


def graphql(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """One URL for all; the cursor is null at first, numbers stay numbers."""
    query = "query Orders($first: Int!, $after: String) { orders(first: $first, after: $after) { nodes { id } } }"
    body = dumps(
        {"operationName": "Orders", "query": query, "variables": {"first": 20, "after": None, "tags": ["a", ""]}}
    )
    after = Key("json", "variables.after")
    return Conclusion(
        Plan(
            (
                PlannedStep(
                    0,
                    Sent("POST", f"{site}/graphql", (("content-type", "application/json"),), body.encode()),
                    {after: Each(0)},
                    frozenset({Key("json", "variables.tags[1]")}),
                ),
            ),
            0,
        ),
        findings=(
            Loop(0, (1,), "cursor", after, Taken(0, Extraction("json", "data.orders.pageInfo.endCursor"))),
            Records(0, Extraction("json", "data.orders.nodes"), (("id", Extraction("json", "id")),)),
        ),
        answers={0: json(f"{site}/graphql")},
    )


def upload(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """A multipart form with fields, JSON in a field, and two files."""
    kind = (("Content-Type", "multipart/form-data; boundary=b"),)
    parts = (
        Part("title", b"Lamp"),
        Part("options[size]", b'{"width": 3, "unit": "cm"}'),
        Part("note", b"Hello", "note.txt", "text/plain"),
        Part("photo", b"\x89PNG\xff", "lamp.png", "image/png"),
    )
    width = Key("multipart", "options[size]$.width")
    bound = {Key("multipart", "title"): Argument("title"), width: Argument("width")}
    return Conclusion(
        Plan((PlannedStep(0, Sent("POST", f"{site}/photos", kind, written_parts(parts, "b")), bound),), 0),
        arguments=(Given("title", "Lamp"), Given("width", "3")),
        answers={0: html(f"{site}/photos")},
    )


def signed(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """Values that the language has no words for, and some that it has."""
    token = Taken(0, Extraction("cookie", "XSRF-TOKEN"))
    bound = {
        Key("header", "x-xsrf-token"): Decoded(token, "url"),
        Key("header", "x-signature"): Coded(Joined((Argument("user"), Constant(":"), token)), "sha256"),
        Key("header", "x-etag"): Taken(0, Extraction("header", "ETag")),
        Key("query", "t"): Now("ms"),
        Key("query", "day"): Now("%Y-%m-%d"),
        Key("query", "nonce"): Random("hex", 16),
        Key("query", "id"): Within(Taken(0, css("a.more::attr(href)")), Extraction("re", r"id=(\d+)")),
        Key("query", "plain"): Decoded(Taken(0, css("script::text")), "html"),
        Key("query", "list"): Taken(0, Extraction("url", r"/(\w+)$")),
    }
    headers = (
        ("x-xsrf-token", "a"),
        ("x-signature", "b"),
        ("x-api-key", "k3y"),
        ("x-requested-with", "XMLHttpRequest"),
    )
    url = f"{site}/api/data?t=1&day=2&nonce=3&id=4&plain=5&list=6"
    return Conclusion(
        Plan((PlannedStep(0, Sent("GET", f"{site}/start")), PlannedStep(1, Sent("GET", url, headers), bound)), 1),
        arguments=(Given("user", "me"),),
        evidence={(1, Key("header", "x-signature")): Evidence("the hash of the user and the cookie XSRF-TOKEN")},
        answers={0: html(f"{site}/start"), 1: json(f"{site}/api/data")},
    )


def captcha(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """A code that somebody has to read, and one place where somebody has to act."""
    code = Key("form", "code")
    return Conclusion(
        Plan(
            (
                PlannedStep(0, Sent("GET", f"{site}/enter")),
                PlannedStep(1, Sent("POST", f"{site}/enter", FORM, b"code=7qx"), {code: Constant("7qx")}),
                PlannedStep(2, Sent("GET", f"{site}/inside")),
            ),
            2,
        ),
        findings=(
            NeedsPerson(1, code, "captcha", "a picture of letters"),
            NeedsPerson(2, None, "one-time code", "the phone asks"),
        ),
        answers={0: html(f"{site}/enter"), 1: html(f"{site}/enter"), 2: html(f"{site}/inside")},
    )


def basket(site: str = "http://127.0.0.1:8000") -> Conclusion:
    """Steps that only have to have been asked for, one that nobody needs, and a page beside the target."""
    return Conclusion(
        Plan(
            (
                PlannedStep(0, Sent("GET", f"{site}/add/lamp")),
                PlannedStep(1, Sent("GET", f"{site}/add/rope")),
                PlannedStep(2, Sent("GET", f"{site}/seen")),
                PlannedStep(3, Sent("GET", f"{site}/offers")),
                PlannedStep(4, Sent("GET", "https://pay.test/basket")),
            ),
            4,
        ),
        findings=(
            Caused(0, (3, 5)),
            Caused(1, (3, 5)),
            StepNeed(2, is_needed=False),
            StepNeed(3, is_needed=False),
            Records(3, css("li"), (("offer", css("::text")),)),
            Records(4, None, (("total", css(".total::text")),)),
        ),
        answers={0: html(f"{site}/add/lamp")},
    )


EVERY = (
    "quotes", "shop", "products", "linked_products", "events", "filings", "single",
    "search", "graphql", "upload", "signed", "captcha", "basket",
)  # fmt: skip
