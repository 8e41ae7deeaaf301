"""The claims of article B: why positions are needed, and why sine comes with cosine."""

import math

import numpy as np

from .. import (
    alibi_bias,
    frequencies,
    learned_table,
    lookup,
    phase_basis_shift,
    rope,
    self_attention,
    shift_matrix,
    sinusoidal,
)
from ..family import Model, draw_words, new_model, task_hits, task_loss
from ..heads import extrapolation_trial, hits, minimize, offset_score, train_head
from .article_a import angle_sums, the_shift_is_linear, unmasked_attention_permutes
from .ledger import Claim, finding

# Why positions, and relative positions ------------------------------------------------------------


def order_needs_labels():
    """Do two causal layers without labels weigh words alike, wherever they stand?"""
    words, equal_scores = np.eye(5), np.zeros((5, 1))
    means, _ = self_attention(equal_scores, equal_scores, words, causal=True)
    means_of_means, _ = self_attention(equal_scores, equal_scores, means, causal=True)
    shares = means_of_means[-1]  # of the five words in the last output
    blind = np.allclose(shares, shares[0])
    return finding(blind, first=shares[0], last=shares[-1])


def distance_is_enough():
    """Does one matrix serve both words at distance 1, the next and the previous?"""
    forward, back = shift_matrix([1, -1], 64)
    code, after, before = sinusoidal([100, 101, 99], 64)
    by_offset = np.allclose(forward @ code, after) and np.allclose(back @ code, before)
    gap = np.linalg.norm(forward - back, 2)
    return finding(gap < 1e-9, by_offset, gap=gap)


def the_block_shifts_a_pair():
    """Does the printed matrix take (sin ωt, cos ωt) to (sin ω(t + k), cos ω(t + k))?"""
    from sympy import Matrix, cos, expand, expand_trig, sin, symbols

    omega, t, k = symbols("omega t k", real=True)
    block = Matrix([[cos(omega * k), sin(omega * k)], [-sin(omega * k), cos(omega * k)]])
    moved = block * Matrix([sin(omega * t), cos(omega * t)])
    later = expand(omega * (t + k))
    goal = Matrix([expand_trig(sin(later)), expand_trig(cos(later))])
    ours = np.array(block.subs({omega: 1, k: 3}), dtype=float)
    return finding(expand(moved - goal).is_zero_matrix and np.allclose(ours, shift_matrix(3, 2)))


def the_block_depends_on_k_alone():
    """Is the block that the codes themselves give the same in all pairs, and at all positions?"""
    blocks = {}
    for t in (0, 1000):
        pairs = sinusoidal([t, t + 1, t + 2], 8).reshape(3, 4, 2)  # three steps, four pairs
        now, then = (np.moveaxis(pairs[s], 0, -1) for s in ([0, 1], [1, 2]))
        blocks[t] = then @ np.linalg.inv(now)
    same_at_all_positions = np.allclose(blocks[0], blocks[1000], rtol=0, atol=1e-8)
    same_in_all_pairs = np.allclose(blocks[0], blocks[0][0])
    turns = np.degrees(np.arctan2(blocks[0][:, 0, 1], blocks[0][:, 0, 0]))
    return finding(
        same_at_all_positions and same_in_all_pairs,
        same_at_all_positions,
        fastest=turns[0],
        second=turns[1],
    )


def a_head_learns_offsets():
    """What share of queries finds the previous word, and the word two later, after training?"""
    t = np.arange(64)
    pairs, sines = sinusoidal(t, 64), np.sin(np.outer(t, 10000.0 ** (-t / 64)))
    sines *= np.linalg.norm(pairs) / np.linalg.norm(sines)  # short codes would learn slowly

    def found(codes, offset):
        return hits(train_head(codes, offset, steps=150).weights, codes, offset).mean()

    return finding(
        None,
        previous=found(pairs, 1),
        later=found(pairs[::-1], 2),  # read backwards, later is before
        sines=found(sines, 1),
    )


# Why not two sines --------------------------------------------------------------------------------


