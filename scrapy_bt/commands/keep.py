"""`scrapy bt keep`: a page, or an answer of a recording, is kept, so that trees and rules are tried on it."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..capture.folder import open_sample
from ..core.samples.hiding import hide_in_url
from ..crawl.project.folders import find_project
from ..operations.trials.given import GivenPages, page_of_recording
from ..operations.trials.pages import RawPage, read_raw_page
from ..versions import data_path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", metavar="PAGE", help="a URL, a file, or a recording")
    parser.add_argument("--request", type=int, metavar="NUMBER", help="of a recording: the request whose answer it is")
    parser.add_argument("--url", default="", help="where a file was found, for its links")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Keep it, and print where."""
    if find_project() is None:
        raise UsageError("go to the folder of a project; outside of one 'scrapy bt try FILE NODE PAGE' takes a file")
    page = _read(options, settings)
    print(f"{GivenPages(Path(data_path(''))).add(page)} is {hide_in_url(page.url)}")
    return 0


def _read(options: argparse.Namespace, settings: Settings) -> RawPage:
    if options.request is None:
        return read_raw_page(options.page, settings, url=options.url)
    if options.url:
        raise UsageError("an answer of a recording has its own address; leave out --url")
    return page_of_recording(open_sample(options.page), options.request)
