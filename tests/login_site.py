"""A site with a login and a list, recorded twice, and what sources find of it."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction, Taken
from scrapy_bt.core.inference.findings import Finding, Origin, SessionCookie, Typed
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Answer, Recording, Sent
from tests.made_sites import Told
from tests.pure_site import Browser, Keys, Site, cookies_of, form_of, page, query_of, redirect

USERS = {"ann": "hunter2", "bob": "swordfish"}
ROWS = "".join(f"<li class=row>thing number {number}</li>" for number in range(5))


def login_site() -> Site:
    """Pages: /about, /login with a token, /list?q=WORD for those who logged in, and any other."""
    keys, tokens, sessions = Keys(), Keys("token"), {}

    def answer(sent: Sent) -> Answer:
        path = sent.url.partition("?")[0].removeprefix("https://site.test")
        session = cookies_of(sent).get("sid", "")
        if path == "/login" and sent.method == "GET":
            sid, token = keys.make(), tokens.make()
            sessions[sid] = token
            return page(f'<form><input name=t value="{token}"><input type=password></form>', cookies={"sid": sid})
        if path == "/login":
            form = form_of(sent)
            if form.get("t") != sessions.get(session, "-") or USERS.get(form.get("user", "")) != form.get("secret"):
                return page("<form><input type=password></form>", status=403)
            sessions[session] = form["user"]
            return redirect("/home")
        if path == "/home":
            return page("welcome")
        if path == "/list":
            user = sessions.get(session, "")
            if user not in USERS:
                return redirect("/login")
            word = query_of(sent).get("q", "")
            return page(f"<h1>things of {user}</h1><ul>{ROWS if word else ''}</ul><p>found for {word}</p>")
        return page("about us")

    return answer


def record_login(site: Site, user: str, word: str) -> Recording:
    """A person logs in and looks for a word; steps 0 and 3 lead nowhere."""
    browser = Browser(site, user)
    browser.get("/about")
    token = browser.get("/login").body or b""
    value = token.decode().partition('value="')[2].partition('"')[0]
    browser.post("/login", t=value, user=user, secret=USERS[user], remember="1")
    browser.get("/news", page="2")
    browser.get("/list", q=word, utm_source="mail", view="wide")
    return browser.recording()


TOKEN = Origin(2, Key("form", "t"), Taken(1, Extraction("css", "input[name=t]::attr(value)")), 0.9)
LOGIN: tuple[Finding, ...] = (
    TOKEN,
    SessionCookie(1, "sid"),
    Typed(2, Key("form", "user"), "user", ("ann", "bob")),
    Typed(2, Key("form", "secret"), "password", ("hunter2", "swordfish"), is_secret=True),
    Typed(4, Key("query", "q"), "word", ("lamp", "desk")),
)


def record(*findings: Finding, goal: Goal | None = None) -> tuple[Inference, Site]:
    """An inference from two recordings, with these findings, and its site."""
    site = login_site()
    recordings = [record_login(site, "ann", "lamp"), record_login(site, "bob", "desk")]
    return Inference(recordings, goal or Goal(level="all"), [Told(findings)]), site
