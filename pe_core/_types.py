"""Types that many signatures share."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
Layout = Literal["interleaved", "halves"]
Optimizer = Literal["adam", "descent"]
Parameters = Mapping[str, FloatArray]
Seed = int | np.random.Generator | None

#: A number for a number and an array for an array. As with NumPy's own functions, which of the two
#: is known to the caller and not to a type checker.
NumberOrArray = Any
