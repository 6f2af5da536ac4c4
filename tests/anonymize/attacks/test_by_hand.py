"""Each attack with numbers worked out by hand."""

from math import log, sqrt

import numpy as np
import pytest

from anonymize.attacks import Figure, consecutive, membership, split, top_places, unicity
from anonymize.attacks.selections import at_random
from anonymize.verify import Published
from baquara.errors import BadInput
from baquara.sequences import Sequences, Unit


def rng() -> np.random.Generator:
    return np.random.default_rng(20)


def shares(f: Figure) -> tuple[float, ...]:
    return tuple(round(x, 4) for x in (f.singled_out, f.misled, f.nobody, f.success))


def released(original: Sequences, visits: list[list[str]]) -> Published:
    rows = [(f"r{i}", v) for i, v in enumerate(visits, 1)]
    return Published.of(rows, original, audit={f"r{i}": f"t{i}" for i in range(1, len(rows) + 1)})


def test_unicity_before_and_after() -> None:
    """ana (a, b), rui (a, c), zoe (b, a); b and c are released as {b, c}.

    Before, one place: a fits 3, b fits 2, c fits 1. ana (1/3 + 1/2)/2, rui (1/3 + 1)/2, zoe (1/3 + 1/2)/2. Two: each alone.
    After, one place: a and {b, c} fit all 3. Two: (a, bc) fits ana and rui, (bc, a) fits zoe alone.
    """
    original = Sequences.of([("ana", "ab"), ("rui", "ac"), ("zoe", "ba")])
    published = released(original, [["a", "bc"], ["a", "bc"], ["bc", "a"]])
    figures = unicity(original, published, known=(1, 2, 3), rng=rng())
    assert [(f.known, f.data) for f in figures] == [(n, d) for n in (1, 2, 3) for d in ("before", "after")]
    assert shares(figures[0]) == (round(0.5 / 3, 4), 0, 0, round((5 / 12 + 2 / 3 + 5 / 12) / 3, 4))
    assert shares(figures[1]) == (0, 0, 0, 0.3333)
    assert shares(figures[2]) == (1, 0, 0, 1)
    assert shares(figures[3]) == (0.3333, 0, 0, round((1 / 2 + 1 / 2 + 1) / 3, 4))
    assert shares(figures[4]) == shares(figures[2])  # nobody has three places: they are known whole
    assert all(f.error == 0 and f.people == 3 for f in figures)


def test_suppressed_visits_fit_nobody_or_mislead() -> None:
    """b is suppressed for ana, not for rui: who knows that ana went to b finds rui. c is suppressed everywhere."""
    original = Sequences.of([("ana", "b"), ("rui", "b"), ("zoe", "c")])
    published = released(original, [[], ["b"], []])
    (before, after) = unicity(original, published, known=(1,), rng=rng())
    assert shares(before) == (0.3333, 0, 0, round((0.5 + 0.5 + 1) / 3, 4))
    assert shares(after) == (0.3333, 0.3333, 0.3333, 0.3333)


def test_people_weigh_the_same_however_often_they_travel() -> None:
    """ana has three trips to a, rui one to b: two people, each alone, by moving object; a fits three trips by trajectory."""
    original = Sequences.of([("ana", "a"), ("ana", "a"), ("ana", "a"), ("rui", "b")])
    assert unicity(original, known=(1,), rng=rng())[0].singled_out == 1.0
    by_trip = unicity(original, known=(1,), rng=rng(), unit=Unit.trajectory)[0]
    assert (by_trip.people, by_trip.singled_out) == (4, 0.25)


def test_consecutive_places_say_more_than_places() -> None:
    """(a, b) in a row is only rui's; in order everybody's. After, x is suppressed: then it is everybody's in a row too."""
    original = Sequences.of([("ana", "axb"), ("rui", "ab"), ("zoe", "axb")])
    published = released(original, [["a", "b"], ["a", "b"], ["a", "b"]])
    before, after = consecutive(original, published, known=(2,))
    assert shares(before) == (0.3333, 0, 0, round((0.5 + 1 + 0.5) / 3, 4))
    assert shares(after) == (0, 0, round(2 / 3, 4), round((1 / 3) / 3, 4))
    assert unicity(original, known=(2,), rng=rng())[0].singled_out == 0


def test_top_places() -> None:
    """ana's top two are h and w over two trips, rui's too; zoe's q and r. {h, q} and {w, r} are released.

    Before: h, w fits 2; q, r fits 1. After: trips are not linked, and all trips have a set of each.
    """
    original = Sequences.of([("ana", "hwa"), ("ana", "wh"), ("rui", "whw"), ("zoe", "qrq")])
    published = released(original, [["hq", "wr", "a"], ["wr", "hq"], ["wr", "hq", "wr"], ["hq", "wr", "hq"]])
    before, after = top_places(original, published)
    assert shares(before) == (0.3333, 0, 0, round(2 / 3, 4))
    assert shares(after) == (0, 0, 0, 0.3333)


