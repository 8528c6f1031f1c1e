"""Scrapy's media pipelines for rules: columns of type image and file are downloaded, and then hold the path.

Redirects are followed, unless `MEDIA_ALLOW_REDIRECTS` says otherwise: `RuleGuard` keeps them within the rule's hosts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from itemadapter import ItemAdapter
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.pipelines.files import FilesPipeline
from scrapy.pipelines.images import ImagesPipeline
from scrapy.utils.datatypes import SequenceExclude
from twisted.python.failure import Failure

from ..core.rules.tables import GroupTable
from ..core.rules.visits import RULE
from ..versions import FileException

if TYPE_CHECKING:
    from typing_extensions import Self

_REDIRECTS = "MEDIA_ALLOW_REDIRECTS"


class _ColumnsMixin:
    """What both have in common; a record says by its node which table it is of."""

    column_type: ClassVar[str]

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        pipeline: Any = super().from_crawler(crawler)  # type: ignore[misc]  # it stands before a pipeline of Scrapy
        if all(crawler.settings.get(name) is None for name in (_REDIRECTS, f"{cls.__name__.upper()}_{_REDIRECTS}")):
            pipeline.allow_redirects = True
            pipeline.handle_httpstatus_list = SequenceExclude(range(300, 400))
        return pipeline

    def media_failed(self, failure: Any, request: Request, info: Any) -> Any:
        """What a site does not have was told in one line; it is no error of the program."""
        if isinstance(failure.value, FileException):
            failure = Failure(IgnoreRequest(str(failure.value)))
        return super().media_failed(failure, request, info)  # type: ignore[misc]

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

    def _fields(self, table: GroupTable) -> list[str]:
        return [name for name, column in table.columns.items() if column.type == self.column_type]


def _table_of(item: Any, info: Any) -> GroupTable | None:
    tables: Mapping[str, GroupTable] = getattr(info.spider, "tables", {})
    return tables.get(getattr(item, "node", ""))


class RuleImages(_ColumnsMixin, ImagesPipeline):
    """Images of rules, into `IMAGES_STORE`."""

    column_type = "image"


class RuleFiles(_ColumnsMixin, FilesPipeline):
    """Files of rules, into `FILES_STORE`."""

    column_type = "file"
