"""The toy heads: their gradients, what they learn, and what holds beyond the window."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_core import dot_kernel, frequencies, learned_table, shift_matrix, sinusoidal
from pe_core.family import (
    SCHEMES,
    Model,
    blind_ceiling,
    draw_words,
    family_trial,
    match_surface,
    new_model,
    task_hits,
    task_loss,
    task_scores,
    train_model,
)
from pe_core.heads import (
    extrapolation_trial,
    head_loss,
    hits,
    minimize,
    offset_score,
    offset_share,
    rotation_coefficients,
    rotation_part,
    train_head,
)

everywhere = settings(deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)


def numerical_gradient(loss, at, step=1e-6):
    """Central differences, entry by entry."""
    gradient = np.empty_like(at)
    for place in np.ndindex(*at.shape):
        nudge = np.zeros_like(at)
        nudge[place] = step
        gradient[place] = (loss(at + nudge) - loss(at - nudge)) / (2 * step)
    return gradient


# ---- the optimiser


@pytest.mark.parametrize("optimizer", ["adam", "descent"])
def test_both_optimisers_find_the_bottom_of_a_bowl(optimizer):
    bottom = np.array([1.0, -2.0])

    def bowl(p):
        return ((p["x"] - bottom) ** 2).sum(), {"x": 2 * (p["x"] - bottom)}

    start = {"x": np.zeros(2), "still": np.ones(1)}
    found, losses = minimize(start, bowl, steps=400, optimizer=optimizer, learning_rate=0.05)
    np.testing.assert_allclose(found["x"], bottom, atol=1e-3)
    assert losses.shape == (400,)
    assert losses[0] == 5
    np.testing.assert_array_equal(start["x"], 0)
    assert found["still"] == 1


def test_the_first_step_of_adam_is_the_rate_in_every_direction():
    found, _ = minimize(
        {"x": np.zeros(3)}, lambda p: (0, {"x": np.array([5.0, -1e-3, 1])}), steps=1
    )
    np.testing.assert_allclose(found["x"], [-0.02, 0.02, -0.02], rtol=1e-4)


def test_an_optimiser_and_its_rate_are_named():
    with pytest.raises(
        ValueError, match=r"optimizer must be one of \('adam', 'descent'\), got 'sgd'"
    ):
        minimize({}, None, steps=1, optimizer="sgd")
    with pytest.raises(ValueError, match="learning_rate must be a finite positive number, got 0"):
        minimize({}, None, steps=1, learning_rate=0)
    with pytest.raises(TypeError, match="steps must be an integer that is not negative, got 1.0"):
        minimize({}, None, steps=1.0)


# ---- the head that sees positions alone


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("offset", [0, 3])
def test_the_gradients_of_the_head_are_those_of_its_loss(causal, offset):
    rng = np.random.default_rng(0)
    weights, codes = rng.normal(size=(4, 4)), rng.normal(size=(9, 4))
    _, d_weights, d_codes = head_loss(weights, codes, offset, causal=causal)
    options = {"causal": causal}
    by_weights = numerical_gradient(lambda w: head_loss(w, codes, offset, **options)[0], weights)
    by_codes = numerical_gradient(lambda c: head_loss(weights, c, offset, **options)[0], codes)
    np.testing.assert_allclose(d_weights, by_weights, atol=1e-8)
    np.testing.assert_allclose(d_codes, by_codes, atol=1e-8)


def test_the_same_seed_gives_the_same_head():
    codes = sinusoidal(np.arange(24), 16)
    one, same, other = (train_head(codes, 2, steps=20, seed=s).weights for s in (5, 5, 6))
    np.testing.assert_array_equal(one, same)
    assert np.abs(one - other).max() > 1e-3


@pytest.mark.parametrize("offset", [1, 3, 5])
def test_adam_learns_the_window_of_64_and_falls_off_its_edge(offset):
    trial = extrapolation_trial(64, 64, offset)
    assert trial["whole"]["inside"] == 1
    assert trial["whole"]["outside"] < 0.3


@pytest.mark.parametrize("offset", [1, 3, 5])
def test_the_rotation_part_of_the_same_weights_holds_far_outside(offset):
    trial = extrapolation_trial(64, 64, offset)
    assert trial["share"] < 0.5
    for place in ("inside", "outside", "far"):
        assert trial["rotation"][place] == 1


@pytest.mark.parametrize("offset", [1, 5])
def test_plain_descent_on_the_same_loss_has_no_edge(offset):
    trial = extrapolation_trial(64, 64, offset, optimizer="descent")
    assert trial["whole"]["inside"] == 1
    assert trial["whole"]["outside"] > 0.95
    assert trial["share"] > 0.95


def test_a_causal_mask_in_training_brings_the_edge_back():
    trial = extrapolation_trial(64, 64, 1, optimizer="descent", causal=True)
    assert trial["whole"]["inside"] == 1
    assert trial["whole"]["outside"] < 0.5
    assert trial["rotation"]["far"] == 1


def test_a_trial_counts_every_query_once():
    trial = extrapolation_trial(16, 16, 3, far=4, steps=50)
    for name in ("whole", "rotation"):
        found = trial[name]["hits"]
        assert found.shape == (4 * 16 - 3,)
        assert found[:13].mean() == trial[name]["inside"]
        assert found[13:29].mean() == trial[name]["outside"]
        assert found[29:].mean() == trial[name]["far"]
    assert "far" not in extrapolation_trial(16, 16, 3, far=2, steps=5)["whole"]


def test_a_learned_table_fits_its_window_and_has_no_row_outside():
    start = learned_table(64, 64, std=1.0, rng=0)
    head = train_head(start, 1, learn_codes=True, steps=100)
    assert hits(head.weights, head.codes, 1).all()
    assert head.codes.shape == (64, 64)
    assert np.abs(head.codes - start).max() > 0.01


def test_untrained_rows_of_a_table_are_found_by_chance_alone():
    table = learned_table(128, 64, std=1.0, rng=0)
    head = train_head(table[:64], 1, steps=100)
    assert hits(head.weights, table[:64], 1).all()
    assert hits(head.weights, table, 1)[63:].mean() < 0.1


def test_a_head_built_from_the_shift_looks_back_exactly():
    codes = sinusoidal(np.arange(300), 64)
    assert hits(shift_matrix(7, 64), codes, 7).all()
    assert not hits(shift_matrix(7, 64), codes, 6)[1:].any()  # query 6 has no key 7 back


# ---- the part that commutes with rotation


@everywhere
@given(seeds, st.sampled_from(["interleaved", "halves"]), st.floats(-100, 100))
def test_the_rotation_part_commutes_with_every_shift(seed, layout, offset):
    weights = np.random.default_rng(seed).normal(size=(8, 8))
    part = rotation_part(weights, layout=layout)
    shift = shift_matrix(offset, 8, layout=layout)
    np.testing.assert_allclose(part @ shift, shift @ part, atol=1e-13)
    np.testing.assert_allclose(rotation_part(part, layout=layout), part, atol=1e-15)


@everywhere
@given(seeds)
def test_the_rotation_part_is_the_nearest_matrix_that_commutes(seed):
    weights, other = np.random.default_rng(seed).normal(size=(2, 6, 6))
    part = rotation_part(weights)
    assert abs(((weights - part) * rotation_part(other)).sum()) < 1e-12


@everywhere
@given(seeds, st.floats(1.1, 1e5), st.integers(0, 500), st.integers(0, 500))
def test_the_score_of_the_rotation_part_is_a_function_of_the_offset(seed, base, t, s):
    weights = np.random.default_rng(seed).normal(size=(10, 10))
    a, b = rotation_coefficients(weights)
    p_t, p_s = sinusoidal([t, s], 10, base=base)
    assert p_t @ rotation_part(weights) @ p_s == pytest.approx(
        offset_score(a, b, t - s, base=base), abs=1e-10
    )


def test_a_sine_in_the_score_tells_left_from_right():
    pairs = np.ones(32)
    k = np.arange(1, 30)
    np.testing.assert_allclose(
        offset_score(pairs, 0 * pairs, k), offset_score(pairs, 0 * pairs, -k)
    )
    np.testing.assert_allclose(
        offset_score(0 * pairs, pairs, k), -offset_score(0 * pairs, pairs, -k)
    )
    np.testing.assert_allclose(offset_score(pairs, 0 * pairs, k), dot_kernel(k, 64))


def test_the_odd_score_at_offset_37_is_43():
    odd = offset_score(np.zeros(256), np.ones(256), [37, -37])
    np.testing.assert_allclose(odd, [42.76, -42.76], atol=0.005)
    assert odd[0] == pytest.approx(np.sin(37 * frequencies(512)).sum())


def test_the_offset_explains_little_of_the_score_of_random_weights():
    codes = sinusoidal(np.arange(256), 64)
    shares = [
        offset_share(codes @ np.random.default_rng(seed).normal(size=(64, 64)) @ codes.T)
        for seed in range(20)
    ]
    assert 0.04 < np.mean(shares) < 0.15
    part = rotation_part(np.random.default_rng(0).normal(size=(64, 64)))
    assert offset_share(codes @ part @ codes.T) == pytest.approx(1, abs=1e-12)


def test_heads_name_what_does_not_fit():
    codes = sinusoidal(np.arange(8), 4)
    with pytest.raises(
        ValueError, match=r"weights and codes must have .*, got \(3, 3\) and \(8, 4\)"
    ):
        head_loss(np.eye(3), codes, 1)
    with pytest.raises(ValueError, match="offset must be less than the number of codes, 8, got 8"):
        hits(np.eye(4), codes, 8)
    with pytest.raises(ValueError, match="offset must be an integer that is not negative, got -1"):
        train_head(codes, -1)
    with pytest.raises(ValueError, match="weights must be square and of even width"):
        rotation_part(np.zeros((3, 3)))
    with pytest.raises(ValueError, match=r"a and b must be vectors of one length, got \(2,\) and"):
        offset_score([1, 2], [1], 3)
    with pytest.raises(ValueError, match="scores must be square and not all the same"):
        offset_share(np.ones((3, 3)))
    with pytest.raises(ValueError, match="far must be an integer of at least 2, got 1"):
        extrapolation_trial(8, 8, 1, far=1)


# ---- the common task


def test_the_target_is_the_latest_earlier_place_of_the_same_word():
    words, targets = draw_words(4, 50, vocabulary=5, rng=0)
    for text, row in zip(words.tolist(), targets.tolist(), strict=True):
        for t, target in enumerate(row):
            earlier = [s for s in range(t) if text[s] == text[t]]
            assert target == (earlier[-1] if earlier else -1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_gradients_of_every_scheme_are_those_of_its_loss(scheme):
    words, targets = draw_words(2, 7, vocabulary=3, rng=1)
    model = new_model(scheme, 8, d_model=4, vocabulary=3, rng=0)
    if scheme == "t5":
        model.parameters["bias"] += np.random.default_rng(2).normal(size=32)
    _, gradients = task_loss(model, words, targets)
    assert gradients.keys() == model.parameters.keys()
    for name, value in model.parameters.items():

        def loss(changed, name=name):
            return task_loss(Model(scheme, model.parameters | {name: changed}), words, targets)[0]

        np.testing.assert_allclose(gradients[name], numerical_gradient(loss, value), atol=1e-7)


def test_a_query_sees_neither_itself_nor_what_follows():
    words, _ = draw_words(2, 6, rng=0)
    for scheme in SCHEMES:
        scores = task_scores(new_model(scheme, 6, rng=0), words)
        hidden = np.broadcast_to(np.triu(np.ones((6, 6), bool)), scores.shape)
        assert (scores[hidden] == -np.inf).all()
        assert np.isfinite(scores[~hidden]).all()


def test_without_positions_equal_words_get_equal_scores():
    model = new_model("none", 8, rng=3)
    scores = task_scores(model, np.array([[0, 1, 0, 2, 0]]))[0]
    assert scores[4, 0] == scores[4, 2]
    assert scores[4, 0] != scores[4, 1]


def test_what_each_scheme_scores_by():
    words = np.zeros((1, 40), int)
    for scheme in ("rope", "alibi", "t5", "none"):
        scores = task_scores(new_model(scheme, 40, rng=0), words)[0]
        np.testing.assert_allclose(np.diagonal(scores, -5), scores[5, 0], atol=1e-12)
    for scheme in ("sinusoid", "learned"):
        scores = task_scores(new_model(scheme, 40, rng=0), words)[0]
        assert np.ptp(np.diagonal(scores, -5)) > 0.1


@pytest.fixture(scope="module")
def trial():
    return family_trial(seeds=[0], texts=16)


@pytest.mark.parametrize("scheme", [scheme for scheme in SCHEMES if scheme != "none"])
def test_every_scheme_with_positions_finds_the_word_inside_the_window(trial, scheme):
    assert (trial[scheme]["inside"] >= 0.95).all()


def test_without_positions_the_proven_ceiling_is_reached_and_not_passed(trial):
    words, _ = draw_words(16, 256, rng=12345)
    ceiling = blind_ceiling(words[:, :64])
    assert 0.3 < ceiling < 0.45
    np.testing.assert_allclose(trial["none"]["inside"], ceiling, atol=1e-12)


def test_outside_the_window_the_schemes_part(trial):
    outside = {scheme: result["outside"] for scheme, result in trial.items()}
    assert (outside["alibi"] > 0.99).all()
    assert (outside["rope"] > 0.8).all()
    assert (outside["sinusoid"] < 0.5).all()
    assert (outside["learned"] == 0).all()


def test_a_bucket_that_training_never_filled_misleads_t5(trial):
    model, _ = train_model("t5", max_distance=64)
    words, targets = draw_words(16, 256, rng=12345)
    shared_last_bucket = np.nanmean(task_hits(model, words, targets)[:, 64:])
    assert (trial["t5"]["outside"] < 0.85).all()
    assert shared_last_bucket > 0.97


def test_a_trial_reports_every_position(trial):
    by_position = trial["learned"]["by_position"]
    assert by_position.shape == (1, 256)
    assert np.isnan(by_position[:, 0]).all()
    assert (by_position[:, 64:] == 0).all()


def test_training_is_the_same_for_the_same_seed():
    one, same, other = (train_model("rope", window=16, steps=5, seed=s) for s in (1, 1, 2))
    np.testing.assert_array_equal(one[0].parameters["query"], same[0].parameters["query"])
    np.testing.assert_array_equal(one[1], same[1])
    assert (one[1] != other[1]).any()


def test_a_learned_table_has_no_score_past_its_end():
    model = new_model("learned", 8, rng=0)
    with pytest.raises(IndexError, match="positions must be from 0 to 7, got 8"):
        match_surface(model, 9)
    words, targets = draw_words(3, 20, rng=0)
    found = task_hits(model, words, targets)
    assert (found[:, 8:][targets[:, 8:] >= 0] == 0).all()


def test_the_task_names_what_does_not_fit():
    with pytest.raises(ValueError, match=r"scheme must be one of \('sinusoid', .*, got 'alibaba'"):
        new_model("alibaba", 8)
    with pytest.raises(ValueError, match="d_model must be a positive even integer, got 5"):
        new_model("none", 8, d_model=5)
    with pytest.raises(ValueError, match="words must hold one that was said before, got none"):
        blind_ceiling([[0, 1, 2]])
    with pytest.raises(ValueError, match="batch must be a positive integer, got 0"):
        draw_words(0, 5)
    with pytest.raises(IndexError, match="positions must be from 0 to 7, got 9"):
        task_scores(new_model("none", 8), [[9, 1]])
