"""NGRAMS: the privacy loss is accounted exactly, the noise has its distribution, and with little noise the data come back."""

import numpy as np
import pytest

from anonymize.ngrams import Noise, Synthetic, ngrams, opendp_noise, seeded_noise
from anonymize.utility.patterns import count_patterns
from baquara.errors import BadInput
from baquara.sequences import Sequences, Unit

Ledger = list[tuple[np.ndarray, float]]


def made(sequences: Sequences, *, seed: int = 0, noise: Noise | None = None, **options: object) -> Synthetic:
    rng = np.random.default_rng(seed)
    return ngrams(sequences, noise=noise or seeded_noise(rng), rng=rng, **options)  # type: ignore[arg-type]


def people(n: int, seed: int = 0, letters: str = "abcd") -> list[tuple[str, str]]:
    rng = np.random.default_rng(seed)
    return [(str(i), "".join(rng.choice(list(letters), rng.integers(1, 7)))) for i in range(n)]


def silent(counts: np.ndarray, scale: float) -> np.ndarray:
    return counts


def scripted(ledger: Ledger, seed: int, high: int) -> Noise:
    """Answers that do not depend on the data: the same transcript for two datasets; what was really asked is noted."""
    rng = np.random.default_rng(seed)

    def answer(counts: np.ndarray, scale: float) -> np.ndarray:
        ledger.append((counts.copy(), scale))
        return rng.integers(0, high, counts.shape)

    return answer


def privacy_loss(one: list[tuple[str, str]], other: list[tuple[str, str]], *, seed: int, **options: object) -> float:
    """Of an output that both could have given: the sum over the noisy counts of |difference| / scale."""
    ledgers: list[Ledger] = [[], []]
    first = [("public", "abcd")]  # both number the places alike
    for rows, ledger in zip((one, other), ledgers, strict=True):
        made(Sequences.of(first + rows), noise=scripted(ledger, seed, 1500), **options)
    assert [scale for _, scale in ledgers[0]] == [scale for _, scale in ledgers[1]]
    return sum(float(np.abs(a - b).sum()) / scale for (a, scale), (b, _) in zip(*ledgers, strict=True))


@pytest.mark.parametrize("seed", range(40))
def test_one_person_more_or_less_costs_epsilon_at_most(seed: int) -> None:
    rows = people(8, seed)
    gone = rows[:-1]
    options = {"epsilon": 0.5, "l_max": 4, "n_max": 1 + seed % 4}
    assert 0 < privacy_loss(rows, gone, seed=seed, **options) <= 0.5 + 1e-9


def test_the_bound_is_reached() -> None:
    # a person with l_max visits touches l_max + 1 counts of one symbol, each at scale (l_max + 1) / epsilon
    loss = privacy_loss([("x", "abcd")], [], seed=1, epsilon=0.5, l_max=4, n_max=1)
    assert loss == pytest.approx(0.5)


def test_a_person_with_many_trips_is_protected_as_a_whole() -> None:
    rows, trips = people(5), [("x", "abcd")] * 9
    for trips_max in (1, 3):
        options = {"epsilon": 0.5, "l_max": 4, "n_max": 3, "trips_max": trips_max}
        assert 0 < privacy_loss(rows + trips, rows, seed=2, **options) <= 0.5 + 1e-9
    # the papers' unit: nine trips cost nine times as much
    options = {"epsilon": 0.5, "l_max": 4, "n_max": 1, "unit": Unit.trajectory}
    assert privacy_loss(rows + trips, rows, seed=2, **options) == pytest.approx(9 * 0.5)


def test_seeded_noise_is_discrete_laplace() -> None:
    # q = exp(-1/scale): P(0) = (1 - q) / (1 + q), P(z) = P(0) q^|z|, variance 2 q / (1 - q)^2
    scale, n = 2.0, 200_000
    drawn = seeded_noise(np.random.default_rng(4))(np.full(n, 10), scale) - 10
    q = np.exp(-1 / scale)
    for z in (-3, -1, 0, 1, 3):
        p = (1 - q) / (1 + q) * q ** abs(z)
        assert np.mean(drawn == z) == pytest.approx(p, abs=4.5 * (p / n) ** 0.5)
    assert drawn.var() == pytest.approx(2 * q / (1 - q) ** 2, rel=0.03)


