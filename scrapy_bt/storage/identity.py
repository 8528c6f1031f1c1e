"""What makes two records the same, and where they were found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..settings import BTSettings
from .rows import StoreError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings
    from typing_extensions import Self

_EXAMPLE = '{"article": ["content"]}'


@dataclass(frozen=True)
class RecordIdentity:
    """Keys of records, by their kinds: the item node, the group, the item's class or the spider.

    *fields*: of the kinds that are known by some of their fields; others are known by all. *address*: the field with
    the URL of a record.
    """

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    address: str = "url"

    @classmethod
    def read(cls, settings: BaseSettings) -> Self:
        """Read what `BT_STORE_KEY` and `BT_STORE_ADDRESS` say; raises `BTError`."""
        bt = BTSettings.read(settings)
        fields = bt.store_key
        if not isinstance(fields, Mapping):
            if fields:
                raise StoreError(f"BT_STORE_KEY is {fields!r}: give the fields of each kind of record, {_EXAMPLE}")
            fields = {}
        for kind, names in fields.items():
            if not names:
                raise StoreError(f"BT_STORE_KEY has no fields for {kind!r}: give those of each kind, {_EXAMPLE}")
        return cls(fields, bt.store_address)

    def key(self, kind: str, record: Mapping[str, Any]) -> str:
        """32 hexadecimal digits; raises `ValueError` for a record that has none of the fields that make its key."""
        fields = self.fields.get(kind)
        if fields is None:
            return content_key(kind, record)
        known_by = {name: record[name] for name in fields if record.get(name) is not None}
        if not known_by:
            raise ValueError(f"it has none of the fields that make its key: {', '.join(fields)}")
        return content_key(kind, known_by)

    def urls(self, kind: str, record: Mapping[str, Any]) -> tuple[str, ...]:
        """The URLs of a record that may be found at several places, since its URL is no part of its key."""
        fields = self.fields.get(kind)
        url = record.get(self.address)
        return () if fields is None or self.address in fields or url is None else (str(url),)


def content_key(kind: str, record: Mapping[str, Any]) -> str:
    """32 hexadecimal digits of what a record says; nothing counts as not given."""
    given = {str(name): value for name, value in record.items() if value is not None}
    text = json.dumps([kind, given], sort_keys=True, ensure_ascii=True, default=written)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def written(value: Any) -> str:
    """What JSON has no form for, as text."""
    return bytes(value).hex() if isinstance(value, (bytes, bytearray, memoryview)) else str(value)
