"""A plain HTTP client that records what it does, as a browser's developer tools would."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from scrapy_bt.core.samples.redirects import fold_redirects
from scrapy_bt.core.samples.traffic import Answer, Element, Event, Exchange, Recording, Sent


class Browser:
    """Sends requests with a cookie jar, follows redirects, and keeps all of it, with the events that it is told."""

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []
        self.events: list[Event] = []
        self.jar: dict[str, str] = {}
        self.page = ""

    def get(self, path: str, *, kind: str = "document", **headers: str) -> Answer:
        """Ask for a page; underscores in names of headers stand for hyphens."""
        return self._send("GET", path, None, headers, kind)

    def post(
        self, path: str, form: Mapping[str, str] | None = None, *, data: Any = None, kind: str = "document"
    ) -> Answer:
        """Send a form, or JSON."""
        if form is not None:
            body, content = urlencode(form).encode(), "application/x-www-form-urlencoded"
        else:
            body, content = json.dumps(data).encode(), "application/json"
        return self._send("POST", path, body, {"Content_Type": content}, kind)

    def types(self, name: str, value: str, *, secret: bool = False) -> None:
        """Fill a field."""
        attributes = {"name": name, "type": "password" if secret else "text"}
        element = Element("input", f"body > form > input[name={name}]", attributes)
        self.events.append(Event(time.time(), "change", self.page, element, value))

    def clicks(self, text: str, tag: str = "a", **attributes: str) -> None:
        """Press something."""
        self.events.append(Event(time.time(), "click", self.page, Element(tag, f"body > {tag}", attributes, text)))

    def recording(self, name: str = "first") -> Recording:
        """All that happened."""
        return Recording(name, fold_redirects(self.exchanges), tuple(self.events))

    def _send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], kind: str) -> Answer:
        url = urljoin(self.page, path)
        for _ in range(10):
            answer = self._exchange(method, url, body, headers, kind)
            location = answer.header("location")
            if answer.status not in (301, 302, 303) or not location:
                break
            url, method, body = urljoin(url, location), "GET", None
            headers = {name: value for name, value in headers.items() if name != "Content_Type"}
        if kind == "document":
            self.page = answer.url
        return answer

    def _exchange(self, method: str, url: str, body: bytes | None, headers: Mapping[str, str], kind: str) -> Answer:
        parts = urlsplit(url)
        sends = {"Host": parts.netloc, "User-Agent": "Mozilla/5.0 (practice)", "Accept": "*/*"}
        if self.page:
            sends["Referer"] = self.page
        sends |= {name.replace("_", "-"): value for name, value in headers.items()}
        if self.jar:
            sends["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        started = time.time()
        connection = http.client.HTTPConnection(parts.netloc)
        try:
            connection.request(method, f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}", body, sends)
            response = connection.getresponse()
            content = response.read()
            answer = Answer(response.status, url, tuple(response.getheaders()), content)
        finally:
            connection.close()
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                cookie, _, text = value.partition(";")[0].partition("=")
                self.jar[cookie] = text
        sent = Sent(method, url, tuple(sends.items()), body)
        seconds = time.time() - started
        self.exchanges.append(Exchange(len(self.exchanges), sent, answer, started, seconds, kind))
        return answer
