"""The claims of article C: wavelengths, bands of dimensions and practice."""

import math

import numpy as np

from .. import (
    dot_kernel,
    frequencies,
    learned_table,
    records,
    shift_matrix,
    sinusoidal,
    wavelengths,
)
from ..attention import softmax
from ..codes import integer_code
from ..heads import head_loss, hits, minimize, offset_share, train_head
from ..numerics import exact_sinusoidal, low_precision_sinusoidal
from ..warps import base_for_longest, interpolate_positions, ntk_base, stretch
from .article_a import (
    fine_and_coarse,
    no_two_positions_share_a_code,
    the_formula,
    the_shift_is_linear,
)
from .ledger import Claim, finding

# Section 1: periods -------------------------------------------------------------------------------


def wavelengths_grow_exponentially():
    """Is each wavelength the one before it, times a constant?"""
    waves = wavelengths(768)
    ratios = waves[1:] / waves[:-1]
    return finding(ratios.min() > 1 and np.ptp(ratios) < 1e-12, ratio=ratios.mean())


def the_first_pair_needs_628():
    """After how many positions is the first hand back where it began?"""
    first = wavelengths(768)[0]
    back = np.abs(sinusoidal(first, 768)[:2] - [0, 1]).max() < 1e-12
    half_way = np.abs(sinusoidal(first / 2, 768)[:2] - [0, -1]).max() < 1e-12
    return finding(back and half_way and abs(first - 6.28) < 0.005, first=first)


def the_last_pair_needs_20000():
    """What is the wavelength of pair 383, and which pair is nearest to 20,000?"""
    waves = wavelengths(768)
    nearest = np.abs(waves - 20000).argmin()
    return finding(abs(waves[383] / 20000 - 1) < 0.1, last=waves[383], nearest=nearest)


def stable_beyond_10000():
    """Is the code still right at positions 9,999 and 999,999, in float32 and in float64?"""
    positions = np.array([9_999, 999_999])
    exact = exact_sinusoidal(positions, 512)
    near, far = np.abs(low_precision_sinusoidal(positions, 512, "float32") - exact).max(axis=1)
    in_float64 = sinusoidal(positions, 512)
    bounded = np.allclose(np.linalg.norm(in_float64, axis=1), math.sqrt(512 / 2))
    right = np.abs(in_float64 - exact).max() < 1e-9
    return finding(max(near, far) < 1e-5, bounded and right, near=near, far=far)


def first_and_last_differ():
    """Are positions 0 and 19,999 clearly apart, compared with neighbours?"""
    first, second, last = sinusoidal([0, 1, 19_999], 768)
    step, distance = np.linalg.norm(second - first), np.linalg.norm(last - first)
    perpendicular = math.hypot(np.linalg.norm(first), np.linalg.norm(last))
    clearly = distance > 6 * step and abs(distance / perpendicular - 1) < 0.05
    return finding(clearly, distance=distance, step=step, perpendicular=perpendicular)


def the_regulator_keeps_them_apart():
    """How far apart are positions 0 and 19,999 at other bases, and with all hands equally fast?"""

    def distance(base):
        first, last = sinusoidal([0, 19_999], 768, base=base)
        return np.linalg.norm(last - first)

    ten, usual, million = distance(10), distance(10_000), distance(1_000_000)
    first, second, last = math.sqrt(768 / 2) * sinusoidal([0, 1, 19_999], 2)  # 384 times pair 0
    alone, step = np.linalg.norm(last - first), np.linalg.norm(second - first)
    return finding(
        max(ten, million) < usual / 2,
        alone < step < min(ten, usual, million),
        ten=ten,
        usual=usual,
        million=million,
        alone=alone,
        step=step,
    )


# Section 2: relative positions --------------------------------------------------------------------


def recurrence_records_the_position():
    """Does the state after 100 words differ from the state after the last 50 of them alone?"""
    rng = np.random.default_rng(0)
    words, own = rng.normal(size=(100, 16)), rng.normal(size=(16, 16)) / 16

    def last_state(sentence):
        state = np.zeros(16)
        for word in sentence:
            state = np.tanh(own @ state + word)
        return state

    return finding(np.abs(last_state(words) - last_state(words[50:])).max() > 1e-12)


def the_offset_can_be_decoded():
    """Do the identities give the offset, with its sign, from the slowest pairs of two codes?"""
    t, s = 1000, np.array([963, 1037, 20_000])
    sin_t, cos_t = sinusoidal(t, 512)[-2:]
    sin_s, cos_s = sinusoidal(s, 512)[:, -2:].T
    sine, cosine = sin_t * cos_s - cos_t * sin_s, cos_t * cos_s + sin_t * sin_s  # of ω(t − s)
    offset = np.arctan2(sine, cosine) / frequencies(512)[-1]
    reach = wavelengths(512)[-1] // 2  # beyond it, an angle and its negative change places
    return finding(np.abs(offset - (t - s)).max() < 1e-6, reach=reach)


def the_code_is_rather_relative():
    """Does a code hide its own position, or does the offset explain most scores of random heads?"""
    codes = sinusoidal(np.arange(128), 512)
    says_where = (codes @ codes.T).argmax(axis=1) == np.arange(128)
    shares = []
    for seed in range(5):
        head = np.random.default_rng(seed).normal(size=(512, 512))
        shares.append(100 * offset_share(codes @ head @ codes.T))
    relative = not says_where.all() or min(shares) > 50
    return finding(relative, least=min(shares), most=max(shares))


def one_and_five_apart_differ():
    """Do offsets 1 and 5 get different scores: from the plain product, and from M(3)?"""
    query, one, five = sinusoidal([100, 99, 95], 512)
    plain_one, plain_five = query @ one / 256, query @ five / 256
    three_back = query @ shift_matrix(3, 512)
    in_every_head = abs(three_back @ one - three_back @ five) > 1e-9
    return finding(in_every_head, plain_one > plain_five + 0.1, one=plain_one, five=plain_five)


