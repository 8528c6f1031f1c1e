import asyncio
import contextlib
import io

import aiohttp
import pytest

from scrapy_bt.testing.site.server import serve
from scrapy_bt.testing.site.settings import SiteSettings
from scrapy_bt.testing.site.site import Site
from tests.waiting import until


def run(conversation, **settings):
    """Serve a site on a free port, hold the conversation with it and return the site."""
    site = Site(SiteSettings(products=5, **settings))

    async def converse():
        listening = asyncio.get_running_loop().create_future()
        stopped = asyncio.Event()
        serving = asyncio.create_task(
            serve(site, host="127.0.0.1", port=0, announce=listening.set_result, stopped=stopped)
        )
        try:
            async with aiohttp.ClientSession(await listening, cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
                await conversation(session, site)
        finally:
            stopped.set()
            await serving

    asyncio.run(converse())
    return site


async def leave(*tasks):
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def test_a_page_arrives_with_its_type_and_is_counted():
    async def conversation(session, site):
        async with session.get("/shop/?a=1") as response:
            assert response.status == 200
            assert response.headers["Content-Type"] == "text/html; charset=utf-8"
            assert await response.read() == site.fixed["/shop/"].body

    counts = run(conversation).counts.as_json()
    assert counts["by_request"] == {"GET /shop/": 1}
    assert counts["by_url"] == {"/shop/?a=1": 1}
    assert counts["by_status"] == {"200": 1}


def test_head_answers_as_get_without_a_body():
    async def conversation(session, site):
        async with session.head("/shop/") as response:
            assert response.status == 200
            assert int(response.headers["Content-Length"]) == len(site.fixed["/shop/"].body)

    assert run(conversation).counts.as_json()["by_request"] == {"HEAD /shop/": 1}


def test_controls_are_neither_counted_nor_delayed():
    async def conversation(session, _):
        async with session.get("/_counts") as response:
            assert (await response.json())["total"] == 0

    assert run(conversation, latency=3600).counts.total == 0


def test_requests_that_wait_are_there_at_the_same_time():
    async def conversation(session, site):
        tasks = [asyncio.create_task(session.get(path)) for path in ("/shop/", "/shop/", "/plain/")]
        await until(lambda: site.counts.max_concurrent == 3)
        await leave(*tasks)

    counts = run(conversation, latency=3600).counts.as_json()
    assert counts["max_concurrent_by_path"] == {"/shop/": 2, "/plain/": 1}


def test_a_client_that_leaves_is_counted_out_and_frees_the_desk():
    async def conversation(session, site):
        task = asyncio.create_task(session.get("/single/"))
        await until(lambda: site.counts.total == 1)
        await leave(task)
        await until(lambda: site.counts.by_status)
        async with session.post("/_settings", json={"single_seconds": 0}):
            pass
        async with session.get("/single/") as response:
            assert response.status == 200

    assert run(conversation, single_seconds=3600).counts.by_status == {"cancelled": 1, "200": 1}


def test_a_second_one_at_the_desk_is_a_violation():
    async def conversation(session, site):
        first = asyncio.create_task(session.get("/single/a"))
        await until(lambda: site.counts.total == 1)
        async with session.get("/single/b") as response:
            assert response.status == 409
        await leave(first)

    counts = run(conversation, single_seconds=3600).counts
    assert counts.violations == 1
    assert counts.by_status["409"] == 1


def test_a_dropped_connection_sends_nothing():
    async def conversation(session, _):
        with pytest.raises(aiohttp.ClientError):
            await session.post("/trouble/drop")

    assert run(conversation).counts.by_status == {"dropped": 1}


def test_form_fields_arrive():
    async def conversation(session, _):
        async with session.post("/login", data={"csrf_token": "é"}, allow_redirects=False) as response:
            assert response.status == 403
        async with session.get("/login") as response:
            token = (await response.text()).partition('name="csrf_token" value="')[2][:32]
        form = {"csrf_token": token, "username": "reader", "password": "practice"}
        async with session.post("/login", data=form, allow_redirects=False) as response:
            assert response.status == 302

    run(conversation)


@pytest.mark.parametrize(
    ("content_type", "body", "status"),
    [
        ("application/x-www-form-urlencoded; charset=nonsense", b"a=1", 400),
        ("application/x-www-form-urlencoded; charset=ascii", b"a=\xff", 400),
        ("multipart/form-data", b"a", 400),
        ("application/x-www-form-urlencoded", b"a" * 2_000_000, 413),
    ],
)
def test_a_form_that_cannot_be_read_is_the_client_s_fault(content_type, body, status):
    async def conversation(session, _):
        async with session.post("/login", data=io.BytesIO(body), headers={"Content-Type": content_type}) as response:
            assert response.status == status

    assert run(conversation).counts.by_status == {str(status): 1}


def test_a_stop_does_not_wait_for_requests_that_hang():
    async def conversation(session, site):
        task = asyncio.create_task(session.get("/trouble/timeout"))
        await until(lambda: site.counts.total == 1)
        waiting.append(task)

    waiting = []
    assert run(conversation, hang_seconds=3600).counts.total == 1
    assert waiting[0].cancelled() or waiting[0].exception() is not None
