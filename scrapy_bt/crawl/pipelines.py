"""Scrapy's media pipelines for rules: columns of type image and file are downloaded, and then hold the path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from itemadapter import ItemAdapter
from scrapy import Request
from scrapy.pipelines.files import FilesPipeline
from scrapy.pipelines.images import ImagesPipeline

from ..core.rules.compiler import RULE
from ..core.rules.tables import Table


class _ColumnsMixin:
    """What both have in common; a record says by its node which table it is of."""

    column_type: ClassVar[str]

    def get_media_requests(self, item: Any, info: Any) -> list[Request]:
        """One for each URL; the rule's hosts hold for it too."""
        table, record = _table_of(item, info), ItemAdapter(item)
        if table is None:
            return []
        return [Request(record[name], meta={RULE: table.file}) for name in self._fields(table) if record.get(name)]

    def item_completed(self, results: Any, item: Any, info: Any) -> Any:
        """The path below the store in the place of the URL, where it was downloaded; other URLs stay."""
        table, record = _table_of(item, info), ItemAdapter(item)
        if table is not None:
            wanted = [name for name in self._fields(table) if record.get(name)]
            for name, (succeeded, result) in zip(wanted, results, strict=True):
                if succeeded:
                    record[name] = result["path"]
        return item

    def _fields(self, table: Table) -> list[str]:
        return [name for name, column in table.columns.items() if column.type == self.column_type]


def _table_of(item: Any, info: Any) -> Table | None:
    tables: Mapping[str, Table] = getattr(info.spider, "tables", {})
    return tables.get(getattr(item, "node", ""))


class RuleImages(_ColumnsMixin, ImagesPipeline):
    """Images of rules, into `IMAGES_STORE`."""

    column_type = "image"


class RuleFiles(_ColumnsMixin, FilesPipeline):
    """Files of rules, into `FILES_STORE`."""

    column_type = "file"
