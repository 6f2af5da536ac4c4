"""Generated releases, good and bad: recoded globally or visit by visit, overlapping, shuffled, lengthened, misattributed."""

import random
from collections.abc import Callable

from verify_oracle import Plain, Visits

from anonymize.verify import Published
from baquara.sequences import Policy, Sequences, Unit

PLACES = "abcdef"
Recode = Callable[[str], frozenset[str]]
Rows = list[tuple[int | None, Visits]]


def generated(seed: int) -> Plain:
    r = random.Random(seed)
    people, places = r.randint(1, 6), PLACES[: r.randint(1, 6)]
    rows = [
        (f"p{r.randrange(people)}", [r.choice(places) for _ in range(r.randint(0, 5))]) for _ in range(r.randint(0, 8))
    ]
    recode = r.choice([_globally, _globally, _by_visit, _copied])(r, places)
    released = [
        (t, tuple(recode(p) for p in visits if r.random() > r.choice([0, 0, 0.3])))
        for t, (_, visits) in enumerate(rows)
    ]
    if r.random() < 0.4:
        released = _spoiled(r, released)
    r.shuffle(released)
    unit = r.choice(list(Unit))
    if unit is Unit.trajectory and r.random() < 0.3:
        released = [(None, visits) for _, visits in released]
    return Plain(
        rows, released, Policy(k=r.randint(2, 4), m=r.randint(1, 4), unit=unit, delta=r.choice([0, 20, 50, 100]))
    )


def _globally(r: random.Random, places: str) -> Recode:
    group = {p: r.randrange(3) for p in places}
    sets = [frozenset(p for p in places if group[p] == g) for g in range(3)]
    return lambda p: sets[group[p]]


def _by_visit(r: random.Random, places: str) -> Recode:
    wide = r.randint(1, 3)
    return lambda p: frozenset([p, *r.sample(PLACES, r.randrange(wide + 1))])


def _copied(r: random.Random, places: str) -> Recode:
    return lambda p: frozenset([p])


def _spoiled(r: random.Random, released: Rows) -> Rows:
    """One lie: wrong order, a visit too many, another person's trajectory, a trajectory released twice."""
    if not released:
        return released
    i = r.randrange(len(released))
    source, visits = released[i]
    lie = r.randrange(4)
    extra = (frozenset(r.sample(PLACES + "x", r.randint(1, 2))),)
    changed = [
        (source, visits[::-1]),
        (source, visits + extra),
        (r.randrange(len(released)), visits),
        (source, visits),
    ][lie]
    return [*released, changed] if lie == 3 else [*released[:i], changed, *released[i + 1 :]]


def arrays(case: Plain) -> tuple[Sequences, Published]:
    original = Sequences.of(case.original)
    rows = [(f"r{i}", [sorted(c) for c in visits]) for i, (_, visits) in enumerate(case.released)]
    audit = {f"r{i}": f"t{source + 1}" for i, (source, _) in enumerate(case.released) if source is not None}
    return original, Published.of(rows, original, audit=audit if case.has_audit() else None)
