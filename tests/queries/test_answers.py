"""Every library query on the small world of world.ttl, with the rows that its plan of stops and moves implies."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from pyoxigraph import Store

from queries import all_queries, bind, get

Run = Callable[..., list[tuple[Any, ...]]]

EX = "https://example.org/"
AREA = "-43.24,-22.92,-43.21,-22.89"  # around the market and the stadium

ANSWERS = [
    # zoe's seven minutes at the grill overlap both others there, but for less than ten minutes
    ("co-location", {}, [("grill", "ana", "rui", "12 12:30", "12 13:10")]),
    ("co-location", {"min_minutes": "40"}, [("grill", "ana", "rui", "12 12:30", "12 13:10")]),
    ("co-location", {"min_minutes": "41"}, []),
    (
        "co-location",
        {"min_minutes": "5"},
        [
            ("grill", "ana", "rui", "12 12:30", "12 13:10"),
            ("grill", "ana", "zoe", "12 13:05", "12 13:10"),
            ("grill", "rui", "zoe", "12 13:05", "12 13:12"),
        ],
    ),
    ("co-location", {"day": "2014-06-13"}, []),
    ("co-location", {"place": EX + "hotel"}, []),
    (
        "classes-by-object-class",
        {},
        [
            ("bq:Brazilian", "lgdo:Amenity", 5, 1),
            ("bq:Brazilian", "lgdo:House", 3, 1),
            ("bq:Brazilian", "lgdo:Marketplace", 3, 1),
            ("bq:Brazilian", "lgdo:University", 2, 1),
            ("bq:Brazilian", "lgdo:City", 1, 1),
            ("bq:Brazilian", "lgdo:Pub", 1, 1),
            ("bq:Brazilian", "lgdo:Restaurant", 1, 1),
            ("bq:European", "lgdo:Amenity", 4, 1),
            ("bq:European", "lgdo:Hotel", 2, 1),
            ("bq:European", "lgdo:Marketplace", 1, 1),
            ("bq:European", "lgdo:Restaurant", 1, 1),
        ],
    ),
    ("classes-by-object-class", {"min_objects": "2"}, []),
    (
        "daily-summary",
        {},
        [
            ("ana", "2014-06-12", 4, 3, 20.5, 3, 1.5, 17.6),
            ("ana", "2014-06-13", 3, 3, 12.5, 2, 1, 15),
            ("rui", "2014-06-12", 4, 2, 7, 2, 3.5, 15),
            ("rui", "2014-06-14", 1, 1, 1, 0, 0, 0),
            ("zoe", "2014-06-12", 2, 1, 4.12, 1, 0.33, 1.5),
            ("zoe", "2014-06-13", 2, 0, 4.33, 0, 0, 0),
        ],
    ),
    ("daily-summary", {"object": EX + "rui", "day": "2014-06-14"}, [("rui", "2014-06-14", 1, 1, 1, 0, 0, 0)]),
    (
        "datasets",
        {},
        [("gps", 2, 4, 17, "12 00:00", "13 13:30"), ("posts", 1, 2, 7, "12 09:00", "14 11:00")],
    ),
    # 200 m and 0.8 are still good; 201 m and 0.79 are not
    (
        "doubtful-links",
        {},
        [("rui2-1", "bq:visits", "market", 201, 0.9), ("ana1-3", "bq:mentions", "stadium", None, 0.79)],
    ),
    # the pub is an amenity inside an amenity; finer stops at the market lie, at any depth, inside a stop at the market
    (
        "dwell-by-class",
        {},
        [
            ("lgdo:House", 3, 1, 21.5),
            ("lgdo:University", 2, 1, 9.5),
            ("lgdo:Amenity", 7, 3, 8.62),
            ("lgdo:Hotel", 2, 1, 4.5),
            ("lgdo:Restaurant", 3, 3, 2.12),
            ("lgdo:Marketplace", 2, 2, 2),
            ("lgdo:Pub", 1, 1, 0.42),
            ("lgdo:City", 1, 1, 0.33),
        ],
    ),
    ("dwell-by-class", {"min_minutes": "420"}, [("lgdo:House", 2, 1, 15)]),
    ("dwell-in-area", {"area": AREA}, [("rui", 2, 2.5, "12 16:30", "14 11:00"), ("ana", 1, 1, "13 12:30", "13 13:30")]),
    (
        "dwell-in-area",
        {"area": AREA, "from": "2014-06-12T18:01:00-03:00", "until": "2014-06-14T09:59:00-03:00"},
        [("ana", 1, 1, "13 12:30", "13 13:30")],
    ),
    (
        "first-last-stop",
        {},
        [
            ("ana", "2014-06-12", "ana1-1", "flat", "12 00:00", "ana1-7", "flat", "12 22:00"),
            ("ana", "2014-06-13", "ana2-1", "flat", "13 00:00", "ana2-5", "market", "13 13:30"),
            ("rui", "2014-06-12", "rui1-1", "hotel", "12 09:00", "rui1-6", "hotel", "12 20:00"),
            ("rui", "2014-06-14", "rui2-1", "market", "14 10:00", "rui2-1", "market", "14 11:00"),
            ("zoe", "2014-06-12", "zoe1-1", None, "12 01:00", "zoe1-3", "grill", "12 13:12"),
            ("zoe", "2014-06-13", "zoe2-1", None, "13 02:00", "zoe2-2", None, "13 08:20"),
        ],
    ),
    (
        "first-last-stop",
        {"object": EX + "ana", "day": "2014-06-13"},
        [("ana", "2014-06-13", "ana2-1", "flat", "13 00:00", "ana2-5", "market", "13 13:30")],
    ),
    # two stops without a move between them, a stop without a place in between, and trips inside one area
    (
        "flows",
        {},
        [
            ("copa", "Copacabana", "centro", "Centre", 3, 2),
            ("centro", "Centre", "centro", "Centre", 1, 1),
            ("centro", "Centre", "copa", "Copacabana", 1, 1),
            ("centro", "Centre", "cristovao", None, 1, 1),
        ],
    ),
    ("flows", {"min_trips": "2", "lang": "pt"}, [("copa", None, "centro", "Centro", 3, 2)]),
    ("flows", {"area_class": "lgdo:City"}, [("rio", "Rio", "rio", "Rio", 6, 2)]),
    (
        "hierarchy",
        {"segment": EX + "ana2-5"},
        [
            ("ana2-5", "bq:Stop", 1, 5, "13 12:30", "13 13:30", 60, "market"),
            ("ana2-5-1", "bq:Stop", 2, 1, "13 12:35", "13 13:00", 25, "pub"),
            ("ana2-5-1-1", "bq:Stop", 3, 1, "13 12:40", "13 12:50", 10, "market"),
            ("ana2-5-2", "bq:Stop", 2, 2, "13 13:05", "13 13:25", 20, "market"),
            ("ana2-5-2", "bq:Stop", 2, 2, "13 13:05", "13 13:25", 20, "rio"),
        ],
    ),
    (
        "hierarchy",
        {"segment": EX + "rui2"},
        [
            ("rui2", "bq:Trail", 0, 2, "14 10:00", "14 11:00", 60, None),
            ("rui2-1", "bq:Stop", 1, 1, "14 10:00", "14 11:00", 60, "market"),
        ],
    ),
    # rui sleeps where nobody records; zoe's two nights lie in one cell of the grid
    ("home-candidates", {}, [("ana", "flat", None, 2, 13.5), ("zoe", None, "POINT(-43.10014 -22.95095)", 2, 8)]),
    ("home-candidates", {"min_nights": "3"}, []),
    ("home-candidates", {"at_hour": "21", "min_nights": "1"}, [("ana", "flat", None, 1, 8)]),
    ("work-candidates", {}, [("ana", "office", None, 2, 9.5)]),
    # Saturday at the market does not count
    ("work-candidates", {"min_days": "1"}, [("ana", "office", None, 2, 9.5), ("rui", "hotel", None, 1, 3)]),
    # at six ana and zoe are still where they sleep
    ("work-candidates", {"at_hour": "6", "min_days": "1"}, []),
    ("work-candidates", {"at_hour": "6", "night_hour": "23", "min_days": "2"}, [("ana", "flat", None, 2, 13.5)]),
    (
        "longest-stops",
        {},
        [
            ("ana1-7", "ana", "flat", "12 14:00", 480),
            ("ana1-1", "ana", "flat", "12 00:00", 420),
            ("ana2-1", "ana", "flat", "13 00:00", 390),
            ("ana2-3", "ana", "office", "13 07:00", 300),
            ("ana1-3", "ana", "office", "12 07:30", 270),
            ("zoe1-1", "zoe", None, "12 01:00", 240),
            ("zoe2-1", "zoe", None, "13 02:00", 240),
        ],
    ),
    ("longest-stops", {"object": EX + "rui", "min_minutes": "90.5"}, [("rui1-1", "rui", "hotel", "12 09:00", 180)]),
    ("mentions", {}, [("stadium", "Stadium", 2, 2), ("final", "Final", 1, 1)]),
    ("mentions", {"resource_class": "bq:Event", "lang": "pt"}, [("final", None, 1, 1)]),
    (
        "most-visited-places",
        {},
        [
            ("grill", "Grill", 3, 3, 2.12),
            ("flat", None, 3, 1, 21.5),
            ("market", "Market", 2, 2, 2),
            ("hotel", "Sea Hotel", 2, 1, 4.5),
            ("office", "Office", 2, 1, 9.5),
            ("pub", "Pub", 1, 1, 0.42),
            ("rio", "Rio", 1, 1, 0.33),
        ],
    ),
    (
        "most-visited-places",
        {"place_class": "lgdo:Amenity", "min_objects": "2", "lang": "pt"},
        [("grill", "Churrascaria", 3, 3, 2.12), ("market", "Feira", 2, 2, 2)],
    ),
    (
        "moving-objects",
        {},
        [
            ("ana", "ana", "bq:Brazilian", 2, "12 00:00", "13 13:30", 2),
            ("rui", "rui", "bq:European", 2, "12 09:00", "14 11:00", 2),
            ("zoe", "zoe", None, 2, "12 01:00", "13 08:20", 2),
        ],
    ),
    ("moving-objects", {"min_trails": "3"}, []),
    (
        "moving-objects",
        {"min_trails": "2"},
        [
            ("ana", "ana", "bq:Brazilian", 2, "12 00:00", "13 13:30", 2),
            ("rui", "rui", "bq:European", 2, "12 09:00", "14 11:00", 2),
            ("zoe", "zoe", None, 2, "12 01:00", "13 08:20", 2),
        ],
    ),
    ("place-sequence", {}, [("rui", "rui1-1", "hotel", "12 12:00", "rui1-2", "grill", "12 12:30")]),
    ("place-sequence", {"first_class": "lgdo:Restaurant", "then_class": "lgdo:Hotel", "within_hours": "4"}, []),
    (
        "place-sequence",
        {"first_class": "lgdo:Restaurant", "then_class": "lgdo:Hotel", "within_hours": "5"},
        [("rui", "rui1-2", "grill", "12 13:30", "rui1-6", "hotel", "12 18:30")],
    ),
    ("repeat-visitors", {}, [("flat", "ana", 2, "12 00:00", "13 00:00"), ("office", "ana", 2, "12 07:30", "13 07:00")]),
    ("repeat-visitors", {"place": EX + "hotel"}, []),
    ("repeat-visitors", {"place": EX + "hotel", "min_days": "1"}, [("hotel", "rui", 1, "12 09:00", "12 18:30")]),
    ("round-trips", {}, [("ana1", "ana", "flat", 2), ("rui1", "rui", "hotel", 2)]),
    ("round-trips", {"min_between": "3"}, []),
    # the finer stops in the market are of level 2, and the hour at the grill is shorter than asked for
    (
        "segments-on-map",
        {"object": EX + "rui", "min_minutes": "61"},
        [
            ("rui1-1", "rui", "12 09:00", 180, "hotel", "POINT(-43.18 -22.97)"),
            ("rui1-4", "rui", "12 16:30", 90, None, "POINT(-43.2302 -22.912)"),
            ("rui1-6", "rui", "12 18:30", 90, "hotel", "POINT(-43.18 -22.97)"),
        ],
    ),
    (
        "segments-on-map",
        {"object": EX + "rui", "kind": "bq:Move"},
        [
            ("rui1-3", "rui", "12 13:30", 180, None, "LINESTRING(-43.171 -22.9, -43.2302 -22.912)"),
            ("rui1-5", "rui", "12 18:00", 30, None, "LINESTRING(-43.2302 -22.912, -43.18 -22.97)"),
        ],
    ),
    (
        "segments-on-map",
        {"object": EX + "rui", "kind": "bq:Trail", "level": "0", "min_minutes": "60"},
        [
            (
                "rui1",
                "rui",
                "12 09:00",
                660,
                "rio",
                "LINESTRING(-43.18 -22.97, -43.171 -22.9, -43.2302 -22.912, -43.18 -22.97)",
            ),
            ("rui2", "rui", "14 10:00", 60, "rio", "POINT(-43.22 -22.9)"),
        ],
    ),
    ("silences", {}, [("rui", "rui1", "rui2", "12 20:00", "14 10:00")]),
    ("silences", {"min_hours": "39"}, []),
    ("silences", {"min_hours": "2", "object": EX + "ana"}, [("ana", "ana1", "ana2", "12 22:00", "13 00:00")]),
    (
        "stop-lengths",
        {"width_minutes": "120"},
        [(0, 120, 8, 3), (120, 240, 1, 1), (240, 360, 4, 2), (360, 480, 2, 1), (480, 600, 1, 1)],
    ),
    ("stop-lengths", {"place_class": "lgdo:Hotel"}, [(90, 120, 1, 1), (180, 210, 1, 1)]),
    # the concert begins a minute after rui has left, and the hotel is too far away
    (
        "stops-during-event",
        {},
        [
            ("final", "stadium", "rui1-4", "rui", "12 16:30", "12 18:00", 20),
            ("show", "stadium", "rui1-4", "rui", "12 16:30", "12 18:00", 20),
            ("warmup", "stadium", "rui1-4", "rui", "12 16:30", "12 18:00", 20),
        ],
    ),
    ("stops-during-event", {"within_m": "20"}, []),
    ("stops-during-event", {"event": EX + "concert"}, []),
    (
        "stops-near-point",
        {"point": "POINT(-43.22 -22.9)", "within_m": "10"},
        [
            ("ana2-5", "ana", "13 12:30", 60, 0, "POINT(-43.22 -22.9)"),
            ("ana2-5-1-1", "ana", "13 12:40", 10, 0, "POINT(-43.22 -22.9)"),
            ("ana2-5-2", "ana", "13 13:05", 20, 0, "POINT(-43.22 -22.9)"),
            ("rui2-1", "rui", "14 10:00", 60, 0, "POINT(-43.22 -22.9)"),
        ],
    ),
    (
        "stops-near-point",
        {"point": "-43.2202,-22.9", "within_m": "20"},
        [("ana2-5-1", "ana", "13 12:35", 25, 0, "POINT(-43.2202 -22.9)")],
    ),
    (
        "stops-without-link",
        {},
        [
            ("zoe1-1", "zoe", "12 01:00", 240, "POINT(-43.1001 -22.9501)"),
            ("zoe2-1", "zoe", "13 02:00", 240, "POINT(-43.1002 -22.9502)"),
            ("rui1-4", "rui", "12 16:30", 90, "POINT(-43.2302 -22.912)"),
        ],
    ),
    # ana writes about the market from her office
    (
        "text-around-place",
        {"place": EX + "market"},
        [("feira", "rui2-1", "rui", "14 10:00", 0), ("what a market", "rui2-1", "rui", "14 10:00", 0)],
    ),
    ("text-around-place", {"place": EX + "hotel"}, []),
    (
        "timeline",
        {"object": EX + "ana", "day": "2014-06-13"},
        [
            ("13 00:00", "13 06:30", "bq:Stop", 390, "flat", None, "ana2-1"),
            ("13 06:30", "13 07:00", "bq:Move", 30, None, None, "ana2-2"),
            ("13 07:00", "13 12:00", "bq:Stop", 300, "office", "Office", "ana2-3"),
            ("13 12:00", "13 12:30", "bq:Move", 30, None, None, "ana2-4"),
            ("13 12:30", "13 13:30", "bq:Stop", 60, "market", "Market", "ana2-5"),
        ],
    ),
    ("trails-per-area", {}, [("rio", "Rio", 5, 3)]),
    ("trails-per-area", {"area_class": "lgdo:Suburb"}, []),
    (
        "trails-through-area",
        {"area": AREA},
        [
            ("rui1", "rui", "12 13:30", "12 18:30", 3),
            ("ana2", "ana", "13 12:00", "13 13:30", 2),
            ("rui2", "rui", "14 10:00", "14 11:00", 1),
        ],
    ),
    (
        "trails-through-area",
        {"area": AREA, "from": "2014-06-12T18:31:00-03:00", "until": "2014-06-14T12:59:00Z"},
        [("ana2", "ana", "13 12:00", "13 13:30", 2)],
    ),
    (
        "trips",
        {"min_length_m": "8000"},
        [
            ("rui1-3", "rui", "grill", None, "12 13:30", 12000, 180, 4),
            ("ana1-2", "ana", "flat", "office", "12 07:00", 9000, 30, 18),
            ("ana2-2", "ana", "flat", "office", "13 06:30", 9000, 30, 18),
            ("ana1-6", "ana", "grill", "flat", "12 13:10", 8000, 50, 9.6),
        ],
    ),
    ("trips", {"min_minutes": "51"}, [("rui1-3", "rui", "grill", None, "12 13:30", 12000, 180, 4)]),
    ("trips", {"object": EX + "zoe"}, [("zoe1-2", "zoe", None, "grill", "12 05:00", 1500, 20, 4.5)]),
    ("unusual-hours", {"min_stops": "7", "max_percent": "15"}, [("ana1-7", "ana", "12 14:00", "flat", 14.3)]),
    ("unusual-hours", {"min_stops": "7", "max_percent": "14"}, []),
    ("unusual-hours", {}, []),
    ("unvisited-places", {}, [("diner", "Diner", "centro")]),
    ("unvisited-places", {"place_class": "lgdo:Hotel"}, []),
    (
        "visits-by-hour",
        {},
        [(0, 2, 1), (7, 2, 1), (9, 1, 1), (10, 1, 1), (12, 5, 2), (13, 2, 2), (14, 1, 1), (18, 1, 1)],
    ),
    ("visits-by-hour", {"place_class": "lgdo:Restaurant"}, [(12, 2, 2), (13, 1, 1)]),
    ("visits-by-weekday", {}, [(4, 8, 3), (5, 6, 1), (6, 1, 1)]),
    ("visits-by-weekday", {"place_class": "lgdo:Marketplace"}, [(5, 3, 1), (6, 1, 1)]),
    ("home-candidates", {"cell_m": "5"}, [("ana", "flat", None, 2, 13.5)]),
    (
        "work-candidates",
        {"at_hour": "8", "min_days": "1", "cell_m": "400"},
        [("ana", "office", None, 2, 9.5), ("zoe", None, "POINT(-43.15098 -22.94826)", 1, 0.33)],
    ),
    ("unvisited-places", {"lang": "pt"}, [("diner", "Lanchonete", "centro")]),
    (
        "timeline",
        {"object": EX + "rui", "day": "2014-06-14", "lang": "pt"},
        [("14 10:00", "14 11:00", "bq:Stop", 60, "market", "Feira", "rui2-1")],
    ),
    (
        "stops-without-link",
        {"min_minutes": "240"},
        [
            ("zoe1-1", "zoe", "12 01:00", 240, "POINT(-43.1001 -22.9501)"),
            ("zoe2-1", "zoe", "13 02:00", 240, "POINT(-43.1002 -22.9502)"),
        ],
    ),
    (
        "doubtful-links",
        {"max_distance_m": "199.9", "min_similarity": "0.79"},
        [("rui2-1", "bq:visits", "market", 201, 0.9), ("ana1-3", "bq:visits", "office", 200, 0.8)],
    ),
    (
        "text-around-place",
        {"place": EX + "pub", "within_m": "21"},
        [("feira", "rui2-1", "rui", "14 10:00", 20), ("what a market", "rui2-1", "rui", "14 10:00", 20)],
    ),
    ("text-around-place", {"place": EX + "pub", "within_m": "20"}, []),
    ("trails-per-area", {"lang": "fr"}, [("rio", None, 5, 3)]),
    # thresholds are inclusive
    (
        "dwell-in-area",
        {"area": AREA, "from": "2014-06-12T18:00:00-03:00", "until": "2014-06-14T10:00:00-03:00"},
        [("rui", 2, 2.5, "12 16:30", "14 11:00"), ("ana", 1, 1, "13 12:30", "13 13:30")],
    ),
    (
        "trails-through-area",
        {"area": AREA, "from": "2014-06-12T18:30:00-03:00", "until": "2014-06-14T13:00:00Z"},
        [
            ("rui1", "rui", "12 18:00", "12 18:30", 1),
            ("ana2", "ana", "13 12:00", "13 13:30", 2),
            ("rui2", "rui", "14 10:00", "14 11:00", 1),
        ],
    ),
    ("round-trips", {"min_between": "2"}, [("ana1", "ana", "flat", 2), ("rui1", "rui", "hotel", 2)]),
    (
        "trips",
        {"min_minutes": "50"},
        [
            ("rui1-3", "rui", "grill", None, "12 13:30", 12000, 180, 4),
            ("ana1-6", "ana", "grill", "flat", "12 13:10", 8000, 50, 9.6),
        ],
    ),
    (
        "unusual-hours",
        {"min_stops": "5", "max_percent": "20"},
        [
            ("ana1-7", "ana", "12 14:00", "flat", 14.3),
            ("rui1-1", "rui", "12 09:00", "hotel", 20),
            ("rui1-2", "rui", "12 12:30", "grill", 20),
            ("rui1-4", "rui", "12 16:30", None, 20),
            ("rui1-6", "rui", "12 18:30", "hotel", 20),
            ("rui2-1", "rui", "14 10:00", "market", 20),
        ],
    ),
    ("unusual-hours", {"min_stops": "8", "max_percent": "100"}, []),
    (
        "home-candidates",
        {"at_hour": "7", "min_nights": "1"},
        [("ana", "flat", None, 1, 7), ("ana", "office", None, 1, 5)],
    ),
    ("work-candidates", {"at_hour": "12"}, [("ana", "office", None, 2, 9.5)]),
    ("work-candidates", {"night_hour": "12", "min_days": "1"}, []),
    ("work-candidates", {"night_hour": "7", "min_days": "1"}, [("rui", "hotel", None, 1, 3)]),
    (
        "text-around-place",
        {"place": EX + "market", "within_m": "0"},
        [("feira", "rui2-1", "rui", "14 10:00", 0), ("what a market", "rui2-1", "rui", "14 10:00", 0)],
    ),
    (
        "stops-near-point",
        {"point": "POINT(-43.2202 -22.9)", "within_m": "0"},
        [("ana2-5-1", "ana", "13 12:35", 25, 0, "POINT(-43.2202 -22.9)")],
    ),
]


@pytest.mark.parametrize(("name", "values", "rows"), ANSWERS, ids=[f"{a[0]}{a[1]}" for a in ANSWERS])
def test_answer(run: Run, name: str, values: dict[str, str], rows: list[tuple[Any, ...]]) -> None:
    assert run(name, **values) == rows


@pytest.mark.parametrize(("name", "values", "rows"), ANSWERS, ids=[f"{a[0]}{a[1]}" for a in ANSWERS])
def test_a_triple_that_stands_in_two_graphs_counts_once(
    ask_twice: Run, name: str, values: dict[str, str], rows: list[tuple[Any, ...]]
) -> None:
    assert ask_twice(name, **values) == rows


# about what lies right under a trail: finer stops and moves change nothing
COARSE = {
    "daily-summary", "datasets", "dwell-in-area", "first-last-stop", "flows", "home-candidates", "moving-objects",
    "round-trips", "silences", "stop-lengths", "stops-during-event", "timeline", "trails-per-area", "trails-through-area",
    "trips", "unusual-hours", "work-candidates",
}  # fmt: skip
# about places of stops: what a move visits changes nothing
STOPS = {query.name for query in all_queries().values() if not query.name.startswith("baquara")} - {"timeline"}

FINER = """PREFIX bq: <https://w3id.org/baquara#> PREFIX geo: <http://www.opengis.net/ont/geosparql#>
INSERT { GRAPH ?g { ?new a ?kind ; bq:father ?s ; bq:level 2 ; bq:ord ?ord ; bq:ofMovingObject ?o ; bq:begin ?b ; bq:end ?e ;
    bq:hasDuration ?d ; bq:length 50000 ; geo:hasGeometry ?geometry ; bq:visits <https://example.org/diner> } }
WHERE { GRAPH ?g { ?s a bq:Stop ; bq:level 1 ; bq:ofMovingObject ?o ; bq:begin ?b ; bq:end ?e ; bq:hasDuration ?d ; geo:hasGeometry ?geometry }
    VALUES (?kind ?ord) { (bq:Stop 1) (bq:Move 2) } BIND(IRI(CONCAT(STR(?s), "/finer-", STR(?ord))) AS ?new) }"""
MOVES = """PREFIX bq: <https://w3id.org/baquara#>
INSERT { GRAPH ?g { ?m bq:visits <https://example.org/market>, <https://example.org/diner>, <https://example.org/hotel> } }
WHERE { GRAPH ?g { ?m a bq:Move } }"""


def changed(world: Store, update: str) -> Store:
    store = Store()
    store.extend(world)
    store.update(update)
    assert len(store) > len(world)
    return store


@pytest.mark.parametrize(("name", "values", "rows"), [answer for answer in ANSWERS if answer[0] in COARSE])
def test_finer_segments_change_nothing(
    world: Store, ask_on: Run, name: str, values: dict[str, str], rows: list[tuple[Any, ...]]
) -> None:
    assert ask_on(changed(world, FINER), name, values) == rows


@pytest.mark.parametrize(("name", "values", "rows"), [answer for answer in ANSWERS if answer[0] in STOPS])
def test_what_a_move_visits_changes_nothing(
    world: Store, ask_on: Run, name: str, values: dict[str, str], rows: list[tuple[Any, ...]]
) -> None:
    assert ask_on(changed(world, MOVES), name, values) == rows


def test_of_three_stops_in_a_row_each_is_followed_by_the_next_only(run_on: Run) -> None:
    head = "@prefix bq: <https://w3id.org/baquara#> . @prefix lgdo: <http://linkedgeodata.org/ontology/> . @prefix : <https://example.org/> ."
    stops = "".join(
        f":p{i} a lgdo:Suburb . :s{i} a bq:Stop ; bq:level 1 ; bq:ofMovingObject :o ; bq:visits :p{i} ; bq:next :s{i + 1} ."
        for i in range(1, 4)
    )
    assert run_on(head + stops, "flows") == [("p1", None, "p2", None, 1, 1), ("p2", None, "p3", None, 1, 1)]


def test_a_stop_that_begins_when_another_ends_follows_it(run_on: Run) -> None:
    text = """@prefix bq: <https://w3id.org/baquara#> . @prefix lgdo: <http://linkedgeodata.org/ontology/> . @prefix : <https://example.org/> .
        @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . :hotel a lgdo:Hotel . :grill a lgdo:Restaurant .
        :s1 a bq:Stop ; bq:ofMovingObject :o ; bq:visits :hotel ; bq:end "2014-06-12T09:00:00-03:00"^^xsd:dateTimeStamp .
        :s2 a bq:Stop ; bq:ofMovingObject :o ; bq:visits :grill ; bq:begin "2014-06-12T12:00:00Z"^^xsd:dateTimeStamp .
        :s3 a bq:Stop ; bq:ofMovingObject :o ; bq:visits :grill ; bq:begin "2014-06-12T11:59:59Z"^^xsd:dateTimeStamp ."""
    ((_, first, _, _, then, _, _),) = run_on(text, "place-sequence")
    assert (first, then) == ("s1", "s2")


def test_a_day_that_begins_and_ends_on_the_way_has_its_stop_first_and_last(run_on: Run) -> None:
    head = "@prefix bq: <https://w3id.org/baquara#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix : <https://example.org/> ."
    parts = "".join(
        f':e{hour} a bq:{kind} ; bq:level 1 ; bq:ofMovingObject :o ; bq:begin "2014-06-12T{hour}:00:00-03:00"^^xsd:dateTimeStamp ; '
        f'bq:end "2014-06-12T{hour + 1}:00:00-03:00"^^xsd:dateTimeStamp .'
        for hour, kind in ((10, "Move"), (11, "Stop"), (12, "Move"))
    )
    expected = [("o", "2014-06-12", "e11", None, "12 11:00", "e11", None, "12 12:00")]
    assert run_on(head + parts, "first-last-stop") == expected


def test_every_library_query_is_asked_and_answers() -> None:
    asked = {name for name, _, rows in ANSWERS if rows}
    assert asked == {name for name in all_queries() if not name.startswith("baquara")}


def test_every_parameter_is_given_above() -> None:
    given = {(name, param) for name, values, _ in ANSWERS for param in values}
    assert given == {(q.name, p.name) for q in all_queries().values() for p in q.params}


@pytest.mark.parametrize("day", range(1, 29))
@pytest.mark.parametrize(
    ("year", "month"), [(2014, 6), (2016, 2), (2000, 2), (1900, 2), (2100, 3), (2023, 1), (2023, 12)]
)
def test_weekday_agrees_with_the_calendar(world: Store, year: int, month: int, day: int) -> None:
    body = get("visits-by-weekday").text
    start, stop = body.index("  BIND(IF(MONTH"), body.index("}\nGROUP BY ?weekday")
    begin = f'"{year}-{month:02}-{day:02}T23:59:59-03:00"^^xsd:dateTime'
    text = f"PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT ?weekday {{ BIND({begin} AS ?begin) {body[start:stop]} }}"
    (row,) = world.query(text)
    assert int(row["weekday"].value) == datetime.date(year, month, day).isoweekday()


def test_a_home_stop_of_three_nights_counts_three() -> None:
    store = Store()
    text = """PREFIX bq: <https://w3id.org/baquara#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> INSERT DATA {
        <urn:s> a bq:Stop ; bq:level 1 ; bq:ofMovingObject <urn:o> ; bq:visits <urn:p> ; bq:hasDuration 3060.0 ;
            bq:begin "2014-06-01T00:00:00-03:00"^^xsd:dateTimeStamp }"""
    store.update(text)
    rows = [[term and term.value for term in row] for row in store.query(bind(get("home-candidates"), {}))]
    assert rows == [["urn:o", "urn:p", None, "3", "51"]]
