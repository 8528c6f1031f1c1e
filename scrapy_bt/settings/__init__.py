"""Every `BT_*` setting, and the object that a crawl's settings are read into."""

from .kinds import Limit
from .table import DEFAULTS, SETTINGS, BTSettings, Setting

__all__ = ["DEFAULTS", "SETTINGS", "BTSettings", "Limit", "Setting"]
