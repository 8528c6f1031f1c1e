"""From a record of any spider to what a ledger knows of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from itemadapter import ItemAdapter

from ...core.duplicates.minhash import sign
from ...core.duplicates.text import content_key, normalise, shingles
from ...core.duplicates.verdicts import KnownRecord
from .options import DuplicateOptions


def sample_of(item: Any, options: DuplicateOptions) -> KnownRecord | None:
    """The sample; none for a record that has no content, since its fields are missing or empty."""
    record, kind = ItemAdapter(item), kind_of_item(item)
    url = record.get(options.url_field)
    names = options.fields_of(kind)
    if names:
        values = [(name, record.get(name)) for name in names]
    else:
        values = sorted((name, value) for name, value in record.asdict().items() if name != options.url_field)
    texts = [normalise(_text(value)) for _, value in values]
    if not any(texts):
        return None
    # Where fields come and go, a text counts for the field it stands in.
    parts = texts if names else [part for (name, _), text in zip(values, texts, strict=True) for part in (name, text)]
    sample = KnownRecord(content_key(kind, parts), str(url) if url else "", kind)
    if not options.is_near:
        return sample
    signature = sign(piece for text in texts for piece in shingles(text))
    bands = options.bands.of(signature) if signature else ()
    return KnownRecord(sample.key, sample.url, kind, signature, bands)


def is_longer(item: Any, size: int) -> bool:
    """Whether its texts have more characters."""
    return sum(len(value) for value in ItemAdapter(item).values() if isinstance(value, str)) > size


def kind_of_item(item: Any) -> str:
    """The item node of a tree, the group of a rule, the class of an item; plain dicts have none."""
    node = getattr(item, "node", None)
    return str(node) if node is not None else "" if type(item) is dict else type(item).__name__


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, (list, tuple)):
        return " ".join(_text(each) for each in value)
    if isinstance(value, Mapping) or ItemAdapter.is_item(value):
        return json.dumps(ItemAdapter(value).asdict(), sort_keys=True, default=str, ensure_ascii=False)
    return str(value)
