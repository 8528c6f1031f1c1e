"""Pictures, styles, scripts and a tracker: what pages load with the setting `noise`."""

from __future__ import annotations

import base64

from scrapy_bt.testing.site.exchange import Ask, Reply, show, tell
from scrapy_bt.testing.site.markup import frame
from scrapy_bt.testing.site.sections.section import Section

_PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
_SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'
_CSS = b"footer { margin: 1rem; background: url(/assets/pattern.svg); }\n"
_SCRIPT = b"""(() => {
  const random = () => Math.random().toString(16).slice(2);
  const known = /(?:^|; )_visitor=([^;]+)/.exec(document.cookie);
  const visitor = known ? known[1] : `v1.${random()}.${Date.now()}`;
  document.cookie = `_visitor=${visitor}; path=/; max-age=86400`;
  const tell = (kind) => navigator.sendBeacon("/assets/collect",
    JSON.stringify({kind, visitor, page: location.href, title: document.title, at: Date.now(), id: random()}));
  new Image().src = `/assets/pixel.gif?u=${encodeURIComponent(location.href)}&r=${random()}`;
  fetch(`/assets/flags.json?_=${Date.now()}`).then((answer) => answer.json());
  addEventListener("load", () => tell("view"));
  addEventListener("click", () => tell("click"), true);
})();
"""


class Assets(Section):
    """Files that look the same whoever asks, and a tracker that takes what it is told."""

    names = ("assets",)
    summary = (
        "What pages load beside what they are for: pictures, styles, a script, and a tracker that is told of every "
        "view and click. With <code>--noise on</code> every page of the site loads it."
    )

    def __init__(self) -> None:
        self.fixed = {
            "/assets/": show(frame("Assets", "<h1>Assets</h1>\n<p>Nothing that anybody looks for.</p>")),
            "/assets/site.css": Reply(_CSS, content_type="text/css"),
            "/assets/site.js": Reply(_SCRIPT, content_type="text/javascript"),
            "/assets/logo.svg": Reply(_SVG, content_type="image/svg+xml"),
            "/assets/pattern.svg": Reply(_SVG, content_type="image/svg+xml"),
            "/assets/banner.png": Reply(_PNG, content_type="image/png"),
            "/assets/pixel.gif": Reply(_PNG, content_type="image/png"),
            "/assets/flags.json": tell({"flags": {"newBasket": True, "theme": "light", "sample": 1}}),
        }

    def answer(self, ask: Ask) -> Reply:
        return Reply(status=204) if ask.path == "/assets/collect" else self.refuse(ask)
