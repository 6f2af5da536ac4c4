"""One call, all measures: :func:`measure` for a release, :func:`measure_synthetic` for synthetic data."""

from typing import Any

import numpy as np

from anonymize.utility.counts import constraints_violated, count_locations, count_visits, guessed_percent
from anonymize.utility.distance import (
    average_distance_percent,
    dataset_distance_m,
    diameter_m,
    distance_sums_m,
    location_distance_m,
)
from anonymize.utility.flows import cells, density, flows, jensen_shannon_bits
from anonymize.utility.measures import Measures, Options
from anonymize.utility.mining import mine
from anonymize.utility.queries import (
    Query,
    average_relative_error,
    expected_supports,
    kl_divergence,
    kl_supports,
    workload,
)
from anonymize.utility.semantics import class_count_error, dissimilarity, semantic_penalty
from anonymize.utility.view import Floats, View
from baquara.errors import BadInput
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Taxonomy

__all__ = ["measure", "measure_synthetic"]


Part = dict[str, Any]
DEFAULTS = Options()


def measure(
    sequences: Sequences,
    released: Released,
    places: Places,
    *,
    taxonomy: Taxonomy | None = None,
    constraints: Constraints | None = None,
    policy: Policy,
    options: Options = DEFAULTS,
    rng: np.random.Generator,
) -> Measures:
    """Measure a release against its original.

    Supports and counts are of trajectories, which is what a reader of the release can count. The same generator state gives the
    same figures.

    >>> s = Sequences.of([("ana", "ab"), ("rui", "bc")])
    >>> xy = Places(np.array([0.0, 3.0, 3.0]), np.array([0.0, 4.0, 0.0]))
    >>> r = Released(((0, 1), (2,)), np.array([0, 0, 1]), s.offsets, np.array([0, 0, 0, 1]), np.arange(4))
    >>> m = measure(s, r, xy, policy=Policy(k=2, m=1), rng=np.random.default_rng(0))
    >>> m.distance_m, m.intact_locations, m.average_size, m.guessed_percent
    (1.875, 1, 2.0, 62.5)
    """
    _check_places(sequences, places)
    original, release = View.original(sequences), View.of(released)
    release.check(sequences)
    sd = None if taxonomy is None else dissimilarity(release, taxonomy)
    return Measures(
        **_head(sequences, places, policy),
        **_distance_part(sequences, released, release, places, sd),
        **_count_part(sequences, release, constraints, policy),
        **_class_part(original, release, taxonomy),
        semantic_penalty=None if sd is None else semantic_penalty(release, sd),
        **_reading_part(sequences, original, release, places, options, rng),
    )


def measure_synthetic(
    sequences: Sequences,
    synthetic: Sequences,
    places: Places,
    *,
    policy: Policy,
    taxonomy: Taxonomy | None = None,
    options: Options = DEFAULTS,
    rng: np.random.Generator,
) -> Measures:
    """The measures that make sense where no synthetic trajectory stands for an original one: queries, patterns, flows.

    ``synthetic`` must number its places as ``sequences`` does. What compares trajectory by trajectory stays None.
    """
    _check_places(sequences, places)
    if synthetic.places != sequences.places:
        raise BadInput("synthetic sequences must have the same places, in the same order, as the original")
    original, release = View.original(sequences), View.original(synthetic)
    return Measures(
        **_head(sequences, places, policy),
        **_class_part(original, release, taxonomy),
        **_reading_part(sequences, original, release, places, options, rng),
    )


def _check_places(sequences: Sequences, places: Places) -> None:
    if not len(places.x) == len(places.y) == len(sequences.places):
        raise BadInput(
            f"{len(sequences.places)} places in the sequences, coordinates of {len(places.x)}: give one row each"
        )


def _head(sequences: Sequences, places: Places, policy: Policy) -> Part:
    return {
        "k": policy.k,
        "m": policy.m,
        "unit": str(policy.unit),
        "trajectories": len(sequences),
        "places": len(sequences.places),
        "diameter_m": diameter_m(places),
    }


def _distance_part(sequences: Sequences, released: Released, release: View, places: Places, sd: Floats | None) -> Part:
    sums, diameter = distance_sums_m(release, places), diameter_m(places)
    per_place = location_distance_m(release, sums)
    part = _distances("distance", sequences, released, per_place, diameter)
    part["average_distance_percent"] = average_distance_percent(release, sums, diameter_m=diameter)
    if sd is not None:
        weight = np.append(sd, 0.0)[release.recoding]
        part |= _distances("combined", sequences, released, per_place * weight, diameter)
    return part