def learned_and_fixed_in_a_toy():
    """How many queries of a toy head look one back, with each table, after few and many steps?"""
    fixed, start = sinusoidal(np.arange(64), 64), learned_table(64, 64, std=0.5**0.5, rng=0)

    def right(codes, **options):
        head = train_head(codes, 1, **options)
        return 100 * hits(head.weights, head.codes, 1).mean()

    return finding(
        None,
        learned=right(start, steps=30, learn_codes=True),
        fixed=right(fixed, steps=30),
        fixed_later=right(fixed, steps=200),
    )


def similarity_falls_with_distance():
    """Does similarity fall at every step, and does it follow the straight line in ln k?"""
    offsets, echoes = np.arange(1, 512), math.pi * 512 / math.log(10000)
    similarity = dot_kernel(offsets, 512, normalize=True)
    line = 1 - (np.log(offsets) + np.euler_gamma) / math.log(10000)
    ordered = (offsets >= 5) & (offsets < echoes)
    off = np.abs(similarity - line)[ordered].max()
    rise = offsets[np.argmax(np.diff(similarity) > 0)]
    at_every_step = (np.diff(similarity) < 0).all()
    return finding(at_every_step, off < 0.03, rise=rise, echoes=echoes, off=off)


def neighbours_have_a_large_product():
    """How large is the dot product of neighbours, at width 512 and with the fastest hand alone?"""
    neighbours = sinusoidal(7, 512) @ sinusoidal(8, 512)
    share = neighbours / dot_kernel(0, 512)
    alone = dot_kernel(1, 2, normalize=True)
    return finding(share > 0.9, product=neighbours, share=share, alone=alone)


def far_products_tend_to_zero():
    """Is similarity small from some offset on, or does it come back?"""
    window = dot_kernel(np.arange(512), 512, normalize=True).min()
    near = 1000 + dot_kernel(np.arange(1000, 10_000), 8).argmax()
    far = 10_000 + dot_kernel(np.arange(10_000, 100_000), 8).argmax()
    first, second = dot_kernel([near, far], 8, normalize=True)
    dies_out = second < first < 0.9
    return finding(dies_out, window=window, near=near, first=first, far=far, second=second)


def attention_is_local():
    """Does the middle one of 512 positions attend to itself and its neighbours, in every head?"""
    codes, own = sinusoidal(np.arange(512), 512), 256
    plain = softmax(codes[own] @ codes.T / math.sqrt(512))
    elsewhere = softmax(codes[own] @ shift_matrix(100, 512) @ codes.T / math.sqrt(512))
    near, back = plain[own - 5 : own + 6].sum(), own - elsewhere.argmax()
    local = plain.argmax() == own and near > 0.5
    return finding(abs(back) <= 5, local, itself=100 * plain[own], near=100 * near, back=back)


def integers_blow_up():
    """How large is integer position 1000, beside position 1 and beside a word?"""
    ratio = integer_code(1000).item() / integer_code(1).item()
    word, position = np.linalg.norm(np.ones(512)), np.linalg.norm(np.full(512, 1000.0))
    return finding(position > 500 * word, ratio=ratio, word=word, position=position)


def the_sinusoid_has_unequal_steps():
    """Are the steps from 20 to 21 and from 1000 to 1001 of two lengths, or of two matrices?"""
    now, then = sinusoidal([20, 1000], 512), sinusoidal([21, 1001], 512)
    early, late = then - now
    step, other = np.linalg.norm(early), np.linalg.norm(late)
    one_matrix = np.abs(now @ shift_matrix(1, 512).T - then).max() < 1e-10
    two_moves = abs(step - other) > 1e-9 or not one_matrix
    return finding(two_moves, step=step, cosine=early @ late / (step * other))


# Section 3: bands of dimensions -------------------------------------------------------------------


def band_shares(offset):
    """Percent of the squared distance of two codes in columns 0–127, 128–383 and 384–767."""
    squares = (sinusoidal(offset, 768) - sinusoidal(0, 768)) ** 2
    return 100 * np.add.reduceat(squares, [0, 128, 384]) / squares.sum()


def read_place(columns, length):
    """R² of a linear read-out of t from slightly noisy codes, on positions not used to fit it."""
    rng = np.random.default_rng(0)
    codes, place = sinusoidal(np.arange(length), 768)[:, columns], np.linspace(-0.5, 0.5, length)
    noisy = codes + 0.1 * rng.normal(size=codes.shape)
    fit, test = np.split(rng.permutation(length), 2)
    weights = np.linalg.lstsq(noisy[fit], place[fit])[0]
    return 1 - np.var(noisy[test] @ weights - place[test]) / np.var(place[test])


def columns_have_frequencies_of_their_own():
    """How many different speeds do the 768 columns have, measured by the turn of one step?"""
    sines, cosines = sinusoidal(1, 768)[0::2], sinusoidal(1, 768)[1::2]
    turns = np.arctan2(sines, cosines)
    formula = [10000.0 ** (-2 * i / 768) for i in range(384)]
    speeds = len(np.unique(turns.round(9)))
    return finding(np.abs(turns - formula).max() < 1e-12 and speeds == 384, speeds=speeds)


def low_band_is_local():
    """Are the waves of columns 0–127 short, and do these columns notice one step most?"""
    waves = wavelengths(768)[:64]
    share = band_shares(1)[0]
    return finding(waves[-1] < 30 and share > 90, shortest=waves[0], longest=waves[-1], share=share)


def middle_band_is_for_phrases():
    """At which offsets do columns 128–383 make the largest part: at those of phrases?"""
    waves, offsets = wavelengths(768)[64:192], np.arange(1, 1500)
    leads = np.array([band_shares(k).argmax() == 1 for k in offsets])
    start = leads.argmax()
    end = start + (~leads[start:]).argmax() - 1
    return finding(
        band_shares(5).argmax() == 1,
        offsets[start] < 20 and offsets[end] > 1000,
        shortest=waves[0],
        longest=waves[-1],
        phrase=band_shares(5)[0],
        start=offsets[start],
        end=offsets[end],
    )


