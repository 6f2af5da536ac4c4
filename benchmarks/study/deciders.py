"""How a finding is decided: from the runs to our figures in words and yes, no or None."""

from collections.abc import Callable

from benchmarks.study.results import Line, Results, both, least, ratios, rises

__all__ = [
    "Decide",
    "all_three",
    "better_with_m",
    "by_the_letter",
    "constrained",
    "factor",
    "few_grams",
    "more_trajectories",
    "nothing_for_m_1",
    "overhead",
    "penalty",
    "similar_time",
    "slightly_farther",
    "smallest_with_u3",
    "than_ngrams",
    "trend",
]

Answered = tuple[str, bool | None]
Decide = Callable[[Results, str], Answered]


def show(line: Line) -> str:
    """First, middle and last values: ``2: 0.1, 10: 0.4, 100: 0.9``."""
    points = list(line.items())
    chosen = points if len(points) <= 4 else [points[0], points[len(points) // 2], points[-1]]
    return ", ".join(f"{at:g}: {value:.3g}" for at, value in chosen)


def span(quotients: list[float]) -> str:
    """From the least to the largest."""
    return f"{min(quotients):.2f} to {max(quotients):.2f} times" if quotients else "no figure"


def trend(measure: str, *, by: str, falls: bool = False, algorithm: str = "seqanon", **where: object) -> Decide:
    """A measure rises or falls with a parameter."""

    def decide(results: Results, data: str) -> Answered:
        line = results.line(measure, by=by, data=data, algorithm=algorithm, **where)
        return f"{by} = {show(line)}" if line else "", rises(line, falls=falls)

    return decide


def factor(measure: str, *, over: str, under: str, bound: float, by: str = "k", **where: object) -> Decide:
    """The measure of one algorithm is at least ``bound`` times that of the other, at every value of the parameter."""

    def decide(results: Results, data: str) -> Answered:
        below = results.line(measure, by=by, data=data, algorithm=under, **where)
        above = results.line(measure, by=by, data=data, algorithm=over, **where)
        found = ratios(above, below)
        return span(found), least(found, bound)

    return decide


def than_ngrams(measure: str, *, bound: float = 1.0, by: str = "k", larger: bool = False, **where: object) -> Decide:
    """SeqAnon's measure is ``bound`` times lower (or larger) than that of NGRAMS, at every value of the parameter."""

    def decide(results: Results, data: str) -> Answered:
        ours = results.line(measure, by=by, data=data, **where)
        theirs = results.beside(ours, measure, data)
        found = ratios(ours, theirs) if larger else ratios(theirs, ours)
        if not found:
            return "", None
        return f"{by} = {show(ours)}; NGRAMS {results.ngrams(measure, data):.3g}; {span(found)}", least(found, bound)

    return decide


def nothing_for_m_1(results: Results, data: str) -> Answered:
    """With m = 1 every place has support enough."""
    line = results.line("generalized_places", by="m", data=data)
    if 1 not in line:
        return "", None
    support = results.about["data"][data]["least_support"]
    return f"{line[1]:g} places generalized with m = 1; the least support of a place is {support}", line[1] == 0


def more_trajectories(results: Results, data: str) -> Answered:
    """More intact places, smaller groups, less distance."""
    names = {"intact_locations": False, "average_size": True, "average_distance_percent": True}
    lines = {name: results.line(name, by="count", data=data) for name in names}
    text = "; ".join(f"{name.replace('_', ' ')} {show(line)}" for name, line in lines.items())
    return text, both(*(rises(line, falls=names[name]) for name, line in lines.items()))


def few_grams(results: Results, data: str) -> Answered:
    """NGRAMS publishes a small part of the subtrajectories of up to 4 visits."""
    known = results.about["data"][data]["subtrajectories"]
    kept = [results.ngrams(f"grams_{n}", data) for n in range(1, 6)]
    if known is None or None in kept:
        return "", None
    share = 100 * sum(n or 0 for n in kept[:4]) / sum(known)
    return (
        f"{share:.2f} % of {sum(known)} subtrajectories of 1 to 4 visits; of 5: {kept[4]:.0f}",
        share < 1 and kept[4] == 0,
    )


def penalty(bound: float, leaves: str, by: str = "k", **where: object) -> Decide:
    """SeqAnon's semantic penalty over that of SD-SeqAnon."""
    return factor("semantic_penalty", over="seqanon", under="sd-seqanon", bound=bound, by=by, leaves=leaves, **where)


def slightly_farther(leaves: str) -> Decide:
    """SD-SeqAnon's distance is larger, but less than 1.5 times, in the middle of the values of k."""

    def decide(results: Results, data: str) -> Answered:
        measure, names = "average_distance_percent", ("sd-seqanon", "seqanon")
        found = ratios(*(results.line(measure, by="k", data=data, algorithm=name, leaves=leaves) for name in names))
        middle = sorted(found)[len(found) // 2] if found else 0.0
        return f"{span(found)}, middle {middle:.2f}" if found else "", 1 <= middle <= 1.5 if found else None

    return decide


def all_three(results: Results, data: str) -> Answered:
    """Size, distance and penalty rise with m, for both algorithms."""
    tried = {row["k"] for row in results.runs if row["algorithm"] == "sd-seqanon"}
    high = 50 if 50 in tried else max(tried, default=50)
    names = ("average_size", "average_distance_percent", "semantic_penalty")
    lines = {
        (a, name): results.line(name, by="m", data=data, algorithm=a, k=high)
        for a in ("seqanon", "sd-seqanon")
        for name in names
    }
    text = "; ".join(f"{a} {n.replace('_', ' ')} {show(line)}" for (a, n), line in lines.items() if a != "seqanon")
    return text, both(*(rises(line) for line in lines.values()))


def constrained(measure: str, *, larger: bool, leaves: str) -> Decide:
    """U-SeqAnon's measure beside SeqAnon's with each set, where U-SeqAnon could meet the policy."""

    def decide(results: Results, data: str) -> Answered:
        free = results.line(measure, by="k", data=data, leaves=leaves)
        found = {s: ratios(_u(results, measure, data, s, leaves), free) for s in ("U1", "U2", "U3")}
        some = [q for each in found.values() for q in each]
        text = "; ".join(f"{s}: {span(each)} ({len(each)} of {len(free)} k can be met)" for s, each in found.items())
        if not some:
            return text, None
        return text, min(some) > 1 if larger else max(some) < 1

    return decide


def smallest_with_u3(leaves: str) -> Decide:
    """U3 has smaller groups than U1, at each k where both could be met."""

    def decide(results: Results, data: str) -> Answered:
        u1, u3 = (_u(results, "average_size", data, s, leaves) for s in ("U1", "U3"))
        found = ratios(u1, u3)
        return f"U1 over U3: {span(found)}" if found else "", least(found, 1.0)

    return decide


def _u(results: Results, measure: str, data: str, sets: str, leaves: str = "rows") -> Line:
    where = {"constraints": sets, "delta": 10.0, "leaves": leaves}
    return results.line(measure, by="k", data=data, algorithm="u-seqanon", **where)


def better_with_m(results: Results, data: str) -> Answered:
    """The time of SeqAnon_F over that of SeqAnon rises with m."""
    slow, fast = (results.line("seconds", by="m", data=data, algorithm=a) for a in ("seqanon-f", "seqanon"))
    line = {m: slow[m] / fast[m] for m in slow if m in fast and m >= 2}
    return f"SeqAnon_F over SeqAnon, m = {show(line)}" if line else "", rises(line)


def by_the_letter(results: Results, data: str) -> Answered:
    """The same with the engines that follow the pseudocode line by line, on the fewest trajectories."""
    count = min((row["count"] for row in results.runs if row.get("engine") == "reference"), default=0)
    where = {"engine": "reference", "count": count}
    slow, fast = (results.line("seconds", by="m", data=data, algorithm=a, **where) for a in ("seqanon-f", "seqanon"))
    found = ratios(slow, fast)
    text = ", ".join(f"{q:.2f} times with m = {m:g}" for m, q in zip(slow, found, strict=True))
    return f"{text} ({count} trajectories)" if text else "", least(found[:1], 6.5)


def similar_time(results: Results, data: str) -> Answered:
    """SD-SeqAnon's time is between half and twice SeqAnon's."""
    found = ratios(*(results.line("seconds", by="k", data=data, algorithm=a) for a in ("sd-seqanon", "seqanon")))
    return span(found), min(found) >= 0.5 and max(found) <= 2 if found else None


def overhead(results: Results, data: str) -> Answered:
    """U-SeqAnon takes longer than SeqAnon; "some" is read as less than ten times."""
    free = results.line("seconds", by="k", data=data)
    found = [q for s in ("U1", "U2", "U3") for q in ratios(_u(results, "seconds", data, s), free)]
    middle = sorted(found)[len(found) // 2] if found else 0.0
    return f"{span(found)}, middle {middle:.2f}" if found else "", 1 <= middle < 10 if found else None