def test_opendp_noise_is_discrete_laplace() -> None:
    pytest.importorskip("opendp")
    n, q = 50_000, np.exp(-0.5)
    drawn = opendp_noise()(np.full((n // 50, 50), 10), 2.0) - 10
    assert drawn.shape == (n // 50, 50)
    # unseeded by design: 7 standard deviations
    assert np.mean(drawn == 0) == pytest.approx((1 - q) / (1 + q), abs=7 * (0.25 / n) ** 0.5)
    assert drawn.var() == pytest.approx(2 * q / (1 - q) ** 2, rel=0.15)
    assert len(made(Sequences.of([("x", "ab")] * 5), noise=opendp_noise(), epsilon=1.0).grams) >= 0


def test_without_opendp_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "opendp.prelude", None)
    with pytest.raises(BadInput, match="pip install 'baquara\\[dp\\]'"):
        opendp_noise()


def test_without_noise_the_grams_are_the_true_counts() -> None:
    # 300 times ab, 100 times ba: threshold (2 + 1) * 3 / 10 * ln(3 / 2) < 1 -> 1
    s = Sequences.of([(f"x{i}", "ab") for i in range(300)] + [(f"y{i}", "ba") for i in range(100)])
    grams = made(s, noise=silent, epsilon=10.0, l_max=2, n_max=3).grams
    a, b, end = 0, 1, 2
    assert {g: grams[g] for g in ((a,), (b,), (end,))} == {(a,): 400, (b,): 400, (end,): 400}
    assert {g: n for g, n in grams.items() if len(g) == 2} == {(a, b): 300, (a, end): 100, (b, a): 100, (b, end): 300}


def test_without_noise_the_data_come_back() -> None:
    s = Sequences.of([(f"x{i}", "abc") for i in range(700)] + [(f"y{i}", "ca") for i in range(300)])
    found = made(s, noise=silent, epsilon=50.0, l_max=5, n_max=4).sequences
    assert len(found) == 1000
    support = count_patterns(found.offsets, found.place, [(0, 1, 2), (2, 0), (1, 0)])
    assert support[0, 1, 2] == pytest.approx(700, abs=70)
    assert support[2, 0] == pytest.approx(300, abs=70)
    assert (1, 0) not in support
    assert set(np.diff(found.offsets).tolist()) == {2, 3}


def test_trajectories_are_cut() -> None:
    s = Sequences.of([(str(i), "abcdabcd") for i in range(500)])
    found = made(s, noise=silent, epsilon=50.0, l_max=3, n_max=2).sequences
    assert np.diff(found.offsets).max() == 3
    assert set(found.place.tolist()) == {0, 1, 2}


def test_more_epsilon_is_closer_to_the_truth() -> None:
    s = Sequences.of(people(3000, letters="aaaabbcd"))
    truth = np.bincount(s.place, minlength=4) / len(s.place)
    error = []
    for epsilon in (0.05, 5.0):
        found = [made(s, seed=i, epsilon=epsilon, l_max=6, n_max=3).sequences.place for i in range(10)]
        error.append(np.mean([np.abs(np.bincount(f, minlength=4) / max(len(f), 1) - truth).sum() for f in found]))
    assert error[1] < error[0] / 5


def test_it_is_seeded_and_says_what_it_is() -> None:
    s = Sequences.of(people(500))
    one, same, other = (made(s, seed=seed, epsilon=1.0) for seed in (1, 1, 2))
    assert np.array_equal(one.sequences.place, same.sequences.place)
    assert one.grams == same.grams != other.grams
    assert not one.truthful
    assert (one.epsilon, one.l_max, one.n_max, one.unit) == (1.0, 20, 5, Unit.moving_object)
    assert one.sequences.places == s.places
    assert len(set(one.sequences.moving_object.tolist())) == len(one.sequences)


@pytest.mark.parametrize("rows", [[], [("x", "")], [("x", "a")], [("x", "a"), ("y", "")]])
@pytest.mark.parametrize("n_max", [1, 2, 5])
def test_small_data(rows: list[tuple[str, str]], n_max: int) -> None:
    for seed in range(5):
        found = made(Sequences.of(rows), seed=seed, epsilon=1.0, l_max=3, n_max=n_max).sequences
        assert found.offsets[-1] == len(found.place)


@pytest.mark.parametrize(
    "option", [{"epsilon": 0.0}, {"epsilon": float("nan")}, {"l_max": 0}, {"n_max": 0}, {"trips_max": 0}]
)
def test_bad_parameters_are_refused(option: dict[str, float]) -> None:
    with pytest.raises(BadInput, match=next(iter(option))):
        made(Sequences.of([("x", "a")]), **option)
