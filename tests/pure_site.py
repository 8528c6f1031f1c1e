"""A site that is a Python function, a browser that records it, and what sends an inference's replays to it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.plans.planrun import PlanRun
from scrapy_bt.core.inference.replay.experiment import Experiment, ReplayTrial
from scrapy_bt.core.samples.retryafter import seconds_asked
from scrapy_bt.core.samples.traffic import Answer, Exchange, Headers, Recording, Sent, all_headers

HTML: Headers = (("Content-Type", "text/html; charset=utf-8"),)
BROWSER: Headers = (
    ("User-Agent", "Mozilla/5.0"),
    ("Accept", "*/*"),
    ("Accept-Language", "en"),
    ("Sec-Fetch-Mode", "navigate"),
)

Site = Callable[[Sent], Answer]
"""Answers a request; whatever it has to remember it remembers itself."""


def form_of(sent: Sent) -> dict[str, str]:
    """The fields of a form's body."""
    return dict(parse_qsl((sent.body or b"").decode()))


def query_of(sent: Sent) -> dict[str, str]:
    """The fields of the query."""
    return dict(parse_qsl(urlsplit(sent.url).query))


def cookies_of(sent: Sent) -> dict[str, str]:
    """The cookies that were sent."""
    pairs = (sent.header("cookie") or "").split("; ")
    return dict(pair.split("=", 1) for pair in pairs if "=" in pair)


def page(
    html: str, *, status: int = 200, url: str = "https://site.test/", cookies: Mapping[str, str] | None = None
) -> Answer:
    """An HTML answer."""
    headers = HTML + tuple(("Set-Cookie", f"{name}={value}; Path=/") for name, value in (cookies or {}).items())
    return Answer(status, url, headers, f"<html><body>{html}</body></html>".encode())


def redirect(location: str, *, cookies: Mapping[str, str] | None = None) -> Answer:
    """A redirect."""
    headers = tuple(("Set-Cookie", f"{name}={value}; Path=/") for name, value in (cookies or {}).items())
    return Answer(302, "https://site.test/", (("Location", location), *headers), b"")


class Keys:
    """Keys that look random, are never twice the same, and are the same in each test run."""

    def __init__(self, seed: str = "") -> None:
        self._seed, self._count = seed, 0
        self.given: set[str] = set()

    def make(self) -> str:
        """A new one."""
        self._count += 1
        key = hashlib.sha256(f"{self._seed}/{self._count}".encode()).hexdigest()[:24]
        self.given.add(key)
        return key


@dataclass
class Client:
    """Sends to a site with a cookie jar, and follows redirects."""

    site: Site
    jar: dict[str, str] = field(default_factory=dict)
    sent: int = 0

    def send(self, sent: Sent, *, follows: bool = True) -> tuple[Sent, Answer, tuple[tuple[Sent, Answer], ...]]:
        """What was sent with its cookies, the last answer, the redirects on the way."""
        hops: list[tuple[Sent, Answer]] = []
        first: Sent | None = None
        while True:
            jar = {**cookies_of(sent), **self.jar}
            headers = tuple(pair for pair in sent.headers if pair[0].lower() != "cookie")
            if jar:
                headers += (("Cookie", "; ".join(f"{name}={value}" for name, value in jar.items())),)
            sent = replace(sent, headers=headers)
            first = first or sent
            self.sent += 1
            answer = replace(self.site(sent), url=sent.url)
            for header in all_headers(answer.headers, "set-cookie"):
                name, _, value = header.partition(";")[0].partition("=")
                self.jar[name] = value
            location = answer.header("location")
            if answer.status not in (301, 302, 303) or location is None or not follows:
                return first, answer, tuple(hops)
            hops.append((sent, answer))
            sent = Sent("GET", urljoin(sent.url, location), BROWSER)


class Browser:
    """Visits a site and records what happens."""

    def __init__(
        self, site: Site, name: str = "recording", *, base: str = "https://site.test", headers: Headers = BROWSER
    ) -> None:
        self._client, self._name, self._headers, self._base = Client(site), name, headers, base
        self._exchanges: list[Exchange] = []

    def get(self, path: str, *, headers: Headers = (), kind: str = "document", **query: str) -> Answer:
        """Visit a page."""
        url = f"{self._base}{path}" + (f"?{urlencode(query)}" if query else "")
        return self._visit(Sent("GET", url, self._headers + headers), kind)

    def post(self, path: str, *, headers: Headers = (), kind: str = "document", **form: str) -> Answer:
        """Send a form."""
        content = (("Content-Type", "application/x-www-form-urlencoded"),)
        sent = Sent("POST", f"{self._base}{path}", self._headers + content + headers, urlencode(form).encode())
        return self._visit(sent, kind)

    def _visit(self, sent: Sent, kind: str) -> Answer:
        first, answer, hops = self._client.send(sent)
        index = len(self._exchanges)
        started = 1_700_000_000.0 + index
        followed = tuple(Exchange(place, *hop, started + place / 100, 0.005) for place, hop in enumerate(hops))
        self._exchanges.append(Exchange(index, first, answer, started, 0.1, kind=kind, hops=followed))
        return answer

    def recording(self) -> Recording:
        """What was recorded."""
        return Recording(self._name, tuple(self._exchanges))


@dataclass
class Sender:
    """Sends the experiments of inferences to a site."""

    site: Site
    replays: int = 0
    log: list[str] = field(default_factory=list)
    jars: dict[int, dict[str, str]] = field(default_factory=dict)

    def run(self, experiments: Sequence[Experiment], inference: Inference) -> None:
        """Send them, one after another."""
        for experiment in experiments:
            for _ in range(experiment.copies):
                inference.receive(self.send(experiment))

    def send(self, experiment: Experiment) -> ReplayTrial:
        """Send one, once."""
        self.replays += 1
        self.log.append(experiment.purpose)
        jar = {} if experiment.session is None else dict(self.jars[experiment.session])
        client = Client(self.site, jar)
        run = PlanRun(experiment.plan, now=1_800_000_000.0, random=lambda below: 7 % below)
        answers = []
        while (given := run.next()) is not None:
            step, sent, follows = given
            _, answer, _ = client.send(sent, follows=follows)
            if seconds_asked(answer, 0.0) is not None and experiment.copies == 1:
                _, answer, _ = client.send(sent, follows=follows)  # a site that is busy is waited for
            answers.append((step, answer))
            run.receive(answer)
        self.jars[experiment.number] = client.jar
        return ReplayTrial(experiment.number, tuple(answers), run.failure, 0.1)


def over_http(sent: Sent) -> Answer:
    """A site that is a real one: sends the request over HTTP."""
    parts = urlsplit(sent.url)
    connection = HTTPConnection(parts.hostname or "", parts.port or 80)
    try:
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(sent.method, path or "/", sent.body, dict(sent.headers))
        response = connection.getresponse()
        return Answer(response.status, sent.url, tuple(response.getheaders()), response.read())
    finally:
        connection.close()


def finish(inference: Inference, site: Site) -> Sender:
    """Run an inference to its end."""
    sender = Sender(site)
    while experiments := inference.next():
        sender.run(experiments, inference)
    return sender
