import asyncio
import datetime as dt
import socket
import ssl
import threading
from contextlib import contextmanager

import pytest
import redis
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from scrapy.settings import Settings

from scrapy_bt.crawl.redis.connection import open_async_client, open_client
from scrapy_bt.errors import BTError
from scrapy_bt.testing import RedisServer
from scrapy_bt.testing.ports import HOST, pick_port


class Decoding(redis.Redis):
    """A client of somebody's own."""


@pytest.fixture(scope="module")
def guarded():
    with RedisServer(options=("--requirepass", "se:cr/et")) as started:
        started.quoted = f"redis://:se%3Acr%2Fet@{HOST}:{started.port}"
        yield started


def ask(*command, **settings):
    """What a client of each kind is answered."""
    with open_client(Settings(settings)) as client:
        answer = client.execute_command(*command)

    async def ask_without_blocking():
        async with await open_async_client(Settings(settings)) as client:
            return await client.execute_command(*command)

    assert asyncio.run(ask_without_blocking()) == answer
    return answer


def complaint(**settings):
    """What both ways say to settings; one line in any case."""
    with pytest.raises(BTError) as found:
        open_client(Settings(settings))
    with pytest.raises(BTError) as found_without_blocking:
        asyncio.run(open_async_client(Settings(settings)))
    said = [str(found.value), str(found_without_blocking.value)]
    assert all("\n" not in message for message in said)
    # The two libraries word some reasons differently.
    assert said[0].split(":")[:3] == said[1].split(":")[:3]
    return said[0]


def test_the_settings_of_scrapy_redis_mean_the_same(server):
    parts = {"REDIS_HOST": HOST, "REDIS_PORT": str(server.port)}
    ask("SET", "name", "zero", REDIS_URL=server.url)
    ask("SET", "name", "three", REDIS_URL=f"{server.url}/3")
    for settings in (
        {"REDIS_URL": server.url},
        parts,
        {"REDIS_PARAMS": {"host": HOST, "port": server.port}},
        {"REDIS_PARAMS": f'{{"url": "{server.url}"}}'},
        {"REDIS_URL": server.url, **parts, "REDIS_DB": "0", "REDIS_PARAMS": {"host": HOST, "retry_on_timeout": True}},
        {"REDIS_URL": server.url, "REDIS_PARAMS": {"redis_cls": "redis.StrictRedis"}},
        {"REDIS_URL": server.url, "REDIS_PARAMS": {"redis_cls": "redis.asyncio.Redis"}},
        {"REDIS_URL": server.url, "REDIS_PARAMS": {"redis_cls": redis.Redis}, "REDIS_DECODE_RESPONSES": False},
    ):
        assert ask("GET", "name", **settings) == b"zero", settings
    for settings in (
        {**parts, "REDIS_DB": "3"},
        {"REDIS_URL": server.url, "REDIS_DB": 3},
        {"REDIS_URL": f"{server.url}?db=3"},
        {"REDIS_URL": server.url, "REDIS_PARAMS": {"db": 3}},
    ):
        assert ask("GET", "name", **settings) == b"three", settings


def test_the_time_limits_are_those_of_scrapy_redis_unless_the_settings_say_others(server):
    with open_client(Settings({"REDIS_URL": server.url})) as client:
        assert client.get_connection_kwargs()["socket_timeout"] == 30
    settings = Settings({"REDIS_URL": server.url, "REDIS_PARAMS": {"socket_timeout": 7}})
    with open_client(settings) as client:
        assert client.get_connection_kwargs()["socket_timeout"] == 7
        assert client.get_connection_kwargs()["socket_connect_timeout"] == 30


def test_a_class_of_ones_own_is_used_but_has_no_other_side(server):
    settings = Settings({"REDIS_URL": server.url, "REDIS_PARAMS": {"redis_cls": Decoding}})
    with open_client(settings) as client:
        assert type(client) is Decoding
    with pytest.raises(BTError, match=r"redis_cls.*Decoding.*use a class of redis itself"):
        asyncio.run(open_async_client(settings))


def test_no_server_is_told_in_one_line():
    port = pick_port()
    said = complaint(REDIS_HOST=HOST, REDIS_PORT=port)
    assert said.startswith(f"no Redis at redis://{HOST}:{port}/0: ")
    assert said.endswith('or crawl without Redis: BT_FRONTIER = "memory"')
    assert "refused" in said
    assert complaint(REDIS_URL="unix:///no/such/socket").startswith("no Redis at unix:///no/such/socket?db=0: ")
    assert complaint(REDIS_HOST="a..b").startswith("no Redis at redis://a..b:6379/0: ")
    assert complaint(REDIS_URL=f"redis://[::1]:{port}/2").startswith(f"no Redis at redis://[::1]:{port}/2: ")


def test_where_the_command_needs_a_server_it_is_told_how_to_get_one():
    settings = Settings({"REDIS_URL": f"redis://{HOST}:{pick_port()}"})
    settings.set("BT_FRONTIER", "redis", priority="cmdline")
    with pytest.raises(BTError, match=r"apt install redis-server .* -s REDIS_URL=redis://") as caught:
        open_client(settings)
    assert "memory" not in str(caught.value)


