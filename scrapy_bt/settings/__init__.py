"""Every `BT_*` setting, and the object that a crawl's settings are read into."""

from .kinds import LimitValue
from .table import DEFAULTS, SETTINGS, BTSettings, Setting

__all__ = ["DEFAULTS", "SETTINGS", "BTSettings", "LimitValue", "Setting"]
