"""Ways to be known to a site."""

from __future__ import annotations

import itertools
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from urllib.parse import unquote, urlencode, urlsplit

from scrapy_bt.core.samples.traffic import Answer, Sent
from tests.pure_site import Keys, Site

from .mechanism import KINDS, SITE, Asked, Mechanism, Visitor, as_site, data, html, of_kind, options, things, told
from .paging import SHELL, card, plain

USERS = {"ann@example.test": "hunter2 & more", "bob@example.test": "sword-fish 9"}
_USERS = tuple(USERS)
_TWO = ({"user": _USERS[0], "word": "lamp"}, {"user": _USERS[1], "word": "rope"})
_THIRD = {"word": "kettle"}


def redirected(place: str, **cookies: str) -> Answer:
    own = tuple(("Set-Cookie", f"{name}={value}; Path=/; HttpOnly") for name, value in cookies.items())
    return Answer(302, "", (("Location", place), *own), b"")


def known(sessions: Callable[[str], str], asked: Asked, then: Callable[[Asked], Answer]) -> Answer:
    return then(asked) if sessions(asked.cookies.get("sid", "")) else redirected("/login")


def found(asked: Asked) -> Answer:
    rows = "".join(map(card, things(asked.one("q"))))
    return html(f'<form action="/find"><select name="q">{options(KINDS)}</select></form><ul class="cards">{rows}</ul>')


# A token in JSON, sent as a bearer's


def bearer_site() -> Site:
    keys = Keys("bearer")

    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/auth/login":
            given = asked.data if isinstance(asked.data, dict) else {}
            if USERS.get(given.get("email", "")) != given.get("password"):
                return data({"error": "wrong password"}, status=401)
            return data({"access_token": keys.make(), "token_type": "Bearer", "expires_in": 3600})
        if asked.path == "/api/things":
            if asked.header("authorization").removeprefix("Bearer ") not in keys.given:
                return data({"error": "log in first"}, status=401)
            return data({"things": [plain(each) for each in things(asked.one("kind"))]})
        return html(SHELL)

    return as_site(answer)


def browse_bearer(visitor: Visitor, user: str, word: str) -> None:
    visitor.visit("/")
    token = told(visitor.fetch("/api/auth/login", send={"email": user, "password": USERS[user]}))["access_token"]
    visitor.fetch(f"/api/things?kind={word}", Authorization=f"Bearer {token}")


def of_one_token() -> Site:
    """The same, where who logs in once more has the token that is valid still."""
    site, first = bearer_site(), list[Answer]()

    def answer(sent: Sent) -> Answer:
        if sent.url.endswith("/login"):
            first[:] = first or [site(sent)]
            return first[0]
        return site(sent)

    return answer


# The same, where each third login has to wait


def limited_site() -> Site:
    site, logins = bearer_site(), itertools.count(1)

    def answer(sent: Sent) -> Answer:
        if sent.url.endswith("/login") and next(logins) % 3 == 0:
            return data({"error": "too many logins"}, status=429, headers=(("Retry-After", "2"),))
        return site(sent)

    return answer


# A cookie that is sent as a header


def cookie_site() -> Site:
    keys = Keys("xsrf")

    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/find":
            sent = asked.header("x-xsrf-token")
            if sent not in keys.given or sent != asked.cookies.get("XSRF-TOKEN"):
                return data({"message": "CSRF token mismatch"}, status=419)
            given = asked.data if isinstance(asked.data, dict) else {}
            return data([plain(each) for each in things(given.get("kind") or "")])
        own = {} if asked.cookies.get("XSRF-TOKEN") in keys.given else {"XSRF-TOKEN": keys.make()}
        return html(SHELL, cookies=own)

    return as_site(answer)


