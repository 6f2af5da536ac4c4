"""All 7,115 people of Gowalla in New York."""

import csv
import gzip
import os
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np
import pytest

from anonymize.attacks import Figure, consecutive, membership, split, top_places, unicity
from anonymize.verify import Published, Refused, Rule, verify
from baquara.sequences import Policy, Released, Sequences

DATA = Path(os.environ.get("BAQUARA_DATA", Path(__file__).parents[3].parent / "shared" / "data"))
EVENTS = DATA / "gowalla_nyc" / "gowalla_events.csv.gz"

pytestmark = [
    pytest.mark.shared_data,
    pytest.mark.skipif(not EVENTS.exists(), reason="no gowalla_nyc; set BAQUARA_DATA"),
]


def sequences(by_day: bool) -> Sequences:
    with gzip.open(EVENTS, "rt") as lines:
        rows = sorted((row[0], row[1], row[4]) for row in csv.reader(lines, delimiter="\t"))
    trips = groupby(rows, key=lambda row: (row[0], row[1][:10] if by_day else ""))
    return Sequences.of([(person, [place for _, _, place in visits]) for (person, _), visits in trips])


@pytest.fixture(scope="module", params=["person", "day"])
def original(request: pytest.FixtureRequest) -> Sequences:
    return sequences(request.param == "day")


def coarse(s: Sequences, groups: int) -> Published:
    """Places recoded by number into equal groups: a release of the right shape, whatever it promises."""
    recoding = np.arange(len(s.places)) % groups
    sets = tuple(tuple(range(g, len(s.places), groups)) for g in range(groups))
    released = Released(sets, recoding, s.offsets, recoding[s.place], np.arange(len(s.place)))
    return Published.from_released(released, s, rng=np.random.default_rng(1))


@pytest.mark.slow
def test_every_attack_on_everybody(original: Sequences) -> None:
    """Twelve times unicity, as many consecutive, two top, six membership."""
    assert len(original.moving_objects) == 7115
    published = coarse(original, 50)
    rng = np.random.default_rng(2)
    unique = unicity(original, published, rng=rng)
    figures = [*unique, *consecutive(original, published), *top_places(original, published)]
    inside, outside = split(original, outside=0.2, rng=rng)
    members = membership(inside, coarse(inside, 50), outside, rng=rng)
    assert all(0 <= x <= 1 + 1e-9 for f in figures for x in (f.singled_out, f.misled, f.nobody, f.success))
    assert all(f.misled == 0 == f.nobody for f in figures if f.data == "before")
    assert all(m.guess_right <= m.fits_inside + 1e-9 for m in members)
    check_more_knowledge_singles_out_more(unique)


def check_more_knowledge_singles_out_more(figures: list[Figure]) -> None:
    before, after = ([f.singled_out for f in figures if f.data == data] for data in ("before", "after"))
    for rising in (before, after):
        assert all(a <= b + 2 * figures[-1].error for a, b in pairwise(rising))
    assert all(a > b for a, b in zip(before, after, strict=True))


def test_the_raw_check_ins_are_refused(original: Sequences) -> None:
    result = verify(original, coarse(original, len(original.places)), Policy(k=5, m=2))
    assert isinstance(result, Refused)
    assert set(result.found) == {Rule.anonymity, Rule.knowledge}
