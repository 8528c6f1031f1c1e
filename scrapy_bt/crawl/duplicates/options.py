"""What a project asks of its duplicates, as its settings say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scrapy.settings import BaseSettings

from ...core.duplicates.minhash import Bands
from ...errors import BTError
from ...settings import BTSettings


@dataclass(frozen=True)
class DuplicateOptions:
    """The settings `BT_DUPLICATES…`, checked."""

    is_near: bool = False
    fields: Mapping[str, tuple[str, ...]] | tuple[str, ...] = ()
    """That make a record's content, by the kind of record or for all; empty: all but the address."""
    url_field: str = "url"
    similarity: float = 1.0
    store: str = ""
    name: str = ""
    lease_seconds: float = 30.0

    @classmethod
    def read(cls, settings: BaseSettings) -> DuplicateOptions:
        """Raises `BTError` for what cannot be meant."""
        bt = BTSettings.read(settings)
        try:
            Bands.finding(bt.duplicates_similarity)
        except ValueError as error:
            raise BTError(f"BT_DUPLICATES_SIMILARITY: {error}") from None
        return cls(
            is_near=bt.duplicates == "near",
            fields=bt.duplicates_fields,
            url_field=bt.duplicates_url,
            similarity=bt.duplicates_similarity,
            store=bt.duplicates_store,
            name=bt.duplicates_name,
            lease_seconds=bt.lease_seconds,
        )

    @property
    def bands(self) -> Bands:
        return Bands.finding(self.similarity)

    @property
    def similarity_text(self) -> str | None:
        """What all who compare texts in one ledger have to have in common; None: only the same text counts."""
        return f"{self.similarity:g}" if self.is_near else None

    def fields_of(self, kind: str) -> tuple[str, ...]:
        """The fields that make the content of such a record; empty: all but the address."""
        return tuple(self.fields.get(kind, ())) if isinstance(self.fields, Mapping) else self.fields
