"""`scrapy bt learn urls`: trains and judges."""

import re

import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.capture.folder import NewSample
from scrapy_bt.commands.bt import BT
from scrapy_bt.commands.shared.statuses import Status
from scrapy_bt.core.samples.traffic import Exchange, Sent
from scrapy_bt.core.tree.task import Frame, Task, encode_task
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.redis import RedisFrontier
from scrapy_bt.testing.redis import RedisServer
from tests.contracts.workshop import new


@pytest.fixture
def urls(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [
        f"https://{host}.example/{kind}/{'x' * n}\t{kind}" for host in "ab" for kind in ("n", "s") for n in range(1, 9)
    ]
    (tmp_path / "urls.tsv").write_text("\n".join(lines))


def learn(*words: str) -> int:
    return BT.run("learn", ["urls", *words], Settings())


def test_the_table(urls, capsys):
    assert learn("urls.tsv", "--evaluate") == 0
    told = capsys.readouterr().out
    assert "32 URLs" in told
    for name in ("chance", "edit distance", "hashed trigrams, 1", "pattern", "digits", "query"):
        assert f"  {name} " in told


def test_the_urls_of_a_sample_are_one_route(tmp_path, capsys):
    for name in ("list", "item"):
        sent = [Sent("GET", url) for url in (f"https://a.example/{name}/1", "data:,x", f"https://a.example/{name}/2")]
        exchanges = [Exchange(at, one, started=at) for at, one in enumerate(sent)]
        NewSample(tmp_path / name).finish(10.0, exchanges=exchanges, events=[])
    assert learn(str(tmp_path / "list"), str(tmp_path / "item"), "--evaluate") == 0
    assert "4 URLs" in capsys.readouterr().out
    (tmp_path / "none").mkdir()
    assert learn(str(tmp_path / "none"), "--evaluate") == Status.FAULTY
    assert "none" in capsys.readouterr().err


def test_the_urls_of_a_queue_are_of_the_routes_of_their_nodes(urls, capsys):
    with RedisServer() as server, redis.Redis.from_url(server.url) as client:
        frontier = RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})
        frontier.put([new(encode_task(Task([Frame(0, {"word": "no URL"})])), Bucket("shop", "main/detail"))])
        asked = ("--queue", "shop", "-s", f"REDIS_URL={server.url}", "--evaluate")
        assert learn(*asked) == Status.FAULTY
        assert "no task of 'shop' has a URL yet" in capsys.readouterr().err
        tasks = [encode_task(Task([Frame(0, {"url": f"https://a.example/item/{n}"})])) for n in range(3)]
        frontier.put([new(task, Bucket("shop", "main/detail")) for task in tasks])
        assert learn("urls.tsv", *asked) == 0
        assert "35 URLs" in capsys.readouterr().out
        others = [encode_task(Task([Frame(0, {"url": f"https://a.example/list?page={n}"})])) for n in range(3)]
        frontier.put([new(task, Bucket("shop", "main/list")) for task in others])
        assert learn(*asked) == 0
        assert re.search(r"chance +0\.400\n", capsys.readouterr().out)  # the rest is not of the same node
        assert learn("--queue", "shopp", *asked[2:]) == Status.FAULTY
        assert "did you mean 'shop'?" in capsys.readouterr().err


@pytest.mark.training
def test_a_model_is_trained_goes_on_and_is_judged(urls, tmp_path, capsys, monkeypatch):
    training = pytest.importorskip("scrapy_bt.learning.distillation.training")
    told, interrupted = training.DistillationProgress, []

    def interrupt(*args):
        interrupted.append(args)
        raise KeyboardInterrupt

    monkeypatch.setattr(training, "DistillationProgress", interrupt)
    assert learn("urls.tsv", "-o", "urls.model", "--steps", "60") == 1
    assert interrupted
    assert "the same command goes on from urls.model.checkpoint" in capsys.readouterr().err
    monkeypatch.setattr(training, "DistillationProgress", told)
    assert learn("urls.tsv", "-o", "urls.model", "--steps", "60") == 0
    assert "going on from urls.model.checkpoint" in (heard := capsys.readouterr()).err
    assert "step 60 of 60: validation loss 0." in heard.err
    assert heard.out == "written: urls.model\n"
    assert not (tmp_path / "urls.model.checkpoint").exists()
    assert learn("urls.tsv", "--evaluate", "--model", "urls.model") == 0
    assert "model, 1 " in capsys.readouterr().out


def test_who_interrupts_before_anything_was_kept_is_told_so(urls, monkeypatch, capsys):
    training = pytest.importorskip("scrapy_bt.learning.distillation.training")

    def interrupt(*args, **others):
        raise KeyboardInterrupt

    monkeypatch.setattr(training, "train", interrupt)
    assert learn("urls.tsv", "-o", "urls.model") == 1
    assert "the same command begins anew: nothing was kept yet" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [("urls.tsv",), ("urls.tsv", "--evaluate", "-o", "m"), ("urls.tsv", "-o", "m", "--steps", "0")]
)
def test_a_wrong_command_line(urls, words):
    with pytest.raises(SystemExit, match="2"):
        learn(*words)


def test_a_missing_model_is_told(urls, capsys):
    assert learn("urls.tsv", "--evaluate", "--model", "none.model") == 1
    assert "none.model: the model cannot be read" in capsys.readouterr().err