def a_cosine_appears():
    """What stands with cos ωt in sin ω(t + k)?"""
    from sympy import cos, expand, expand_trig, sin, symbols

    omega, t, k = symbols("omega t k", positive=True)
    shifted = expand_trig(sin(expand(omega * (t + k))))
    amount = shifted.coeff(cos(omega * t))
    return finding(amount == sin(omega * k), amount=amount.subs({omega: 1, k: 1}))


def two_frequencies_have_no_shift():
    """How much of the later code does the best matrix for two sines miss?"""

    def missed(omegas, k):
        t = np.arange(2000)
        now, then = np.sin(np.outer(t, omegas)), np.sin(np.outer(t + k, omegas))
        best = np.linalg.lstsq(now, then)[0]
        return ((then - now @ best) ** 2).sum() / (then**2).sum()

    usual, wavelengths_8_and_12 = missed([1, 0.3], 1), missed([np.pi / 4, np.pi / 6], 12)
    predicted = (np.sin(1) ** 2 + np.sin(0.3) ** 2) / 2
    none_otherwise = abs(usual - predicted) < 1e-3
    return finding(wavelengths_8_and_12 > 1e-9, none_otherwise, usual=100 * usual)


def borrowing_is_infeasible():
    """Can 512 sines imitate a step on a window, and does the imitation hold beyond it?"""
    omegas, window = 10000.0 ** (-np.arange(512) / 512), np.arange(64)

    def sines(t):
        return np.sin(np.outer(t, omegas))

    borrowed = np.linalg.lstsq(sines(window), sines(window + 1))[0]

    def missed(t):
        gap = sines(t + 1) - sines(t) @ borrowed
        return (gap**2).sum() / (sines(t + 1) ** 2).sum()

    works_inside, fails_beyond = missed(window) < 0.01, missed(window + 64) > 1e12
    return finding(not works_inside, fails_beyond, start=100 * missed(window[:1]))


def yellow_needs_green():
    """How far is the nearest mixture of red and blue from yellow?"""
    red, green, blue = np.eye(3)
    yellow = red + green

    def missing(*lights):
        mixture = np.linalg.lstsq(np.transpose(lights), yellow)[0] @ lights
        return np.linalg.norm(yellow - mixture) / np.linalg.norm(yellow)

    without, given = missing(red, blue), missing(red, green, blue)
    return finding(without > 0.1 and given < 1e-12, without=100 * without)


def any_phase_has_a_shift():
    """Does every phase have a matrix that shifts, with determinant and trace of a rotation?"""
    t, k, omega = np.array([0, 7, 1000]), 5, 0.3
    right = True
    for phase in np.radians([1, 60, 90, 150, 200]):
        matrix, phases = phase_basis_shift(omega, k, phase), np.array([[0], [phase]])
        now, then = np.sin(omega * t + phases), np.sin(omega * (t + k) + phases)
        moves = np.allclose(matrix @ now, then, rtol=0, atol=1e-10)
        both = [np.linalg.det(matrix), np.trace(matrix)]
        right = right and moves and np.allclose(both, [1, 2 * np.cos(omega * k)])
    return finding(right)


def a_quarter_turn_is_the_cosine():
    """Is sin(ωt + π/2) the same as cos ωt?"""
    from sympy import cos, expand_trig, pi, sin, symbols

    omega, t = symbols("omega t", real=True)
    return finding(expand_trig(sin(omega * t + pi / 2)) - cos(omega * t) == 0)


def the_quarter_turn_is_best():
    """Which phase has the best condition number, and is it orthogonal on 512 positions?"""
    turn = 2 * np.pi * np.arange(24) / 24

    def condition(degrees):
        return np.linalg.cond([np.sin(turn), np.sin(turn + np.radians(degrees))])

    next_best = min(condition(degrees) for degrees in range(1, 180) if degrees != 90)
    angles = np.outer(np.arange(512), frequencies(512))
    overlap = np.abs((np.sin(angles) * np.cos(angles)).mean(axis=0)).max()
    best = abs(condition(90) - 1) < 1e-12 and next_best > 1.01
    return finding(best and overlap < 0.01, best, sixty=condition(60), overlap=overlap)