def test_top_places_in_one_set_and_people_with_one_place() -> None:
    """Home and work of ana in one set: it is enough that this set is on top. rui has but one place."""
    original = Sequences.of([("ana", "hw"), ("rui", "z"), ("zoe", "hab")])
    published = released(original, [["hw", "hw"], ["z"], ["hw", "ab", "ab"]])
    before, after = top_places(original, published)
    assert shares(before) == (1, 0, 0, 1)  # ana h, w; rui z; zoe h, a
    assert shares(after) == (round(2 / 3, 4), 0, 0, round((1 / 2 + 1 + 1) / 3, 4))  # ana fits ana and zoe


def test_membership_against_a_control_group() -> None:
    """Inside: ana (a), rui (a), zoe (b). Outside: eva (a), ian (c), tom (b), leo (c).

    a fits 2, b fits 1, c nobody. Inside all fit, a third alone; outside half fit, a quarter alone.
    """
    everybody = Sequences.of(
        [("ana", "a"), ("rui", "a"), ("zoe", "b"), ("eva", "a"), ("ian", "c"), ("tom", "b"), ("leo", "c")]
    )
    inside, outside = (_people(everybody, chosen) for chosen in ((0, 1, 2), (3, 4, 5, 6)))
    (m,) = membership(inside, released(inside, [["a"], ["a"], ["b"]]), outside, known=(1,), rng=rng())
    assert (m.people_inside, m.people_outside) == (3, 4)
    assert (m.fits_inside, m.fits_outside, m.advantage) == (1.0, 0.5, 0.5)
    assert (round(m.single_inside, 4), m.single_outside) == (0.3333, 0.25)
    assert m.guess_right == pytest.approx((1 / 2 + 1 / 2 + 1) / 3)
    assert m.risk == pytest.approx((1 / 3 - 1 / 4) / (3 / 4))
    assert (m.error_inside, m.error_outside) == (0, 0)


def _people(s: Sequences, chosen: tuple[int, ...]) -> Sequences:
    n = len(chosen)
    return Sequences(
        s.places,
        np.arange(n + 1),
        s.place[list(chosen)],
        tuple(f"t{i + 1}" for i in range(n)),
        tuple(s.moving_objects[i] for i in chosen),
        np.arange(n),
    )


def test_split_parts_people_with_all_their_trips() -> None:
    original = Sequences.of([(f"p{i % 10}", [f"{i}", f"{i + 1}"]) for i in range(40)])
    inside, outside = split(original, outside=0.3, rng=rng())
    assert (len(inside.moving_objects), len(outside.moving_objects)) == (7, 3)
    assert not set(inside.moving_objects) & set(outside.moving_objects)
    for part in (inside, outside):
        assert len(part) == 4 * len(part.moving_objects)
        for t, name in enumerate(part.trajectories):
            i = int(name[1:]) - 1
            visits = part.place[part.offsets[t] : part.offsets[t + 1]]
            assert [part.places[p] for p in visits] == [f"{i}", f"{i + 1}"]
            assert part.moving_objects[part.moving_object[t]] == f"p{i % 10}"


def test_the_error_bound_is_that_of_hoeffding() -> None:
    """50 people with one trip of 12 places: 3 of 12 are 220 choices, 20 drawn for each; 1,000 draws of weight 1/1000."""
    original = Sequences.of([(f"p{i}", [str((i * 7 + j * 5) % 40) for j in range(12)]) for i in range(50)])
    selections = at_random(original, 3, unit=Unit.moving_object, draws=20, rng=rng())
    assert selections.weight.sum() == pytest.approx(1)
    assert selections.error == pytest.approx(sqrt(log(2 / 0.05) / (2 * 1000)))
    exact = at_random(original, 3, unit=Unit.moving_object, draws=220, rng=rng())
    assert exact.error == 0
    sampled, whole = (unicity(original, known=(3,), draws=d, rng=rng())[0].singled_out for d in (20, 220))
    assert 0 < abs(sampled - whole) <= selections.error


def test_the_same_seed_gives_the_same_figures() -> None:
    original = Sequences.of([(f"p{i}", [str((i * 7 + j * 5) % 40) for j in range(12)]) for i in range(50)])
    runs = [unicity(original, draws=5, rng=np.random.default_rng(s)) for s in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_what_cannot_be_attacked_is_refused() -> None:
    nobody, one = Sequences.of([("ana", "")]), Sequences.of([("ana", "a")])
    with pytest.raises(BadInput, match="nobody went anywhere"):
        unicity(nobody, rng=rng())
    with pytest.raises(BadInput, match="nobody went anywhere"):
        top_places(nobody)
    with pytest.raises(BadInput, match="at least 1 place"):
        consecutive(one, known=(0,))
    with pytest.raises(BadInput, match="needs its audit"):
        unicity(one, Published.of([("r1", ["a"])], one), rng=rng())
    with pytest.raises(BadInput, match="share outside"):
        split(one, outside=1.0, rng=rng())
    with pytest.raises(BadInput, match="number the same places"):
        membership(one, released(one, [["a"]]), Sequences.of([("b", "b")]), rng=rng())
