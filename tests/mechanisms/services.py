"""Services that are sent XML: a token of the login, then a word, each within an envelope."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Thing, Visitor, as_site, html, of_kind, things

_TWO = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SOAP = "http://schemas.xmlsoap.org/soap/envelope/"


def soap_site() -> Site:
    """A login, which needs no name, then a search."""
    tokens: list[str] = []

    def answer(asked: Asked) -> Answer:
        if asked.path != "/service":
            return html("<input name=word><div id=found></div>")
        body = (asked.sent.body or b"").decode()
        if "<s:LogIn>" in body:
            tokens.append(f"{len(tokens) + 1:02x}c{7919 * (len(tokens) + 3):031x}")
            return _soap(f"<s:LogInResponse><Ticket>{tokens[-1]}</Ticket></s:LogInResponse>")
        if _within(body, "ticket") not in tokens:
            return _soap("<SOAP-ENV:Fault><faultstring>no ticket</faultstring></SOAP-ENV:Fault>", status=500)
        found = "".join(map(_thing, things(_within(body, "word"))))
        return _soap(f"<s:SearchResponse><things>{found}</things></s:SearchResponse>")

    return as_site(answer)


def _thing(each: Thing) -> str:
    return f"<thing><title>{escape(each.title)}</title><price>{each.price}</price></thing>"


def _soap(body: str, *, status: int = 200) -> Answer:
    text = f'<?xml version="1.0"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="{_SOAP}" xmlns:s="urn:shop">'
    text += f"<SOAP-ENV:Body>{body}</SOAP-ENV:Body></SOAP-ENV:Envelope>"
    return Answer(status, "", (("Content-Type", "text/xml; charset=utf-8"),), text.encode())


def browse_soap(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    answer = _ask_soap(visitor, "<s:LogIn><client>shop 2.0</client></s:LogIn>")
    visitor.type("word", word)
    ticket = _within(answer, "Ticket")
    _ask_soap(visitor, f"<s:Search><ticket>{ticket}</ticket><word>{escape(word)}</word></s:Search>")


def _ask_soap(visitor: Visitor, body: str) -> str:
    text = f'<Envelope xmlns="{_SOAP}" xmlns:s="urn:shop"><Body>{body}</Body></Envelope>'
    return _sent(visitor, "/service", text)


def rpc_site() -> Site:
    """The same by XML-RPC: what is to be done is a name, and what it is done with has places."""
    tokens: list[str] = []

    def answer(asked: Asked) -> Answer:
        if asked.path != "/rpc":
            return html("<input name=word><div id=found></div>")
        body = (asked.sent.body or b"").decode()
        if "<methodName>shop.begin<" in body:
            tokens.append(f"{len(tokens) + 1:02x}e{104729 * (len(tokens) + 5):031x}")
            return _rpc(_struct(session=tokens[-1], status="200 OK"))
        token, *words = re.findall(r"<string>(.*?)</string>", body) or [""]
        if "<methodName>shop.find<" not in body or token not in tokens or len(words) != 1:
            return _rpc(_struct(status="401 Unauthorized"))
        word = words[0]
        rows = "".join(
            f"<value>{_struct(title=each.title, price=each.price)}</value>" for each in things(unescape(word))
        )
        return _rpc(f"<array><data>{rows}</data></array>")

    return as_site(answer)


def _struct(**members: str) -> str:
    inner = "".join(
        f"<member><name>{name}</name><value><string>{escape(text)}</string></value></member>"
        for name, text in members.items()
    )
    return f"<struct>{inner}</struct>"


def _rpc(value: str) -> Answer:
    text = (
        f"<?xml version='1.0'?><methodResponse><params><param><value>{value}</value></param></params></methodResponse>"
    )
    return Answer(200, "", (("Content-Type", "text/xml"),), text.encode())


def browse_rpc(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    session = _within(_call(visitor, "shop.begin"), "string")
    visitor.type("word", word)
    _call(visitor, "shop.find", session, word)


def attributes_site() -> Site:
    """The same by elements that have attributes alone, but for what is found."""
    tickets: list[str] = []

    def answer(asked: Asked) -> Answer:
        if asked.path != "/xml":
            return html("<input name=word><div id=found></div>")
        body = (asked.sent.body or b"").decode()
        if "<begin " in body:
            tickets.append(f"{len(tickets) + 1:02x}d{15485863 * (len(tickets) + 7):031x}")
            return _xml(f'<begun ticket="{tickets[-1]}"/>')
        if _attribute(body, "ticket") not in tickets:
            return _xml('<refused why="no ticket"/>', status=403)
        rows = "".join(map(_thing, things(_attribute(body, "word"))))
        return _xml(f"<things>{rows}</things>")

    return as_site(answer)


def _xml(text: str, *, status: int = 200) -> Answer:
    return Answer(status, "", (("Content-Type", "application/xml"),), text.encode())


def _attribute(text: str, name: str) -> str:
    found = re.search(rf'{name}="([^"]*)"', text)
    return unescape(found[1]) if found else ""


def browse_attributes(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    ticket = _attribute(_sent(visitor, "/xml", '<begin client="shop 2.0"/>'), "ticket")
    visitor.type("word", word)
    _sent(visitor, "/xml", f'<find ticket="{ticket}" word="{escape(word)}"/>')


def _call(visitor: Visitor, name: str, *texts: str) -> str:
    params = "".join(f"<param><value><string>{escape(text)}</string></value></param>" for text in texts)
    call = f"<?xml version='1.0'?>\n<methodCall><methodName>{name}</methodName><params>{params}</params></methodCall>"
    return _sent(visitor, "/rpc", call)


def _sent(visitor: Visitor, path: str, text: str) -> str:
    return (visitor.fetch(path, send=text.encode(), Content_Type="text/xml").body or b"").decode()


def _within(text: str, name: str) -> str:
    found = re.search(rf"<{name}>(.*?)</{name}>", text)
    return unescape(found[1]) if found else ""


def _two(name: str, serve: Callable[[], Site], browse: Callable[..., None]) -> Mechanism:
    return Mechanism(name, serve, browse, _TWO, _THIRD, of_kind)


SERVICES = (
    _two("a service in SOAP", soap_site, browse_soap),
    _two("a service in XML-RPC", rpc_site, browse_rpc),
    _two("a service that is asked by attributes of XML", attributes_site, browse_attributes),
)
