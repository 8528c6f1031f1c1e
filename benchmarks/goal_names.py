"""Names of a knowledge base in texts, up to a million: time and memory to take them up, and how fast a text is read.

Names are made of the words and signs of the texts that are read, Python's documentation and Debian's questions and
answers in Chinese, so that they are found often: half of them English, of one word or two, and half Chinese, of two to
four signs. Each size is measured in a process of its own. The knowledge base is a file of SQLite, into which the names
are imported first. All seconds are of the processor.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import psutil
from lxml import html

from benchmarks.rounds import run_worker, versions
from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.pages import PageText
from scrapy_bt.core.preference.preferences import Preferences
from scrapy_bt.core.preference.relevance import Relevance
from scrapy_bt.core.preference.scripts import whole_words
from scrapy_bt.storage.entities import EntityStore

DOC = Path("/usr/share/doc")
_TEXTS = {"English": DOC / "python3-doc/html/library", "Chinese": DOC / "debian/FAQ/zh-cn"}
_CHARACTERS = 2_000_000
"""Of each language that are read; texts that are shorter are read again."""
_SIZES = (10, 10_000, 1_000_000)
_CHINESE, _SINGLE, _BESIDE = 0.5, 0.05, 0.05
"""The shares of names in Chinese, of one word, and of two that stand beside each other in a text."""
_MEGABYTE = 1 << 20


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    sizes = _SIZES[:-1] if quick else _SIZES
    found = {size: run_worker("benchmarks.goal_names", str(size)) for size in sizes}
    metrics = {f"{size:,} names": told for size, told in found.items()}
    return {"goal": "names", "rounds": 1, "versions": versions("scrapy", "pyahocorasick"), "metrics": metrics}


def _pages(folder: Path) -> list[PageText]:
    roots = (html.parse(path).getroot() for path in sorted(folder.rglob("*.html")))
    return [PageText(root) for root in roots if root is not None]


def _names(texts: dict[str, list[str]]) -> Iterator[str]:
    """Without an end, each once; from the same seed the same."""
    chance, seen = random.Random(1), set[str]()
    words = [word for text in texts["English"] for word in whole_words(text) if word.isascii() and len(word) > 2]
    signs = [sign for text in texts["Chinese"] for sign in text if "\u4e00" <= sign <= "\u9fff"]
    while True:
        kind = chance.random()
        if kind < _CHINESE:
            name = "".join(chance.choices(signs, k=chance.choice((2, 3, 3, 4))))
        elif kind < _CHINESE + _SINGLE:
            name = chance.choice(words) + chance.choice(words)[:3]
        elif kind < _CHINESE + _SINGLE + _BESIDE:
            at = chance.randrange(len(words) - 1)
            name = " ".join(words[at : at + 2])
        else:
            name = " ".join(chance.choices(words, k=2))
        if name not in seen:
            seen.add(name)
            yield name


def main() -> None:
    """Measure one number of names, and print it as a line of JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", type=int)
    count = parser.parse_args().names
    pages = {language: _pages(folder) for language, folder in _TEXTS.items()}
    names = list(
        islice(_names({language: [page.body.text for page in each] for language, each in pages.items()}), count)
    )
    process, told = psutil.Process(), dict[str, str]()
    with TemporaryDirectory() as folder, closing(EntityStore(f"sqlite:///{folder}/names.db")) as store:
        before = process_time()
        store.add(Entity(f"Q{number}", name) for number, name in enumerate(names))
        told["imported in"] = f"{process_time() - before:.1f} s"
        del names
        before, memory = process_time(), process.memory_info().rss
        relevance = Relevance(Preferences(entities={"Q0": 3.0}), store.names())
        told["taken up in"] = f"{process_time() - before:.1f} s"
        told["memory"] = f"{(process.memory_info().rss - memory) / _MEGABYTE:.0f} MB"
    for language, each in pages.items():
        passages = [page.body for page in each]
        whole, found, before = 0, 0, process_time()
        while whole < _CHARACTERS:
            for passage in passages:
                found += sum(relevance.named([passage]).values())
                whole += len(passage.text)
        seconds = process_time() - before
        told[language] = f"{whole / seconds / 1e6:.1f} M characters/s, {1000 * found / whole:.1f} names in 1,000"
    print(json.dumps(told))


if __name__ == "__main__":
    main()
