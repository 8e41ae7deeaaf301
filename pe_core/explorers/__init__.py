"""The live figures: real widgets in a kernel, alive on a static page too.

Each figure is a class. Show it as the last line of a cell, or assign its traits:

>>> figure = ClockWall(position=5)
>>> figure.base = 500
>>> figure
ClockWall(position=5, base=500.0, d_model=16)
"""

from .base import Explorer, classic_script, module_script, stylesheet
from .clock_wall import ClockWall

__all__ = ["ClockWall", "Explorer", "classic_script", "module_script", "stylesheet"]
