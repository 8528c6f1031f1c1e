"""Which requests bring nothing that the target could need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlsplit

from ....sentences import say
from ...samples.traffic import Exchange, Recording
from ..answers.requests.cookies import cookies_sent, cookies_set
from ..answers.requests.shapes import describe, media_type
from ..blackboard.source import Knowledge, Post
from ..findings import Noise
from ..steps.asking import is_asked_again
from ..steps.polling import called_again
from ..steps.unfinished import unfinished_words

_KINDS = {
    "beacon": say("a beacon, whose answer nobody reads"),
    "cspviolationreport": say("a report to the site's operator"),
    "font": say("a font"),
    "image": say("a picture"),
    "imageset": say("a picture"),
    "manifest": say("the description of an application"),
    "media": say("sound or film"),
    "ping": say("a beacon, whose answer nobody reads"),
    "preflight": say("a question of the browser whether another site may ask"),
    "stylesheet": say("a style sheet"),
    "texttrack": "subtitles",
    "websocket": "a WebSocket",
}
_DESTINATIONS = {
    "audio": "media",
    "font": "font",
    "image": "image",
    "manifest": "manifest",
    "style": "stylesheet",
    "track": "texttrack",
    "video": "media",
}
"""What a browser says it asks for, by the kind that this is; a site may answer with a page that nothing is there."""
_TYPES = (
    (re.compile(r"image/"), say("a picture")),
    (re.compile(r"text/css"), say("a style sheet")),
    (re.compile(r"font/|application/(x-)?font|application/vnd\.ms-fontobject"), say("a font")),
    (re.compile(r"audio/|video/"), say("sound or film")),
    (re.compile(r"application/manifest\+json"), say("the description of an application")),
)
_ENDINGS = (
    (re.compile(r"\.(png|jpe?g|gif|webp|avif|svg|ico|bmp)", re.IGNORECASE), say("a picture")),
    (re.compile(r"\.css", re.IGNORECASE), say("a style sheet")),
    (re.compile(r"\.(woff2?|ttf|otf|eot)", re.IGNORECASE), say("a font")),
    (re.compile(r"\.(mp3|mp4|webm|ogg|m4a|mov)", re.IGNORECASE), say("sound or film")),
    (re.compile(r"\.map", re.IGNORECASE), say("a map for developers")),
)
_WATCHERS = frozenset(
    {
        "google-analytics.com",
        "googletagmanager.com",
        "analytics.google.com",
        "doubleclick.net",
        "googlesyndication.com",
        "googleadservices.com",
        "adservice.google.com",
        "connect.facebook.net",
        "hotjar.com",
        "hotjar.io",
        "segment.io",
        "segment.com",
        "mixpanel.com",
        "amplitude.com",
        "sentry.io",
        "nr-data.net",
        "newrelic.com",
        "fullstory.com",
        "clarity.ms",
        "bat.bing.com",
        "mc.yandex.ru",
        "mc.yandex.com",
        "hm.baidu.com",
        "cnzz.com",
        "umeng.com",
        "plausible.io",
        "matomo.cloud",
        "statcounter.com",
        "scorecardresearch.com",
        "quantserve.com",
        "criteo.com",
        "criteo.net",
        "adnxs.com",
        "taboola.com",
        "outbrain.com",
        "bugsnag.com",
        "rollbar.com",
        "datadoghq-browser-agent.com",
        "browser-intake-datadoghq.com",
        "cloudflareinsights.com",
        "heapanalytics.com",
        "intercom.io",
        "intercomcdn.com",
        "optimizely.com",
        "snapchat.com",
        "tiktokpixel.com",
        "ads-twitter.com",
        "chartbeat.com",
        "chartbeat.net",
        "parsely.com",
        "crazyegg.com",
        "mouseflow.com",
        "posthog.com",
        "logrocket.io",
        "lr-ingest.com",
    }
)
_BROWSERS = frozenset(
    {
        "clients2.google.com",
        "clientservices.googleapis.com",
        "update.googleapis.com",
        "safebrowsing.googleapis.com",
        "optimizationguide-pa.googleapis.com",
        "content-autofill.googleapis.com",
        "detectportal.firefox.com",
        "push.services.mozilla.com",
        "firefox.settings.services.mozilla.com",
        "incoming.telemetry.mozilla.org",
    }
)
_WATCHING = re.compile(
    r"(^|[/_.-])(analytics|beacon|collect|gtag|gtm|hit|impression|log|logs|matomo|metrics|piwik|ping|pixel|rum|stats|"
    r"telemetry|track|tracker|tracking|utm|vitals)([/_.-]|$)",
    re.IGNORECASE,
)
_OF_THE_BROWSER = re.compile(
    r"/favicon\.ico|/apple-touch-icon[\w-]*\.png|/browserconfig\.xml|/\.well-known/appspecific/.*"
)
_PURPOSES = ("sec-purpose", "x-sec-purpose", "purpose", "x-purpose", "x-moz")
_AHEAD = re.compile(r"prefetch|prerender|preview", re.IGNORECASE)
"""What browsers say in these headers, and developer tools as the kind, of what they fetch ahead."""
_UNFINISHED = say("asked for while a word was being typed, which the next one has with more letters")
_AGAIN = say("a call that the page makes again and again by itself")
_SHORT = 64
"""Bytes up to which an answer to a watcher's request is a mere receipt."""


class NoiseSource:
    """Finds pictures, styles, fonts, analytics, preflights, failures, and requests that were refused and sent again."""

    name = "noise"
    watches: tuple[type, ...] = ()

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        for number, recording in enumerate(knowledge.recordings):
            for exchange, reason in noise_of(recording):
                yield Post(Noise(number, exchange.index, reason), say("{} is {}", describe(exchange), reason))


