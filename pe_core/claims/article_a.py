"""The claims of article A: the sinusoidal encoding, its principle, derivation and code."""

import math

import numpy as np

from .. import self_attention, shift_matrix, sinusoidal, wavelengths
from .ledger import Claim, finding

# Checks that claims of the other articles use too -------------------------------------------------


def unmasked_attention_permutes():
    """Do permuted tokens give permuted outputs, and are they then the same outputs?"""
    rng = np.random.default_rng(0)
    x, (w_q, w_k, w_v) = rng.normal(size=(3, 8)), rng.normal(size=(3, 8, 8))
    reverse = [2, 1, 0]  # the order of 我打你 becomes that of 你打我

    def attention(x, **options):
        return self_attention(x @ w_q, x @ w_k, x @ w_v, **options)[0]

    identical = np.allclose(attention(x[reverse]), attention(x))
    permuted = np.allclose(attention(x[reverse]), attention(x)[reverse], rtol=0, atol=1e-12)
    masked = np.allclose(attention(x[reverse], causal=True), attention(x, causal=True)[reverse])
    return finding(identical or masked, permuted and not masked)


def the_formula():
    """Does the package compute the two formulas as they are printed?"""
    d_model, positions = 512, (0, 1, 7, 1000)
    table = np.full((len(positions), d_model), np.nan)
    for row, pos in enumerate(positions):
        for i in range(d_model // 2):
            angle = pos / 10000 ** (2 * i / d_model)
            table[row, 2 * i] = math.sin(angle)
            table[row, 2 * i + 1] = math.cos(angle)
    return finding(np.abs(sinusoidal(positions, d_model) - table).max() < 1e-12)


def no_two_positions_share_a_code():
    """Do different whole numbers have different codes, and how close do two come?"""
    from sympy import pi, symbols

    k = symbols("k", integer=True, nonzero=True)
    pair_0_comes_round = (k / (2 * pi)).is_integer  # k radians are a whole number of turns
    codes = sinusoidal(np.arange(1000), 512)
    closest = min(np.linalg.norm(codes[t + 1 :] - codes[t], axis=1).min() for t in range(999))
    return finding(pair_0_comes_round is False and closest > 0, closest=closest)


def the_shift_is_linear():
    """Does one matrix for each offset move every code, pair by pair?"""
    positions, pair = np.array([0, 1, 2, 50, 1000, 9999]), np.arange(64) // 2
    moves = mixes = False
    for k in (-7, 1, 100):
        matrix = shift_matrix(k, 64)
        gap = sinusoidal(positions, 64) @ matrix.T - sinusoidal(positions + k, 64)
        moves = moves or np.abs(gap).max() > 1e-11
        mixes = mixes or matrix[pair[:, None] != pair].any()
    return finding(not moves and not mixes)


def angle_sums():
    """Do the angle-sum formulas take sine and cosine of ω(t + k) apart?"""
    from sympy import cos, expand, expand_trig, pi, sin, symbols

    omega, t, k = symbols("omega t k", real=True)
    a, b = omega * t, omega * k
    sine = sin(a) * cos(b) + cos(a) * sin(b)
    cosine = cos(a) * cos(b) - sin(a) * sin(b)
    together = expand(omega * (t + k))
    right = expand_trig(sin(together)) == sine and expand_trig(cos(together)) == cosine
    periodic = sin(a + 2 * pi) == sin(a) and cos(a + 2 * pi) == cos(a)
    return finding(right and periodic)


def fine_and_coarse():
    """Which columns notice one step, and which tell where in a long text a position is?"""
    low, high, length = slice(0, 128), slice(384, 768), 2048
    codes = sinusoidal(np.arange(length), 768)
    squares = (codes[1] - codes[0]) ** 2  # the same for every step
    share = 100 * squares[low].sum() / squares.sum()

    rng = np.random.default_rng(0)
    noisy, place = codes + 0.1 * rng.normal(size=codes.shape), np.linspace(-0.5, 0.5, length)
    fit, test = np.split(rng.permutation(length), 2)

    def read_out(band):
        weights = np.linalg.lstsq(noisy[fit, band], place[fit])[0]
        return 1 - np.var(noisy[test, band] @ weights - place[test]) / np.var(place[test])

    r2_low, r2_high = read_out(low), read_out(high)
    return finding(
        share > 90 and r2_low < 0.1 and r2_high > 0.99, share=share, low=r2_low, high=r2_high
    )


# The rest, in the order of the article ------------------------------------------------------------


def low_dimensions_are_slow():
    """Do wavelengths fall from the first pair to the last?"""
    waves = wavelengths(512)
    falls = (np.diff(waves) < 0).all()
    return finding(falls, first=waves[0], last=waves[-1])


CLAIMS = (
    Claim(
        "A03",
        section="2.1",
        kind="theorem",
        text="Self-attention treats words as independent vectors, compares them in pairs and sees "
        "the sequence as a set.",
        verdict="true with conditions",
        fact="Without a mask: permuted words give permuted outputs, and a word that occurs twice "
        "counts twice. A causal mask, which hides later words, breaks this already in one layer.",
        chapter="why_order",
        place="thm-equivariant",
        cite=(("lee2019", "section 3.1, property 1"),),
        check=unmasked_attention_permutes,
    ),
    Claim(
        "A04",
        section="2.1",
        kind="theorem",
        text="Without position information, “我打你” and “你打我” are completely identical to a "
        "Transformer.",
        verdict="true with conditions",
        fact="Without a mask the outputs of the two are the same rows in another order, so only "
        "what ignores the order of rows, such as their mean, is identical. With a causal mask "
        "even the rows differ.",
        chapter="why_order",
        place="我打你-你打我",
        check=unmasked_attention_permutes,
    ),
    Claim(
        "A06",
        section="2.2",
        kind="definition",
        text="PE(pos, 2i) = sin(pos / 10000^(2i/d)) and PE(pos, 2i+1) = cos(pos / 10000^(2i/d)).",
        verdict="true",
        fact="These are the formulas of the paper. `pe_core.sinusoidal` agrees with them, computed "
        "number by number.",
        chapter="formula",
        place="def-sinusoidal",
        cite=(("vaswani2017", "section 3.5"),),
        check=the_formula,
    ),
    Claim(
        "A10",
        section="2.2",
        kind="theorem",
        text="Low dimensions change slowly, high dimensions change fast.",
        verdict="false",
        fact="It is the reverse: at width 512 one turn takes {first=6.28} positions in the first "
        "pair and {last=60,611} in the last. A17 and A18 of the same article say so.",
        chapter="formula",
        place="which-columns-are-fast",
        check=low_dimensions_are_slow,
    ),
    Claim(
        "A11",
        section="2.2",
        kind="theorem",
        text="So every position has a unique code vector.",
        verdict="true",
        fact="Pair 0 turns by 1 radian a step, and as π is irrational, no whole number of steps "
        "ends where it began. At width 512 the closest two of 1000 positions are {closest=3.714} "
        "apart.",
        chapter="formula",
        place="thm-unique",
        check=no_two_positions_share_a_code,
    ),
    Claim(
        "A12",
        section="2.2",
        kind="theorem",
        text="For any fixed k, PE(pos + k) is a linear function of PE(pos).",
        verdict="true",
        fact="One matrix M(k) for each k does it at every position: it turns pair i by the angle "
        "ω_i k.",
        chapter="rotation",
        place="thm-shift",
        cite=(("vaswani2017", "section 3.5"),),
        check=the_shift_is_linear,
    ),
    Claim(
        "A14",
        section="2.3",
        kind="theorem",
        text="The angle sums: sin(α+β) = sin α cos β + cos α sin β and cos(α+β) = cos α cos β − sin α sin β, and "
        "both functions are periodic.",
        verdict="true",
        fact="These are the addition theorems. The period is 2π, and SymPy confirms all of it.",
        chapter="rotation",
        place="find-the-matrix",
        check=angle_sums,
    ),
    Claim(
        "A15",
        section="2.3",
        kind="theorem",
        text="The code at pos + k is a linear combination of the code at pos.",
        verdict="true",
        fact="Even pair by pair: the two numbers of pair i at pos + k use only the two numbers of "
        "pair i at pos.",
        chapter="rotation",
        place="the-whole-width",
        check=the_shift_is_linear,
    ),
    Claim(
        "A18",
        section="2.3",
        kind="theorem",
        text="Low dimensions encode fine differences of position, high dimensions a coarse range.",
        verdict="true",
        fact="At width 768, columns 0–127 make {share=95} % of the square of a step. Where a "
        "position stands in a text of 2048, a linear read-out of slightly noisy codes finds from "
        "columns 384–767 (R² = {high=0.999}), not from columns 0–127 (R² = {low=-0.2}).",
        chapter="formula",
        place="which-columns-are-fast",
        check=fine_and_coarse,
    ),
)
