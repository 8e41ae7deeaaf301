"""What the chapter on code claims of things that are not run on its page."""

import json
import re

import numpy as np
import pytest
from conftest import ROOT

from pe_core import sinusoidal
from pe_core.explorers.bug_museum import EXHIBITS, PASSES, museum_checks, museum_table

PEERS = json.loads((ROOT / "tests/data/peers.json").read_text())
BUGS = {bug["id"]: bug for bug in PEERS["reported_bugs"]}
TEXT = (ROOT / "chapters/code_it.md").read_text(encoding="utf-8")


def listing():
    """The PyTorch module as the chapter prints it."""
    return re.search(r"^```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE).group(1)


@pytest.fixture
def module():
    pytest.importorskip("torch")
    names = {}
    exec(compile(listing(), "chapters/code_it.md", "exec"), names)
    return names["SinusoidalEncoding"]


def test_the_module_adds_our_table(module):
    import torch

    x = torch.zeros(2, 2000, 64)
    ours = sinusoidal(np.arange(2000), 64)
    for row in module(64)(x).numpy():
        assert np.abs(row - ours).max() <= 3.1e-8  # half of the last digit of float32 near 1


def test_the_module_keeps_batch_and_length_apart(module):
    import torch

    bug = BUGS["batch-axis"]
    result = module(2)(torch.zeros(2, 3, 2))[:, :, 0].numpy()
    np.testing.assert_allclose(result, bug["right"], atol=1e-7)
    assert np.abs(result - bug["wrong"]).max() > 0.8


def test_words_one_by_one_get_the_positions_of_the_whole_text(module):
    import torch

    encoding, x = module(8), torch.zeros(1, 5, 8)
    steps = torch.cat([encoding(x[:, t : t + 1], start=t) for t in range(5)], dim=1)
    assert torch.equal(steps, encoding(x))
    with pytest.raises(ValueError, match="start"):
        encoding(x, start=-1)


def test_the_module_has_nothing_to_learn_or_to_store(module):
    encoding = module(64)
    assert list(encoding.parameters()) == []
    assert encoding.state_dict() == {}
    assert encoding.double().table.dtype.itemsize == 8  # it moves with the module


def test_the_module_refuses_what_does_not_fit(module):
    import torch

    with pytest.raises(ValueError, match="length 11 exceeds 10"):
        module(4, max_len=10)(torch.zeros(1, 11, 4))
    with pytest.raises(ValueError, match="even, got 5"):
        module(5)


def test_the_module_keeps_the_dtype_of_what_it_is_added_to(module):
    import torch

    x = torch.zeros(1, 300, 8, dtype=torch.bfloat16)
    result = module(8)(x)
    assert result.dtype == torch.bfloat16
    assert len(np.unique(result[0].float().numpy(), axis=0)) == 300


def test_exhibits_are_the_bugs_that_were_reported():
    np.testing.assert_allclose(
        museum_table("doubled", 2, 4)[1], BUGS["exp-2i-twice"]["wrong"], atol=1e-15
    )
    np.testing.assert_allclose(
        museum_table("own", 2, 4)[1], BUGS["cos-own-exponent"]["wrong"], atol=1e-15
    )
    np.testing.assert_allclose(
        museum_table("thousand", 2, 8)[1, 2:4], BUGS["base-1000"]["wrong"], atol=1e-15
    )
    swapped = np.arcsin(museum_table("swapped", 2, 4)[1, 2])
    assert swapped == pytest.approx(BUGS["power-swapped"]["wrong"], abs=1e-12)
    unit = museum_table("unit", 50, 8)
    assert unit[0] @ unit[-1] / 4 == pytest.approx(BUGS["unit-interval"]["wrong"], abs=1e-12)


def test_the_other_exhibits_are_what_their_sentences_say():
    right = museum_table("right", 9, 8)
    np.testing.assert_array_equal(museum_table("from one", 8, 8), right[1:])
    sines = museum_table("sines", 9, 8)
    np.testing.assert_array_equal(sines[:, 1::2], sines[:, 0::2])
    np.testing.assert_array_equal(sines[:, 0::2], right[:, 0::2])
    angle = np.arange(9) * 10000 ** (2 / 8)
    np.testing.assert_allclose(museum_table("multiplied", 9, 8)[:, 2], np.sin(angle), atol=1e-12)


def test_every_bug_fails_a_check_and_the_code_fails_none():
    for name in EXHIBITS:
        worst = max(museum_checks(museum_table(name)))
        assert (worst < PASSES) == (name == "right"), name


def test_an_unknown_exhibit_is_named():
    with pytest.raises(ValueError, match="exhibit must be one of .* got 'tripled'"):
        museum_table("tripled")


def test_libraries_treat_odd_widths_in_the_three_ways_that_the_chapter_names():
    odd = [peer for peer in PEERS["sinusoidal"] if peer["d_model"] % 2]
    assert {peer["odd_d"] for peer in odd} == {"truncate", "zero_pad"}
    assert "paper_d+1" in {peer["exponent"] for peer in odd}
