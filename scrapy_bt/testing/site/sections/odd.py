"""What real applications do to their own traffic: each page of the section needs one such thing, or several."""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Callable
from html import escape
from urllib.parse import unquote

from scrapy_bt.testing.site.content.events import ProductEvent, make_events
from scrapy_bt.testing.site.exchange import Ask, Reply, send_to, show, tell
from scrapy_bt.testing.site.forms import files_in, values_in
from scrapy_bt.testing.site.grants import Grants, make_key
from scrapy_bt.testing.site.markup import frame
from scrapy_bt.testing.site.sections.odd_scripts import DESK, GRAPH, HALL, OFFICE
from scrapy_bt.testing.site.sections.section import Section, message_reply

PER_ANSWER = 8
COLOURS = ("red", "green", "blue", "white")

ABOUT = (
    ("gate", "sends you on twice, and the token that the list wants stands in the address you come to"),
    ("porch", "sends you on to a page whose script reads the token behind the # of the redirect, which no page shows"),
    ("desk", "has a script that sets a cookie, and sends JSON in JSON, and a value that is coded twice"),
    ("counter", "has a form with a file, a field that comes several times, and a hidden token"),
    ("graph", "asks one address for everything, at first without the token that it needs"),
    ("office", "asks for several things at once, in whatever order, of which some are kept in the browser's cache"),
)


