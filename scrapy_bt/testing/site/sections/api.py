"""A JSON API with a bearer token from an inline script, and one with a cursor."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence

from scrapy_bt.testing.site.content.events import ProductEvent, make_events
from scrapy_bt.testing.site.content.products import Product
from scrapy_bt.testing.site.exchange import Ask, Reply, show, tell
from scrapy_bt.testing.site.grants import Grants, make_key
from scrapy_bt.testing.site.markup import frame
from scrapy_bt.testing.site.sections.section import Section, page_number

PER_PAGE = 20


class Api(Section):
    """A page that only scripts fill, and the API that they ask."""

    names = ("api",)
    summary = (
        'A page whose products come by script. An inline script on <a href="/api/">/api/</a> holds a bearer token that '
        "ends after a while; with it <code>/api/products?page=1</code> and <code>/api/products/1</code> answer JSON. "
        '<a href="/api/events">/api/events</a> needs no token: each answer names the cursor of the next one.'
    )

    def __init__(self, products: Sequence[Product], *, seed: str) -> None:
        self._lists = _write_lists(products)
        self._products = [tell(_write_product(product)) for product in products]
        self._events = make_events(seed)
        self._seed = seed
        self._tokens = Grants(f"{seed}/tokens")

    def answer(self, ask: Ask) -> Reply:
        if ask.method != "GET":
            return tell({"error": "ask with GET"}, status=405, headers={"Allow": "GET"})
        match ask.parts:
            case ("api",):
                return self._answer_page(ask)
            case ("api", "products"):
                return self._guard(ask) or self._answer_list(ask)
            case ("api", "products", number):
                return self._guard(ask) or self._answer_product(number)
            case ("api", "events"):
                return self._answer_events(ask)
            case _:
                return tell({"error": f"nothing at {ask.path}"}, status=404)

    def reset(self) -> None:
        self._tokens.withdraw_all()

    def expire(self) -> None:
        self._tokens.withdraw_all()

    def _answer_page(self, ask: Ask) -> Reply:
        token = self._tokens.issue(now=ask.now)
        return show(_write_page(token, seconds=ask.settings.token_seconds))

    def _guard(self, ask: Ask) -> Reply | None:
        scheme, _, token = ask.authorization.partition(" ")
        challenge = {"WWW-Authenticate": 'Bearer realm="practice"'}
        if scheme.lower() != "bearer":
            return tell({"error": "send the header Authorization: Bearer TOKEN"}, status=401, headers=challenge)
        if not self._tokens.holds(token.strip(), now=ask.now, seconds=ask.settings.token_seconds):
            return tell({"error": "the token is unknown or has ended"}, status=401, headers=challenge)
        return None

    def _answer_list(self, ask: Ask) -> Reply:
        page = page_number(ask.query.get("page", "1"), pages=len(self._lists))
        if page is None:
            return tell({"error": f"page must be a number from 1 to {len(self._lists)}"}, status=404)
        return self._lists[page - 1]

    def _answer_product(self, text: str) -> Reply:
        number = page_number(text, pages=len(self._products))
        return self._products[number - 1] if number else tell({"error": f"there is no product {text}"}, status=404)

    def _answer_events(self, ask: Ask) -> Reply:
        start = self._read_cursor(ask.query.get("cursor", ""))
        if start is None:
            return tell({"error": "the cursor is not one that this API gave out"}, status=400)
        end = start + PER_PAGE
        following = self._write_cursor(end) if end < len(self._events) else None
        return tell({"items": [_write_event(event) for event in self._events[start:end]], "next": following})

    def _write_cursor(self, start: int) -> str:
        return base64.urlsafe_b64encode(f"{start}:{self._sign(start)}".encode()).decode().rstrip("=")

    def _read_cursor(self, cursor: str) -> int | None:
        """Return where the cursor points to; no cursor is the beginning, one from elsewhere is None."""
        if not cursor:
            return 0
        try:
            text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
        except (binascii.Error, ValueError):
            return None
        start = page_number(text.partition(":")[0], pages=len(self._events))
        return start if start is not None and cursor == self._write_cursor(start) else None

    def _sign(self, start: int) -> str:
        return make_key(f"{self._seed}/cursor/{start}")[:8]


def _write_lists(products: Sequence[Product]) -> list[Reply]:
    pages = -(-len(products) // PER_PAGE)
    return [
        tell(
            {
                "page": page,
                "pages": pages,
                "total": len(products),
                "items": [
                    {"id": each.number, "sku": each.sku, "title": each.title, "price": each.price / 100}
                    for each in products[(page - 1) * PER_PAGE : page * PER_PAGE]
                ],
                "next": f"/api/products?page={page + 1}" if page < pages else None,
            }
        )
        for page in range(1, pages + 1)
    ]


def _write_product(product: Product) -> dict[str, object]:
    return {
        "id": product.number,
        "sku": product.sku,
        "title": product.title,
        "category": product.category,
        "price": product.price / 100,
        "stock": product.stock,
        "description": product.description,
    }


def _write_event(event: ProductEvent) -> dict[str, object]:
    return {"id": event.number, "action": event.action, "place": event.place, "at": event.at}


def _write_page(token: str, *, seconds: float) -> str:
    return frame(
        "API",
        f"""<h1>Products by script</h1>
<p>The list below is not in the HTML: a script asks the API for it, with the token that stands in the source.</p>
<ul id="products"></ul>
<p><button id="more" disabled>More products</button> <button id="log">What happened</button></p>
<ul id="events"></ul>
<p class="note">Without a token, over a cursor: <a href="/api/events">/api/events</a>.</p>
<script>
window.practice = {{"api": "/api/products", "token": "{token}", "expires_in": {seconds:g}}};
function fill(list, texts) {{
  for (const text of texts) {{
    const row = document.createElement("li");
    row.textContent = text;
    document.getElementById(list).append(row);
  }}
}}
function load(address) {{
  fetch(address, {{headers: {{Authorization: "Bearer " + window.practice.token}}}})
    .then((response) => response.json())
    .then((page) => {{
      fill("products", page.items.map((product) => product.sku + ": " + product.title));
      const more = document.getElementById("more");
      more.disabled = !page.next;
      more.onclick = () => load(page.next);
    }});
}}
function tell(cursor) {{
  fetch("/api/events" + (cursor ? "?cursor=" + cursor : ""))
    .then((response) => response.json())
    .then((page) => {{
      fill("events", page.items.map((event) => event.action + " at " + event.place));
      document.getElementById("log").disabled = !page.next;
      document.getElementById("log").onclick = () => tell(page.next);
    }});
}}
document.getElementById("log").onclick = () => tell("");
load(window.practice.api + "?page=1");
</script>""",
    )
