"""Goal 13: `check` of a 10,000-line file."""

from __future__ import annotations

import statistics
import time
from typing import Any

from benchmarks.rounds import versions
from scrapy_bt.core.language.checker import check

_SECONDS = 3.0
_SECTION = """
# Section {n}: a list over pages, and a page for each of its entries.
list_{n}  :: visit "https://shop.test/{n}{{path_{n}}}" {{
    headers = {{ Accept = "text/html" }}
}}
links_{n} :: data css "div.entry-{n} > a.more::attr(href)" all
next_{n}  :: data xpath "//li[@class='next-{n}']/a/@href"
entry_{n} :: visit "https://shop.test{{link}}"
record_{n} :: item {{
    title = css "h1::text"
    price = css ".price::text" as number
    code  = re "SKU-(\\\\d+)" as integer
}}
(( entry_{n} = 2 ))
state list_{n} {{
    timeout | 5xx = wait 3
    404           = end
}}
detail_{n} :: and (link) {{ :entry_{n}  :record_{n} }}
walk_{n} :: and {{
    path_{n} = "/"
    while path_{n} {{
        :list_{n}
        while link = :links_{n} {{
            goroutine {{ :detail_{n}(link) }}
        }}
        path_{n} = :next_{n}
    }}
}}
"""


def text(lines: int) -> str:
    """A file of about so many lines without a fault."""
    sections = lines // (_SECTION.count("\n") + 1)
    calls = "\n".join(f"    :walk_{n}" for n in range(sections))
    return "".join(_SECTION.format(n=n) for n in range(sections)) + f"\nmain :: serial {{\n{calls}\n}}\n"


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    source = text(10_000)
    rounds = 3 if quick else 7
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        faults = check(source, file="large.bt")
        seconds.append(time.perf_counter() - start)
        assert not faults, f"the file has faults: {faults[0]}"
    median = statistics.median(seconds)
    metric = {
        "lines": source.count("\n"),
        "min": round(min(seconds), 3),
        "median": round(median, 3),
        "max": round(max(seconds), 3),
        "target": f"<= {_SECONDS} s",
        "met": median <= _SECONDS,
    }
    return {"goal": 13, "versions": versions("lark"), "rounds": rounds, "metrics": {"check, seconds": metric}}
