"""The five queries of the papers: a small graph that answers each (papers/*.ttl), and a near miss for every condition."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., list[tuple[Any, ...]]]

HERE = Path(__file__).parent / "papers"

RIGHT = {
    "baquara-1": [("t",)],
    "baquara-2": [("t",)],
    "baquara2-1": [("t",)],
    "baquara2-2": [(25,)],
    "baquara2-3": [("Rio", 1)],
}

NEAR_MISSES = {
    "baquara-1": [
        ("a bq:SemanticTrajectory", "a bq:Move"),
        ("bq:hasEpisode ex:e", "bq:hasEpisode ex:other"),
        ("bq:hasAnnotation ex:a", "bq:hasAnnotation ex:other"),
        ("bq:hasValue ex:corcovado", "bq:hasValue ex:rio"),
        ("a dbo:Mountain", "a lgdo:Nightclub"),
        ('"Corcovado"@pt', '"Corcovado"@en'),
        ("a dbo:City", "a dbo:Country"),
        ('"Rio de Janeiro"@pt', '"Rio de Janeiro"'),
        ("POINT(-43.16 -22.95)", "POINT(-43.11 -22.95)"),  # 10.26 km from the mountain
        ("POINT(-43.2 -22.91)", "POINT(-43.01 -22.91)"),  # a Rio 21 km away
        ('geo:hasGeometry [ geo:asWKT "POINT(-43.16', 'geo:defaultGeometry [ geo:asWKT "POINT(-43.16'),
    ],
    "baquara-2": [
        ("a bq:SemanticTrajectory", "a bq:Move"),
        ("ex:s1, ex:s2, ex:s3", "ex:s2, ex:s3"),
        ("ex:s1, ex:s2, ex:s3", "ex:s1, ex:s3"),
        ("ex:s1, ex:s2, ex:s3", "ex:s1, ex:s2"),
        ("ex:s1 a bq:Stop", "ex:s1 a bq:Move"),
        ("ex:s2 a bq:Stop", "ex:s2 a bq:Move"),
        ("ex:s3 a bq:Stop", "ex:s3 a bq:Move"),
        ("bq:occursIn ex:cafe", "bq:mentions ex:cafe"),
        ("a lgdo:Amenity", "a lgdo:Beach"),
        ("a dbo:SportsEvent", "a <http://dbpedia.org/resource/SportsEvent>"),
        ('"On the Beach again"', '"On the beach again"'),
        ('"On the Beach again"', "ex:Copacabana_Beach"),
    ],
    "baquara2-1": [
        ("a bq:Trail", "a bq:Trajectory"),
        ("ex:sc bq:father ex:t ; a bq:Stop", "ex:sc bq:father ex:t ; a bq:Move"),
        ("ex:sm bq:father ex:t ; a bq:Stop", "ex:sm bq:father ex:t ; a bq:Move"),
        ("ex:sr bq:father ex:sm ; a bq:Stop", "ex:sr bq:father ex:sm ; a bq:Move"),
        ("ex:sc bq:father ex:t ", "ex:sc bq:father ex:other "),
        ("ex:sm bq:father ex:t ", "ex:sm bq:father ex:other "),
        ("bq:father ex:sm", "bq:father ex:sc"),
        ("bq:ord 1 ; bq:visits ex:corcovado", "bq:ord 5 ; bq:visits ex:corcovado"),
        ("bq:ord 1 ; bq:visits ex:corcovado", "bq:ord 3 ; bq:visits ex:corcovado"),
        ("bq:visits ex:corcovado", "bq:mentions ex:corcovado"),
        ("a schema:Mountain", "a dbo:City"),
        ('"Corcovado"', '"Sugarloaf"'),
        ("dbp:location ex:rio", "dbp:location ex:petropolis"),
        ("a dbo:City", "a dbo:Country"),
        ('"Rio de Janeiro"', '"Rio Grande"'),
        ("a lgdo:Marketplace", "a lgdo:Shop"),
        ("a lgdo:Restaurant", "a lgdo:Pub"),
    ],
    "baquara2-3": [
        ("a bq:Trail", "a bq:Trajectory"),
        ("bq:visits ex:rio", "bq:mentions ex:rio"),
        ("a lgdo:City", "a lgdo:Town"),
        ("a lgdo:Hotel", "a lgdo:Hostel"),
        ("a lgdo:Marketplace", "a lgdo:Shop"),
        ("a lgdo:Pub", "a lgdo:Bar"),
        ("a lgdo:Nightclub", "a lgdo:Bar"),
        ("120.0", "119.9"),
        ("bq:ord 1 ; bq:visits ex:hotel", "bq:ord 4 ; bq:visits ex:hotel"),
        ("bq:ord 5", "bq:ord 2"),
        ("bq:father ex:sm", "bq:father ex:sh"),
        ("ex:sh bq:father ex:t ", "ex:sh bq:father ex:other "),
        ("ex:sn bq:father ex:t ; a bq:Stop", "ex:sn bq:father ex:t ; a bq:Move"),
        ("ex:sm bq:father ex:t ; a bq:Stop", "ex:sm bq:father ex:t ; a bq:Move"),
        ("ex:sh bq:father ex:t ; a bq:Stop", "ex:sh bq:father ex:t ; a bq:Move"),
        ("ex:sp bq:father ex:sm ; a bq:Stop", "ex:sp bq:father ex:sm ; a bq:Move"),
        ("ex:sm bq:father ex:t ", "ex:sm bq:father ex:other "),
        ("ex:sn bq:father ex:t ", "ex:sn bq:father ex:other "),
    ],
}

PERCENTAGES = [
    ("ex:t1 a bq:Trail", "ex:t1 a bq:Trajectory", 0),
    ("ex:t1 a bq:Trail ; bq:isOfMOclass bq:European", "ex:t1 a bq:Trail ; bq:isOfMOclass bq:Asian", 0),
    ("ex:t4 a bq:Trail ; bq:isOfMOclass bq:European", "ex:t4 a bq:Trail ; bq:isOfMOclass bq:Asian", 33.333),
    ("ex:t4 a bq:Trail ; bq:isOfMOclass bq:European ; bq:visits ex:brazil", "ex:t4 a bq:Trail", 33.333),
    ("a lgdo:NatureReserve", "a lgdo:Park", 0),
    ("a lgdo:TouristShop", "a lgdo:Shop", 0),
    ("bq:father ex:sr", "bq:father ex:park", 0),
    ("ex:sr bq:father ex:t1 ; a bq:Stop", "ex:sr bq:father ex:t1 ; a bq:Move", 0),
    ("ex:hs bq:father ex:sr ; a bq:Stop", "ex:hs bq:father ex:sr ; a bq:Move", 0),
    ("ex:sr bq:father ex:t1", "ex:sr bq:father ex:t2, ex:t1", 50),
    ('"Brazil"', '"Chile"', None),
]


def graph(name: str, old: str = "", new: str = "") -> str:
    text = (HERE / f"{name}.ttl").read_text(encoding="utf-8")
    assert old in text, "the near miss changes nothing"
    return text.replace(old, new, 1) if old else text


@pytest.mark.parametrize("name", RIGHT)
def test_the_graph_answers(run_on: Run, name: str) -> None:
    assert run_on(graph(name), name) == RIGHT[name]


@pytest.mark.parametrize(("name", "old", "new"), [(n, *miss) for n, misses in NEAR_MISSES.items() for miss in misses])
def test_a_near_miss_does_not(run_on: Run, name: str, old: str, new: str) -> None:
    assert run_on(graph(name, old, new), name) == []


@pytest.mark.parametrize(("old", "new", "percentage"), PERCENTAGES)
def test_percentage(run_on: Run, old: str, new: str, percentage: float | None) -> None:
    ((value,),) = run_on(graph("baquara2-2", old, new), "baquara2-2")
    assert value == (None if percentage is None else pytest.approx(percentage, abs=0.001))


def test_two_cities_of_one_name_are_two_rows(run_on: Run) -> None:
    more = 'ex:rio2 a lgdo:City ; rdfs:label "Rio" . ex:t bq:visits ex:rio2 .'
    assert run_on(graph("baquara2-3") + more, "baquara2-3") == [("Rio", 1), ("Rio", 1)]


def test_cities_with_most_trails_come_first(run_on: Run) -> None:
    text = graph("baquara2-3")
    more = (
        'ex:buzios a lgdo:City ; rdfs:label "Búzios" . ex:t bq:visits ex:buzios . ex:t9 a bq:Trail ; bq:visits ex:rio .'
    )
    again = text[text.index("ex:sh bq") :].replace("ex:t ", "ex:t9 ").replace("ex:s", "ex:again-s")
    assert run_on(text + more + again, "baquara2-3") == [("Rio", 2), ("Búzios", 1)]


@pytest.mark.parametrize("name", ["baquara-1", "baquara-2", "baquara2-1"])
def test_a_trail_that_answers_in_two_ways_is_one_row(run_on: Run, name: str) -> None:
    text = graph(name)
    again = text.replace("ex:e ", "ex:e2 ").replace("ex:e.", "ex:e2.").replace("ex:s", "ex:again-s")
    assert run_on(text + again, name) == [("t",)]


def test_a_trail_with_two_such_reserves_counts_once(run_on: Run) -> None:
    text = graph("baquara2-2")
    again = (
        text[text.index("ex:sr bq") : text.index("ex:park a")].replace("ex:sr", "ex:sr2")
        + "ex:hs2 bq:father ex:sr2 ; a bq:Stop ; bq:visits ex:shop ."
    )
    assert run_on(text + again, "baquara2-2") == [(25,)]