def another_order_loses_the_shift():
    """Is the shift lost in the layout of halves, or in a random order of columns?"""
    t, order = np.arange(100), np.random.default_rng(0).permutation(64)
    now, then = sinusoidal([t, t + 1], 64)[:, :, order]
    matrix = shift_matrix(1, 64)[np.ix_(order, order)]
    kept_shuffled = np.allclose(now @ matrix.T, then, rtol=0, atol=1e-11)
    now, then = sinusoidal([t, t + 1], 64, layout="halves")
    matrix = shift_matrix(1, 64, layout="halves")
    kept_in_halves = np.allclose(now @ matrix.T, then, rtol=0, atol=1e-11)
    return finding(not (kept_shuffled and kept_in_halves))


def sine_with_cosine_is_optimal():
    """Is sine with cosine better than a pair turned by some angle, another phase, or one sine?"""
    turn = 2 * np.pi * np.arange(24) / 24

    def condition(*phases):
        return np.linalg.cond([np.sin(turn + phase) for phase in np.radians(phases)])

    best, turned = condition(0, 90), condition(20, 110)
    other = min(condition(0, phase) for phase in range(1, 180) if phase != 90)
    sine, later = np.sin(turn), np.sin(turn + np.pi / 2)  # a quarter of the wavelength on
    explained = (sine @ later) ** 2 / (sine @ sine * (later @ later))
    return finding(
        best < turned - 1e-9,
        best < other - 0.01,
        best=best,
        next=other,
        explained=100 * explained,
    )


# Fixed or learned ---------------------------------------------------------------------------------


def a_fixed_code_can_win():
    """Beyond its window, does a head do better on the sinusoid than on a learned table?"""
    training = {"steps": 300, "optimizer": "descent"}
    trial = extrapolation_trial(64, 64, 1, far=2, **training)
    head = train_head(learned_table(64, 64, std=0.5, rng=0), 1, learn_codes=True, **training)
    untrained = learned_table(64, 64, std=head.codes.std(), rng=1)  # rows for 64 to 127
    found = hits(head.weights, np.concatenate([head.codes, untrained]), 1)
    inside, outside = found[:63].mean(), found[63:].mean()
    fixed = trial["whole"]["outside"]
    return finding(fixed == 1 and inside == 1 and outside < 0.05)


def the_formula_extrapolates():
    """Has every position a code of the same length, and does a trained head read them all?"""
    far = sinusoidal([64, 10**6], 64)
    computable = np.allclose((far**2).sum(axis=1), 32, rtol=0, atol=1e-9)
    trial = extrapolation_trial(64, 64, 1, far=2)["whole"]
    inside, lost = trial["inside"] == 1, trial["outside"] < 0.2
    return finding(computable and not lost, computable and inside)


def the_code_has_no_parameters():
    """Do t, i, d and the base alone give the numbers of the code?"""
    t, i, d_model = 37, 5, 768
    angle = t / 10000.0 ** (2 * i / d_model)
    pair = [math.sin(angle), math.cos(angle)]
    ours = sinusoidal(t, d_model)[2 * i : 2 * i + 2]
    return finding(np.allclose(ours, pair, rtol=0, atol=1e-12), table=learned_table(512, 768).size)


def a_learned_table_overfits():
    """After training on four texts, what share of the targets does a head find in new texts?"""
    new_texts = draw_words(32, 32, rng=1)

    def found(seed, scheme, frozen):
        model, texts = new_model(scheme, 32, rng=seed), draw_words(4, 32, rng=100 + seed)

        def loss_and_gradients(parameters):
            loss, gradients = task_loss(Model(scheme, parameters), *texts)
            trained = gradients.keys() - ({"table"} if frozen else set())
            return loss, {name: gradients[name] for name in trained}

        best, _ = minimize(model.parameters, loss_and_gradients, steps=150, learning_rate=0.02)
        return np.nanmean(task_hits(Model(scheme, best), *new_texts))

    def mean(scheme, frozen=False):
        return np.mean([found(seed, scheme, frozen) for seed in range(3)])

    return finding(
        None, fixed=mean("sinusoid"), learned=mean("learned"), random=mean("learned", frozen=True)
    )


