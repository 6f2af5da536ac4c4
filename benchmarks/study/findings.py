"""What the paper found in section 5, in its order, each with the way it is decided."""

from dataclasses import dataclass

from benchmarks.study.deciders import (
    Decide,
    all_three,
    better_with_m,
    by_the_letter,
    constrained,
    factor,
    few_grams,
    more_trajectories,
    nothing_for_m_1,
    overhead,
    penalty,
    similar_time,
    slightly_farther,
    smallest_with_u3,
    than_ngrams,
    trend,
)
from benchmarks.study.results import Results, verdict

__all__ = ["FINDINGS", "Answer", "Finding"]

OLD, GOW, DAY = "oldenburg", "gowalla", "gowalla-days"
CROWDED = "with m = 3 a generalized location holds a large part of all places here: see Figure 8a"


@dataclass(frozen=True, slots=True)
class Answer:
    """Our figures in words, and the verdict."""

    measured: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Where the paper says what, on which of our data it is looked at, and how it is decided."""

    where: str
    claim: str
    data: str
    decide: Decide
    note: str = ""
    """Why it may be so, said where it does not hold."""

    def answer(self, results: Results) -> Answer:
        """Decided by code."""
        measured, holds = self.decide(results, self.data)
        note = f" ({self.note})" if self.note and holds is False else ""
        return Answer((measured or "no figures") + note, verdict(holds))


FINDINGS: tuple[Finding, ...] = (
    Finding(
        "Figure 6a", "the larger k, the fewer locations stay intact", OLD, trend("intact_locations", by="k", falls=True)
    ),
    Finding(
        "Figure 6b",
        "the larger k, the fewer generalized locations",
        OLD,
        trend("generalized_locations", by="k", falls=True),
    ),
    Finding("Figure 6c", "the larger k, the larger generalized locations", OLD, trend("average_size", by="k")),
    Finding(
        "Figure 7a",
        "the distance inside generalized locations grows with k",
        OLD,
        trend("average_distance_percent", by="k"),
    ),
    Finding("Figure 7b", "nothing is generalized with m = 1 and k = 5", OLD, nothing_for_m_1),
    Finding("Figure 8a", "the larger m, the larger generalized locations", OLD, trend("average_size", by="m")),
    Finding(
        "Figures 8c, 9b, 9c",
        "more trajectories: more intact, smaller and nearer generalized locations",
        OLD,
        more_trajectories,
    ),
    Finding(
        "Figure 10a",
        "NGRAMS keeps less than 1 % of the subtrajectories of up to 4 visits and none longer",
        OLD,
        few_grams,
    ),
    Finding("Figure 11a", "ARE grows with k (m = 3)", OLD, trend("are", by="k", m=3), note=CROWDED),
    Finding(
        "Figure 11a",
        "ARE is at least 4.45 times lower than that of NGRAMS (up to 7.3; m = 3)",
        OLD,
        than_ngrams("are", bound=4.45, m=3),
        note=CROWDED,
    ),
    Finding(
        "Figure 11a", "ARE is lower than that of NGRAMS at every k (m = 3)", OLD, than_ngrams("are", m=3), note=CROWDED
    ),
    Finding("Figure 11b", "ARE grows with m", OLD, trend("are", by="m")),
    Finding(
        "Figure 11b",
        "ARE is at least 6.3 times lower than that of NGRAMS (up to 11.9)",
        OLD,
        than_ngrams("are", by="m", bound=6.3),
    ),
    Finding("Figures 11c, 11d", "ARE is lower than that of NGRAMS at every k", GOW, than_ngrams("are")),
    Finding("Figures 11c, 11d", "ARE is lower than that of NGRAMS at every k", DAY, than_ngrams("are")),
    Finding(
        "Figure 12a",
        "at least 48 % more frequent patterns are kept than by NGRAMS, at every k",
        OLD,
        than_ngrams("patterns_kept_percent", bound=1.48, larger=True),
    ),
    Finding(
        "Figure 12a",
        "the larger k, the fewer frequent patterns are kept",
        OLD,
        trend("patterns_kept_percent", by="k", falls=True),
    ),
    Finding(
        "Figure 12b",
        "at least 48 % more frequent patterns are kept than by NGRAMS, at every k",
        GOW,
        than_ngrams("patterns_kept_percent", bound=1.48, larger=True),
    ),
    Finding(
        "Figure 12b",
        "at least 48 % more frequent patterns are kept than by NGRAMS, at every k",
        DAY,
        than_ngrams("patterns_kept_percent", bound=1.48, larger=True),
    ),
    Finding(
        "Figure 12c",
        "fewer patterns are invented than by NGRAMS, at every k",
        OLD,
        than_ngrams("patterns_invented_percent"),
    ),
    Finding(
        "Figure 12d",
        "fewer patterns are invented than by NGRAMS, at every k",
        DAY,
        than_ngrams("patterns_invented_percent"),
    ),
    Finding(
        "Figure 13a",
        "at least 20 % more frequent patterns are kept than by NGRAMS, at every m",
        OLD,
        than_ngrams("patterns_kept_percent", by="m", bound=1.2, larger=True),
    ),
    Finding(
        "Figure 13b",
        "the share of invented patterns is lower than that of NGRAMS, at every m",
        OLD,
        than_ngrams("patterns_invented_percent", by="m"),
    ),
    Finding("Figure 14a", "KL divergence of locations grows with m", OLD, trend("kl_locations_nats", by="m")),
    Finding(
        "Figure 14a",
        "KL divergence of locations is lower than that of NGRAMS, at every m",
        OLD,
        than_ngrams("kl_locations_nats", by="m"),
    ),
    Finding(
        "Figure 14c",
        "KL divergence of pairs is at least 1.2 times lower than that of NGRAMS, at every m",
        DAY,
        than_ngrams("kl_pairs_nats", by="m", bound=1.2),
    ),
    Finding(
        "Figure 15a",
        "SD-SeqAnon's distance is slightly larger (read: up to 1.5 times); leaves in rows",
        OLD,
        slightly_farther("rows"),
    ),
    Finding(
        "Figure 15b",
        "SD-SeqAnon's distance is slightly larger (read: up to 1.5 times); leaves in rows",
        GOW,
        slightly_farther("rows"),
    ),
    Finding(
        "Figure 15b",
        "SD-SeqAnon's distance is slightly larger (read: up to 1.5 times); leaves in rows",
        DAY,
        slightly_farther("rows"),
    ),
    Finding(
        "Figure 15",
        "SD-SeqAnon's distance is slightly larger (read: up to 1.5 times); leaves shuffled",
        OLD,
        slightly_farther("shuffled"),
    ),
    Finding(
        "Figure 15",
        "SD-SeqAnon's distance is slightly larger (read: up to 1.5 times); leaves shuffled",
        GOW,
        slightly_farther("shuffled"),
    ),
    Finding("Figure 16", "SD-SeqAnon's penalty is lower at every k; leaves in rows", OLD, penalty(1.0, "rows")),
    Finding("Figure 16", "SD-SeqAnon's penalty is lower at every k; leaves in rows", GOW, penalty(1.0, "rows")),
    Finding("Figure 16", "SD-SeqAnon's penalty is lower at every k; leaves in rows", DAY, penalty(1.0, "rows")),
    Finding(
        "Figure 16a",
        "SD-SeqAnon's penalty is at least 2.5 times lower (up to 4.6); leaves in rows",
        OLD,
        penalty(2.5, "rows"),
    ),
    Finding("Figure 16a", "the same; leaves shuffled", OLD, penalty(2.5, "shuffled")),
    Finding(
        "Figure 16b",
        "SD-SeqAnon's penalty is at least 2.5 times lower (up to 4.6); leaves in rows",
        GOW,
        penalty(2.5, "rows"),
    ),
    Finding("Figure 16b", "the same; leaves shuffled", GOW, penalty(2.5, "shuffled")),
    Finding(
        "Figure 16b",
        "SD-SeqAnon's penalty is at least 2.5 times lower (up to 4.6); leaves in rows",
        DAY,
        penalty(2.5, "rows"),
    ),
    Finding("Figure 16b", "the same; leaves shuffled", DAY, penalty(2.5, "shuffled")),
    Finding("Figure 17", "with k = 50, size, distance and penalty of both algorithms grow with m", DAY, all_three),
    Finding(
        "Figure 19a",
        "U-SeqAnon's generalized locations are smaller than SeqAnon's; leaves in rows",
        OLD,
        constrained("average_size", larger=False, leaves="rows"),
    ),
    Finding(
        "Figure 19a", "the same; leaves shuffled", OLD, constrained("average_size", larger=False, leaves="shuffled")
    ),
    Finding("Figure 19a", "they are smallest with U3; leaves in rows", OLD, smallest_with_u3("rows")),
    Finding(
        "Figure 19b",
        "U-SeqAnon's distance is larger than SeqAnon's; leaves in rows",
        OLD,
        constrained("average_distance_percent", larger=True, leaves="rows"),
    ),
    Finding(
        "Figure 19b",
        "the same; leaves shuffled",
        OLD,
        constrained("average_distance_percent", larger=True, leaves="shuffled"),
    ),
    Finding("Figure 20a", "SeqAnon takes longer with larger k", OLD, trend("seconds", by="k")),
    Finding(
        "Figure 20a",
        "SeqAnon is at least 6.5 times faster than SeqAnon_F (up to 10.85), at every k",
        OLD,
        factor("seconds", over="seqanon-f", under="seqanon", bound=6.5),
        note="with m = 2 the apriori principle adds one pass over single places, where little is to be merged: see Figure 7b; see Figure 20b for larger m",
    ),
    Finding("Figure 20a", "the same by the letter of the pseudocode (engine `reference`), k = 5", OLD, by_the_letter),
    Finding("Figure 20b", "SeqAnon scales better with m than SeqAnon_F", OLD, better_with_m),
    Finding("Figure 20c", "SeqAnon takes longer with more trajectories", OLD, trend("seconds", by="count")),
    Finding("Figure 21a", "SeqAnon takes longer with larger m", DAY, trend("seconds", by="m")),
    Finding("Section 5.2", "SeqAnon_F is slower and scales worse on Gowalla, too", DAY, better_with_m),
    Finding("Section 5.2", "SeqAnon takes longer than NGRAMS, at every k", OLD, than_ngrams("seconds", larger=True)),
    Finding("Figure 22a", "SD-SeqAnon takes about as long as SeqAnon (read: 0.5 to 2 times)", OLD, similar_time),
    Finding("Figure 22b", "constraints cost some time (read: 1 to 10 times)", DAY, overhead),
)
"""In the order of the paper."""
