"""The file that keeps how soon the relevant pages of a spider's last crawl came."""

from __future__ import annotations

import json
import logging

from ...core.documents.json import read_json
from ...core.preference.harvest import Harvest
from ...errors import BTError
from ...sentences import say
from ...versions import data_path
from ...wholefiles import write_whole
from .modelfiles import FOLDER

logger = logging.getLogger(__name__)


class HarvestFile:
    """Beside the model of a spider's links."""

    def __init__(self, spider: str) -> None:
        self.path = data_path(FOLDER).resolve() / f"{spider}.harvest.json"

    def save(self, harvest: Harvest) -> None:
        """What cannot be written is told."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, json.dumps({"pages": harvest.pages, "relevant": harvest.relevant}) + "\n")
        except OSError as error:
            logger.warning("The harvest file cannot be written: %s", error)

    def load(self) -> Harvest:
        """Raises `BTError` where no crawl has kept one, or somebody else has written the file."""
        try:
            told = read_json(self.path.read_text(encoding="utf-8"), shape=dict[str, object])
        except FileNotFoundError:
            raise BTError(say("no crawl with BT_PREFERENCES has ended here: {} is not there", self.path)) from None
        except (OSError, ValueError) as error:
            raise BTError(say("{} cannot be read: {}; run the crawl again", self.path, error)) from None
        pages, relevant = told.get("pages"), told.get("relevant")
        places = [place for place in relevant if isinstance(place, int)] if isinstance(relevant, list) else None
        if not isinstance(pages, int) or places is None or places != sorted(set(places)) or len(places) > pages:
            raise BTError(say("{} is no valid harvest file; run the crawl again", self.path))
        if places and not 0 < places[0] <= places[-1] <= pages:
            raise BTError(say("{} is no valid harvest file; run the crawl again", self.path))
        return Harvest(pages, places)
