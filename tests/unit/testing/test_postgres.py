import socket

import pytest

from scrapy_bt.testing import postgres
from scrapy_bt.testing.postgres import PostgresServer, PostgresStartError

pytestmark = pytest.mark.server


def test_it_keeps_what_it_has_when_it_is_killed():
    import sqlalchemy as sa

    with PostgresServer() as server:
        engine = sa.create_engine(server.url.replace("postgresql:", "postgresql+psycopg:"), poolclass=sa.NullPool)
        with engine.begin() as connection:
            connection.execute(sa.text("CREATE TABLE t AS SELECT 1 AS a"))
        before, port = server.pid, server.port
        server.kill()
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", port))
        server.restart()
        assert (server.pid != before, server.port) == (True, port)
        with engine.begin() as connection:
            assert connection.execute(sa.text("SELECT a FROM t")).all() == [(1,)]
        server.stop()
        assert server.pid is None
        server.start()
        assert "database system is ready" in server.output
    assert server.pid is None


def test_a_folder_that_another_process_still_holds_is_tried_again():
    class Second(PostgresServer):
        launches = 0

        def _launch(self):
            self.launches += 1
            if self.launches == 3:
                first.kill()
            return super()._launch()

    with PostgresServer() as first:
        second = Second()
        second._folder = first.folder
        try:
            second.start()
            assert second.launches >= 3
        finally:
            second.kill()


def test_without_a_server_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(postgres.shutil, "which", lambda _: None)
    monkeypatch.setattr(postgres, "find_spec", lambda _: None)
    with pytest.raises(PostgresStartError, match="pip install pgserver"):
        PostgresServer()