class Odd(Section):
    """Six pages; the answers that count are JSON with `rows`, or pages with `li.row`."""

    names = ("odd",)
    summary = (
        'Pages whose <a href="/odd/">requests are odd</a>: tokens in redirects, cookies set by script, JSON in JSON, '
        "values that are coded twice, fields that come several times, files, one address for everything, a WebSocket, "
        "answers that the browser has already."
    )

    def __init__(self, seed: str) -> None:
        self._events = make_events(seed)
        self._seed = seed
        self._grants = {
            kind: Grants(f"{seed}/odd/{kind}") for kind in ("ticket", "pass", "desk", "form", "bearer", "visit")
        }
        self.fixed = {"/odd/": show(_write_index())}
        self._answers: dict[tuple[str, str], Callable[[Ask], Reply]] = {
            ("GET", "/odd/gate"): lambda ask: send_to(f"/odd/ticket?ticket={self._issue('ticket', ask)}"),
            ("GET", "/odd/ticket"): self._send_to_hall,
            ("GET", "/odd/hall"): self._show_hall,
            ("GET", "/odd/guests"): self._tell_guests,
            ("GET", "/odd/porch"): lambda ask: send_to(f"/odd/garden#pass={self._issue('pass', ask)}&lang=en"),
            ("GET", "/odd/garden"): lambda _: show(frame("Garden", HALL)),
            ("GET", "/odd/desk"): self._show_desk,
            ("POST", "/odd/find"): self._find,
            ("GET", "/odd/counter"): self._show_counter,
            ("POST", "/odd/counter"): self._take_form,
            ("GET", "/odd/graph"): lambda _: show(frame("Graph", GRAPH)),
            ("POST", "/odd/graphql"): self._answer_query,
            ("GET", "/odd/office"): self._show_office,
            ("GET", "/odd/region.json"): self._tell_region,
            ("GET", "/odd/shift.json"): lambda ask: tell({"shift": self._issue("ticket", ask)}),
            ("GET", "/odd/rows.json"): self._tell_rows,
        }

    def answer(self, ask: Ask) -> Reply:
        found = self._answers.get((ask.method, ask.path))
        return found(ask) if found else self.refuse(ask)

    def reset(self) -> None:
        self.expire()

    def expire(self) -> None:
        for grants in self._grants.values():
            grants.withdraw_all()

    def _issue(self, kind: str, ask: Ask) -> str:
        return self._grants[kind].issue(now=ask.now)

    def _holds(self, kind: str, key: str, ask: Ask) -> bool:
        return self._grants[kind].holds(key, now=ask.now, seconds=math.inf)

    # The gate

    def _send_to_hall(self, ask: Ask) -> Reply:
        if not self._holds("ticket", ask.query.get("ticket", ""), ask):
            return _forbid("the ticket is none")
        return send_to(f"/odd/hall?pass={self._issue('pass', ask)}&lang=en")

    def _show_hall(self, ask: Ask) -> Reply:
        return show(frame("Hall", HALL)) if self._holds("pass", ask.query.get("pass", ""), ask) else _forbid("no pass")

    def _tell_guests(self, ask: Ask) -> Reply:
        if not self._holds("pass", ask.headers.get("x-pass", ""), ask):
            return tell({"error": "send the pass as X-Pass"}, status=403)
        return tell({"rows": _rows(self._events[:PER_ANSWER])})

    # The desk

    def _show_desk(self, ask: Ask) -> Reply:
        key = self._issue("desk", ask)
        stamp = base64.b64encode(bytes.fromhex(make_key(f"{key}/stamp"))).decode()
        return show(frame("Desk", DESK.format(key=key, seal=make_key(f"{key}/seal"), stamp=stamp)))

    def _find(self, ask: Ask) -> Reply:
        try:
            sent = json.loads(ask.body)
            inner = json.loads(sent["payload"])
            key, words, stamp = inner["auth"]["key"], inner["words"], _decode_twice(sent["stamp"])
        except (ValueError, KeyError, TypeError):
            return tell({"error": "this is not what the desk sends"}, status=400)
        is_sealed = ask.cookies.get("seal") == make_key(f"{key}/seal")
        is_stamped = stamp == base64.b64encode(bytes.fromhex(make_key(f"{key}/stamp"))).decode()
        if not (self._holds("desk", key, ask) and is_sealed and is_stamped):
            return tell({"error": "the key, the seal or the stamp is wrong"}, status=403)
        return tell({"rows": _rows(self._about(str(words)))})

    def _about(self, words: str) -> list[ProductEvent]:
        return [event for event in self._events if words.casefold() in f"{event.action} {event.place}".casefold()]

    # The counter

    def _show_counter(self, ask: Ask) -> Reply:
        boxes = "".join(
            f'<label><input type="checkbox" name="colours[]" value="{each}"> {each}</label>' for each in COLOURS
        )
        return show(
            frame(
                "Counter",
                f"""<h1>Counter</h1>
<form action="/odd/counter" method="post" enctype="multipart/form-data">
<input type="hidden" name="token" value="{self._issue("form", ask)}">
<label>Place <input name="place"></label>
{boxes}
<label>Note <input type="file" name="note"></label>
<button type="submit">Hand in</button>
</form>""",
            )
        )

    def _take_form(self, ask: Ask) -> Reply:
        values, files = values_in(ask), files_in(ask)
        if not self._holds("form", next(iter(values.get("token", ())), ""), ask):
            return _forbid("the token is none")
        place, colours = next(iter(values.get("place", ())), ""), values.get("colours[]", [])
        note = files.get("note", b"").decode(errors="replace")
        if not (place and colours and note):
            return message_reply("Not complete", "A place, a colour and a note are needed.", status=422)
        rows = "".join(
            f'<li class="row"><b>{colour}</b> <span class="what">{escape(event.action)}</span></li>\n'
            for colour in colours
            for event in self._about(place)
        )
        return show(frame("Handed in", f'<h1>Handed in</h1>\n<p class="note">{escape(note)}</p>\n<ul>\n{rows}</ul>'))

    # The graph

    def _answer_query(self, ask: Ask) -> Reply:
        try:
            sent = json.loads(ask.body)
            name, variables = sent["operationName"], sent["variables"]
        except (ValueError, KeyError, TypeError):
            return tell({"errors": [{"message": "send operationName, query and variables"}]}, status=400)
        if name == "Begin":
            return tell({"data": {"begin": {"token": self._issue("bearer", ask)}}})
        if not self._holds("bearer", ask.authorization.removeprefix("Bearer "), ask):
            return tell({"errors": [{"message": "begin first"}]}, status=401)
        if name != "Events":
            return tell({"errors": [{"message": f"there is no operation {name}"}]}, status=400)
        found = self._about(str(variables.get("place", "")))
        start = next(
            (index for index, event in enumerate(found, 1) if self._cursor(event) == variables.get("after")), 0
        )
        shown = found[start : start + PER_ANSWER]
        end = self._cursor(shown[-1]) if start + PER_ANSWER < len(found) else None
        return tell({"data": {"events": {"nodes": _rows(shown), "pageInfo": {"endCursor": end}}}})

    def _cursor(self, event: ProductEvent) -> str:
        return make_key(f"{self._seed}/odd/{event.number}")[:12]

    # The office

    def _show_office(self, ask: Ask) -> Reply:
        key = ask.cookies.get("visit", "")
        if self._holds("visit", key, ask):
            return show(frame("Office", OFFICE))
        cookie = f"visit={self._issue('visit', ask)}; Path=/odd/; HttpOnly"
        return show(frame("Office", OFFICE), headers={"Set-Cookie": cookie})

    def _region(self, ask: Ask) -> str | None:
        """Which region the visitor is in; None if the office has not been visited."""
        key = ask.cookies.get("visit", "")
        return make_key(f"{key}/region") if self._holds("visit", key, ask) else None

    def _tell_region(self, ask: Ask) -> Reply:
        region = self._region(ask)
        if region is None:
            return tell({"error": "visit the office first"}, status=403)
        headers = {"ETag": f'"{region[:8]}"', "Cache-Control": "no-cache"}
        if ask.headers.get("if-none-match") == headers["ETag"]:
            return Reply(status=304, headers=headers)
        return tell({"region": {"id": region}}, headers=headers)

    def _tell_rows(self, ask: Ask) -> Reply:
        region = self._region(ask)
        if not (
            region and ask.query.get("region") == region and self._holds("ticket", ask.query.get("shift", ""), ask)
        ):
            return tell({"error": "region and shift are needed"}, status=403)
        return tell({"rows": _rows(self._events[:PER_ANSWER])})


def _rows(events: list[ProductEvent] | tuple[ProductEvent, ...]) -> list[dict[str, object]]:
    return [{"id": event.number, "action": event.action, "place": event.place} for event in events]


def _decode_twice(text: str) -> str:
    try:
        return unquote(base64.b64decode(text, validate=True).decode())
    except (binascii.Error, UnicodeDecodeError) as error:
        raise ValueError(text) from error


def _forbid(text: str) -> Reply:
    return message_reply("Forbidden", text, status=403)


def _write_index() -> str:
    rows = "\n".join(
        f'<tr><td><a href="/odd/{path}">/odd/{path}</a></td><td>{meaning}</td></tr>' for path, meaning in ABOUT
    )
    return frame("Odd", f'<h1>Odd requests</h1>\n<table id="oddities">\n{rows}\n</table>')
