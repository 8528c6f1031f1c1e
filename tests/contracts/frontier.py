"""What every frontier has to do (runtime.md, "The frontier"); each implementation's unit test runs these classes.

A subclass overrides the fixture `workshop`, which opens frontiers with a clock that the test turns.
"""

from tests.contracts.frontier_blackboard import BlackboardContract, DeadLetterContract
from tests.contracts.frontier_controls import ControlContract
from tests.contracts.frontier_lanes import LaneContract
from tests.contracts.frontier_once import KeyContract, SeedContract
from tests.contracts.frontier_peek import PeekContract
from tests.contracts.frontier_queue import DelayContract, LeaseContract, QueueContract
from tests.contracts.frontier_sharing import DeadlockContract, SharedValueContract
from tests.contracts.frontier_slots import SlotContract
from tests.contracts.frontier_stranding import StrandContract
from tests.contracts.frontier_survival import SurvivalContract
from tests.contracts.frontier_transitions import TransitionContract
from tests.contracts.frontier_waiting import JoinContract, ResourceContract

__all__ = ["FrontierContract", "KeptContract", "SurvivalContract"]


class KeptContract(
    QueueContract,
    DelayContract,
    LeaseContract,
    SlotContract,
    KeyContract,
    SeedContract,
    ResourceContract,
    JoinContract,
    StrandContract,
    SharedValueContract,
    DeadlockContract,
    ControlContract,
    DeadLetterContract,
    BlackboardContract,
    PeekContract,
    TransitionContract,
):
    """What every frontier does while its process lives, also with tasks that are kept for workers."""


class FrontierContract(KeptContract, LaneContract):
    """All of it."""
