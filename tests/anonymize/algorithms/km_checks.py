"""The contract: what every registered algorithm must keep, whatever it does. One function each; the suite calls them all."""

import pickle
import random
import tracemalloc
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from km_cases import SPECIMENS, Case, crowd, differences, generated, problems, specimen

from anonymize.registry import Algorithm
from baquara.errors import CannotMeet
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Taxonomy, Unit

Check = Callable[[Algorithm, str], None]


def run(algorithm: Algorithm, engine: str, case: Case, *, suppress: bool = True) -> Released:
    return algorithm.run(**case.inputs(), suppress=suppress, engine=engine)  # type: ignore[arg-type]


def attempt(algorithm: Algorithm, engine: str, case: Case) -> Released | None:
    """The release, or None where the policy's delta does not allow one."""
    try:
        return run(algorithm, engine, case)
    except CannotMeet:
        if case.policy.delta == 100.0:
            raise
        return None


def check_keeps_its_promises_on_generated_data(algorithm: Algorithm, engine: str) -> None:
    """Ends; recodes truly and in order; k^m holds; delta holds."""
    for seed in range(20_000, 20_120):
        case = generated(seed)
        released = attempt(algorithm, engine, case)
        assert released is None or problems(case, released) == [], f"seed {seed}"


def check_keeps_its_promises_on_specimens(algorithm: Algorithm, engine: str) -> None:
    for name in SPECIMENS:
        for unit in Unit:
            case = specimen(name, unit)
            assert problems(case, run(algorithm, engine, case)) == [], name


def check_no_group_spans_two_constraints(algorithm: Algorithm, engine: str) -> None:
    """Definition 10 (i), of the algorithms that ask for constraints."""
    for seed in range(60_000, 60_060 if "constraints" in algorithm.needs else 60_000):
        case = generated(seed)
        released = attempt(algorithm, engine, case)
        groups = () if released is None else released.groups
        assert all(len(set(case.constraints.of[list(group)])) == 1 for group in groups), f"seed {seed}"


def check_reports_progress(algorithm: Algorithm, engine: str) -> None:
    """Each piece of work that is announced is done to its end."""
    seen: list[list[int]] = []

    class Counter:
        def start(self, what: str, total: int | None = None) -> None:
            seen.append([total or 0, 0])

        def advance(self, n: int) -> None:
            seen[-1][1] += n

    case = crowd(5, owners=30, places=9, mean=2.0, policy=Policy(k=3, m=2))
    algorithm.run(**case.inputs(), engine=engine, progress=Counter())  # type: ignore[arg-type]
    assert seen
    assert all(total == done for total, done in seen)


def check_takes_any_k_and_m(algorithm: Algorithm, engine: str) -> None:
    case = crowd(1, owners=25, places=8, mean=2.0, policy=Policy(k=2, m=1))
    for k in (2, 3, 7, 26, 10**9):
        for m in (1, 2, 3, 10**9):
            changed = case.under(k=k, m=m)
            # the brute-force checker lists all subtrajectories: not of long ones
            checked = changed if m <= 3 else changed.under(m=4)
            assert problems(checked, run(algorithm, engine, changed)) == []


def check_without_suppression_nothing_is_lost(algorithm: Algorithm, engine: str) -> None:
    """Either all visits are released, or CannotMeet says why and what would do."""
    for seed in range(30_000, 30_060):
        case = generated(seed)
        message, released = "", None
        try:
            released = run(algorithm, engine, case, suppress=False)
        except CannotMeet as error:
            message = str(error)
        if released is None:
            assert "What would do" in message
        else:
            assert (len(released.group), released.notes) == (len(case.sequences.place), ())


def check_says_what_it_suppressed(algorithm: Algorithm, engine: str) -> None:
    for seed in range(40_000, 40_060):
        case = generated(seed)
        released = attempt(algorithm, engine, case)
        if released is not None:
            lost = len(case.sequences.place) - len(released.group)
            assert (lost > 0) == any("suppressed" in note for note in released.notes), f"seed {seed}"


def check_the_same_twice_and_after_a_pickle(algorithm: Algorithm, engine: str) -> None:
    case = crowd(2, owners=30, places=9, mean=2.0, policy=Policy(k=3, m=2))
    first = run(algorithm, engine, case)
    assert differences(first, run(algorithm, engine, case)) == []
    assert (
        differences(first, run(pickle.loads(pickle.dumps(algorithm)), engine, pickle.loads(pickle.dumps(case)))) == []
    )
    assert differences(first, pickle.loads(pickle.dumps(first))) == []


def check_does_not_touch_its_input(algorithm: Algorithm, engine: str) -> None:
    case = crowd(3, owners=30, places=9, mean=2.0, policy=Policy(k=3, m=2))
    before = pickle.dumps(case)
    run(algorithm, engine, case)
    assert pickle.dumps(case) == before


def check_the_order_of_trajectories_matters_only_in_ties(algorithm: Algorithm, engine: str) -> None:
    """One rare place and distances that all differ: no tie, so any order gives the same groups, by name."""
    rows: list[tuple[str, str | list[str]]] = [(f"{p}{i}", p) for p in "abcde" for i in range(4)] + [("z", "r")]
    xy = {"a": (0.0, 0.0), "b": (10.0, 1.0), "c": (3.0, 9.0), "d": (21.0, 4.0), "e": (8.0, 30.0), "r": (2.0, 1.0)}
    found = set()
    for seed in range(6):
        random.Random(seed).shuffle(rows)
        case = _without_ties(Sequences.of(rows), xy)
        groups = run(algorithm, engine, case).groups
        found.add(frozenset(frozenset(case.sequences.places[p] for p in group) for group in groups))
    assert len(found) == 1


def check_any_order_of_trajectories_keeps_the_promises(algorithm: Algorithm, engine: str) -> None:
    for seed in range(50_000, 50_030):
        case = generated(seed)
        turned = replace(case, sequences=_reversed(case.sequences))
        released = attempt(algorithm, engine, turned)
        assert released is None or problems(turned, released) == [], f"seed {seed}"


def check_memory_stays_in_proportion(algorithm: Algorithm, engine: str) -> None:
    """Ten times the people: at most about ten times the memory."""
    peaks = []
    for owners in (60, 600):
        case = crowd(4, owners=owners, places=10, mean=1.5, policy=Policy(k=3, m=2))
        run(algorithm, engine, case)
        tracemalloc.start()
        run(algorithm, engine, case)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 15 * peaks[0]


def _without_ties(sequences: Sequences, xy: dict[str, tuple[float, float]]) -> Case:
    n = len(sequences.places)
    return Case(
        sequences,
        Places(*np.array([xy[p] for p in sequences.places]).T.copy()),
        Policy(k=3, m=1),
        Taxonomy(("root", *sequences.places), np.array([-1] + [0] * n), 1 + np.arange(n)),
        Constraints(("all",), np.zeros(n, dtype=np.int64)),
    )


def _reversed(s: Sequences) -> Sequences:
    """The last trajectory first; the places keep their numbers."""
    lengths = np.diff(s.offsets)[::-1]
    parts = [s.place[s.offsets[t] : s.offsets[t + 1]] for t in reversed(range(len(s)))]
    return replace(
        s,
        offsets=np.append(0, np.cumsum(lengths)),
        place=np.concatenate([*parts, np.empty(0, dtype=np.int64)]),
        trajectories=s.trajectories[::-1],
        moving_object=s.moving_object[::-1],
    )


CHECKS: dict[str, Check] = {name: value for name, value in dict(globals()).items() if name.startswith("check_")}
