"""All mechanisms."""

from __future__ import annotations

from .asking import ASKING
from .batches import BATCHES
from .boxes import BOXES
from .callbacks import CALLBACKS
from .chosenkeys import CHOSENKEYS
from .chosennames import CHOSENNAMES
from .columnnames import COLUMNNAMES
from .components import COMPONENTS
from .cursors import CURSORS
from .dataformats import DATAFORMATS
from .decoys import TOLD
from .details import DETAILS
from .endings import ENDINGS
from .entries import ENTRIES
from .entrylines import ENTRYLINES
from .formats import FORMATS
from .forms import FORMS
from .gaps import GAPS
from .keys import KEYS
from .layouts import LAYOUTS
from .linkeddetails import LINKEDDETAILS
from .listings import LISTINGS
from .marks import MARKS
from .misleading import RIGHT
from .namedbeside import NAMEDBESIDE
from .names import NAMES
from .neighbours import NEIGHBOURS
from .nothing import FOUND_NOTHING, NOTHING
from .onward import ONWARD
from .pagedata import PAGEDATA
from .pagers import PAGERS
from .paging import PAGING
from .pieces import PIECES
from .places import PLACES
from .plaintext import PLAINTEXT
from .ranges import RANGES
from .refusals import REFUSALS
from .rendered import RENDERED
from .routed import ROUTED
from .rowparts import ROWPARTS
from .ruled import RULED
from .services import SERVICES
from .sessions import SESSIONS
from .shownby import SHOWNBY
from .spanned import SPANNED
from .strangers import STRANGERS
from .streams import STREAMS
from .tables import TABLES
from .twopieces import TWOPIECES
from .within import GROUPS, TABS

ALL = (
    *PAGING,
    *PAGERS,
    *MARKS,
    *ENDINGS,
    *CURSORS,
    *SESSIONS,
    *REFUSALS,
    *CHOSENKEYS,
    *FORMS,
    *BATCHES,
    *FORMATS,
    *PIECES,
    *TABLES,
    *STRANGERS,
    *TOLD,
    *NEIGHBOURS,
    *PLAINTEXT,
    *GAPS,
    *PLACES,
    *RIGHT,
    *PAGEDATA,
    *LAYOUTS,
    *LISTINGS,
    *ENTRIES,
    *ENTRYLINES,
    *CALLBACKS,
    *DETAILS,
    *LINKEDDETAILS,
    *KEYS,
    *NAMEDBESIDE,
    *COLUMNNAMES,
    *COMPONENTS,
    *NAMES,
    *GROUPS,
    *TABS,
    *ONWARD,
    *RANGES,
    *RENDERED,
    *ROUTED,
    *ROWPARTS,
    *STREAMS,
    *ASKING,
    *BOXES,
    *SPANNED,
    *TWOPIECES,
    *CHOSENNAMES,
    *DATAFORMATS,
    *SHOWNBY,
    *RULED,
    *SERVICES,
    *FOUND_NOTHING,
    *NOTHING,
)
