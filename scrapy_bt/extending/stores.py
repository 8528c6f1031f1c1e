"""For item pipelines that store records: how a record is known again, and what a store that is away raises."""

from ..crawl.runtime.records import Record
from ..errors import NotStored
from ..storage.identity import RecordIdentity
from ..storage.rows import StoreError

__all__ = ["NotStored", "Record", "RecordIdentity", "StoreError"]