def _distances(name: str, sequences: Sequences, released: Released, per_place: Floats, diameter: float) -> Part:
    plain = dataset_distance_m(sequences, released, per_place, suppressed_m=None)
    charged = dataset_distance_m(sequences, released, per_place, suppressed_m=diameter)
    scale = diameter or 1.0
    return {
        f"{name}_m": plain,
        name: None if plain is None else plain / scale,
        f"{name}_charged": None if charged is None else charged / scale,
    }


def _count_part(sequences: Sequences, release: View, constraints: Constraints | None, policy: Policy) -> Part:
    locations, visits = count_locations(release), count_visits(sequences, release)
    suppressed_percent = _percent(locations.suppressed, len(sequences.places))
    torn = None if constraints is None else constraints_violated(release, constraints)
    return {
        "intact_locations": locations.intact,
        "generalized_locations": locations.generalized,
        "generalized_places": locations.generalized_places,
        "suppressed_places": locations.suppressed,
        "suppressed_places_percent": suppressed_percent,
        "average_size": locations.average_size,
        "constraints_violated": torn,
        "constraints_met": None if torn is None else torn == 0 and (suppressed_percent or 0.0) <= policy.delta,
        "visits": visits.total,
        "visits_published": visits.published,
        "visits_published_percent": _percent(visits.published, visits.total),
        "visits_intact": visits.intact,
        "visits_intact_percent": _percent(visits.intact, visits.total),
        "visits_suppressed": visits.suppressed,
        "visits_suppressed_percent": _percent(visits.suppressed, visits.total),
        "guessed_percent": guessed_percent(sequences, release),
    }


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _class_part(original: View, release: View, taxonomy: Taxonomy | None) -> Part:
    return {} if taxonomy is None else {"class_count_error": class_count_error(original, release, taxonomy)}


def _reading_part(
    sequences: Sequences, original: View, release: View, places: Places, options: Options, rng: np.random.Generator
) -> Part:
    """What a reader does with the data: queries, mining, maps. The three draw from generators of their own."""
    asking, mining = rng.spawn(2)
    return (
        _query_part(sequences, original, release, options, asking)
        | _pattern_part(original, release, options, mining)
        | _flow_part(original, release, places, options)
    )


def _query_part(
    sequences: Sequences, original: View, release: View, options: Options, rng: np.random.Generator
) -> Part:
    drawn = workload(sequences, n=options.queries, sizes=options.query_sizes, rng=rng)
    asked = drawn if options.workload is None else _known(options.workload, len(sequences.places))
    pairs = workload(sequences, n=options.queries, sizes=(2,), rng=rng)
    single = tuple((p,) for p in range(len(sequences.places)))
    are, are_se = average_relative_error(expected_supports(original, asked), expected_supports(release, asked))
    kl1, lost1 = kl_divergence(kl_supports(original, single), kl_supports(release, single))
    kl2, lost2 = kl_divergence(kl_supports(original, pairs), kl_supports(release, pairs))
    return {
        "queries": len(asked),
        "are": are,
        "are_se": are_se,
        "kl_locations_nats": kl1,
        "kl_locations_lost": lost1,
        "kl_pairs_nats": kl2,
        "kl_pairs_lost": lost2,
    }


def _known(queries: tuple[Query, ...], n_places: int) -> tuple[Query, ...]:
    strange = [q for q in queries if not all(0 <= place < n_places for place in q)]
    if strange:
        raise BadInput(f"{len(strange)} COUNT queries name unknown places, the first is {strange[0]}")
    return queries


def _pattern_part(original: View, release: View, options: Options, rng: np.random.Generator) -> Part:
    if not options.projections:
        return {}
    found = mine(
        original,
        release,
        min_support=options.min_support,
        size_max=options.pattern_size_max,
        projections=options.projections,
        rng=rng,
    )
    part: Part = {"frequent_patterns": found.frequent, "projections": found.projections}
    for name, value in (("kept", found.kept_percent), ("invented", found.invented_percent)):
        stem = f"patterns_{name}_percent"
        part |= {stem: value.median, f"{stem}_mean": value.mean, f"{stem}_sd": value.sd, f"{stem}_se": value.se}
    sims = {"sim1": found.sim1.mean, "sim1_se": found.sim1.se, "sim2": found.sim2.mean, "sim2_se": found.sim2.se}
    return part | sims


def _flow_part(original: View, release: View, places: Places, options: Options) -> Part:
    cell, n = cells(places, side=options.grid_side), options.grid_side**2
    there = [density(view, cell, n_cells=n) for view in (original, release)]
    trips = [flows(view, cell, n_cells=n) for view in (original, release)]
    return {
        "density_divergence_bits": jensen_shannon_bits(*there),
        "od_divergence_bits": jensen_shannon_bits(*trips),
    }
