"""Where the requests of a rule may go: its hosts, by HTTP, and to no internal address (rules.md, "Sharing")."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from ...sentences import say
from .entries import EntryUrls
from .rule import Rule

SCHEMES = ("http", "https")
_INTERNAL_NAMES = ("localhost", "local", "internal", "localdomain", "home.arpa")
_EMBEDDING = tuple(map(IPv6Network, ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")))
"""Networks whose addresses end with the one of IPv4 that they stand for (RFC 4291, 2765, 6052)."""
_WITHIN = tuple(map(IPv6Network, ("fec0::/10", "64:ff9b:1::/48", "2001::/32", "3fff::/20", "5f00::/16")))
"""Networks that are not of the public Internet, whatever a Python knows of them: site-local addresses (RFC 3879), a
network's own way to IPv4 (RFC 8215), tunnels to it (RFC 4380), examples (RFC 9637), segments (RFC 9602)."""


@lru_cache(256)
def allowed_hosts(rule: Rule) -> tuple[str, ...]:
    """What the rule says, or the hosts of its site and its entries."""
    if rule.hosts:
        return tuple(_in_ascii(host.lower()) for host in rule.hosts)
    urls = [rule.site_url, *(EntryUrls(text)[0] for layer in rule.layers for text in layer.entries)]
    hosts = dict.fromkeys(host for url in urls if (host := host_of(url)))
    return tuple(f"[{host}]" if ":" in host else host for host in hosts)


def host_of(url: str) -> str:
    """The name or address in a URL, in lower case and as it is looked up (`xn--…`); empty where there is none."""
    try:
        return _in_ascii((urlsplit(url).hostname or "").rstrip("."))
    except ValueError:
        return ""


def _in_ascii(host: str) -> str:
    """A name as Scrapy asks for it: letters that are not ASCII in punycode."""
    if host.isascii():
        return host
    wildcard, name = ("*.", host[2:]) if host.startswith("*.") else ("", host)
    name, separator, port = name.partition(":")
    try:
        return f"{wildcard}{name.encode('idna').decode('ascii')}{separator}{port}"
    except UnicodeError:
        return host


class Denial(NamedTuple):
    """Why a request may not be sent; *is_internal*: its host is allowed, but lies within a network."""

    reason: str
    is_internal: bool = False


def why_denied(url: str, hosts: tuple[str, ...], *, allows_internal: bool = False) -> Denial | None:
    """Why a request may not be sent; None if it may.

    *hosts*: `example.org`, `example.org:8080`, or `*.example.org` for the names below it.
    """
    try:
        parts = urlsplit(url)
        scheme, port = parts.scheme.lower(), parts.port
    except ValueError:
        return Denial(say("it is no URL"))
    host = host_of(url)
    port = port or {"http": 80, "https": 443}.get(scheme)
    if scheme not in SCHEMES:
        return Denial(say("rules fetch by http and https, not by `{}:`", scheme))
    if not any(_fits(host, port, allowed) for allowed in hosts):
        return Denial(say("`{}` is none of the rule's hosts ({})", host, (", ".join(hosts) or say("it has none"))))
    if not allows_internal and is_internal_name(host):
        return Denial(say("`{}` is an internal address", host), is_internal=True)
    return None


def is_internal_name(host: str) -> bool:
    """Whether a host is, by its name alone, within a network; what a name resolves to is another question."""
    host = host.lower().rstrip(".")
    if is_address(host):
        return is_internal_address(host)
    # A name of one word is looked up in the own network first; all digits are an old way to write an address.
    last = host.rpartition(".")[2]
    return (
        "." not in host or last.isdigit() or last[:2] == "0x" or host.endswith(tuple(f".{n}" for n in _INTERNAL_NAMES))
    )


def is_address(host: str) -> bool:
    """Whether a host is an address and no name."""
    return _address(host) is not None


def is_internal_address(text: str) -> bool:
    """Whether an address is loopback, private, link-local or otherwise not of the public Internet."""
    address = _address(text)
    if isinstance(address, IPv6Address):
        if any(address in network for network in _WITHIN):
            return True
        inner = address.sixtofour
        if any(address in network for network in _EMBEDDING):
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        address = inner or address
    return address is None or not address.is_global or address.is_multicast


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None


def _fits(host: str, port: int | None, allowed: str) -> bool:
    """A host that is allowed without a port is allowed with any."""
    try:
        wanted = urlsplit(f"//{allowed}")
        own = wanted.port
    except ValueError:
        return False
    name = (wanted.hostname or "").rstrip(".")
    if own is not None and own != port:
        return False
    return host.endswith(name[1:]) if name.startswith("*.") else bool(host) and host == name
