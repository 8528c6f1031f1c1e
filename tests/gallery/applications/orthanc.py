"""Orthanc in C++, as Debian packages it: pictures of patients; pages behind `#`, a search that posts JSON."""

from __future__ import annotations

import contextlib
import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from tests.waiting import wait_until

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow

PARTS = ("Knee", "Shoulder", "Ankle")
NAMES = ("Ada", "Berta", "Cora", "Dora", "Edna", "Fanny", "Greta", "Hilda")
STUDIES, SERIES = 96, ("front", "side", "above")
_NEEDED = (
    r"lib(civetweb1|dcmtk17|boost-(filesystem|iostreams|locale|regex|thread)1.74|curl4$|jsoncpp25|jpeg62-turbo|png16-16"
    r"|pugixml1v5|lua5\.3-0|wrap0|tiff6|webp7|lerc4|jbig0|deflate0|nsl2|tirpc3|nghttp2|rtmp1|ssh2-1|psl5|icu72)|dcmtk"
)


@contextlib.contextmanager
def orthanc(folder: Path) -> Iterator[Application]:
    """Studies of three parts, of eight patients, with a series for each direction."""
    root = unpacked("orthanc", *with_dependencies(_NEEDED, "orthanc"))
    url, dicom = f"http://127.0.0.1:{free_port(folder)}", folder / "dicom"
    dicom.mkdir()
    settings = {"Name": "Walks", "HttpPort": int(url.rpartition(":")[2]), "DicomPort": free_port(dicom)}
    settings |= {"StorageDirectory": "store", "IndexDirectory": "store", "AuthenticationEnabled": False, "StableAge": 1}
    (folder / "orthanc.json").write_text(json.dumps(settings))
    own = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
    own["DCMDICTPATH"] = str(next(root.rglob("dicom.dic")))
    with served([root / "usr/sbin/Orthanc", "orthanc.json"], url, folder, own):
        for number in range(STUDIES):
            for way in range(len(SERIES)):
                made = json.dumps({"Tags": tags(number, way), "Force": True}).encode()
                urllib.request.urlopen(urllib.request.Request(f"{url}/tools/create-dicom", made)).close()
        wait_until(lambda: all(study["IsStable"] for study in _studies(url)), pause=0.2)
        yield Application(url, "", "", folder)


def _studies(url: str) -> list[dict[str, Any]]:
    """All, as it tells them; some time after the last change one is stable."""
    with urllib.request.urlopen(f"{url}/studies?expand") as told:
        return list(json.load(told))


def tags(number: int, way: int) -> dict[str, Any]:
    """What one picture says of its patient, its study and its series."""
    patient = number % len(NAMES)
    return {
        "PatientID": f"P{patient + 300}",
        "PatientName": f"{NAMES[patient]} Keeper",
        "PatientBirthDate": f"19{50 + patient}0{patient + 1}12",
        "StudyInstanceUID": f"1.2.826.0.1.{number + 1}",
        "StudyDescription": description(number),
        "StudyDate": f"2024{number % 12 + 1:02}{number % 28 + 1:02}",
        "StudyTime": f"{number % 12 + 8:02}1500",
        "AccessionNumber": accession(number),
        "SeriesInstanceUID": f"1.2.826.0.1.{number + 1}.{way + 1}",
        "SeriesDescription": seen_from(number, way),
        "SeriesNumber": str(way + 1),
        "SeriesDate": f"2024{number % 12 + 1:02}{number % 28 + 1:02}",
        "SeriesTime": f"{number % 12 + 8:02}15{way + 1:02}",
        "Modality": "CR",
        "SOPInstanceUID": f"1.2.826.0.1.{number + 1}.{way + 1}.1",
    }


def description(number: int) -> str:
    return f"{PARTS[number % 3]} after walk {number}"


def accession(number: int) -> str:
    return f"A{number * 7 + 1000}"


def seen_from(number: int, way: int) -> str:
    return f"From {SERIES[way]}, picture {number * 3 + way}"


async def _look_up(page: Page, part: str) -> None:
    await page.fill("#lookup-study-description", part)
    async with page.expect_response("**/tools/find"):
        await page.click("#lookup-submit")
    await page.locator("#lookup-result li").nth(3).wait_for()
    await page.wait_for_timeout(1000)


async def search(page: Page, _: Application, part: str) -> None:
    await _look_up(page, part)


async def series(page: Page, _: Application, part: str) -> None:
    await _look_up(page, part)
    for number in (1, 3):
        async with page.expect_response("**/studies/*/series?*"):
            await page.click(f"#lookup-result li >> nth={number} >> a >> nth=0")
        await page.locator("#list-series li a").nth(2).wait_for()
        await page.wait_for_timeout(500)
        if number == 1:
            await page.go_back()
            await _look_up(page, part)


async def of_patient(page: Page, _: Application, name: str) -> None:
    await page.click("a:has-text('All patients')")
    async with page.expect_response("**/patients/*/studies?*"):
        await page.click(f"#all-patients li a:has(h3:text-is('{name}'))")
    await page.locator("#list-studies li a").nth(3).wait_for()


def found(_: Application, part: str) -> Sequence[Row]:
    """Study and patient."""
    own = [n for n in range(STUDIES) if PARTS[n % 3] == part.rstrip("*")]
    return [(description(n), accession(n), f"{NAMES[n % 8]} Keeper", f"P{n % 8 + 300}") for n in own]


def series_of(_: Application, part: str) -> Sequence[Row]:
    own = [n for n in range(STUDIES) if PARTS[n % 3] == part.rstrip("*")]
    return [(seen_from(n, way), "CR") for n in own for way in range(len(SERIES))]


def studies_of(_: Application, name: str) -> Sequence[Row]:
    return [(description(n), accession(n)) for n in range(STUDIES) if f"{NAMES[n % 8]} Keeper" == name]


_HOME = "/app/explorer.html"
_PARTS = ({"part": "Knee*"}, {"part": "Ankle*"})

EXHIBIT = Exhibit(
    "orthanc",
    "pictures of patients, behind #",
    orthanc,
    (
        Workflow("search", search, _PARTS, {"part": "Shoulder*"}, found, _HOME),
        Workflow("series", series, _PARTS, {"part": "Shoulder*"}, series_of, _HOME),
        Workflow(
            "patient",
            of_patient,
            ({"name": "Berta Keeper"}, {"name": "Greta Keeper"}),
            {"name": "Dora Keeper"},
            studies_of,
            _HOME,
        ),
    ),
)
