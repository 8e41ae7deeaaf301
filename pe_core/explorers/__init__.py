"""The live figures: real widgets in a kernel, alive on a static page too.

Each figure is a class. Show it as the last line of a cell, or assign its traits:

>>> figure = ClockWall(position=5)
>>> figure.base = 500
>>> figure
ClockWall(position=5, base=500.0, d_model=16)
"""

from .base import Explorer, classic_script, module_script, stylesheet
from .base_and_width import BaseAndWidth
from .base_width_map import BaseWidthMap
from .bug_museum import BugMuseum
from .clock_wall import ClockWall
from .direction_dial import DirectionDial
from .embedding_scale import EmbeddingScale
from .extrapolation_trial import ExtrapolationTrial
from .four_views import FourViews
from .learned_rotations import LearnedRotations
from .locked_hands import LockedHands
from .phase_slider import PhaseSlider
from .score_surfaces import ScoreSurfaces
from .scorecard_race import ScorecardRace
from .shuffle_machine import ShuffleMachine
from .two_warps import TwoWarps

#: Every figure of the book, for whoever goes through them all.
FIGURES = (
    ClockWall,
    LockedHands,
    BaseAndWidth,
    PhaseSlider,
    FourViews,
    DirectionDial,
    EmbeddingScale,
    LearnedRotations,
    ShuffleMachine,
    BugMuseum,
    ExtrapolationTrial,
    ScorecardRace,
    ScoreSurfaces,
    BaseWidthMap,
    TwoWarps,
)

__all__ = [
    "FIGURES",
    "BaseAndWidth",
    "BaseWidthMap",
    "BugMuseum",
    "ClockWall",
    "DirectionDial",
    "EmbeddingScale",
    "Explorer",
    "ExtrapolationTrial",
    "FourViews",
    "LearnedRotations",
    "LockedHands",
    "PhaseSlider",
    "ScoreSurfaces",
    "ScorecardRace",
    "ShuffleMachine",
    "TwoWarps",
    "classic_script",
    "module_script",
    "stylesheet",
]