@pytest.mark.parametrize(
    "settings",
    [
        {"REDIS_URL": "redis://me:wrong-secret@{place}/1"},
        {"REDIS_URL": "redis://me@{place}/1?password=wrong-secret"},
        {"REDIS_URL": "redis://{place}/1", "REDIS_PARAMS": {"username": "me", "password": "wrong-secret"}},
    ],
)
def test_a_wrong_password_is_told_and_hidden(guarded, settings):
    place = f"{HOST}:{guarded.port}"
    said = complaint(**{**settings, "REDIS_URL": settings["REDIS_URL"].format(place=place)})
    assert said.startswith(f"no Redis at redis://me:***@{place}/1: the password or the user name is wrong")
    assert "wrong-secret" not in said


def test_a_password_that_is_missing_is_asked_for(guarded):
    assert ask("ECHO", "hello", REDIS_URL=guarded.quoted) == b"hello"
    assert "it wants a password" in complaint(REDIS_HOST=HOST, REDIS_PORT=guarded.port)


def test_a_password_that_breaks_the_url_is_not_shown():
    for url in (f"redis://:se/cret@{HOST}/0", f"redis://:12/34@{HOST}/0"):
        said = complaint(REDIS_URL=url)
        assert said.startswith("REDIS_URL ")
        assert "cret" not in said
        assert "34" not in said


def test_a_database_that_is_not_there_is_told(server):
    assert "no database of this number" in complaint(REDIS_URL=f"{server.url}/99")
    assert complaint(REDIS_URL=f"{server.url}/tasks").startswith("REDIS_URL must end with the number of a database")


def test_a_server_that_says_nothing_is_told(server):
    server.freeze()
    try:
        limits = {"socket_timeout": 0.05, "socket_connect_timeout": 0.05}
        assert "it does not answer" in complaint(REDIS_URL=server.url, REDIS_PARAMS=limits)
        said = complaint(REDIS_URL=server.url.replace("redis", "rediss"), REDIS_PARAMS=limits)
        assert said.startswith(f"no Redis at rediss://{HOST}:{server.port}/0: it does not answer, or not by TLS")
    finally:
        server.thaw()


@contextmanager
def answering(answer):
    """The port of a server that answers each connection with a function."""

    def serve():
        while not is_over.is_set():
            connection, _ = listener.accept()
            with connection:
                connection.settimeout(10)
                answer(connection)

    is_over = threading.Event()
    with socket.create_server((HOST, 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        port = listener.getsockname()[1]
        try:
            yield port
        finally:
            is_over.set()
            socket.create_connection((HOST, port)).close()
            thread.join()


def answer_as_web_server(connection):
    connection.recv(1000)
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def answer_while_reading(connection):
    while connection.recv(1000):
        connection.sendall(b"-LOADING Redis is loading the dataset in memory\r\n" * 3)


def test_something_else_than_a_redis_is_told():
    with answering(answer_as_web_server) as port:
        assert "what answers there is not a Redis" in complaint(REDIS_HOST=HOST, REDIS_PORT=port)
        said = complaint(REDIS_HOST=HOST, REDIS_PORT=port, REDIS_PARAMS={"ssl": True})
        assert said.startswith(f"no Redis at rediss://{HOST}:{port}/0: it does not speak TLS")


def test_a_server_that_still_reads_is_told():
    with answering(answer_while_reading) as port:
        assert "it is still reading its data" in complaint(REDIS_HOST=HOST, REDIS_PORT=port)


@pytest.fixture
def encryption(tmp_path):
    """The context of a server whose certificate nobody knows."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.timezone.utc)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(now).not_valid_after(now + dt.timedelta(days=1))
    certificate = builder.sign(key, hashes.SHA256())
    encoding = serialization.Encoding.PEM
    unencrypted = serialization.NoEncryption()
    secret = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, unencrypted)
    (tmp_path / "both.pem").write_bytes(secret + certificate.public_bytes(encoding))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "both.pem")
    return context


def test_mistakes_with_encryption_are_told(encryption):
    def answer(connection):
        try:
            encryption.wrap_socket(connection, server_side=True).close()
        except OSError:
            connection.close()

    with answering(answer) as port:
        said = complaint(REDIS_URL=f"rediss://{HOST}:{port}")
        assert "its certificate is not trusted; REDIS_PARAMS may name 'ssl_ca_certs'" in said
        assert "rediss://" in complaint(REDIS_URL=f"redis://{HOST}:{port}")


def test_an_option_that_no_client_has_is_named():
    said = complaint(REDIS_PARAMS={"colour": 1})
    assert said.startswith("REDIS_PARAMS makes no client: a Redis client has no option 'colour'")


def test_a_server_that_is_no_cluster_is_told(server):
    said = complaint(REDIS_URL=server.url, REDIS_PARAMS={"redis_cls": "redis.RedisCluster"})
    assert said.startswith(f"no Redis at redis://{HOST}:{server.port}/0: Redis Cluster cannot be connected")