def browse_cookie(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/find", send={"kind": word}, X_XSRF_TOKEN=visitor.jar["XSRF-TOKEN"])


# A meta tag that is sent as a header


def meta_site() -> Site:
    keys, sessions = Keys("meta"), Keys("sid")
    tokens: dict[str, str] = {}

    def answer(asked: Asked) -> Answer:
        own = asked.cookies.get("sid", "")
        if asked.path == "/find":
            if not own or asked.header("x-csrf-token") != tokens.get(own):
                return data({"message": "The token is missing."}, status=403)
            return data({"results": [plain(each) for each in things(asked.one("q"))]})
        cookies = {}
        if own not in tokens:
            own = sessions.make()
            tokens[own] = keys.make()
            cookies = {"sid": own}
        return html(SHELL, head=f'<meta name="csrf-token" content="{tokens[own]}">', cookies=cookies)

    return as_site(answer)


def browse_meta(visitor: Visitor, word: str) -> None:
    body = (visitor.visit("/").body or b"").decode()
    token = body.partition('name="csrf-token" content="')[2].partition('"')[0]
    visitor.fetch("/find", send=urlencode({"q": word, "sort": "name"}).encode(), X_CSRF_Token=token)


# Another host that knows who somebody is

PROVIDER = "https://id.test"


def provided_site() -> Site:
    states, codes, sessions, forms = Keys("state"), Keys("code"), Keys("sid"), Keys("form")
    logged: dict[str, str] = {}
    waiting: dict[str, str] = {}

    def provider(asked: Asked) -> Answer:
        if asked.path == "/authorize" and asked.method == "GET":
            key = forms.make()
            waiting[key] = f"{asked.one('redirect_uri')}?{urlencode({'state': asked.one('state')})}"
            return html(
                f'<form method="post" action="/authorize"><input type="hidden" name="ticket" value="{key}">'
                '<input name="email"><input type="password" name="password"><button>Log in</button></form>'
            )
        if asked.one("ticket") not in waiting or USERS.get(asked.one("email")) != asked.one("password"):
            return html("<p>That is not right.</p><form><input type=password></form>", status=403)
        return redirected(f"{waiting.pop(asked.one('ticket'))}&code={codes.make()}")

    def answer(asked: Asked) -> Answer:
        if asked.sent.url.startswith(PROVIDER):
            return provider(asked)
        if asked.path == "/login":
            own = sessions.make()
            state = states.make()
            logged[own] = ""
            back = urlencode(
                {"client_id": "shop-1", "response_type": "code", "redirect_uri": f"{SITE}/callback", "state": state}
            )
            waiting[own] = state
            return redirected(f"{PROVIDER}/authorize?{back}", sid=own)
        own = asked.cookies.get("sid", "")
        if asked.path == "/callback":
            if asked.one("code") not in codes.given or waiting.get(own) != asked.one("state"):
                return html("<p>error</p>", status=400)
            logged[own] = "yes"
            return redirected("/find")
        if not logged.get(own):
            return redirected("/login")
        return found(asked)

    return as_site(answer)


def browse_provided(visitor: Visitor, user: str, word: str) -> None:
    body = (visitor.visit("/login").body or b"").decode()
    ticket = body.partition('name="ticket" value="')[2].partition('"')[0]
    visitor.submit(f"{PROVIDER}/authorize", ticket=ticket, email=user, password=USERS[user])
    visitor.visit("/find", q=word)


def of_word(word: str) -> list[tuple[str, ...]]:
    return of_kind(word)


# A name and a password that the browser asks for itself, or that stand in the address


def asked_site() -> Site:
    def answer(asked: Asked) -> Answer:
        told = [f"{name}:{secret}" for name, secret in USERS.items()]
        known = [f"Basic {b64encode(each.encode()).decode()}" for each in told]
        in_address = unquote(urlsplit(asked.sent.url).netloc.rpartition("@")[0])
        if asked.header("authorization") not in known and in_address not in told:
            return Answer(401, "", (("WWW-Authenticate", 'Basic realm="stock"'),), b"Who are you?")
        own = things(asked.one("word")) if asked.path == "/find" else []
        rows = "".join(f"<li class=row><b>{each.title}</b> <i>{each.price}</i></li>" for each in own)
        return html(f"<form action=/find><input name=word></form><ul>{rows}</ul>")

    return as_site(answer)


def browse_asked(visitor: Visitor, user: str, word: str, *, in_address: bool) -> None:
    visitor.sign_in(user, USERS[user], in_address=in_address)
    visitor.visit("/")
    visitor.type("word", word)
    visitor.visit("/find", word=word)


SESSIONS = (
    *(
        Mechanism(
            f"a name and a password {where}",
            asked_site,
            partial(browse_asked, in_address=in_address),
            ({"user": _USERS[0], "word": "lamp"}, {"user": _USERS[0], "word": "rope"}),
            {"word": "kettle"},
            of_kind,
        )
        for where, in_address in (("for the browser", False), ("in the address", True))
    ),
    Mechanism("bearer's token", bearer_site, browse_bearer, _TWO, _THIRD, of_word),
    Mechanism("a login that has to wait", limited_site, browse_bearer, _TWO, _THIRD, of_word),
    Mechanism("token from a cookie", cookie_site, browse_cookie, ({"word": "lamp"}, {"word": "rope"}), _THIRD, of_word),
    Mechanism("token from a meta tag", meta_site, browse_meta, ({"word": "lamp"}, {"word": "rope"}), _THIRD, of_word),
    Mechanism("login at another host", provided_site, browse_provided, _TWO, _THIRD, of_word),
)