def high_band_is_for_paragraphs():
    """Are the waves of columns 384–767 long, and do they differ most at the size of paragraphs?"""
    waves = wavelengths(768)[192:]
    paragraph = band_shares(200)
    leads_later = all(band_shares(k).argmax() == 2 for k in range(1500, 5001))
    unfinished = (waves > 512).all()
    tells_the_place = read_place(slice(384, 768), 2048) > 0.99
    return finding(
        paragraph.argmax() == 2,
        unfinished and leads_later and tells_the_place,
        shortest=waves[0],
        longest=waves[-1],
        paragraph=paragraph[2],
    )


def interleaving_gives_granularities():
    """Does the layout matter, and can a head read the fine and the coarse from one code?"""
    codes = sinusoidal(np.arange(512), 768)
    halves = sinusoidal(np.arange(512), 768, layout="halves")
    layout_matters = np.abs(codes @ codes.T - halves @ halves.T).max() > 1e-9
    fine = hits(shift_matrix(1, 768), codes, 1).all()
    coarse = read_place(slice(384, 768), 512)
    directions = (np.linalg.svd(codes, compute_uv=False) > 1e-3).sum()
    return finding(layout_matters, fine and coarse > 0.99, directions=directions)


def two_ways_to_keep_256():
    """What is the longest wavelength when 256 of 768 columns are kept, and at width 256?"""
    return finding(None, kept=wavelengths(768)[: 256 // 2][-1], narrow=wavelengths(256)[-1])


def slow_columns_matter():
    """Without the slow columns: are positions still apart, and can their place be read?"""
    fast, slow = slice(0, 256), slice(384, 768)
    gaps = np.linalg.norm(
        sinusoidal(np.arange(4096), 768)[1:, fast] - sinusoidal(0, 768)[fast], axis=1
    )
    from_fast, from_slow = read_place(fast, 4096), read_place(slow, 4096)
    confused = gaps.min() < 1
    return finding(
        confused,
        from_fast < 0.1 and from_slow > 0.99,
        closest=gaps.min(),
        fast=from_fast,
        slow=from_slow,
    )


def even_sine_odd_cosine():
    """Are the even columns sines and the odd ones cosines of the same angle?"""
    table, worst = sinusoidal(range(50), 64), 0
    for t in range(50):
        for column in range(64):
            angle = t / 10000.0 ** (2 * (column // 2) / 64)
            wave = math.cos(angle) if column % 2 else math.sin(angle)
            worst = max(worst, abs(table[t, column] - wave))
    return finding(worst < 1e-12)


def sine_and_cosine_insure_each_other():
    """Does training move the table? And does a hand stand still when its sine does?"""
    table = sinusoidal(np.arange(16), 8)
    trained = (train_head(table, 1, steps=20).codes != table).any()
    t, h = math.pi / 2, 1e-6  # the sine of pair 0 is at its top
    speed = ((sinusoidal(t + h, 64) - sinusoidal(t - h, 64)) / (2 * h)).reshape(-1, 2)
    sine_rests = abs(speed[0, 0]) < 1e-9 and abs(speed[0, 1] + 1) < 1e-9
    even_pace = np.allclose(np.linalg.norm(speed, axis=1), frequencies(64), rtol=0, atol=1e-9)
    return finding(trained, sine_rests and even_pace)


def pairs_represent_every_offset():
    """Does M(k) move sine and cosine exactly, for a free k, and on the whole code?"""
    from sympy import Matrix, cos, expand, expand_trig, sin, symbols

    omega, t, k = symbols("omega t k", real=True)
    turn = Matrix([[cos(omega * k), sin(omega * k)], [-sin(omega * k), cos(omega * k)]])
    moved = turn * Matrix([sin(omega * t), cos(omega * t)])
    later = Matrix([sin(omega * t + omega * k), cos(omega * t + omega * k)])
    exact = (moved - later.applyfunc(expand_trig)).applyfunc(expand).is_zero_matrix
    gap = shift_matrix(-3.5, 512) @ sinusoidal(40, 512) - sinusoidal(36.5, 512)
    return finding(exact and np.abs(gap).max() < 1e-12)


def all_sines_in_a_toy():
    """How many times the steps does a toy head need with sines alone, until 90 % are right?"""

    def steps(codes):
        right = []

        def loss_and_gradients(parameters):
            weights = parameters["weights"]
            right.append(hits(weights, codes, 1).mean())
            loss, d_weights, _ = head_loss(weights, codes, 1)
            return loss, {"weights": d_weights}

        start = np.random.default_rng(0).normal(scale=0.02, size=(64, 64))
        minimize({"weights": start}, loss_and_gradients, steps=250)
        return np.argmax(np.array(right) >= 0.9)

    def ratio(length):
        t = np.arange(length)
        both, sines = sinusoidal(t, 64), np.sin(np.outer(t, 10000.0 ** (-np.arange(64) / 64)))
        sines *= np.linalg.norm(both) / np.linalg.norm(sines)  # short codes would learn slowly
        return steps(sines) / steps(both)

    return finding(None, short=ratio(32), long=ratio(64))


# Section 4: practice ------------------------------------------------------------------------------


def float32_listing(max_len, d_model, sin=np.sin, cos=np.cos):
    """The encoding as listings for practice compute it: in float32, by exp of a logarithm."""
    position = np.arange(max_len, dtype=np.float32)[:, None]
    even = np.arange(0, d_model, 2, dtype=np.float32)
    div_term = np.exp(even * np.float32(-math.log(10000.0) / d_model))
    pe = np.zeros((max_len, d_model), np.float32)
    pe[:, 0::2] = sin(position * div_term)
    pe[:, 1::2] = cos(position * div_term)
    return pe


def logarithms_avoid_an_overflow():
    """Is the largest power too large even for the smallest of the usual formats, float16?"""
    largest = max(10000.0 ** (2 * i / 512) for i in range(256))
    limit = float(np.finfo(np.float16).max)
    return finding(largest > limit, largest=largest, limit=limit)


def the_listing_returns_the_encoding():
    """Does the listing give shape and values of the encoding, at even and at odd widths?"""
    pe = float32_listing(5000, 512)
    right = pe.shape == (5000, 512) and np.abs(pe - sinusoidal(np.arange(5000), 512)).max() < 1e-3
    try:
        odd = float32_listing(10, 5).shape == (10, 5)
    except ValueError:  # three sines, and room for two cosines
        odd = False
    return finding(right and odd, right)


def arrays_are_20_times_faster():
    """How many times as long as arrays did three loops take, in the record of the book?"""
    ratios = records.load("loops")["ratios"]
    rows, entries, tensor = (
        ratios[loop]["median"] for loop in ("row_loop", "entry_loop", "tensor_loop")
    )
    every_loop = all(15 < ratio < 25 for ratio in (rows, entries, tensor))
    return finding(every_loop, 1 < rows < 20 < tensor, rows=rows, entries=entries, tensor=tensor)


def logarithms_avoid_large_powers():
    """What is the largest number in the listing, with a power and with an exponential?"""
    even = np.arange(0, 512, 2)
    powers = 10000.0 ** (even / 512)
    exponentials = np.exp(-even * math.log(10000) / 512)
    same = np.allclose(exponentials * powers, 1) and exponentials.max() <= 1
    return finding(powers.max() > np.finfo(np.float16).max, same, largest=powers.max())


def odd_and_even_in_parallel():
    """Does the cosine of the listing begin before the sine has ended?"""
    events = []

    def logged(function):
        def run(angles):
            events.append(f"{function.__name__} begins")
            result = function(angles)
            events.append(f"{function.__name__} ends")
            return result

        return run

    float32_listing(50, 64, logged(np.sin), logged(np.cos))
    return finding(events.index("cos begins") < events.index("sin ends"))


def the_plot_shows_stripes():
    """Do the fast columns change sign again and again, and which share never turns once?"""
    table = sinusoidal(np.arange(512), 512)
    changes = (np.diff(np.sign(table[:, 1::2]), axis=0) != 0).sum(axis=0)  # of the cosines
    flat = 100 * (wavelengths(512) > 512).mean()
    return finding(changes[0] > 150 and changes[-1] == 0, flat=flat)


def the_snippet_plots_the_matrix():
    """Does `imshow` draw the table: every number, positions down and dimensions across?"""
    from matplotlib.figure import Figure

    ax = Figure().subplots()
    drawn = ax.imshow(float32_listing(100, 768), cmap="RdYlBu", aspect="auto").get_array()
    position_3 = [math.sin(3), math.cos(3)]
    same = drawn.shape == (100, 768) and np.allclose(drawn[3, :2], position_3, atol=1e-6)
    return finding(same and ax.yaxis_inverted())


def fine_tuning_helps():
    """Does a moved sinusoid keep its shift, and does a learned table gain from fine-tuning?"""
    exact = sinusoidal(np.arange(512), 64)
    moved = exact + 0.05 * np.random.default_rng(0).normal(size=exact.shape)

    def left_over(table):
        best = np.linalg.lstsq(table[:-1], table[1:])[0]
        return np.linalg.norm(table[:-1] @ best - table[1:]) / np.linalg.norm(table[1:])

    start = learned_table(64, 64, std=0.5**0.5, rng=0)
    before = train_head(start, 1, steps=100, learn_codes=True).codes
    frozen, tuned = (train_head(before, 5, steps=100, learn_codes=x).losses for x in (False, True))
    keeps = left_over(moved) < 1e-9
    gains = tuned[-1] < frozen[-1] and left_over(exact) < 1e-9
    return finding(keeps, gains, moved=100 * left_over(moved))


def scaled_positions_keep_wavelengths():
    """Dividing positions by 4: which wavelengths stay, which codes are known, how far is a step?"""

    def step(positions, **options):
        first, second = sinusoidal(positions, 512, **options)
        return np.linalg.norm(second - first)

    base = ntk_base(4, 512)
    longer = stretch(512, scale=4)
    every_fourth = sinusoidal(interpolate_positions(np.arange(0, 2048, 4), 4), 512)
    known = np.array_equal(every_fourth, sinusoidal(np.arange(512), 512))
    return finding(
        (longer < 4).any(),
        known and longer.max() == 4,
        before=step([0, 1]),
        after=step(interpolate_positions([0, 1], 4)),
        base=base,
        raised=step([0, 1], base=base),
    )


def a_larger_base_for_50000():
    """What does the base change in the code of a sequence of 50,000?"""
    similarity = [dot_kernel(25_000, 512, base=base, normalize=True) for base in (1e4, 1e6)]
    return finding(
        None,
        longest=wavelengths(512)[-1],
        base=base_for_longest(2 * 50_000, 512),
        usual=similarity[0],
        large=similarity[1],
    )


def the_base_is_a_knob():
    """Does the base move the longest wavelength, by the formula, and leave the shortest?"""
    usual, large = wavelengths(512), wavelengths(512, base=1e6)
    by_formula = 2 * math.pi * 1e6 ** (1 - 2 / 512)
    moves = abs(large[-1] / by_formula - 1) < 1e-9 and large[-1] > 90 * usual[-1]
    return finding(moves and usual[0] == large[0], usual=usual[-1], large=large[-1])


CLAIMS = (
    Claim(
        "C01",
        section="1",
        kind="definition",
        text="The two formulas: PE(pos, 2i) = sin(pos / 10000^(2i/d)), and PE(pos, 2i+1) is the "
        "cosine of the same angle.",
        verdict="true",
        fact="These are the formulas of the paper. `pe_core.sinusoidal` agrees with them, computed "
        "number by number.",
        chapter="formula",
        place="def-sinusoidal",
        cite=(("vaswani2017", "section 3.5"),),
        check=the_formula,
    ),
    Claim(
        "C02",
        section="1",
        kind="number",
        text="Usually d_model is 768.",
        verdict="true with conditions",
        fact="BERT's base model and GPT-1 have the width 768, and both learn their positions. The "
        "Transformer that introduced this formula has 512, and 1024 in its big version.",
        chapter="use_it",
        place="a-fixed-table-used-freely",
        cite=(
            ("devlin2019", "first version, sections 3.1 and 3.2"),
            ("radford2018", "section 4.1"),
            ("vaswani2017", "table 3"),
        ),
    ),
    Claim(
        "C03",
        section="1",
        kind="theorem",
        text="The wavelength grows exponentially with i.",
        verdict="true",
        fact="Each wavelength is the one before it times the constant 10000^(2/d), which is "
        "{ratio=1.0243} at width 768.",
        chapter="formula",
        place="prop-ladder",
        check=wavelengths_grow_exponentially,
    ),
    Claim(
        "C04",
        section="1",
        kind="number",
        text="Pair i = 0 has a wavelength of about 6.28.",
        verdict="true",
        fact="Pair 0 turns by one radian a step, and a full turn is 2π = {first=6.28} radians. "
        "That holds at every width and base.",
        chapter="formula",
        place="prop-ladder",
        check=the_first_pair_needs_628,
    ),
    Claim(
        "C05",
        section="1",
        kind="number",
        text="Pair i = 383, the last one at width 768, has a wavelength of about 20,000.",
        verdict="false",
        fact="It is {last=61,343}, three times as much. The pair whose wavelength is nearest to "
        "20,000 is pair {nearest=336}.",
        chapter="formula",
        place="ex-wavelength-383",
        check=the_last_pair_needs_20000,
    ),
    Claim(
        "C06",
        section="1",
        kind="theorem",
        text="The code is a fingerprint: every position has a unique one.",
        verdict="true",
        fact="Pair 0 turns by 1 radian a step, and as π is irrational, no whole number of steps "
        "ends where it began. At width 512 the closest two of 1000 positions are {closest=3.714} "
        "apart.",
        chapter="formula",
        place="thm-unique",
        check=no_two_positions_share_a_code,
    ),
    Claim(
        "C07",
        section="1",
        kind="theorem",
        text="Small i takes care of fine position, large i of position in the large.",
        verdict="true",
        fact="At width 768, columns 0–127 make {share=95} % of the squared length of a step. Where "
        "a position stands in a text of 2048 can be read linearly from slightly noisy columns "
        "384–767 (R² = {high=0.999}; 1 is perfect, below 0 is worse than always guessing the "
        "mean) and not from 0–127 ({low=−0.2}).",
        chapter="formula",
        place="which-columns-are-fast",
        check=fine_and_coarse,
    ),
    Claim(
        "C08",
        section="1",
        kind="theorem",
        text="Relative position can be decoded with trigonometric identities.",
        verdict="true",
        fact="The angle-sum formulas, with −s in the place of k, write the sine and cosine of "
        "ω(t − s) in the sines and cosines of ωt and ωs. The codes hold these four numbers. At "
        "width 512 the slowest pair alone gives every offset of up to {reach=30,305}, with its "
        "sign.",
        chapter="rotation",
        place="find-the-matrix",
        check=the_offset_can_be_decoded,
    ),
    Claim(
        "C09",
        section="1",
        kind="number",
        text="Beyond a length of 10,000 the encoding stays stable.",
        verdict="true with conditions",
        fact="At every position the numbers stay between −1 and 1, and the length of the code "
        "stays √(d/2). But with angles in float32 the numbers are off by up to {near=3e-4} at "
        "position 9,999 and {far=0.03} at 999,999. In float64 the error stays below a billionth "
        "at both.",
        chapter="code_it",
        place="angles-in-float64-cast-last",
        check=stable_beyond_10000,
    ),
    Claim(
        "C10",
        section="1",
        kind="number",
        text="At a length of 20,000 the first and the last position are clearly distinguishable.",
        verdict="true",
        fact="At width 768 they are {distance=28.31} apart, about as far as two perpendicular "
        "codes ({perpendicular=27.71}). The hard case is that of neighbours: {step=4.52}.",
        chapter="pros_and_cons",
        place="ex-contradictions",
        check=first_and_last_differ,
    ),
    Claim(
        "C11",
        section="1",
        kind="theorem",
        text="That the first and the last of 20,000 positions can be told apart is thanks to the "
        "wavelength regulator 10000^(2i/d).",
        verdict="true with conditions",
        fact="It is thanks to the different speeds, not to the number 10000: the two are "
        "{ten=27.67} apart at base 10, {usual=28.31} at 10,000 and {million=24.31} at 1,000,000. "
        "Were all hands as fast as the first, they would be {alone=7.4} apart, and neighbours "
        "{step=18.8}.",
        chapter="base_and_width",
        place="what-base-does-a-length-need",
        check=the_regulator_keeps_them_apart,
    ),
    Claim(
        "C12",
        section="2",
        kind="theorem",
        text="RNNs strictly record the absolute position.",
        verdict="false",
        fact="They read in order, but need not know how far they have come. A small RNN with "
        "small random weights is in the same state, to twelve digits, after 100 words as after "
        "the last 50 of them alone. It may learn to count; nothing makes it.",
        chapter="why_order",
        place="why-a-sum-has-no-order",
        check=recurrence_records_the_position,
    ),
    Claim(
        "C13",
        section="2",
        kind="definition",
        text="The Transformer's encoding is like GPS and is more about relative relations.",
        verdict="false",
        fact="It is an absolute code: each code names its own position, as GPS does. Relative "
        "position has to be read out of two codes; in five random heads, at width 512 on 128 "
        "positions, the offset explains {least=5} to {most=15} % of the variance of the scores.",
        chapter="direction",
        place="which-matrices-see-the-offset-alone",
        check=the_code_is_rather_relative,
    ),
    Claim(
        "C14",
        section="2",
        kind="theorem",
        text="PE(pos + k) = PE(pos) · W(k) with a linear W(k) that depends on k.",
        verdict="true",
        fact="With codes as rows, W(k) is the transpose of the rotation M(k). It depends on k and "
        "the frequencies, and not on pos.",
        chapter="rotation",
        place="in-code",
        cite=(("vaswani2017", "section 3.5"),),
        check=the_shift_is_linear,
    ),
    Claim(
        "C15",
        section="2",
        kind="experience",
        text="So the model can learn to be aware of distance: a pair of words 1 apart and a pair 5 "
        "apart should get different weights.",
        verdict="true with conditions",
        fact="A head can: in the plain dot product the similarity is {one=0.973} at offset 1 and "
        "{five=0.741} at 5. It need not: with W = M(3), which looks 3 back, both get the same "
        "score. What they should get depends on the task.",
        chapter="direction",
        place="a-peak-wherever-you-like",
        check=one_and_five_apart_differ,
    ),
    Claim(
        "C16",
        section="2",
        kind="experience",
        text="The sinusoidal encoding beats a learned one by about 3 % at resolving pronouns.",
        verdict="untestable",
        fact="No model, data or seeds are named, and A43 says the opposite. The one comparison in "
        "the first paper, on translation, is a tie.",
        chapter="pros_and_cons",
        place="ex-fixed-or-learned",
        cite=(("vaswani2017", "table 3"),),
        check=learned_and_fixed_in_a_toy,
        experiment="Train one encoder with either table, at least five seeds each, and compare "
        "both on a public test of coreference, such as GAP, with confidence intervals.",
        limits="A toy head that looks one back, on 64 positions: after 30 steps {learned=100} % of "
        "its queries are right with a learned table and {fixed=79} % with the sinusoid, after 200 "
        "steps {fixed_later=100} %. It has no words, so it says nothing about pronouns.",
    ),
    Claim(
        "C17",
        section="2",
        kind="theorem",
        text="The encoding naturally decays with distance.",
        verdict="true with conditions",
        fact="On the whole the similarity of two codes falls, up to offset {echoes=175} at width "
        "512: from 5 on it follows a straight line in ln k to within {off=0.022}. It does not "
        "fall at every step: the first rise follows offset {rise=43}, and beyond 175 it ripples.",
        chapter="seeing",
        place="ripples-echoes-and-the-window-of-512",
        check=similarity_falls_with_distance,
    ),
    Claim(
        "C18",
        section="2",
        kind="number",
        text="Neighbouring positions have a large dot product.",
        verdict="true",
        fact="At width 512 it is {product=249.1} of at most 256, a similarity of {share=0.973}. "
        "No hand is faster than one radian a step, so at no width and base is the similarity less "
        "than cos 1 = {alone=0.54}.",
        chapter="direction",
        place="a-peak-wherever-you-like",
        check=neighbours_have_a_large_product,
    ),
    Claim(
        "C19",
        section="2",
        kind="theorem",
        text="The dot products of distant positions tend to 0.",
        verdict="false",
        fact="They have no limit: at every width they come back near their largest value. At "
        "width 8 they reach {first=0.996} of it at offset {near=6,283} and {second=0.9998} at "
        "{far=69,115}. Among 512 tokens at width 512 the least is {window=0.228} of it.",
        chapter="seeing",
        place="thm-far-away",
        check=far_products_tend_to_zero,
    ),
    Claim(
        "C20",
        section="2",
        kind="experience",
        text="That the dot product is large for near positions matches locality: we usually attend "
        "to nearby words.",
        verdict="true with conditions",
        fact="It holds for the plain dot product: at width 512 the middle one of 512 positions "
        "gives itself {itself=19} % of its attention, and {near=69} % to itself and five "
        "neighbours on each side. A head with another matrix looks elsewhere: M(100) looks "
        "{back=100} back.",
        chapter="direction",
        place="a-peak-wherever-you-like",
        check=attention_is_local,
    ),
    Claim(
        "C21",
        section="2",
        kind="number",
        text="Integer codes blow up on long sequences: position 1000 is 1000 times position 1.",
        verdict="true",
        fact="Exactly {ratio=1000} times. Added to each of 512 numbers it makes a vector of "
        "length {position=22,627}, where a word with numbers of size 1 has {word=22.6}.",
        chapter="simple_codes",
        place="the-integer",
        check=integers_blow_up,
    ),
    Claim(
        "C22",
        section="2",
        kind="theorem",
        text="Integer codes cannot show that the step from 20 to 21 and the step from 1000 to 1001 "
        "should mean different things, and sinusoids can.",
        verdict="false",
        fact="The sinusoid's two steps are equally long as well, {step=3.714} at width 512, and "
        "one matrix makes both. Only their direction differs (cosine {cosine=0.24}), since the "
        "hands point elsewhere. One step everywhere is a virtue: article B praises it in B10.",
        chapter="simple_codes",
        place="a-popular-argument-that-is-wrong",
        check=the_sinusoid_has_unequal_steps,
    ),
    Claim(
        "C23",
        section="3",
        kind="definition",
        text="At d_model = 768 different dimensions carry different bands of frequency.",
        verdict="true",
        fact="There are {speeds=384} different frequencies, one for each pair of columns, and each "
        "is lower than the one before it.",
        chapter="formula",
        place="which-columns-are-fast",
        check=columns_have_frequencies_of_their_own,
    ),
    Claim(
        "C24",
        section="3",
        kind="number",
        text="Dimensions 0–127: short wavelengths, for the local order of words.",
        verdict="true",
        fact="The wavelengths run from {shortest=6.3} to {longest=28.5} positions, and these "
        "columns make {share=95} % of the squared distance between neighbours.",
        chapter="formula",
        place="which-columns-are-fast",
        check=low_band_is_local,
    ),
    Claim(
        "C25",
        section="3",
        kind="number",
        text="Dimensions 128–383: medium wavelengths, for the structure of phrases.",
        verdict="true with conditions",
        fact="The wavelengths are medium, {shortest=29.2} to {longest=613.4}, but a phrase is "
        "shorter: 5 words apart, columns 0–127 still make {phrase=88} % of the squared distance. "
        "The middle band makes the largest part at offsets {start=14} to {end=1,036}.",
        chapter="formula",
        place="which-columns-are-fast",
        check=middle_band_is_for_phrases,
    ),
    Claim(
        "C26",
        section="3",
        kind="number",
        text="Dimensions 384–767: long wavelengths, for the position of paragraphs.",
        verdict="true with conditions",
        fact="The wavelengths are long, {shortest=628.3} to {longest=61,342.7}, but a paragraph "
        "is shorter: 200 words apart, this band makes {paragraph=15} % of the squared distance. "
        "It makes the largest part at offsets 1,500 to 5,000: those of chapters. What it does "
        "tell is where in a long text a paragraph stands (A18).",
        chapter="formula",
        place="which-columns-are-fast",
        check=high_band_is_for_paragraphs,
    ),
    Claim(
        "C27",
        section="3",
        kind="theorem",
        text="Interleaved dimensions let the model handle several granularities at once.",
        verdict="true with conditions",
        fact="The many frequencies offer them, not the interleaving: in the layout halves all dot "
        "products are the same. Whether a model uses the offer is another matter. And 768 columns "
        "are not 768 scales: on 512 positions only {directions=147} singular values exceed 0.001.",
        chapter="seeing",
        place="ex-seeing-directions",
        check=interleaving_gives_granularities,
    ),
    Claim(
        "C28",
        section="3",
        kind="experience",
        text="Using only the first 256 dimensions cut the F1 on long documents by 7 %.",
        verdict="untestable",
        fact="No data or seeds are named. Nor is it clear what was done: columns 256–767 set to "
        "zero leave wavelengths of up to {kept=132}, a code of width 256 has them up to "
        "{narrow=58,470}.",
        chapter="formula",
        place="which-columns-are-fast",
        check=two_ways_to_keep_256,
        experiment="Train a classifier of long documents with the whole code of width 768, with "
        "columns 256 to 767 set to zero, and with a code of width 256. Compare F1 on the same test "
        "set, five seeds each.",
        limits="The wavelengths show that these are two different experiments. They do not show "
        "what either does to F1.",
    ),
    Claim(
        "C29",
        section="3",
        kind="experience",
        text="The loss of F1 with only 256 dimensions proves that the long waves of the high "
        "dimensions matter.",
        verdict="true with conditions",
        fact="One score proves nothing, but the place in a text of 4096 can be read linearly from "
        "slightly noisy columns 384–767 (R² = {slow=0.9995}; 1 is perfect, below 0 is worse than "
        "always guessing the mean) and not from 0–255 ({fast=−0.18}). Positions do not become "
        "alike: in columns 0–255 they stay {closest=4.52} apart.",
        chapter="formula",
        place="which-columns-are-fast",
        check=slow_columns_matter,
    ),
    Claim(
        "C30",
        section="3",
        kind="definition",
        text="Even dimensions use the sine, odd dimensions the cosine.",
        verdict="true",
        fact="So the printed formula has it, and columns 2i and 2i+1 share an angle. The code that "
        "the authors released puts all sines first, and spreads its frequencies a little wider.",
        chapter="formula",
        place="def-sinusoidal",
        cite=(("vaswani2017", "section 3.5"), ("tensor2tensor", "get_timing_signal_1d")),
        check=even_sine_odd_cosine,
    ),
    Claim(
        "C31",
        section="3",
        kind="theorem",
        text="Double insurance: where a sine dimension has a vanishing gradient, its cosine "
        "partner may still have a signal.",
        verdict="true with conditions",
        fact="Not true of gradients in training: the table is a constant, and none flows into it. "
        "True of the slope along the text: (ω cos ωt, −ω sin ωt) has the constant length ω, so "
        "where the sine stands still the cosine moves at full speed.",
        chapter="use_it",
        place="a-fixed-table-used-freely",
        check=sine_and_cosine_insure_each_other,
    ),
    Claim(
        "C32",
        section="3",
        kind="theorem",
        text="Together, sine and cosine represent any offset of position exactly.",
        verdict="true",
        fact="The rotation by ωk takes the pair at t to the pair at t + k exactly, for every real "
        "k. In float64 only rounding is left.",
        chapter="rotation",
        place="thm-shift",
        check=pairs_represent_every_offset,
    ),
    Claim(
        "C33",
        section="3",
        kind="experience",
        text="Forcing all dimensions to be sines slowed convergence by about 15 %, which confirms "
        "the design.",
        verdict="untestable",
        fact="No model, data or seeds are named, and one run confirms no design. That sines alone "
        "have no shift matrix is proved; what that costs a model must be measured.",
        chapter="why_sin_and_cos",
        place="all-sines",
        check=all_sines_in_a_toy,
        experiment="Train the same model with both waves and with sines of twice as many "
        "frequencies, at the same mean length of code, five seeds each. Compare the steps to the "
        "same validation loss.",
        limits="A toy head that looks one back, width 64, sines made as strong as the usual code: "
        "until 90 % of its queries are right, it needs with sines about as many steps as with the "
        "usual code when there are 32 positions (ratio {short=1}), and about five times as many "
        "when there are 64 (ratio {long=5}). So the slowdown is no constant. The toy has no words, "
        "and says nothing about a language model.",
    ),
    Claim(
        "C34",
        section="4",
        kind="theorem",
        text="Computing in log space avoids a numerical overflow.",
        verdict="false",
        fact="There is none to avoid: the largest power at width 512 is {largest=9,647}, and at "
        "every width it is below 10,000. Even float16 reaches {limit=65,504}.",
        chapter="code_it",
        place="log-space-is-not-needed",
        check=logarithms_avoid_an_overflow,
    ),
    Claim(
        "C35",
        section="4",
        kind="code",
        text="`positional_encoding(max_len, d_model)` returns the encoding.",
        verdict="true with conditions",
        fact="For even widths: the shape is right, and the numbers of 5000 positions are off by "
        "less than 0.001, as the angles are float32. At an odd width such as 5 it fails with an "
        "error: three sines, and room for two cosines.",
        chapter="code_it",
        place="odd-widths",
        check=the_listing_returns_the_encoding,
    ),
    Claim(
        "C36",
        section="4",
        kind="number",
        text="Matrix operations in place of loops are 20 times as fast.",
        verdict="true with conditions",
        fact="It depends on the loop, and none is named. In the book's own record of timings, for "
        "512 × 512 numbers, a loop over rows takes {rows=1.5} times as long as arrays, a loop over "
        "entries {entries=11} times, and the same into a PyTorch tensor {tensor=230} times.",
        chapter="code_it",
        place="how-much-faster",
        check=arrays_are_20_times_faster,
    ),
    Claim(
        "C37",
        section="4",
        kind="code",
        text="The log transform avoids powers of large numbers.",
        verdict="true with conditions",
        fact="It does replace the power by an exponential, in which no number exceeds 1. But the "
        "largest power it avoids is {largest=9,647} at width 512, and every number format can "
        "hold that: see C34.",
        chapter="code_it",
        place="log-space-is-not-needed",
        check=logarithms_avoid_large_powers,
    ),
    Claim(
        "C38",
        section="4",
        kind="code",
        text="Odd and even dimensions are computed in parallel.",
        verdict="false",
        fact="They are two assignments, and the cosines begin when the sines have ended. Each is "
        "one operation on a whole array; that is vectorised, not parallel.",
        chapter="code_it",
        place="six-lines",
        check=odd_and_even_in_parallel,
    ),
    Claim(
        "C39",
        section="4",
        kind="code",
        text="A plot of the matrix shows stripes.",
        verdict="true",
        fact="Every column is a wave. At 512 positions and width 512 the fast ones make stripes, "
        "and {flat=52} % never complete a turn. Other stripes are made by the screen, where sines "
        "and cosines alternate.",
        chapter="seeing",
        place="the-heat-map-and-stripes-that-are-not-there",
        check=the_plot_shows_stripes,
    ),
    Claim(
        "C40",
        section="4",
        kind="code",
        text="A call of `imshow` with the colours RdYlBu plots the matrix.",
        verdict="true",
        fact="It draws every number of the table, positions down and dimensions across. A screen "
        "with fewer dots than columns shows only some of them.",
        chapter="seeing",
        place="the-heat-map-and-stripes-that-are-not-there",
        check=the_snippet_plots_the_matrix,
    ),
    Claim(
        "C41",
        section="4",
        kind="advice",
        text="Do not freeze the position encoding of a pretrained model; fine-tune it.",
        verdict="true with conditions",
        fact="It makes sense for a learned table. The sinusoid has nothing to unfreeze, and made "
        "trainable it can lose its shift: if its numbers move by 0.05 at random, the best matrix "
        "from each code to the next is off by {moved=8} %.",
        chapter="pros_and_cons",
        place="the-advice-of-article-c",
        check=fine_tuning_helps,
    ),
    Claim(
        "C42",
        section="4",
        kind="advice",
        text="For very long text, scale the position indices linearly to keep the wavelengths "
        "reasonable.",
        verdict="true with conditions",
        fact="Dividing positions by 4 keeps a text four times as long in the known range. But it "
        "stretches every wavelength, the shortest too, and the step shrinks from {before=3.714} "
        "to {after=0.948} at width 512. A larger base, {base=40,218}, stretches the longest as "
        "far, the shortest not at all, and leaves a step of {raised=3.471}.",
        chapter="base_and_width",
        place="stretch-the-positions-or-raise-the-base",
        cite=(("chen2023", "section 2.3"), ("peng2023", "section 3.1")),
        check=scaled_positions_keep_wavelengths,
    ),
    Claim(
        "C43",
        section="4",
        kind="experience",
        text="A changed base in place of 10000 let a model for DNA, with sequences of 50,000, "
        "capture long-range dependence.",
        verdict="untestable",
        fact="No data, comparison or seeds are given. Base 10,000 has wavelengths of up to "
        "{longest=60,611} at width 512; for a hand that makes only half a turn in 50,000 steps "
        "the base would have to be {base=16,531}.",
        chapter="pros_and_cons",
        place="the-advice-of-article-c",
        check=a_larger_base_for_50000,
        experiment="Train the same model on the same DNA with several bases, five seeds each, and "
        "test it on pairs of sites that are known to interact over more than 10,000 letters.",
        limits="At offset 25,000 and width 512 the similarity of codes is {usual=−0.01} at base "
        "10,000 and {large=0.28} at base 1,000,000. So the table changes at that distance; whether "
        "a model gains is not shown.",
    ),
    Claim(
        "C44",
        section="4",
        kind="definition",
        text="A base that can be turned is a flexibility that belongs to trigonometric codes.",
        verdict="true",
        fact="The base moves the longest wavelength, from {usual=60,611} at 10,000 to "
        "{large=5,953,089} at 1,000,000 and width 512, and leaves the shortest at 2π. RoPE has the "
        "same knob; a learned table has none.",
        chapter="base_and_width",
        place="what-the-base-does",
        check=the_base_is_a_knob,
    ),
)
