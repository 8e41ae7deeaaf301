"""Recorded results: what a chapter cannot compute in a few seconds.

README.md, beside this file, says what each record holds and where it comes from.

>>> load("loops")["ratios"]["row_loop"]["median"]
1.5
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent


def load(name: str) -> Any:
    """Return a recorded result.

    Parameters
    ----------
    name : {"benchmark", "loops", "minilm", "minilm_positions"}

    Returns
    -------
    dict, or ndarray of float16 for "minilm_positions"

    Raises
    ------
    FileNotFoundError
        If there is no such record.

    Examples
    --------
    >>> load("minilm_positions").shape
    (512, 384)
    """
    if name == "minilm_positions":
        with np.load(FOLDER / f"{name}.npz") as file:
            return file["table"]
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
