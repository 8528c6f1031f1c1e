"""A ledger of known contents in Redis, for any number of workers and later runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from scrapy.crawler import Crawler

from ...core.duplicates.verdicts import DuplicateMatch, DuplicateVerdict, KnownRecord, Tally
from ...errors import BTError, FrontierError
from ...frontier.redis.call import ScriptCall
from ...frontier.redis.frontier import send
from ...frontier.redis.scripts import Script
from ..redis.connection import open_async_client, shown_url
from ..redis.retrying_client import RetryingClient
from .content_store import SIMILARITY_ADVICE, describe_similarity
from .options import DuplicateOptions

if TYPE_CHECKING:
    import redis
    from redis.asyncio import Redis

_PREFIX = "bt:duplicates:"


def prefix_of(name: str) -> str:
    """What the keys of the ledger of a name begin with; raises `BTError`."""
    if not name or "{" in name or "}" in name:
        raise BTError(f"BT_DUPLICATES_NAME gives {name!r}: leave braces out, and give a name")
    return f"{_PREFIX}{{{name}}}:"


class LedgerCalls:
    """Builds the calls of one ledger. *clock* is for tests: without it Redis' own decides."""

    def __init__(
        self,
        name: str,
        *,
        similarity: str | None = None,
        threshold: float = 1.0,
        lease_seconds: float = 30.0,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.prefix = prefix_of(name)
        self._similarity = similarity or ""
        self._threshold, self._lease, self._clock = threshold, lease_seconds, clock

    def claim(self, sample: KnownRecord, token: str) -> ScriptCall[DuplicateVerdict]:
        texts = (token, self._similarity, repr(self._threshold))
        rest = (sample.kind, sample.url)
        parts = (*map(_bytes, texts), sample.key, *map(_bytes, rest), sample.signature, b"".join(sample.bands))
        return self._build("claim", parts, lambda raw: _read_verdict(raw, sample))

    def settle(self, stored: Sequence[str], given_back: Sequence[str] = ()) -> ScriptCall[None]:
        parts = (str(len(stored)), *stored, *given_back)
        return self._build("settle", tuple(map(_bytes, parts)), lambda raw: None)  # noqa: ARG005 - it is done

    def keep(self, tokens: Sequence[str]) -> ScriptCall[None]:
        return self._build("keep", tuple(map(_bytes, tokens)), lambda raw: None)  # noqa: ARG005 - it is done

    def tally(self) -> ScriptCall[Tally]:
        return self._build(
            "tally", (_bytes(self._similarity),), lambda raw: Tally(*(int(number or 0) for number in raw[1:]))
        )

    def matches(self, first: int, count: int) -> ScriptCall[list[DuplicateMatch]]:
        parts = (str(first).encode(), str(count).encode())
        return self._build("matches", parts, lambda raw: [_read_match(one) for one in raw[1:]])

    def original(self, key: bytes) -> ScriptCall[tuple[bytes, str] | None]:
        """Number and address of the record that was kept under a content key."""
        return self._build("original", (key,), lambda raw: (raw[1], _text(raw[2])) if raw[0] == b"original" else None)

    def _build(self, what: str, parts: Sequence[bytes], read: Callable[[Any], Any]) -> ScriptCall[Any]:
        time = repr(self._clock()) if self._clock is not None else ""
        head = (what, time, repr(self._lease))
        key = f"{self.prefix}meta"

        def read_all(raw: Any) -> Any:
            if raw[0] == b"refused":
                raise _refusal(key, [_text(part) for part in raw[1:]], self._similarity)
            return read(raw)

        return ScriptCall(_script(), (key,), (*map(_bytes, head), *parts), read_all)


class RedisLedger:
    """The ledger as a crawl uses it: nothing blocks, and Redis is waited for however long it is away."""

    outlasts = True

    def __init__(self, crawler: Crawler, *, name: str, options: DuplicateOptions) -> None:
        self._crawler = crawler
        self._calls = LedgerCalls(
            name, similarity=options.similarity_text, threshold=options.similarity, lease_seconds=options.lease_seconds
        )
        self._client: Redis | None = None

    async def open(self) -> None:
        settings = self._crawler.settings
        self._client = await open_async_client(settings)
        extra = {"spider": self._crawler.spider}
        self._retrying_client = RetryingClient(self._client, name=shown_url(settings), extra=extra)
        # What is there already has to be a ledger, and one of the same similarity.
        await self._retrying_client.send(self._calls.tally())

    async def claim(self, sample: KnownRecord, token: str) -> DuplicateVerdict:
        return await self._retrying_client.send(self._calls.claim(sample, token))

    async def settle(self, stored: Sequence[str], given_back: Sequence[str]) -> None:
        await self._retrying_client.send(self._calls.settle(stored, given_back))

    async def keep(self, tokens: Sequence[str]) -> None:
        await self._retrying_client.send(self._calls.keep(tokens))

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()


class SharedContentStore:
    """The ledger as commands look at it: a `ContentStore` in Redis, whose calls wait for the answer."""

    def __init__(self, client: redis.Redis, calls: LedgerCalls) -> None:
        self._client, self._calls = client, calls

    def claim(self, sample: KnownRecord, token: str) -> DuplicateVerdict:
        return send(self._client, self._calls.claim(sample, token))

    def settle(self, stored: Sequence[str], given_back: Sequence[str] = ()) -> None:
        send(self._client, self._calls.settle(stored, given_back))

    def keep(self, tokens: Sequence[str]) -> None:
        send(self._client, self._calls.keep(tokens))

    def tally(self) -> Tally:
        return send(self._client, self._calls.tally())

    def matches(self, first: int = 0, count: int = -1) -> list[DuplicateMatch]:
        """Addresses that were dropped, the newest first."""
        return send(self._client, self._calls.matches(first, count))

    def urls(self, key: str) -> list[str]:
        """All addresses of the record that was kept under a content key, its own first."""
        original = send(self._client, self._calls.original(bytes.fromhex(key)))
        if original is None:
            return []
        number, url = original
        pattern = number.replace(b"*", b"") + b" *"
        found = self._client.hscan_iter(f"{self._calls.prefix}matches", match=pattern, count=1000)
        others = sorted(_text(field).partition(" ")[2] for field, _ in found)
        return list(dict.fromkeys(each for each in (url, *others) if each))

    def forget(self) -> int:
        """Forget everything; answers how many contents were known."""
        count = self.tally().kept
        pattern = "".join(f"\\{sign}" if sign in "*?[]\\" else sign for sign in self._calls.prefix) + "*"
        keys = list(self._client.scan_iter(match=pattern, count=1000))
        for start in range(0, len(keys), 1000):
            self._client.unlink(*keys[start : start + 1000])
        return count


def names_of(client: redis.Redis) -> list[str]:
    """The names of all ledgers of a Redis."""
    found = client.scan_iter(match=f"{_PREFIX}{{*}}:meta", count=1000)
    return sorted(_text(key).removeprefix(f"{_PREFIX}{{").removesuffix("}:meta") for key in found)


@cache
def _script() -> Script:
    return Script("claims", (files(__package__) / "lua" / "claims.lua").read_text(encoding="utf-8"))


def _read_verdict(raw: Any, sample: KnownRecord) -> DuplicateVerdict:
    if raw[0] == b"ours":
        return DuplicateVerdict()
    if raw[0] == b"busy":
        return DuplicateVerdict(busy_for=float(raw[1]))
    return DuplicateVerdict(_read_match((_bytes(sample.url), *raw[1:7]), is_new=raw[7] == b"1"))


def _read_match(raw: Any, *, is_new: bool = True) -> DuplicateMatch:
    url, original_url, key, kind, reason, likeness, at = raw
    return DuplicateMatch(
        _text(url), _text(original_url), key.hex(), _text(kind), _text(reason), float(likeness), float(at), is_new
    )


def _refusal(key: str, said: Sequence[str], similarity: str) -> FrontierError:
    what, detail = said
    if what == "terms":
        return FrontierError(
            f"{key}: {describe_similarity(detail)}, not {describe_similarity(similarity)}; {SIMILARITY_ADVICE}"
        )
    return FrontierError(f"{key}: this key is no ledger of duplicates ({detail}); nothing was changed; move it away")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
