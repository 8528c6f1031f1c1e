import asyncio
import contextlib

from scrapy_bt.crawl.redis.background import Background


def test_what_is_under_way_ends_even_if_it_does_not_hear_at_first() -> None:
    async def scenario() -> None:
        heard = 0

        async def deaf() -> None:
            nonlocal heard
            while heard < 2:
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()
                heard += 1

        background = Background(lambda error: None)
        background.start(deaf())
        await asyncio.sleep(0)
        await asyncio.wait_for(background.end(), 150)
        assert heard == 2

    asyncio.run(scenario())


def test_what_fails_is_told() -> None:
    async def scenario() -> None:
        told: list[BaseException] = []

        async def fail() -> None:
            raise ZeroDivisionError("no way")

        background = Background(told.append)
        background.start(fail())
        while not told:
            await asyncio.sleep(0)
        await background.end()
        assert [str(error) for error in told] == ["no way"]

    asyncio.run(scenario())
