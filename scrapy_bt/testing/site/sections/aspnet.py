"""A registry behind a form with view state, as ASP.NET WebForms writes it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Sequence
from html import escape

from scrapy_bt.testing.site.content.filings import Filing, make_filings
from scrapy_bt.testing.site.exchange import Ask, Reply, show
from scrapy_bt.testing.site.markup import frame
from scrapy_bt.testing.site.sections.section import Section, not_found, page_number, wrong_method

PATH = "/aspnet/Default.aspx"
PER_PAGE = 10
GRID = "ctl00$Main$Grid"
GENERATOR = "C2EE9ABB"
SEAL = hashlib.sha256


class WebForms(Section):
    """One address whose pages are turned by posting the form back with the state that it was given.

    The state is signed and nothing is remembered here: __VIEWSTATE says which page it is, __EVENTVALIDATION what may
    be asked of it, and whatever was not sent out by this site is refused.
    """

    names = ("aspnet",)
    summary = (
        'A registry in the manner of ASP.NET WebForms: <a href="/aspnet/">one address</a>, and the next page comes by '
        "posting the form with <code>__EVENTTARGET</code>, <code>__EVENTARGUMENT</code> and the hidden fields "
        "<code>__VIEWSTATE</code>, <code>__VIEWSTATEGENERATOR</code> and <code>__EVENTVALIDATION</code> of the page "
        "before. Fields that were left out or changed give an error page."
    )

    def __init__(self, seed: str) -> None:
        filings = make_filings(seed)
        self._key = f"{seed}/viewstate".encode()
        self._pages = [filings[start : start + PER_PAGE] for start in range(0, len(filings), PER_PAGE)]
        self._replies = [show(self._write_page(number)) for number in range(1, len(self._pages) + 1)]
        self.fixed = {"/aspnet/": self._replies[0], PATH: self._replies[0]}

    def answer(self, ask: Ask) -> Reply:
        if ask.path not in self.fixed:
            return not_found(ask)
        return self._post_back(ask) if ask.method == "POST" else wrong_method("GET", "POST")

    def _post_back(self, ask: Ask) -> Reply:
        state = ask.form.get("__VIEWSTATE", "")
        page = self._read_state(state)
        if page is None or ask.form.get("__VIEWSTATEGENERATOR") != GENERATOR:
            return _fail(
                "Validation of viewstate MAC failed.",
                "__VIEWSTATE or __VIEWSTATEGENERATOR is missing or is not what the page before held.",
            )
        target, argument = ask.form.get("__EVENTTARGET", ""), ask.form.get("__EVENTARGUMENT", "")
        is_known = ask.form.get("__EVENTVALIDATION") == self._write_validation(state, page)
        if not is_known or (target, argument) not in self._choices(page):
            return _fail(
                "Invalid postback or callback argument.",
                "__EVENTVALIDATION is not what the page before held, or the page did not offer this __EVENTTARGET "
                "with this __EVENTARGUMENT.",
            )
        return self._replies[self._turn(page, argument) - 1]

    def _choices(self, page: int) -> list[tuple[str, str]]:
        """Return what a page may post: nothing (the same page again), another page's number, the next page."""
        choices = [("", "")]
        choices += [(GRID, f"Page${number}") for number in range(1, len(self._pages) + 1) if number != page]
        if page < len(self._pages):
            choices.append((GRID, "Page$Next"))
        return choices

    def _turn(self, page: int, argument: str) -> int:
        if argument == "Page$Next":
            return page + 1
        return int(argument.partition("$")[2] or page)

    def _sign(self, content: bytes) -> bytes:
        return hmac.new(self._key, content, SEAL).digest()

    def _write_state(self, page: int) -> str:
        rows = [filing.reference for filing in self._pages[page - 1]]
        content = json.dumps({"page": page, "rows": rows}).encode()
        return base64.b64encode(self._sign(content) + content).decode()

    def _read_state(self, state: str) -> int | None:
        """Return the page that a state was sent with, None if this site did not send it."""
        try:
            sealed = base64.b64decode(state, validate=True)
        except (binascii.Error, ValueError):
            return None
        seal, content = sealed[: SEAL().digest_size], sealed[SEAL().digest_size :]
        if not hmac.compare_digest(seal, self._sign(content)):
            return None
        return page_number(str(json.loads(content)["page"]), pages=len(self._pages))

    def _write_validation(self, state: str, page: int) -> str:
        return base64.b64encode(self._sign(f"{state}{self._choices(page)}".encode())).decode()

    def _write_page(self, page: int) -> str:
        state = self._write_state(page)
        numbers = " ".join(
            f"<span>{number}</span>" if number == page else _link(str(number), f"Page${number}")
            for number in range(1, len(self._pages) + 1)
        )
        following = _link("Next", "Page$Next", marks=' class="next"') if page < len(self._pages) else ""
        return frame(
            "Registry",
            f"""<h1>Registry</h1>
<form method="post" action="./Default.aspx" id="form1">
<input type="hidden" name="__EVENTTARGET" id="__EVENTTARGET" value="">
<input type="hidden" name="__EVENTARGUMENT" id="__EVENTARGUMENT" value="">
<input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="{state}">
<script>
function __doPostBack(target, argument) {{
  const form = document.getElementById("form1");
  form.__EVENTTARGET.value = target;
  form.__EVENTARGUMENT.value = argument;
  form.submit();
}}
</script>
<input type="hidden" name="__VIEWSTATEGENERATOR" id="__VIEWSTATEGENERATOR" value="{GENERATOR}">
<input type="hidden" name="__EVENTVALIDATION" id="__EVENTVALIDATION" value="{self._write_validation(state, page)}">
<table id="Grid">
<tr><th>Reference</th><th>Subject</th><th>State</th><th>Filed</th></tr>
{_write_rows(self._pages[page - 1])}
<tr class="pager"><td colspan="4">{numbers} {following}</td></tr>
</table>
</form>""",
        )


def _write_rows(filings: Sequence[Filing]) -> str:
    return "\n".join(
        f'<tr class="row"><td class="reference">{each.reference}</td><td class="subject">{escape(each.subject)}</td>'
        f'<td class="state">{each.state}</td><td class="filed">{each.filed}</td></tr>'
        for each in filings
    )


def _link(text: str, argument: str, *, marks: str = "") -> str:
    return f'<a{marks} href="javascript:__doPostBack(&#39;{GRID}&#39;,&#39;{argument}&#39;)">{text}</a>'


def _fail(error: str, advice: str) -> Reply:
    heading = "<h1>Server Error in '/' Application.</h1>"
    html = frame("Server Error", f'{heading}\n<h2 class="error"><i>{error}</i></h2>\n<p>{advice}</p>')
    return show(html, status=500)
