"""What holds for the whole process, and what its ways to a site are."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scrapy.core.downloader.contextfactory import ScrapyClientContextFactory
from scrapy.resolver import CachingThreadedResolver, dnscache
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.cred.checkers import ICredentialsChecker
from twisted.cred.credentials import IUsernamePassword
from twisted.cred.error import UnauthorizedLogin
from twisted.cred.portal import Portal
from twisted.internet.defer import fail, succeed
from twisted.protocols.ftp import FTP, FTPFactory, FTPRealm
from zope.interface import implementer

from .stage import Stage, holds


class Resolver(CachingThreadedResolver):
    """Knows one host."""

    def getHostByName(self, name: str, timeout: Any = ()) -> Any:  # noqa: N802 - Twisted's name
        if name == "shop.test":
            return succeed("127.0.0.1")
        return super().getHostByName(name, timeout)


SETTINGS = {
    "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
    "TWISTED_REACTOR_ENABLED": True,
    "ASYNCIO_EVENT_LOOP": "asyncio.SelectorEventLoop",
    "TWISTED_DNS_RESOLVER": Resolver,
    "DNSCACHE_ENABLED": True,
    "DNSCACHE_SIZE": 77,
    "DNS_TIMEOUT": 7,
    "REACTOR_THREADPOOL_MAXSIZE": 3,
}
"""Of the process of all trials."""


@holds(*SETTINGS)
async def the_process(stage: Stage) -> None:
    from twisted.internet import reactor

    crawl = await stage.crawl(stage.site.replace("127.0.0.1", "shop.test") + "/page", dict(SETTINGS))
    assert crawl.got == ["/page"]
    assert (dnscache.limit, reactor.resolver.timeout) == (77, 7)
    assert reactor.getThreadPool().max == 3
    assert type(reactor).__name__ == "AsyncioSelectorReactor"


@holds("DOWNLOAD_TLS_MIN_VERSION", "DOWNLOAD_TLS_MAX_VERSION", "DOWNLOADER_CLIENT_TLS_METHOD")
async def versions_of_tls(stage: Stage) -> None:
    for settings, version in (
        ({"DOWNLOAD_TLS_MIN_VERSION": "TLSv1.3"}, "TLSv1.3"),
        ({"DOWNLOAD_TLS_MAX_VERSION": "TLSv1.2"}, "TLSv1.2"),
        ({"DOWNLOADER_CLIENT_TLS_METHOD": "TLSv1.2"}, "TLSv1.2"),
    ):
        (asked,) = (await stage.crawl(stage.safe_site + "/page", settings)).asked
        assert asked.tls[0] == version


@holds("DOWNLOADER_CLIENT_TLS_CIPHERS", "DOWNLOADER_CLIENT_TLS_VERBOSE_LOGGING")
async def ciphers(stage: Stage) -> None:
    cipher = "ECDHE-RSA-AES128-GCM-SHA256"
    settings = {
        "DOWNLOAD_TLS_MAX_VERSION": "TLSv1.2",
        "DOWNLOADER_CLIENT_TLS_CIPHERS": cipher,
        "DOWNLOADER_CLIENT_TLS_VERBOSE_LOGGING": True,
    }
    crawl = await stage.crawl(stage.safe_site + "/page", settings)
    assert crawl.asked[0].tls[1] == cipher
    assert crawl.says("SSL connection to")


@holds("DOWNLOAD_VERIFY_CERTIFICATES")
async def certificates(stage: Stage) -> None:
    crawl = await stage.crawl(stage.safe_site + "/page", {"DOWNLOAD_VERIFY_CERTIFICATES": True})
    assert (crawl.asked, crawl.items) == ([], [])
    assert (await stage.crawl(stage.safe_site + "/page", {"DOWNLOAD_VERIFY_CERTIFICATES": False})).got == ["/page"]


class ContextFactory(ScrapyClientContextFactory):
    """Counts itself."""

    made = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ContextFactory.made += 1


@holds("DOWNLOADER_CLIENTCONTEXTFACTORY")
async def contexts(stage: Stage) -> None:
    await stage.crawl(stage.safe_site + "/page", {"DOWNLOADER_CLIENTCONTEXTFACTORY": ContextFactory})
    assert ContextFactory.made > 0


@implementer(ICredentialsChecker)
class _Users:
    credentialInterfaces = (IUsernamePassword,)  # noqa: N815 - Twisted's name

    def requestAvatarId(self, credentials: Any) -> Any:  # noqa: N802 - Twisted's name
        known = (credentials.username, credentials.password) == ("ann", "apple")
        return succeed("ann") if known else fail(UnauthorizedLogin())


class _Ftp(FTP):
    said: list[str] = []  # noqa: RUF012 - of all connections

    def lineReceived(self, line: bytes) -> Any:  # noqa: N802 - Twisted's name
        self.said.append(line.decode().partition(" ")[0])
        return super().lineReceived(line)


@asynccontextmanager
async def _serving_files() -> Any:
    from twisted.internet import reactor

    with TemporaryDirectory() as folder:
        Path(folder, "ann").mkdir()
        Path(folder, "ann", "page.html").write_text("<p>file</p>")
        factory = FTPFactory(Portal(FTPRealm(folder, folder), [_Users()]))
        factory.protocol = _Ftp
        port = reactor.listenTCP(0, factory, interface="127.0.0.1")
        try:
            yield port.getHost().port
        finally:
            await maybe_deferred_to_future(port.stopListening())


@holds("FTP_USER", "FTP_PASSWORD", "FTP_PASSIVE_MODE")
async def files_of_ftp(stage: Stage) -> None:
    text = 'page :: visit "ftp://127.0.0.1:{port}/page.html"\nthing :: item { got = css "p::text" }\n'
    text += "main :: and (address, port) { :page  :thing }\n"
    login = {"FTP_USER": "ann", "FTP_PASSWORD": "apple"}
    async with _serving_files() as port:
        for passive, command in ((True, "PASV"), (False, "PORT")):
            _Ftp.said.clear()
            crawl = await stage.crawl(settings={**login, "FTP_PASSIVE_MODE": passive}, text=text, port=port)
            assert crawl.got == ["file"], crawl.log
            assert command in _Ftp.said or f"E{command}" in _Ftp.said
        assert (await stage.crawl(settings={**login, "FTP_PASSWORD": "pear"}, text=text, port=port)).items == []