def a_fit_generalises():
    """Does a matrix fitted to the steps of positions 0 to 511 make the steps after them?"""
    codes = sinusoidal(np.arange(1025), 512)
    now, then = codes[:-1], codes[1:]
    fitted = np.linalg.lstsq(now[:511], then[:511])[0]

    def error(matrix, part):
        return np.linalg.norm(now[part] @ matrix - then[part]) / np.linalg.norm(then[part])

    inside, outside = slice(0, 511), slice(512, 1024)
    exact = max(error(fitted, inside), error(shift_matrix(1, 512).T, outside)) < 1e-11
    only_the_true_one = exact and error(fitted, outside) > 0.5
    return finding(not only_the_true_one, outside=error(fitted, outside))


def a_table_fits_sooner():
    """After 30 steps of training, what share of queries finds the previous word?"""
    learned = train_head(learned_table(64, 64, std=0.7, rng=0), 1, steps=30, learn_codes=True)
    fixed = train_head(sinusoidal(np.arange(64), 64), 1, steps=30)
    return finding(
        None,
        learned=hits(learned.weights, learned.codes, 1).mean(),
        fixed=hits(fixed.weights, fixed.codes, 1).mean(),
    )


def the_token_number_tells_the_depth():
    """In random programs, what share of the variance of depth does the token's number explain?"""
    rng = np.random.default_rng(0)
    depths = np.abs(rng.integers(-1, 2, size=(400, 30)).cumsum(axis=1))  # of 30 lines each
    lengths = rng.integers(3, 12, size=(400, 30))  # tokens in each line
    first, depths = (lengths.cumsum(axis=1) - lengths).ravel(), depths.ravel()
    mean_depth = np.bincount(first, depths) / np.maximum(np.bincount(first), 1)
    return finding(None, share=mean_depth[first].var() / depths.var())


def a_table_ends():
    """Does a learned table of 512 rows, such as BERT's, refuse position 512?"""
    table = learned_table(512, 768, rng=0)
    last_row = np.array_equal(lookup(511, table), table[-1])
    try:
        lookup(512, table)
    except IndexError:
        refused = True
    else:
        refused = False
    return finding(last_row and refused)


def both_are_sums_of_waves():
    """Are the scores of RoPE and of ALiBi sums of waves of the offset?"""
    query, key = np.random.default_rng(0).normal(size=(2, 1, 8))
    (q1, q2), (k1, k2) = query.reshape(4, 2).T, key.reshape(4, 2).T
    offset = np.arange(512)
    waves = offset_score(q1 * k1 + q2 * k2, q1 * k2 - q2 * k1, offset)
    rotary = np.allclose((rope(np.repeat(query, 512, 0), offset) @ key.T)[:, 0], waves)

    line = alibi_bias(8, 512)[0, -1, ::-1]  # of head 0, by offset
    angles = np.outer(offset, frequencies(8))
    best = np.linalg.lstsq(np.hstack([np.cos(angles), np.sin(angles)]), line)[0]
    floor = -np.abs(best).sum()  # no sum of these waves is ever lower
    passed = math.floor(floor / line[1]) + 1  # the first whole offset where the line is lower
    alibi = np.isclose(offset_score(best[:4], best[4:], 2 * passed), 2 * passed * line[1])
    only_rope = rotary and not alibi
    return finding(not only_rope, floor=floor, passed=passed)


