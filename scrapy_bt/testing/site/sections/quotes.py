"""Quotations behind a login with a hidden token and a session that ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from scrapy_bt.testing.site.content.quotations import Quotation, QuotedAuthor, make_authors, make_quotations
from scrapy_bt.testing.site.exchange import Ask, Reply, send_to, show
from scrapy_bt.testing.site.grants import Grants, make_key
from scrapy_bt.testing.site.markup import frame, pager
from scrapy_bt.testing.site.sections.section import Section, message_reply, not_found, page_number, wrong_method

USERNAME = "reader"
PASSWORD = "practice"  # noqa: S105 (the home page tells it to everyone)
USERS = {USERNAME: PASSWORD, "editor": "exercise"}
COOKIE = "session"
PER_PAGE = 10


class Quotes(Section):
    """Lists for those who logged in, author pages for everyone."""

    names = ("quotes", "login", "logout", "author")
    summary = (
        'Lists of quotations behind a <a href="/login">login</a> whose form holds a hidden token. Log in as '
        f"<code>{USERNAME}</code> with the password <code>{PASSWORD}</code> (or as <code>editor</code> with "
        "<code>exercise</code>), follow <em>Next</em> from "
        '<a href="/quotes/page/1/">/quotes/page/1/</a> and visit the authors. The session ends after a while: '
        "a crawler has to notice it and log in again."
    )

    def __init__(self, seed: str) -> None:
        quotations = make_quotations(seed)
        pages = [quotations[start : start + PER_PAGE] for start in range(0, len(quotations), PER_PAGE)]
        self._lists = [show(_write_list(page, number, pages=len(pages))) for number, page in enumerate(pages, 1)]
        self.fixed = {f"/author/{author.slug}/": show(_write_author(author)) for author in make_authors(seed)}
        self.fixed["/quotes/"] = show(_write_entrance(pages=len(pages)))
        self._seed = seed
        self._visits = Grants(f"{seed}/visits")
        self._logins = Grants(f"{seed}/logins")

    def answer(self, ask: Ask) -> Reply:
        match ask.parts:
            case ("quotes", "page", number):
                return self._answer_list(ask, number)
            case ("login",) if ask.method == "POST":
                return self._log_in(ask)
            case ("login",) if ask.method == "GET":
                return self._offer_login(ask)
            case ("login",):
                return wrong_method("GET", "POST")
            case ("logout",):
                self._logins.withdraw(ask.cookies.get(COOKIE, ""))
                return send_to("/quotes/")
            case _:
                return self.refuse(ask)

    def reset(self) -> None:
        self._visits.withdraw_all()
        self._logins.withdraw_all()

    def expire(self) -> None:
        self._logins.withdraw_all()

    def _answer_list(self, ask: Ask, number: str) -> Reply:
        if ask.method != "GET":
            return wrong_method("GET")
        if not self._is_logged_in(ask):
            if ask.settings.login_wall == "redirect":
                return send_to("/login")
            return message_reply("Forbidden", "Log in: there is no session, or it has ended.", status=403)
        page = page_number(number, pages=len(self._lists))
        return self._lists[page - 1] if page else not_found(ask)

    def _is_logged_in(self, ask: Ask) -> bool:
        return self._logins.holds(ask.cookies.get(COOKIE, ""), now=ask.now, seconds=ask.settings.session_seconds)

    def _find_session(self, ask: Ask) -> str | None:
        key = ask.cookies.get(COOKIE, "")
        if self._is_logged_in(ask) or self._visits.holds(key, now=ask.now, seconds=math.inf):
            return key
        return None

    def _csrf_token(self, session: str) -> str:
        return make_key(f"{self._seed}/csrf/{session}")

    def _offer_login(self, ask: Ask) -> Reply:
        session = self._find_session(ask)
        headers = {}
        if session is None:
            session = self._visits.issue(now=ask.now)
            headers = _set_cookie(session)
        return show(_write_login(self._csrf_token(session)), headers=headers)

    def _log_in(self, ask: Ask) -> Reply:
        session = self._find_session(ask)
        if session is None or ask.form.get("csrf_token") != self._csrf_token(session):
            text = "The csrf_token is not the one of this session: ask for the form anew and send back what it holds."
            return message_reply("Forbidden", text, status=403)
        if USERS.get(ask.form.get("username", "")) != ask.form.get("password", ""):
            return show(_write_login(self._csrf_token(session), fault="Wrong user name or password."), status=401)
        # The session's key changes at the login, as on real sites, so that a planted key is worth nothing.
        self._visits.withdraw(session)
        self._logins.withdraw(session)
        return send_to("/quotes/page/1/", headers=_set_cookie(self._logins.issue(now=ask.now)))


def _set_cookie(session: str) -> dict[str, str]:
    return {"Set-Cookie": f"{COOKIE}={session}; Path=/; HttpOnly; SameSite=Lax"}


def _write_entrance(*, pages: int) -> str:
    return frame(
        "Quotes",
        f"""<h1>Quotes</h1>
<p>{pages} pages of quotations that nobody ever said. <a href="/login">Log in</a> as <code>{USERNAME}</code> with the
password <code>{PASSWORD}</code>, then start at <a href="/quotes/page/1/">page 1</a>.</p>""",
    )


def _write_login(csrf_token: str, *, fault: str = "") -> str:
    notice = f'<p class="error">{escape(fault)}</p>\n' if fault else ""
    return frame(
        "Login",
        f"""<h1>Login</h1>
{notice}<form action="/login" method="post">
<input type="hidden" name="csrf_token" value="{csrf_token}">
<label>User name <input type="text" name="username" autocomplete="username"></label>
<label>Password <input type="password" name="password" autocomplete="current-password"></label>
<button type="submit">Log in</button>
</form>
<p class="note">For practice: the user is <code>{USERNAME}</code>, the password <code>{PASSWORD}</code>.</p>""",
    )


def _write_list(quotations: Sequence[Quotation], number: int, *, pages: int) -> str:
    quotes = "\n".join(_write_quotation(quotation) for quotation in quotations)
    links = pager(
        previous=f"/quotes/page/{number - 1}/" if number > 1 else None,
        following=f"/quotes/page/{number + 1}/" if number < pages else None,
    )
    return frame(
        f"Quotes, page {number}",
        f"""<h1>Quotes</h1>
<p class="crumbs">Page {number} of {pages} · <a href="/logout">Log out</a></p>
{quotes}
{links}""",
    )


def _write_quotation(quotation: Quotation) -> str:
    author = quotation.author
    tags = " ".join(f'<a class="tag" href="/quotes/#{tag}">{tag}</a>' for tag in quotation.tags)
    return f"""<div class="quote">
<span class="text">“{escape(quotation.text)}”</span>
<span>by <small class="author">{author.name}</small> <a href="/author/{author.slug}/">(about)</a></span>
<div class="tags">{tags}</div>
</div>"""


def _write_author(author: QuotedAuthor) -> str:
    return frame(
        author.name,
        f"""<h3>{author.name}</h3>
<p>Born: <span class="born">{author.born}</span> in <span class="birthplace">{escape(author.birthplace)}</span></p>
<p class="description">{escape(author.description)}</p>
<p><a href="/quotes/">Back to the quotes</a></p>""",
    )
