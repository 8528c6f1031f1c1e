"""What answering those who watch costs a crawl: a module that a benchmark project names as its extension."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from scrapy.crawler import Crawler

from benchmarks.project_worker import Measure
from scrapy_bt.crawl.watching import extension
from scrapy_bt.crawl.watching.answers import Answers


class MeasureAnswers(Measure):
    """The measures of `Measure`, with the CPU of all answers over the socket."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.answers, self.spent, self.began = 0, 0.0, time.process_time()
        Answers.answer = self._counted(Answers.answer)  # type: ignore[method-assign]
        extension.write_answer = self._counted(extension.write_answer)

    def _counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            before = time.thread_time()
            try:
                return call(*arguments)
            finally:
                self.spent += time.thread_time() - before
                self.answers += 1

        return counted

    def stop(self) -> dict[str, Any]:
        """Its share in percent of all CPU of the process since it began."""
        share = 100 * self.spent / (time.process_time() - self.began)
        return {**super().stop(), "answers": self.answers / 2, "share": share}
