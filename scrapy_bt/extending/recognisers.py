"""For recognisers that `BT_RECOGNISERS` names by their path: the protocol, and what one finds."""

from ..core.preference.mentions import Mention, Recogniser

__all__ = ["Mention", "Recogniser"]
