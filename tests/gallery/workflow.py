"""What an application of the gallery declares: how it is had, what is browsed there, what is true."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Page

from .application import Application

Row = tuple[str, ...]
"""The texts that one record has to hold, each as the whole of a field, white space aside."""


@dataclass(frozen=True)
class Workflow:
    """Something that a person does there. *browse* and *records* take an input's entries as keyword arguments."""

    name: str
    browse: Callable[..., Awaitable[None]]
    """Takes the page, which is open at *home*, and the application."""
    inputs: tuple[Mapping[str, str], Mapping[str, str]]
    """What is browsed with, once each."""
    other: Mapping[str, str]
    """What the tree is run with: a third input. Its entries are matched to arguments by what was recorded for them."""
    records: Callable[..., Sequence[Row]]
    """The truth, from the application's own data: takes the application and an input's entries of *other*'s names."""
    home: str = "/"
    options: Sequence[str] = ()
    """Of `infer`."""


@dataclass(frozen=True)
class Exhibit:
    """An application with its workflows."""

    name: str
    style: str
    """In a few words, for the table."""
    start: Callable[[Path], AbstractContextManager[Application]]
    """Serves it from a new folder, filled with its data, as long as the block lasts."""
    workflows: Sequence[Workflow] = field(default_factory=tuple)


async def follow(page: Page, selector: str) -> None:
    """Click and wait for the next page."""
    async with page.expect_navigation():
        await page.click(selector)


async def turn(page: Page, selector: str, times: int = 100) -> None:
    """Click as long as it is there, at most so often."""
    for _ in range(times):
        if not await page.locator(selector).count():
            break
        await follow(page, selector)


async def read_two(page: Page, selector: str, first: int, second: int) -> None:
    """Open one entry of a list, come back, and open another."""
    await follow(page, f"{selector} >> nth={first}")
    await page.go_back()
    await follow(page, f"{selector} >> nth={second}")