def noise_of(recording: Recording) -> Iterator[tuple[Exchange, str]]:
    """The requests of a recording that are noise, each with the reason."""
    unfinished, again = unfinished_words(recording), called_again(recording)
    told = dict.fromkeys(again, _AGAIN) | dict.fromkeys(unfinished, _UNFINISHED)
    reasons = [reason_for(exchange) or told.get(exchange.index) for exchange in recording.exchanges]
    for place, (exchange, reason) in enumerate(zip(recording.exchanges, reasons, strict=True)):
        if reason is None:
            if _is_repeated(exchange, recording.exchanges[place + 1 :]) or is_asked_again(recording.exchanges[place:]):
                yield exchange, say("a request that was refused and sent again")
            elif _is_ahead(exchange) and not _is_opened(exchange, recording):
                yield exchange, say("a page that the browser fetched ahead, and nobody opened")
        elif not _gives_cookie(place, recording.exchanges, reasons):
            yield exchange, reason


def reason_for(exchange: Exchange) -> str | None:
    """Why a request is noise, seen alone; None if it is not."""
    if exchange.answer is None or exchange.answer.status == 0:
        return say("a request without an answer")
    sent = exchange.sent
    if not sent.url.lower().startswith(("http://", "https://")):
        return say("no request over HTTP")
    if sent.method.upper() == "OPTIONS" and sent.header("access-control-request-method"):
        return _KINDS["preflight"]
    address = urlsplit(sent.url)
    host = address.hostname or ""
    if is_within(host, _BROWSERS) or _OF_THE_BROWSER.fullmatch(address.path):
        return say("a request of the browser itself")
    if is_within(host, _WATCHERS):
        return say("analytics or advertising")
    if reason := _reason_of_kind(exchange, address.path):
        return reason
    if _WATCHING.search(address.path) and _is_receipt(exchange):
        return say("analytics: it reports, and is answered by nothing")
    return None


def is_within(host: str, domains: frozenset[str]) -> bool:
    """Whether a host is one of the domains or of their subdomains."""
    labels = host.lower().split(".")
    return any(".".join(labels[start:]) in domains for start in range(len(labels)))


def _reason_of_kind(exchange: Exchange, path: str) -> str | None:
    destination = _DESTINATIONS.get(exchange.sent.header("sec-fetch-dest") or "", "")
    if reason := _KINDS.get(exchange.kind.lower()) or _KINDS.get(destination):
        return reason
    kind = media_type(exchange)
    for pattern, reason in _TYPES:
        if pattern.match(kind):
            return reason
    if not kind or kind == "application/octet-stream":
        name = path.rpartition("/")[2]
        ending = name[name.rfind(".") :] if "." in name else ""
        for pattern, reason in _ENDINGS:
            if pattern.fullmatch(ending):
                return reason
    return None


def _is_receipt(exchange: Exchange) -> bool:
    answer = exchange.answer
    assert answer is not None
    is_empty = answer.status == 204 or len(answer.body or b"") <= _SHORT
    return is_empty and exchange.kind.lower() not in ("document", "navigate") and not exchange.hops


def _gives_cookie(place: int, exchanges: Sequence[Exchange], reasons: Sequence[str | None]) -> bool:
    """Whether it is the first to set a cookie that requests that matter send back."""
    names = {name for name, _ in cookies_set(exchanges[place])}
    if not names:
        return False
    for earlier in exchanges[:place]:
        names -= {name for name, _ in cookies_set(earlier)}
        names -= cookies_sent(earlier).keys()
    values = {(name, value) for name, value in cookies_set(exchanges[place]) if name in names}
    return any(
        values & set(cookies_sent(later).items())
        for later, reason in zip(exchanges[place + 1 :], reasons[place + 1 :], strict=True)
        if reason is None
    )


def _is_ahead(exchange: Exchange) -> bool:
    """Whether a page was fetched before anybody went there: speculation rules, `<link rel=prefetch>`."""
    told = (exchange.sent.header(name) or "" for name in _PURPOSES)
    return "html" in media_type(exchange) and any(_AHEAD.match(text) for text in (exchange.kind, *told))


def _is_opened(exchange: Exchange, recording: Recording) -> bool:
    """Whether a page that was fetched ahead is one that the person went to, and it was not fetched again."""
    url = exchange.sent.url.partition("#")[0]
    others = [other for other in recording.exchanges if other is not exchange and not _is_ahead(other)]
    came_from = {(other.sent.header("referer") or "").partition("#")[0] for other in others}
    gone_to = {url.partition("#")[0] for event in recording.events for url in (event.url, event.url_after)}
    return url in came_from | gone_to and all(other.sent.url.partition("#")[0] != url for other in others)


def _is_repeated(exchange: Exchange, later: Sequence[Exchange]) -> bool:
    """Whether a refused request was sent again and then served, and nothing of the refusal was of use."""
    answer = exchange.answer
    if answer is None or answer.status not in (401, 407, 419):
        return False
    sent = exchange.sent
    again = next(
        (other for other in later if (other.sent.method, other.sent.url) == (sent.method, sent.url)),
        None,
    )
    if again is None or again.answer is None or again.answer.status >= 400:
        return False
    challenge = " ".join(value for name, value in answer.headers if name.lower().endswith("-authenticate"))
    if cookies_set(exchange) or "nonce=" in challenge.lower():
        return False
    before_again = [other for other in later if other.index <= again.index]
    given = [value for name, value in answer.headers if name.lower().startswith("x-") and len(value) >= 8]
    return not any(value in text for other in before_again for _, text in other.sent.headers for value in given)
