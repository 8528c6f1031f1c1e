"""Scheme files for tests."""

from scrapy_bt.core.documents.shape import Many, RecordShape
from scrapy_bt.core.schemes.files.reader import read_scheme
from scrapy_bt.errors import Fault, RuleError

TOPIC = """\
scheme = "topic"
excluded = ["rumour"]

[values]
site = "http://127.0.0.1:8000"

[[classes]]
class = "place"
optional = ["harbour", "old town"]

[[classes]]
class = "event"
required = ["festival"]
optional = ["lights", "boats", "music"]
between = "and"
most = 2

[[platforms]]
platform = "portal"
url = "{site}/portal/search"
parameters = { q = "{keywords}", page = "{page_number}", sort = "{order}" }
pages = { last = 3 }
order = "newest"

[[platforms]]
platform = "forum"
url = "{site}/forum/search?q={keywords}"
"""

TOPIC_YAML = """\
scheme: topic
excluded: [rumour]
values:
  site: http://127.0.0.1:8000
classes:
  - class: place
    optional: [harbour, old town]
  - class: event
    required: [festival]
    optional: [lights, boats, music]
    between: and
    most: 2
platforms:
  - platform: portal
    url: '{site}/portal/search'
    parameters: {q: '{keywords}', page: '{page_number}', sort: '{order}'}
    pages: {last: 3}
    order: newest
  - platform: forum
    url: '{site}/forum/search?q={keywords}'
"""

COMBINATIONS = 2 * (1 + 3 + 3)
SEEDS = COMBINATIONS * (3 + 1)


def faults_of(text: str, *, file: str) -> tuple[Fault, ...]:
    """What is wrong with a text."""
    try:
        read_scheme(text, file=file)
    except RuleError as error:
        return tuple(error.faults)
    return ()


def records(kind):
    """Of a kind of value, all records of fields that are in it."""
    if isinstance(kind, Many):
        yield from records(kind.of)
    elif isinstance(kind, RecordShape):
        yield kind
        for field in kind.fields:
            yield from records(field.kind)