CLAIMS = (
    Claim(
        "B01",
        section="why",
        kind="theorem",
        text="Self-attention computes all words at once and has no order of its own, so two "
        "sentences with the same words look the same to it at first.",
        verdict="true with conditions",
        fact="Without a mask, and as a bag: permuted words give permuted outputs, so the two "
        "sentences have the same outputs in another order. A causal mask ends this.",
        chapter="why_order",
        place="thm-equivariant",
        cite=(("lee2019", "section 3.1, property 1"),),
        check=unmasked_attention_permutes,
    ),
    Claim(
        "B02",
        section="why",
        kind="theorem",
        text="To make the model know the order, a position label must be added to each word.",
        verdict="false",
        fact="A causal mask does it without labels: two layers of plain means give the first of "
        "five words the share {first=0.46} of the last output, and the last word {last=0.04}. "
        "Language models have been trained that way.",
        chapter="why_order",
        place="prop-two-layers",
        cite=(("haviv2022", "table 1"),),
        check=order_needs_labels,
    ),
    Claim(
        "B03",
        section="why",
        kind="history",
        text="The paper chose fixed codes of sines and cosines, not learned ones.",
        verdict="true",
        fact="It tried both and found nearly identical results: BLEU 25.8 for the sinusoid, 25.7 "
        "for a learned table.",
        chapter="pros_and_cons",
        place="what-article-a-says-of-history",
        cite=(("vaswani2017", "section 3.5 and table 3, row E"),),
    ),
    Claim(
        "B04",
        section="one",
        kind="history",
        text="The core motive for pairing sine with cosine is that relative positions become easy "
        "to learn.",
        verdict="true",
        fact="The paper gives this reason for “this function”, sine with cosine, and calls it a "
        "hypothesis. It tests neither the reason nor another pairing. Longer texts are its reason "
        "for not taking a learned table.",
        chapter="pros_and_cons",
        place="the-summary-of-article-b",
        cite=(("vaswani2017", "section 3.5"),),
    ),
    Claim(
        "B05",
        section="one",
        kind="definition",
        text="Relative position is the distance between any two positions.",
        verdict="true with conditions",
        fact="A distance with a sign, the offset k. The next word and the previous one are both 1 "
        "away, but M(1) and M(−1) are two matrices: their difference stretches some vector "
        "{gap=1.683} times.",
        chapter="rotation",
        place="ex-previous-word",
        check=distance_is_enough,
    ),
    Claim(
        "B06",
        section="one",
        kind="theorem",
        text="For any fixed k, one linear map that depends on k alone takes p(t) to p(t + k), for "
        "every t.",
        verdict="true",
        fact="It is the matrix M(k), which turns pair i by the angle ω_i k, and no other matrix "
        "does it.",
        chapter="rotation",
        place="thm-shift",
        cite=(("vaswani2017", "section 3.5"),),
        check=the_shift_is_linear,
    ),
    Claim(
        "B07",
        section="one",
        kind="theorem",
        text="By the addition formulas, sin ω(t + k) = sin ωt cos ωk + cos ωt sin ωk, and "
        "cos ω(t + k) = cos ωt cos ωk − sin ωt sin ωk.",
        verdict="true",
        fact="These are A14 with α = ωt and β = ωk, and SymPy confirms them.",
        chapter="rotation",
        place="find-the-matrix",
        check=angle_sums,
    ),
    Claim(
        "B08",
        section="one",
        kind="theorem",
        text="Written as a matrix, the shift of the pair (sin ωt, cos ωt) by k has the rows "
        "(cos ωk, sin ωk) and (−sin ωk, cos ωk).",
        verdict="true",
        fact="For this order, sine first. With the cosine first the two sines in the matrix "
        "change their signs.",
        chapter="rotation",
        place="find-the-matrix",
        check=the_block_shifts_a_pair,
    ),
    Claim(
        "B09",
        section="one",
        kind="theorem",
        text="The matrix contains only k and not t.",
        verdict="true with conditions",
        fact="It contains no t, but besides k it contains the frequency of the pair: at width 8 "
        "one step turns pair 0 by {fastest=57.3}° and pair 1 by {second=5.7}°.",
        chapter="rotation",
        place="check-it",
        check=the_block_depends_on_k_alone,
    ),
    Claim(
        "B10",
        section="one",
        kind="theorem",
        text="The map for a given k is constant and can be reused anywhere in the sentence.",
        verdict="true",
        fact="The same M(k) moves the codes of positions 0, 50 and 9999. What a model learns need "
        "not be this matrix; see B25.",
        chapter="rotation",
        place="check-it",
        check=the_shift_is_linear,
    ),
    Claim(
        "B11",
        section="one",
        kind="experience",
        text="So the model easily learns relations such as ‘the previous word’ or ‘two words "
        "later’.",
        verdict="untestable",
        fact="That a head can look at any one offset is a theorem. That a model learns it easily "
        "is what the paper hypothesised; how easily, and compared with what, must be measured.",
        chapter="direction",
        place="what-a-head-can-do-and-what-it-cannot",
        cite=(("vaswani2017", "section 3.5"),),
        check=a_head_learns_offsets,
        experiment="Train one small Transformer on a task that needs fixed offsets, with the "
        "sinusoid, with as many sines alone and with a learned table, five seeds each. Compare "
        "the steps to a fixed loss, inside the window and beyond it.",
        limits="On 64 positions, 150 steps of Adam teach a toy head either: the share of queries "
        "that find the previous word is {previous=1.0}, the word two later {later=1.0}. With 64 "
        "sines of different frequencies, as strong on average, the share for the previous word "
        "is {sines=0.8}, and it goes on growing. The toy has no words and one layer, and beyond "
        "its window it fails (B22).",
    ),
    Claim(
        "B12",
        section="two",
        kind="theorem",
        text="Expanding sin ω₁(t + k) produces a term with cos ω₁t.",
        verdict="true",
        fact="The cosine comes with the factor sin ω₁k, which is {amount=0.84} for ω₁ = k = 1.",
        chapter="why_sin_and_cos",
        place="what-a-shift-asks-for",
        check=a_cosine_appears,
    ),
    Claim(
        "B13",
        section="two",
        kind="theorem",
        text="With sin ω₁t and sin ω₂t alone, no simple linear map gives the shift by k.",
        verdict="true with conditions",
        fact="None does unless the code repeats itself, v(k) = v(0). With ω = 1 and 0.3 the best "
        "matrix for one step leaves {usual=40} % of the squared length over; with wavelengths of "
        "8 and 12 positions a matrix for k = 12 exists, but positions 0 and 12 share a code.",
        chapter="why_sin_and_cos",
        place="thm-pure-sine",
        check=two_frequencies_have_no_shift,
    ),
    Claim(
        "B14",
        section="two",
        kind="theorem",
        text="The shift would have to borrow from other frequencies, which is very hard and "
        "perhaps infeasible.",
        verdict="true with conditions",
        fact="For all positions it is impossible. On 64 positions least squares does it with 512 "
        "sines and leaves less than 1 % of the squared length over; on the next 64 that matrix is "
        "wrong by more than a million times what it should give, and at position 0 by "
        "{start=100} %.",
        chapter="why_sin_and_cos",
        place="borrowing",
        check=borrowing_is_infeasible,
    ),
    Claim(
        "B15",
        section="two",
        kind="definition",
        text="It is like mixing yellow from red, green and blue light: with red and blue alone, "
        "pure yellow never comes out.",
        verdict="true",
        fact="The nearest mixture misses {without=71} % of the length of the vector of yellow. "
        "The picture has a limit: on a short window other sines can imitate a cosine (B14), "
        "while red and blue never imitate green.",
        chapter="why_sin_and_cos",
        place="borrowing",
        check=yellow_needs_green,
    ),
    Claim(
        "B16",
        section="two",
        kind="theorem",
        text="With two sines of the same frequency and a phase φ ≠ nπ between them, a relation of "
        "rotation can be built.",
        verdict="true",
        fact="Its matrix has the determinant 1 and the trace 2 cos ωk of a rotation by ωk: it is "
        "that rotation in other coordinates.",
        chapter="why_sin_and_cos",
        place="thm-two-phases",
        check=any_phase_has_a_shift,
    ),
    Claim(
        "B17",
        section="two",
        kind="theorem",
        text="The phase φ = π/2 gives exactly cos ωt.",
        verdict="true",
        fact="By the addition formula, sin(ωt + π/2) = sin ωt cos π/2 + cos ωt sin π/2 = cos ωt.",
        chapter="why_sin_and_cos",
        place="a-wave-and-its-partner",
        check=a_quarter_turn_is_the_cosine,
    ),
    Claim(
        "B18",
        section="two",
        kind="theorem",
        text="Sine and cosine are the most intuitive, orthogonal and simplest basis.",
        verdict="true with conditions",
        fact="Only the quarter turn has the best condition number, 1; a phase of 60° has "
        "{sixty=1.73}. Sine and cosine are orthogonal over whole turns: on 512 positions the "
        "mean of their product reaches {overlap=0.36} in a slow pair. ‘Intuitive’ is a matter "
        "of taste.",
        chapter="why_sin_and_cos",
        place="prop-condition",
        check=the_quarter_turn_is_best,
    ),
    Claim(
        "B19",
        section="two",
        kind="theorem",
        text="If sine and cosine do not alternate, the linear shift at one frequency is lost.",
        verdict="false",
        fact="The order of columns is free: the rows and columns of M(k) move along. The code "
        "that the authors released puts all sines before all cosines. Only a missing partner "
        "loses the shift.",
        chapter="why_sin_and_cos",
        place="does-the-order-of-columns-matter",
        cite=(("tensor2tensor", "get_timing_signal_1d"),),
        check=another_order_loses_the_shift,
    ),
    Claim(
        "B20",
        section="three",
        kind="theorem",
        text="Sine with cosine is the mathematically optimal and most concise choice.",
        verdict="true with conditions",
        fact="Among phases it has the best condition number, {best=1.00} against {next=1.02} "
        "at 89°, and one sine explains {explained=0} % of a shift by a quarter of its wavelength. "
        "Yet every turned pair, sin(ωt + α) with cos(ωt + α), is as good, and in the paper’s "
        "models learned positions tie.",
        chapter="why_sin_and_cos",
        place="one-number-for-the-quality-of-a-phase",
        cite=(("vaswani2017", "table 3, row E"),),
        check=sine_with_cosine_is_optimal,
    ),
    Claim(
        "B21",
        section="thinking question",
        kind="experience",
        text="Fixed encodings sometimes beat learned ones.",
        verdict="true",
        fact="One example is enough: beyond a window of 64 a toy head trained by plain descent "
        "finds every key on the sinusoid. A learned table, perfect inside, has no rows there, "
        "and with untrained rows fewer than 5 % are found.",
        chapter="extrapolation",
        place="a-learned-table",
        check=a_fixed_code_can_win,
    ),
    Claim(
        "B22",
        section="thinking question",
        kind="theorem",
        text="Fixed encodings extrapolate strongly, since the formula can compute any position.",
        verdict="true with conditions",
        fact="The formula can, a trained head need not: trained with Adam on 64 positions it is "
        "perfect there, and on the next 64 fewer than 20 % of its queries are right. Whether it "
        "is lost depends most on the optimizer.",
        chapter="pros_and_cons",
        place="extrapolates-to-longer-texts",
        cite=(("vaswani2017", "section 3.5"), ("press2022", "section 2.2")),
        check=the_formula_extrapolates,
    ),
    Claim(
        "B23",
        section="thinking question",
        kind="number",
        text="Fixed encodings need no extra parameters.",
        verdict="true",
        fact="Position, pair, width and base give every number. A learned table of 512 positions "
        "at width 768 has {table=393,216} parameters.",
        chapter="use_it",
        place="a-fixed-table-used-freely",
        check=the_code_has_no_parameters,
    ),
    Claim(
        "B24",
        section="thinking question",
        kind="experience",
        text="Having no extra parameters lowers the risk of overfitting.",
        verdict="untestable",
        fact="No model, no data and no gap between training and validation is named, and a table "
        "of positions is a very small part of a language model.",
        chapter="pros_and_cons",
        place="ex-fixed-or-learned",
        check=a_learned_table_overfits,
        experiment="Train one encoder on small parts of a corpus with the sinusoid, a learned "
        "table and a random table that stays as it is, five seeds each, and compare the gaps "
        "between training and validation loss.",
        limits="Trained on four texts of 32 random words, a toy head finds the share {fixed=0.9} "
        "of its targets in new texts with the sinusoid, {learned=0.5} with a learned table. But "
        "a random table without training, so without parameters, gives {random=0.5} as well: in "
        "this toy it is the form of the sinusoid that helps, not the number of parameters.",
    ),
    Claim(
        "B25",
        section="thinking question",
        kind="theorem",
        text="The linear relation is a theoretical guarantee that the model generalises to other "
        "lengths.",
        verdict="false",
        fact="It guarantees that a matrix exists, not that training finds it. A matrix fitted to "
        "the steps of positions 0 to 511 is exact there and has a relative error of "
        "{outside=0.7} on the next 512, where M(1) is exact.",
        chapter="rotation",
        place="a-fitted-map-is-not-that-matrix",
        check=a_fit_generalises,
    ),
    Claim(
        "B26",
        section="thinking question",
        kind="experience",
        text="Learned encodings suit very large data of one fixed length.",
        verdict="untestable",
        fact="Plausible, as every row is then trained often, but no comparison is named. In "
        "the one that the first paper made, the two tie.",
        chapter="pros_and_cons",
        place="ex-fixed-or-learned",
        cite=(("vaswani2017", "table 3, row E"),),
        check=a_table_fits_sooner,
        experiment="Train one encoder with either table on 1, 10 and 100 % of a corpus cut into "
        "pieces of one length, five seeds each, and see whether the better one changes with the "
        "amount of data.",
        limits="After 30 steps of Adam a toy head finds the share {learned=1.0} of its keys with "
        "a learned table, and {fixed=0.8} with the sinusoid. So the table fits sooner here, but "
        "the toy has no data whose amount could vary.",
    ),
    Claim(
        "B27",
        section="thinking question",
        kind="experience",
        text="Learned encodings may be better where a position has a meaning, such as indentation "
        "in code.",
        verdict="untestable",
        fact="No experiment is named. And indentation is a column in a line, while either table "
        "knows the number of the token in the text.",
        chapter="pros_and_cons",
        place="ex-fixed-or-learned",
        check=the_token_number_tells_the_depth,
        experiment="Train one small model on source code with either table, five seeds each, and "
        "compare how well a probe reads the depth of indentation from its vectors.",
        limits="In random programs of 30 lines the number of a line’s first token explains the "
        "share {share=0.2} of the variance of its depth, whatever the table, and that only "
        "because all programs begin at depth 0 or 1. Real code is not random, and a model sees the "
        "spaces too.",
    ),
    Claim(
        "B28",
        section="thinking question",
        kind="history",
        text="BERT uses learned positions and is limited in length.",
        verdict="true",
        fact="The one is the reason for the other: it has a row for each of 512 positions, and a "
        "table has nothing to give for the next one.",
        chapter="family",
        place="which-model-uses-which",
        cite=(("devlin2019", "figure 2, and section 3.2 of the first version"),),
        check=a_table_ends,
    ),
    Claim(
        "B29",
        section="thinking question",
        kind="history",
        text="GPT and other generative models mostly use improved relative encodings such as RoPE "
        "and ALiBi.",
        verdict="true with conditions",
        fact="Of later open models: LLaMA and Llama 3 use RoPE, BLOOM and MPT ALiBi. The first "
        "GPT learned a table of absolute positions.",
        chapter="family",
        place="which-model-uses-which",
        cite=(
            ("radford2018", "section 4.1"),
            ("touvron2023", "section 2.2"),
            ("llama3", "section 3.2"),
            ("bloomcard", "model architecture and objective"),
            ("mptcard", "model card"),
        ),
    ),
    Claim(
        "B30",
        section="thinking question",
        kind="history",
        text="RoPE and ALiBi are in essence extensions of the idea of sine and cosine.",
        verdict="false",
        fact="RoPE is: its score is a sum of waves of the offset. ALiBi is a straight line without "
        "bound, and no such sum is: the one that fits slope ½ best on 512 offsets, at width 8, "
        "never falls below {floor=−528.5}, and the line does from offset {passed=1,058} on.",
        chapter="family",
        place="thm-alibi",
        cite=(("su2021", "section 3.2"), ("press2022", "section 3")),
        check=both_are_sums_of_waves,
    ),
)
