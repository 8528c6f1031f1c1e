"""The servers that a look at a whole project needs, started on this machine where the settings name none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from scrapy.settings import BaseSettings

from ...crawl.redis.connection_plan import NAMING
from ...errors import BTError
from ...settings import BTSettings
from ...testing.kafka import KafkaBroker
from ...testing.postgres import PostgresServer
from ...testing.redis import RedisServer
from ...testing.site.process import PracticeSite
from .extras import need


@dataclass
class Practice:
    """What was started: *settings* that name it, and what people may want to know."""

    settings: dict[str, str] = field(default_factory=dict)
    site: str = ""
    told: list[str] = field(default_factory=list)
    broker: KafkaBroker | None = None
    postgres: PostgresServer | None = None

    def gone(self) -> list[str]:
        """The stores that were started and have ended since."""
        stores = {"PostgreSQL": self.postgres, "Kafka": self.broker}
        return [name for name, store in stores.items() if store is not None and not store.is_alive]


@contextmanager
def start_servers(settings: BaseSettings) -> Iterator[Practice]:
    """The practice site, and of Redis, PostgreSQL and Kafka those that are not named; raises `BTError`.

    They are gone at the end of the block, and all that they hold.
    """
    practice = Practice()
    with ExitStack() as stack:
        site = stack.enter_context(PracticeSite())
        practice.site = site.url.rstrip("/")
        practice.told.append(f"practice site   {site.url}")
        if not any(settings.get(name) for name in NAMING):
            redis = stack.enter_context(RedisServer())
            practice.settings["REDIS_URL"] = redis.url
            practice.told.append(f"Redis           {redis.url}")
        if not BTSettings.read(settings).store_url:
            need("sqlalchemy", "psycopg", extra="store")
            postgres = practice.postgres = stack.enter_context(PostgresServer())
            practice.settings["BT_STORE_URL"] = postgres.url
            practice.told.append(f"PostgreSQL      {postgres.url}")
        if not BTSettings.read(settings).kafka_servers:
            broker = practice.broker = stack.enter_context(KafkaBroker())
            practice.settings["BT_KAFKA_SERVERS"] = broker.servers
            practice.told.append(f"Kafka           {broker.servers}")
        yield practice


def count_records(url: str) -> Mapping[str, int]:
    """Rows by table of a database; raises `BTError` when it cannot be asked."""
    need("sqlalchemy", extra="store")
    import sqlalchemy as sa  # noqa: PLC0415 - the extra is there

    from ...storage.engines import read_url, shown  # noqa: PLC0415 - as above

    engine = sa.create_engine(read_url(url))
    try:
        return _count(engine)
    except sa.exc.SQLAlchemyError as error:
        raise BTError(f"the records in {shown(engine.url)} cannot be counted: {type(error).__name__}") from None
    finally:
        engine.dispose()


def count_messages(broker: KafkaBroker) -> Mapping[str, int]:
    """Messages by topic; raises `BTError` if the broker is gone."""
    try:
        broker.drain()
    except (OSError, EOFError) as error:
        raise BTError(f"The messages cannot be counted: the broker is gone ({type(error).__name__})") from None
    counts: dict[str, int] = {}
    for message in broker.messages:
        counts[message["topic"]] = counts.get(message["topic"], 0) + 1
    return dict(sorted(counts.items()))


def _count(engine: Any) -> Mapping[str, int]:
    import sqlalchemy as sa  # noqa: PLC0415 - as above

    with engine.connect() as connection:
        names = sorted(name for name in sa.inspect(connection).get_table_names() if not name.startswith("bt_"))
        return {
            name: connection.execute(sa.select(sa.func.count()).select_from(sa.table(name))).scalar_one()
            for name in names
        }
