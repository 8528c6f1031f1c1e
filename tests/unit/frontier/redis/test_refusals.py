import pytest
from redis.exceptions import ResponseError

from scrapy_bt.frontier.redis.refusals import is_passing, is_passing_error

PASSING = [
    "READONLY You can't write against a read only replica.",
    "OOM command not allowed when used memory > 'maxmemory'.",
    "CLUSTERDOWN The cluster is down",
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
    "NOREPLICAS Not enough good replicas to write.",
    "TRYAGAIN Multiple keys request during rehashing of slot",
    "BUSY Redis is busy running a script.",
    "UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)",
]


@pytest.mark.parametrize("reply", PASSING)
def test_a_server_that_cannot_now_may_later(reply, answering) -> None:
    assert is_passing_error(answering(reply))
    assert is_passing(reply)


@pytest.mark.parametrize("reply", ["WRONGTYPE Operation against a key", "ERR unknown command 'EVALSHA'", "NOPERM no"])
def test_what_no_waiting_mends_is_none_of_these(reply, answering) -> None:
    assert not is_passing_error(answering(reply))
    assert not is_passing(reply)


@pytest.fixture
def answering(client):
    """The error that the client raises for an error reply of the server."""

    def ask(reply: str) -> ResponseError:
        with pytest.raises(ResponseError) as caught:
            client.eval("return redis.error_reply(ARGV[1])", 0, reply)
        return caught.value

    return ask
