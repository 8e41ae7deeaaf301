"""The claims of article A: the sinusoidal encoding, its principle, derivation and code."""

import math

import numpy as np

from .. import (
    dot_kernel,
    frequencies,
    learned_table,
    rope,
    self_attention,
    shift_matrix,
    sinusoidal,
    wavelengths,
)
from ..attention import attention_stack, random_layers
from ..heads import extrapolation_trial, hits, offset_share, rotation_part, train_head
from .ledger import Claim, finding

# The code that the claims of section 2.5 describe, in our own lines -------------------------------


def div_term(d_model):
    """Return the frequencies by way of a logarithm."""
    return np.exp(np.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))


def listing(max_len, d_model):
    """Return the table in float32, computed in float64."""
    angles = np.arange(max_len)[:, None] * div_term(d_model)
    table = np.zeros((max_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table.astype(np.float32)


def parameters(width, embedding_width):
    """Return how many entries the matrices of the base Transformer have, at a width of its layers.

    Words have a width of their own. Biases and normalisation are left out.
    """
    attention, feed_forward = 4 * width**2, 8 * width**2
    layers = 6 * (attention + feed_forward) + 6 * (2 * attention + feed_forward)
    return layers + 37_000 * embedding_width


# Checks that claims of the other articles use too -------------------------------------------------


def unmasked_attention_permutes():
    """Do permuted tokens give permuted outputs, without a mask and with one?"""
    rng = np.random.default_rng(0)
    x, (w_q, w_k, w_v) = rng.normal(size=(3, 8)), rng.normal(size=(3, 8, 8))
    reverse = [2, 1, 0]  # the order of 我打你 becomes that of 你打我

    def attention(x, **options):
        return self_attention(x @ w_q, x @ w_k, x @ w_v, **options)[0]

    identical = np.allclose(attention(x[reverse]), attention(x))
    permuted = np.allclose(attention(x[reverse]), attention(x)[reverse], rtol=0, atol=1e-12)
    masked = np.allclose(attention(x[reverse], causal=True), attention(x, causal=True)[reverse])
    repeats = np.allclose(attention(x[[0, 0, 1]])[-1], attention(x[[0, 1]])[-1])  # as in a set
    return finding(identical or masked or repeats, permuted and not masked and not repeats)


def the_formula():
    """Does the package compute the two formulas as they are printed?"""
    d_model, positions = 512, (0, 1, 7, 1000)
    table = np.full((len(positions), d_model), np.nan)
    for row, pos in enumerate(positions):
        for i in range(d_model // 2):
            angle = pos / 10000.0 ** (2 * i / d_model)
            table[row, 2 * i] = math.sin(angle)
            table[row, 2 * i + 1] = math.cos(angle)
    return finding(np.abs(sinusoidal(positions, d_model) - table).max() < 1e-12)


def no_two_positions_share_a_code():
    """Do different whole numbers have different codes, and how close do two come?"""
    from sympy import pi, symbols

    k = symbols("k", integer=True, nonzero=True)
    pair_0_comes_round = (k / (2 * pi)).is_integer  # k radians are a whole number of turns
    codes = sinusoidal(np.arange(1000), 512)
    dots = codes @ codes.T - np.diag(np.full(1000, np.inf))  # a code is not its own neighbour
    closest = np.sqrt(512 - 2 * dots.max())  # every code has the squared length 256
    return finding(pair_0_comes_round is False and closest > 0, closest=closest)


def the_shift_is_linear():
    """Does one matrix for each offset move every code, pair by pair?"""
    positions, pair = np.array([0, 1, 2, 50, 1000, 9999]), np.arange(64) // 2
    misses = mixes = False
    for k in (-7, 1, 100):
        matrix = shift_matrix(k, 64)
        gap = sinusoidal(positions, 64) @ matrix.T - sinusoidal(positions + k, 64)
        misses = misses or np.abs(gap).max() > 1e-11
        mixes = mixes or matrix[pair[:, None] != pair].any()
    return finding(not misses and not mixes)


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


def order_needs_a_position_code():
    """Without position codes, is a Transformer blind to the order, with a mask and without?"""
    x, layers = np.random.default_rng(0).normal(size=(5, 8)), random_layers(2, 8, rng=1)
    swapped = [1, 0, 2, 3, 4]
    blind = [
        np.allclose(
            attention_stack(x[swapped], layers, causal=causal)[0][-1],
            attention_stack(x, layers, causal=causal)[0][-1],
            rtol=0,
            atol=1e-12,
        )
        for causal in (False, True)
    ]
    return finding(blind[0] and blind[1], blind[0])


def positions_count_from_zero():
    """Does the table begin with the code of position 0, which is 0, 1, 0, 1 and so on?"""
    first = listing(50, 512)[0]
    starts_at_zero = np.abs(first - sinusoidal(0, 512)).max() < 1e-7
    return finding(starts_at_zero and (first == np.tile([0, 1], 256)).all())


def i_numbers_columns():
    """Is i the number of the column, or of the pair that the column belongs to?"""
    column, turns = np.arange(512), np.repeat(wavelengths(512), 2)
    as_column = 2 * math.pi * 10000.0 ** (2 * column / 512)
    as_pair = 2 * math.pi * 10000.0 ** (2 * (column // 2) / 512)
    return finding(
        np.allclose(as_column, turns), np.allclose(as_pair, turns), millions=as_column[-1] / 1e6
    )


def every_column_has_its_own_frequency():
    """One step from position 0: by which angle has each column moved?"""
    code = sinusoidal(1, 512)
    sines, cosines = np.arcsin(code[0::2]), np.arccos(code[1::2])
    shared = np.isclose(sines, cosines, rtol=1e-6, atol=0)
    pairs = 1 + (np.diff(sines) < 0).sum()
    return finding(not shared.any(), shared.all() and pairs == 512 / 2, pairs=pairs)


def low_dimensions_are_slow():
    """Do wavelengths fall from the first pair to the last?"""
    waves = wavelengths(512)
    falls = (np.diff(waves) < 0).all()
    return finding(falls, first=waves[0], last=waves[-1])


def linear_means_easy():
    """Does a head learn "the previous word" sooner where there is a linear shift?"""
    shifted = sinusoidal(np.arange(128), 64)
    table = learned_table(128, 64, std=0.5**0.5, rng=0)  # on 64 positions it would have a shift too
    best = np.linalg.lstsq(table[:-1], table[1:])[0]
    left = 100 * ((table[1:] - table[:-1] @ best) ** 2).sum() / (table[1:] ** 2).sum()
    sinusoid, random = (train_head(codes, 1, steps=30).losses[-1] for codes in (shifted, table))
    return finding(None, sinusoid=sinusoid, random=random, left=left)


def offsets_need_no_learning():
    """Which share of the scores does the offset explain, with random matrices and with none?"""
    codes, shares = sinusoidal(np.arange(256), 64), []
    for seed in range(100):
        w = np.random.default_rng(seed).normal(size=(64, 64))
        shares.append(100 * offset_share(codes @ w @ codes.T))
    plain = 100 * offset_share(codes @ codes.T)
    return finding(min(shares) > 99, plain=plain, middle=np.median(shares), most=max(shares))


def denominators_grow():
    """Do the denominators rise from 1, and the frequencies fall as they do?"""
    denominators = np.array([10000.0 ** (2 * i / 512) for i in range(256)])
    rise = denominators[0] == 1 and (np.diff(denominators) > 0).all()
    fall = np.allclose(frequencies(512) * denominators, 1, rtol=1e-12)
    return finding(rise and fall, last=denominators[-1])


def any_base_will_do():
    """Have the codes of other bases the same length, and a linear shift?"""
    t, good = np.arange(100), []
    for base in (1.5, 100, 10_000, 1_000_000):
        codes = sinusoidal(t, 512, base=base)
        gap = codes @ shift_matrix(7, 512, base=base).T - sinusoidal(t + 7, 512, base=base)
        good.append(np.allclose(np.linalg.norm(codes, axis=1), 16) and np.abs(gap).max() < 1e-10)
    return finding(np.all(good))


def a_base_for_the_length():
    """What does a small base do to the similarity, and to a head on 50 and on 128 positions?"""

    def loss(length, base):
        codes = sinusoidal(np.arange(length), 64, base=base)
        return train_head(codes, 1, steps=100).losses[-1]

    near, far, farther = dot_kernel([49, 100, 400], 512, base=100, normalize=True)
    return finding(
        None,
        near_small=near,
        far_small=far,
        farther_small=farther,
        near_large=dot_kernel(49, 512, base=10_000, normalize=True),
        short_small=loss(50, 100),
        short_large=loss(50, 10_000),
        long_small=loss(128, 100),
        long_large=loss(128, 10_000),
    )


def patterns_differ():
    """How far apart are the closest two of 50 rows?"""
    table = sinusoidal(np.arange(50), 512)
    apart = np.linalg.norm(table[:, None] - table, axis=-1) + np.diag(np.full(50, np.inf))
    return finding(apart.min() > 1, closest=apart.min())


def neighbours_change_smoothly():
    """How far does one step move a single column, and how far the whole code?"""
    codes = sinusoidal(np.arange(2000), 512)
    jumps = np.abs(np.diff(codes, axis=0)).max(axis=0)
    cosine = (codes[1:] * codes[:-1]).sum(axis=1) / (512 / 2)
    return finding(
        jumps.max() < 0.5,
        np.ptp(cosine) < 1e-12 and cosine.min() > 0.97,
        cosine=cosine.min(),
        jump=jumps.max(),
        columns=(jumps > 0.5).sum(),
    )


def the_listing_returns_the_table():
    """At which widths does the listing return a table of the shape that it promises?"""

    def returns(d_model):
        try:
            return listing(50, d_model).shape == (50, d_model)
        except ValueError:
            return False

    right = np.abs(listing(50, 512) - sinusoidal(np.arange(50), 512)).max() < 1e-7
    return finding(returns(5), right and returns(512) and returns(1) and not returns(5))


def one_frequency_for_two_columns():
    """Has `div_term` half as many entries as the code has columns?"""
    return finding(np.all([div_term(d).shape == (d / 2,) for d in (2, 64, 512)]))


def the_logarithm_gives_the_power():
    """Is exp(−2i ln 10000 / d) the same as 10000^(−2i/d), in symbols and in float64?"""
    from sympy import exp, log, simplify, symbols

    i, d = symbols("i d", positive=True)
    same = simplify(exp(-2 * i * log(10000) / d) * 10000 ** (2 * i / d)) == 1
    return finding(same and np.abs(div_term(512) / frequencies(512) - 1).max() < 1e-14)


def sines_in_even_columns():
    """Does the listing hold sines in its even columns and cosines in its odd ones?"""
    table, gaps = listing(50, 512), []
    for t in (1, 7, 49):
        for i in range(256):
            angle = t / 10000.0 ** (2 * i / 512)
            gaps += [table[t, 2 * i] - math.sin(angle), table[t, 2 * i + 1] - math.cos(angle)]
    return finding(np.abs(gaps).max() < 1e-7)


def the_example_has_its_shape():
    """Which shape has the table of 50 positions at width 512?"""
    return finding(listing(50, 512).shape == (50, 512) == sinusoidal(np.arange(50), 512).shape)


def adding_broadcasts():
    """How long are two texts of n words after x + table, and after x + table[:n]?"""
    table, lengths = listing(50, 512), [50, 30, 1]

    def length(n, codes):
        try:
            return (np.zeros((2, n, 512)) + codes).shape[1]
        except ValueError:
            return 0

    whole = [length(n, table) for n in lengths]
    sliced = [length(n, table[:n]) for n in lengths]
    fits = whole[0] == 50 and whole[1] == 0  # 30 words: an error
    return finding(whole == lengths, fits and sliced == lengths, one_word=whole[2])


def adding_keeps_the_width():
    """Has word plus code the width of the word, and holds the code where it should?"""
    words = np.random.default_rng(0).normal(size=(2, 30, 512))
    total = words + sinusoidal(np.arange(30), 512)
    added = total[1, 3, 0] - words[1, 3, 0]
    return finding(total.shape == words.shape and abs(added - math.sin(3)) < 1e-12)


def a_layer_hears_code_and_word_apart():
    """Can a layer hear each column of the code more softly, and the words as before?"""
    rng = np.random.default_rng(0)
    w, words, codes = rng.normal(size=(8, 8)), rng.normal(size=(20, 8)), sinusoidal(range(20), 8)
    g = np.arange(2.0, 10.0)
    softly = w / g[:, None]
    wanted = words @ w + codes @ softly
    best = np.linalg.lstsq(words + codes, wanted)[0]
    weights_alone = np.abs((words + codes) @ best - wanted).max()
    words_too = np.abs((words * g + codes) @ softly - wanted).max()
    return finding(weights_alone < 1e-10, words_too < 1e-10)


def concatenation_doubles():
    """By which factor does the number of parameters grow when [x; p] replaces x + p?"""
    d, added = 512, parameters(512, 512)
    layer = (3 * (2 * d) * d + d * d) / (4 * d * d)  # reads 2d numbers, stays d wide
    whole = parameters(2 * d, d) / added
    back = 1 + 2 * d * d / added  # one matrix from 2d to d, then as before
    doubled = [abs(factor - 2) < 0.05 for factor in (layer, whole, back)]
    return finding(np.any(doubled), layer=layer, whole=whole, more=100 * (back - 1))


def concatenation_costs_more():
    """Are there more parameters, if the width grows, and if words and codes share it?"""
    added = parameters(512, 512)
    wider, shared = parameters(2 * 512, 512), parameters(512, 512 - 64)
    return finding(min(wider, shared) > added, wider > added, factor=wider / added)


def nothing_to_learn():
    """Is the formula all there is, and how much would a learned table hold?"""
    gap = np.abs(listing(512, 768) - sinusoidal(np.arange(512), 768)).max()
    return finding(gap < 1e-7, table=learned_table(512, 768).size)


def one_table_serves_two_tasks():
    """Is a fixed table of use for one task alone?"""
    table = sinusoidal(np.arange(64), 64)
    heads = {offset: train_head(table, offset) for offset in (1, 5)}
    fixed = [np.array_equal(head.codes, table) for head in heads.values()]
    found = [hits(head.weights, table, offset).mean() for offset, head in heads.items()]
    return finding(min(found) < 1, np.all(fixed) and min(found) == 1)


def the_trained_head_extrapolates():
    """Is a head right beyond the window of its training; is its rotation part?"""
    trial = extrapolation_trial(64, 64, 1, far=2)
    whole, part = trial["whole"]["outside"], trial["rotation"]["outside"]
    lengths = np.linalg.norm(sinusoidal([0, 64, 10**6], 64), axis=1)
    formula = np.ptp(lengths) < 1e-12
    return finding(whole == 1, formula and part == 1 and whole < 0.2)


def relative_only_implicitly():
    """Does a score stay when query and key move together, with any matrix between them?"""
    w = np.random.default_rng(0).normal(size=(64, 64))
    here, there = sinusoidal([[20, 17], [520, 517]], 64)

    def moved(matrix):
        return abs(here[0] @ matrix @ here[1] - there[0] @ matrix @ there[1])

    absolute = np.linalg.norm(here[0] - there[0]) > 1
    return finding(absolute and moved(w) > 1 and moved(rotation_part(w)) < 1e-10)


def sensitive_to_the_base():
    """What changes with the base: the similarity of far codes, or the success of a head?"""
    low = dot_kernel(1000, 512, base=1e2, normalize=True)
    middle = dot_kernel(1000, 512, base=1e4, normalize=True)
    high = dot_kernel(1000, 512, base=1e6, normalize=True)

    def missed(base):
        codes = sinusoidal(np.arange(64), 64, base=base)
        return (~hits(train_head(codes, 1).weights, codes, 1)).sum()

    worst = max(missed(base) for base in (10, 1e2, 1e4, 1e6))
    return finding(None, low=low, middle=middle, high=high, missed=worst)


def several_frequencies():
    """How many frequencies has a code, and between which bounds?"""
    omega = np.arcsin(sinusoidal(1, 512)[0::2])  # one step from position 0
    different = 1 + (np.diff(omega) < 0).sum()
    return finding(different > 1, different=different, fastest=omega.max(), slowest=omega.min())


def blind_to_direction():
    """Is there a matrix with which the score tells 37 before from 37 after?"""
    query, before, after = sinusoidal([100, 63, 137], 512)
    j = np.kron(np.eye(256), [[0, 1], [-1, 0]])
    plain = abs(query @ before - query @ after)
    left, right = query @ j @ before, query @ j @ after
    blind = plain < 1e-9 and left * right > 0
    return finding(blind, before=left, after=right)


def a_learned_table_fits_sooner():
    """Where is a head after 30 steps, with the sinusoid and with a table learned along?"""
    sinusoid = train_head(sinusoidal(np.arange(64), 64), 1, steps=30)
    start = learned_table(64, 64, std=0.5**0.5, rng=0)
    table = train_head(start, 1, steps=30, learn_codes=True)
    return finding(None, sinusoid=sinusoid.losses[-1], table=table.losses[-1])


def rope_turns_the_same_hands():
    """Does RoPE turn pairs by the angles of the sinusoid, so that only the offset counts?"""
    t, pointer = np.array([0, 7, 1000]), np.tile([1.0, 0.0], (3, 32))
    turned, code = rope(pointer, t), sinusoidal(t, 64)
    same = np.allclose(turned[:, 0::2], code[:, 1::2]) and np.allclose(
        turned[:, 1::2], code[:, 0::2]
    )
    q, k = np.random.default_rng(0).normal(size=(2, 1, 64))
    near, far = rope(q, [10]) @ rope(k, [3]).T, rope(q, [510]) @ rope(k, [503]).T
    return finding(same and np.abs(near - far).max() < 1e-10)


def the_summary():
    """Do the four points of the summary hold as they stand, or under their conditions?"""
    words = np.zeros((2, 30, 512))
    same_width = (words + sinusoidal(np.arange(30), 512)).shape == words.shape
    parts = [
        order_needs_a_position_code(),
        one_table_serves_two_tasks(),
        the_trained_head_extrapolates(),
    ]
    return finding(
        same_width and all(part.as_stated for part in parts),
        same_width and all(part.with_condition for part in parts),
    )


CLAIMS = (
    Claim(
        "A01",
        section="opening",
        kind="definition",
        text="The Transformer has no recurrence; word order reaches it only through the positional "
        "encoding.",
        verdict="true with conditions",
        fact="In an encoder, where each word sees all words. A causal mask, which hides later "
        "words, lets order in as well: two layers with it give another last output when two "
        "earlier words change places.",
        chapter="why_order",
        place="two-layers-can-see-the-order",
        cite=(("irie2025", "abstract"), ("haviv2022", "abstract")),
        check=order_needs_a_position_code,
    ),
    Claim(
        "A02",
        section="opening",
        kind="history",
        text="The sinusoidal encoding is the classic absolute scheme and the basis of much later "
        "work.",
        verdict="true",
        fact="It depends on the position alone and came with the first Transformer. RoPE, for one, "
        "turns queries and keys by the same angles ω_i t.",
        chapter="family",
        place="rope-the-rotation-inside-the-score",
        cite=(("vaswani2017", "section 3.5"), ("su2021", "section 3.2")),
        check=rope_turns_the_same_hands,
    ),
    Claim(
        "A03",
        section="2.1",
        kind="theorem",
        text="Self-attention treats words as independent vectors, compares them in pairs and sees "
        "the sequence as a set.",
        verdict="true with conditions",
        fact="Without a mask: permuted words give permuted outputs. A word that occurs twice "
        "counts twice, so it is a bag rather than a set. With a causal mask it no longer holds.",
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
        fact="Without a mask both give the same three output rows, in another order. So only what "
        "ignores the order of the rows, such as their mean, is identical. With a causal mask the "
        "rows themselves differ.",
        chapter="why_order",
        place="why-a-sum-has-no-order",
        check=unmasked_attention_permutes,
    ),
    Claim(
        "A05",
        section="2.2",
        kind="history",
        text="Google's “Attention Is All You Need” proposed a fixed formula that is not learned.",
        verdict="true",
        fact="Its section 3.5 chooses sines and cosines. It also tries a learned table, with "
        "nearly the same results.",
        chapter="formula",
        place="def-sinusoidal",
        cite=(("vaswani2017", "section 3.5 and table 3, row E"),),
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
        "A07",
        section="2.2",
        kind="definition",
        text="The number pos is the index of the position and starts at 0.",
        verdict="true",
        fact="The first row of the article's table is the code of position 0: 0, 1, 0, 1 and so "
        "on. The formula itself has a value at every real number.",
        chapter="formula",
        place="the-formula",
        check=positions_count_from_zero,
    ),
    Claim(
        "A08",
        section="2.2",
        kind="definition",
        text="The number i is the index of the dimension and starts at 0.",
        verdict="true with conditions",
        fact="It numbers pairs, from 0 to d/2 − 1: column c belongs to pair c // 2. Take i for the "
        "column, and the base is squared: at width 512 the slowest column needs "
        "{millions=606} million positions for a turn.",
        chapter="formula",
        place="two-facts-that-hold-for-every-code",
        check=i_numbers_columns,
    ),
    Claim(
        "A09",
        section="2.2",
        kind="definition",
        text="Different dimensions use different frequencies.",
        verdict="true with conditions",
        fact="Different pairs do. Columns 2i and 2i+1 share a frequency, so 512 columns have "
        "{pairs=256} of them.",
        chapter="formula",
        place="prop-ladder",
        check=every_column_has_its_own_frequency,
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
        "A13",
        section="2.2",
        kind="experience",
        text="So the model learns relations of relative position easily, as the author noticed in "
        "a project on long texts.",
        verdict="untestable",
        fact="The paper only “hypothesized” it, and of the project no model, data or comparison "
        "is given. A linear map exists; that makes nothing easy by itself.",
        chapter="rotation",
        place="a-fitted-map-is-not-that-matrix",
        cite=(("vaswani2017", "section 3.5"),),
        check=linear_means_easy,
        experiment="Train one classifier of long texts with the sinusoid and with a fixed random "
        "table, five seeds each. Compare the steps to a given accuracy on a task that needs the "
        "order.",
        limits="A head of one matrix, at width 64, learns to find the previous word among 128. "
        "After 30 steps of Adam its loss is {sinusoid=2.55} with the sinusoid and {random=0.2} "
        "with fixed random codes. Those have no linear shift: the best matrix leaves {left=49} % "
        "of the squared length over. So here the ease does not come from linearity. The toy has "
        "no words, one layer and one task, and looks at its window alone.",
    ),
    Claim(
        "A14",
        section="2.3",
        kind="theorem",
        text="The angle sums hold, sin(α+β) = sin α cos β + cos α sin β and cos(α+β) = cos α cos β "
        "− sin α sin β, and both functions are periodic.",
        verdict="true",
        fact="These are the addition theorems, and the period is 2π. SymPy confirms both with "
        "α = ωt and β = ωk.",
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
        fact="It holds even pair by pair: the two numbers of pair i at pos + k use only the two "
        "numbers of pair i at pos.",
        chapter="rotation",
        place="the-whole-width",
        check=the_shift_is_linear,
    ),
    Claim(
        "A16",
        section="2.3",
        kind="theorem",
        text="So the model needs no extra learning to capture relative position.",
        verdict="false",
        fact="The plain dot product sees the offset alone ({plain=100} % of the variance of the "
        "scores). But a head puts a matrix of its own between the codes. With 100 random ones, at "
        "width 64 on 256 positions, the offset explains {most=36} % at most, and less than "
        "{middle=8} % in half of them. The rest is to be learned.",
        chapter="pros_and_cons",
        place="relative-positions-only-implicitly",
        check=offsets_need_no_learning,
    ),
    Claim(
        "A17",
        section="2.3",
        kind="number",
        text="For small i the denominator is near 1 and the frequency high; for large i the "
        "denominator is large and the frequency low.",
        verdict="true",
        fact="At width 512 the denominator rises from 1 in pair 0 to {last=9,647} in pair 255, and "
        "the frequency is its reciprocal. A10 says the opposite.",
        chapter="formula",
        place="the-ladder-of-wavelengths",
        check=denominators_grow,
    ),
    Claim(
        "A18",
        section="2.3",
        kind="theorem",
        text="Low dimensions encode fine differences of position, high dimensions a coarse range.",
        verdict="true",
        fact="At width 768, columns 0–127 make {share=95} % of the squared length of a step. "
        "Where a position stands in a text of 2048 can be read, with noise on the codes and one "
        "weight for each column, from columns 384–767 (R² = {high=0.999}; 1 is perfect, below 0 is "
        "worse than always guessing the mean), and not from columns 0–127 (R² = {low=−0.2}).",
        chapter="formula",
        place="which-columns-are-fast",
        check=fine_and_coarse,
    ),
    Claim(
        "A19",
        section="2.3",
        kind="definition",
        text="The base 10000 is a hyperparameter.",
        verdict="true",
        fact="Any base above 1 gives codes of the same length with a linear shift. The paper "
        "takes 10000 and does not say why.",
        chapter="base_and_width",
        place="two-knobs",
        cite=(("vaswani2017", "section 3.5"),),
        check=any_base_will_do,
    ),
    Claim(
        "A20",
        section="2.3",
        kind="history",
        text="The paper says that its results are not sensitive to the base.",
        verdict="false",
        fact="The paper never varies the base. What it calls “nearly identical” are learned and "
        "sinusoidal positions: perplexity 4.92 for both, BLEU 25.7 and 25.8. A39 says the "
        "opposite.",
        chapter="pros_and_cons",
        place="the-base-two-lines-that-cannot-both-stand",
        cite=(("vaswani2017", "section 3.5 and table 3, row E"),),
    ),
    Claim(
        "A21",
        section="2.3",
        kind="advice",
        text="Use a smaller base for short texts and a larger one for long texts.",
        verdict="untestable",
        fact="The table fits the advice. At offset 49 the similarity is {near_small=0.04} for base "
        "100 and {near_large=0.51} for base 10,000; but base 100 gives {far_small=−0.07} at 100 "
        "and {farther_small=0.03} at 400, so far and farther look alike. That a model gains is "
        "not shown.",
        chapter="pros_and_cons",
        place="ex-base-for-fifty",
        check=a_base_for_the_length,
        experiment="Train one small language model on texts of 50 and of 2048 tokens with bases "
        "from 10 to 1,000,000, five seeds each. Compare the validation losses.",
        limits="A head of one matrix looks one position back; its loss after 100 steps, for base "
        "100 and 10,000, is {short_small=0.69} and {short_large=1.15} on 50 positions, "
        "{long_small=0.90} and {long_large=1.43} on 128. The small base is ahead on both, so the "
        "toy supports only half of the advice. It has no words, and its task needs no far "
        "positions.",
    ),
    Claim(
        "A22",
        section="2.4",
        kind="number",
        text="The picture of the table shows that different positions have different patterns.",
        verdict="true",
        fact="Our copy of the article lacks the picture. Of 50 rows at width 512, all of length "
        "16, the closest two are {closest=3.714} apart.",
        chapter="seeing",
        place="the-heat-map-and-stripes-that-are-not-there",
        check=patterns_differ,
    ),
    Claim(
        "A23",
        section="2.4",
        kind="number",
        text="Neighbouring positions change smoothly.",
        verdict="true with conditions",
        fact="As whole vectors: at width 512 neighbours have the cosine {cosine=0.973} everywhere. "
        "Single columns jump: column 0 by up to {jump=0.96} of its range of 2, and {columns=38} "
        "of 512 columns by more than 0.5.",
        chapter="seeing",
        place="the-waves-and-a-step-that-never-changes",
        check=neighbours_change_smoothly,
    ),
    Claim(
        "A24",
        section="2.5",
        kind="code",
        text="`sinusoidal_position_encoding(max_len, d_model)` returns the matrix of shape "
        "[max_len, d_model].",
        verdict="true with conditions",
        fact="The width must be even. At width 5 there are three sines and room for two cosines, "
        "and NumPy raises a ValueError. Width 1 passes in silence, with a sine and no cosine.",
        chapter="code_it",
        place="odd-widths",
        check=the_listing_returns_the_table,
    ),
    Claim(
        "A25",
        section="2.5",
        kind="code",
        text="`div_term` has the shape [d_model/2].",
        verdict="true",
        fact="It has one entry for each pair of columns. Where the width is odd there is no such "
        "shape, as A24 says.",
        chapter="code_it",
        place="six-lines",
        check=one_frequency_for_two_columns,
    ),
    Claim(
        "A26",
        section="2.5",
        kind="code",
        text="`exp(arange(0, d, 2) * (-ln(10000) / d))` computes 10000^(−2i/d).",
        verdict="true",
        fact="The two are equal, and in float64 they agree to 14 digits.",
        chapter="code_it",
        place="log-space-is-not-needed",
        check=the_logarithm_gives_the_power,
    ),
    Claim(
        "A27",
        section="2.5",
        kind="code",
        text="The even columns get the sine, the odd columns the cosine.",
        verdict="true",
        fact="Counted from column 0, as the formula says. Sine and cosine of pair i stand in "
        "columns 2i and 2i+1.",
        chapter="code_it",
        place="six-lines",
        check=sines_in_even_columns,
    ),
    Claim(
        "A28",
        section="2.5",
        kind="code",
        text="The example, 50 positions at width 512, prints the shape as [50, 512].",
        verdict="true",
        fact="The table has 50 rows and 512 columns. PyTorch writes this shape as "
        "`torch.Size([50, 512])`.",
        chapter="use_it",
        place="one-line-three-traps",
        check=the_example_has_its_shape,
    ),
    Claim(
        "A29",
        section="2.6",
        kind="code",
        text="To use it, write `x = x + pe.unsqueeze(0)`, which broadcasts over the batch.",
        verdict="true with conditions",
        fact="Only where texts are as long as the table. With a table of 50 rows, texts of 30 "
        "words raise an error, and texts of 1 word silently become {one_word=50} words long. "
        "`x + pe[:n]`, with n the length of the batch, fits them all.",
        chapter="use_it",
        place="one-line-three-traps",
        check=adding_broadcasts,
    ),
    Claim(
        "A30",
        section="2.6",
        kind="definition",
        text="Addition keeps the dimension unchanged.",
        verdict="true",
        fact="A word of width d plus a code of width d has the width d.",
        chapter="use_it",
        place="adding-is-concatenating",
        check=adding_keeps_the_width,
    ),
    Claim(
        "A31",
        section="2.6",
        kind="theorem",
        text="With addition the model can learn how sensitive each dimension is to position.",
        verdict="true with conditions",
        fact="If it learns the embeddings too: make a column of all words g times as large, divide "
        "its weights by g, and a layer hears the words as before and that column of the code "
        "1/g as loud. Weights alone change both alike.",
        chapter="use_it",
        place="thm-tied",
        check=a_layer_hears_code_and_word_apart,
    ),
    Claim(
        "A32",
        section="2.6",
        kind="number",
        text="Concatenation would double the parameters.",
        verdict="false",
        fact="At width 512 an attention layer that reads both has {layer=1.75} times as many. The "
        "base Transformer has {whole=3.1} times as many if all layers get twice as wide, and "
        "{more=0.83} % more if one matrix projects back to 512.",
        chapter="use_it",
        place="what-concatenating-would-cost",
        cite=(("vaswani2017", "sections 3.1, 3.3, 3.4 and 5.1"),),
        check=concatenation_doubles,
    ),
    Claim(
        "A33",
        section="2.6",
        kind="number",
        text="Concatenation costs more to train.",
        verdict="true with conditions",
        fact="If the width grows: with layers twice as wide, the base Transformer has "
        "{factor=3.1} times as many parameters. If words take 448 of the 512 columns and codes "
        "64, it has fewer.",
        chapter="use_it",
        place="what-concatenating-would-cost",
        check=concatenation_costs_more,
    ),
    Claim(
        "A34",
        section="2.7",
        kind="number",
        text="For it: there is nothing to learn, and it is simple to compute.",
        verdict="true",
        fact="Six lines of NumPy compute it, and it has no parameters. A learned table of BERT's "
        "size, 512 positions at width 768, has {table=393,216}.",
        chapter="use_it",
        place="a-fixed-table-used-freely",
        cite=(("devlin2019", "first version, sections 3.1 and 3.2"),),
        check=nothing_to_learn,
    ),
    Claim(
        "A35",
        section="2.7",
        kind="theorem",
        text="Against it: the code is fixed and cannot adapt to different tasks.",
        verdict="true with conditions",
        fact="The table is fixed, its use is not. With one and the same table, one head learns to "
        "look 1 position back and another to look 5 back, and both find every key.",
        chapter="pros_and_cons",
        place="cannot-adapt-to-the-task",
        check=one_table_serves_two_tasks,
    ),
    Claim(
        "A36",
        section="2.7",
        kind="experience",
        text="For it: it extrapolates to longer sequences.",
        verdict="true with conditions",
        fact="The formula does: it has a value of the same length everywhere. A model need not: a "
        "head trained with Adam on 64 positions finds fewer than a fifth of its keys on the next "
        "64, though the part of its matrix that sees the offset alone finds all.",
        chapter="pros_and_cons",
        place="extrapolates-to-longer-texts",
        cite=(("vaswani2017", "section 3.5"), ("press2022", "section 2.2")),
        check=the_trained_head_extrapolates,
    ),
    Claim(
        "A37",
        section="2.7",
        kind="definition",
        text="Against it: it is absolute information; relative information is implicit, not "
        "direct.",
        verdict="true",
        fact="The code p(t) depends on t. A score p(t)ᵀ W p(s) changes when t and s move along by "
        "the same step, unless W turns and scales each pair by itself, and does nothing else.",
        chapter="direction",
        place="thm-relative",
        check=relative_only_implicitly,
    ),
    Claim(
        "A38",
        section="2.7",
        kind="definition",
        text="For it: it has a clear mathematical explanation.",
        verdict="true",
        fact="One sentence explains it: every pair is a clock hand, and moving by k turns hand i "
        "by ω_i k. The rest follows from these rotations.",
        chapter="rotation",
        place="thm-shift",
        check=the_shift_is_linear,
    ),
    Claim(
        "A39",
        section="2.7",
        kind="experience",
        text="Against it: it is sensitive to the base, a hyperparameter.",
        verdict="untestable",
        fact="Nobody is named who varied the base, and A20 says the opposite. The table does "
        "change: the similarity of codes 1000 apart is {low=0.03}, {middle=0.18} and "
        "{high=0.46} for bases 100, 10,000 and 1,000,000.",
        chapter="pros_and_cons",
        place="the-base-two-lines-that-cannot-both-stand",
        check=sensitive_to_the_base,
        experiment="Train one small language model with bases from 10 to 1,000,000, five seeds "
        "each. Compare the spread over bases with the spread over seeds.",
        limits="A head of one matrix learns the offset 1 on 64 positions with bases 10, 100, "
        "10,000 and 1,000,000; with each it misses {missed=0} keys. It has no words, and is "
        "not tested beyond its window.",
    ),
    Claim(
        "A40",
        section="2.7",
        kind="definition",
        text="For it: it holds information at several frequencies, in different dimensions.",
        verdict="true",
        fact="At width 512 there are {different=256} frequencies, one for each pair of columns, "
        "from {fastest=1} to {slowest=0.000104} radians per position.",
        chapter="formula",
        place="the-ladder-of-wavelengths",
        check=several_frequencies,
    ),
    Claim(
        "A41",
        section="2.7",
        kind="theorem",
        text="Against it: it cannot distinguish direction, before from after.",
        verdict="false",
        fact="The plain dot product cannot. Put J = [[0, 1], [−1, 0]] between the pairs of query "
        "and key, and at width 512 the score is {before=42.76} for 37 before and {after=−42.76} "
        "for 37 after.",
        chapter="direction",
        place="an-odd-score",
        check=blind_to_direction,
    ),
    Claim(
        "A42",
        section="2.7",
        kind="history",
        text="The sinusoidal encoding was the mainstream until BERT.",
        verdict="true with conditions",
        fact="For translation models after the first Transformer. GPT-1, published before BERT, "
        "already used a learned table in place of the sinusoid.",
        chapter="pros_and_cons",
        place="what-article-a-says-of-history",
        cite=(("vaswani2017", "section 3.5"), ("radford2018", "section 4.1")),
    ),
    Claim(
        "A43",
        section="2.7",
        kind="experience",
        text="Learned position embeddings were later found to work better on many tasks.",
        verdict="untestable",
        fact="No task is named. In the one comparison of the first paper the two tie: perplexity "
        "4.92 and 4.92, BLEU 25.8 for the sinusoid and 25.7 for the learned table.",
        chapter="pros_and_cons",
        place="what-article-a-says-of-history",
        cite=(("vaswani2017", "table 3, row E"),),
        check=a_learned_table_fits_sooner,
        experiment="Train one model with both tables on several named tasks, five seeds each. "
        "Compare them at lengths seen in training and beyond.",
        limits="A head of one matrix looks one back on 64 positions. After 30 steps of Adam its "
        "loss is {sinusoid=2.05} with the sinusoid and {table=0.0001} with a table that it learns "
        "along. That is speed inside the window on one task; for position 64 the table has no row.",
    ),
    Claim(
        "A44",
        section="2.7",
        kind="history",
        text="The idea influenced later work; RoPE was developed on this basis.",
        verdict="true",
        fact="RoPE turns each pair of a query or key by the angle ω_i t of the same clock. So "
        "positions enter its scores by their offset alone, whatever training does.",
        chapter="family",
        place="thm-rope",
        cite=(("su2021", "section 3.2"),),
        check=rope_turns_the_same_hands,
    ),
    Claim(
        "A45",
        section="2.8",
        kind="definition",
        text="In sum: it cures blindness to order with fixed codes of several frequencies, is "
        "added without changing the width, and is simple and extrapolates, but is inflexible.",
        verdict="true with conditions",
        fact="Under the conditions of A01, A35 and A36: a causal mask cures that blindness too, "
        "heads use the fixed table as they need, and the formula extrapolates where a model need "
        "not.",
        chapter="pros_and_cons",
        place="the-table-of-article-a",
        check=the_summary,
    ),
)
