"""The days of the sample's tourists, written out: what each paper query looks for, and near misses of it.

A scene is a list of visits between breakfast at the hotel and the night. Every visit that is to be a stop lasts at
least 35 minutes, every finer one at least 15. Names are those of ``rio.ttl``.
"""

from collections.abc import Callable
from typing import Final

from baquara.simulate.places import expand
from baquara.simulate.plan import Post, Visit

__all__ = ["ARRIVAL", "SCENES", "TOURISTS", "go"]

ARRIVAL: Final = "arrival and dancing"
"""The scene that does not begin with breakfast at the hotel."""
FAIR: Final = "rio:Feira_de_Sao_Cristovao"
_MEAL, _PUB = ("rio:Restaurante_na_Feira_de_Sao_Cristovao", 45), ("rio:Bar_na_Feira_de_Sao_Cristovao", 40)
_GIFTS, _CASH = ("rio:Loja_na_Feira_de_Sao_Cristovao", 15), ("rio:Caixa_na_Feira_de_Sao_Cristovao", 15)
_CORCOVADO: Final = "dbr:Corcovado"


def _h(hour: int, minute: int = 0) -> int:
    return hour * 60 + minute


def _say(text: str, tags: str = "", mentions: str = "", at: int = 50) -> tuple[Post, ...]:
    return (Post(at, text, tags, expand(mentions) if mentions else ""),)


def go(
    name: str,
    minutes: int = 60,
    *,
    after: int = 0,
    inner: tuple[tuple[str, int], ...] = (),
    say: tuple[Post, ...] = (),
) -> Visit:
    """A visit to a place with a prefixed name."""
    return Visit(expand(name), minutes, after, tuple((expand(n), m) for n, m in inner), None, say)


def _christ(minutes: int, *, inner: tuple[tuple[str, int], ...] = ()) -> Visit:
    """Nobody goes up there without saying so (when there is a shop, before they go in)."""
    said = _say("Up on Corcovado at last! 😍 #Corcovado", "Corcovado Rio", _CORCOVADO, at=10 if inner else 50)
    return go(_CORCOVADO, minutes, after=_h(9, 30), inner=inner, say=said)


def _night_out(*inner: tuple[str, int], club_min: int) -> list[Visit]:
    """Beach, fair, dinner, club."""
    return [
        go("rio:Praia_do_Leblon", 100, after=_h(10)),
        go(FAIR, after=_h(14), inner=inner),
        go("rio:Nova_Capela", 75, after=_h(18, 30)),
        go("rio:The_Week_Rio", club_min, after=_h(20, 45)),
    ]


_MATCH = _say("Colombia - Uruguay, what a match ⚽ #WorldCup", "WorldCup Maracana", "rio:Colombia_v_Uruguay_2014")
_CUP = _say("Watching the World Cup with everybody ⚽", "WorldCup", "dbr:2014_FIFA_World_Cup")

SCENES: Final[dict[str, Callable[[], list[Visit]]]] = {
    "christ then fair": lambda: [
        _christ(80),
        go(FAIR, after=_h(13), inner=(_MEAL, _GIFTS)),
        go("dbr:Theatro_Municipal_(Rio_de_Janeiro)", 90, after=_h(18)),
    ],
    "fair then christ": lambda: [go(FAIR, after=_h(10), inner=(_MEAL,)), _christ(70), go("rio:Cafe_Lamas", 60)],
    "christ then fair without a meal": lambda: [_christ(75), go(FAIR, after=_h(12), inner=(_PUB, _CASH))],
    "sugarloaf then fair": lambda: [
        go(
            "dbr:Sugarloaf_Mountain",
            90,
            after=_h(9),
            say=_say("Corcovado looks so small from here", "view Rio", _CORCOVADO),
        ),
        go(FAIR, after=_h(13), inner=(_MEAL, _PUB)),
    ],
    "forest with shop": lambda: [
        go("dbr:Tijuca_National_Park", after=_h(9, 30), inner=(("rio:Loja_no_Parque_da_Tijuca", 25),)),
        go("dbr:Rio_de_Janeiro_Botanical_Garden", 80, say=_say("So many palm trees 🌴", "JardimBotanico")),
        go("rio:Braseiro_da_Gavea", 70, after=_h(19)),
    ],
    "forest without shop": lambda: [
        go("dbr:Tijuca_National_Park", 100, after=_h(9, 30)),
        go("rio:Shopping_Leblon", 80),
        go("rio:Jobi", 70, after=_h(19)),
    ],
    "christ with shop": lambda: [
        _christ(60, inner=(("rio:Loja_no_Corcovado", 30),)),
        go("dbr:Catete_Palace", 70),
        go("rio:Cafe_Lamas", 80, after=_h(19)),
    ],
    "mountains with shop": lambda: [
        go("dbr:Serra_dos_Órgãos_National_Park", after=_h(10, 30), inner=(("rio:Loja_na_Serra_dos_Orgaos", 25),)),
        go("dbr:Teresópolis", 60),
    ],
    "night out": lambda: _night_out(_PUB, club_min=150),
    "night out, early to bed": lambda: _night_out(_PUB, club_min=80),
    "night out without a pub": lambda: _night_out(_MEAL, _CASH, club_min=140),
    "night out in Humaitá": lambda: [
        go("dbr:Parque_Lage", 60),
        go("rio:Cobal_do_Humaita", after=_h(13), inner=(("rio:Bar_na_Cobal_do_Humaita", 45),)),
        go("rio:Aprazivel", 80, after=_h(18)),
        go("rio:Casa_da_Matriz", 130, after=_h(20, 50)),
    ],
    "night in Niterói": lambda: [
        go("rio:Praia_de_Icarai", 80, after=_h(10)),
        go("rio:Mercado_Sao_Pedro", after=_h(13), inner=(("rio:Bar_no_Mercado_Sao_Pedro", 40),)),
        go("dbr:Niterói_Contemporary_Art_Museum", 70),
        go("rio:Boate_em_Sao_Francisco", 135, after=_h(20, 50)),
    ],
    ARRIVAL: lambda: [
        go("dbr:Rio_de_Janeiro–Galeão_International_Airport", 45),
        go(FAIR, after=_h(11), inner=(_PUB,)),
        go("rio:Windsor_Guanabara", 120),
        go("rio:Nova_Capela", 70, after=_h(19)),
        go("rio:The_Week_Rio", 130, after=_h(21)),
    ],
    "football": lambda: [
        go(
            "rio:Praia_do_Arpoador",
            110,
            after=_h(9, 30),
            say=_say("Morning swim ☀️ #ArpoadorBeach", "ArpoadorBeach Rio"),
        ),
        go("rio:Braseiro_da_Gavea", 75, after=_h(12, 30)),
        go("dbr:Maracanã_Stadium", 150, after=_h(16), say=_MATCH),
    ],
    "football in a bar": lambda: [
        go("rio:Praia_da_Barra", 120, after=_h(10), say=_say("Praia da Barra = best Beach of Rio", "Barra")),
        go("rio:Academia_da_Cachaca", 130, after=_h(15), say=_CUP),
    ],
    "a beach in small letters": lambda: [
        go("rio:Praia_do_Flamengo", 90, after=_h(10), say=_say("a day at the beach", "beach Flamengo")),
        go("rio:Lapa_Irish_Pub", 120, after=_h(15), say=_CUP),
    ],
    "the wrong event": lambda: [
        go("rio:Praia_do_Recreio", 120, after=_h(10), say=_say("Surfing! #RecreioBeach", "RecreioBeach")),
        go(
            "rio:Nuth", 125, after=_h(21), say=_say("Last year we came for Rock in Rio", "RockInRio", "dbr:Rock_in_Rio")
        ),
    ],
    "Petrópolis": lambda: [go("dbr:Imperial_Museum_of_Brazil", 90, after=_h(10)), go("rio:Palacio_Quitandinha", 60)],
    "old town": lambda: [
        go("dbr:Confeitaria_Colombo", 60, after=_h(9, 30)),
        go("rio:Mosteiro_de_Sao_Bento", 40),
        go("dbr:Escadaria_Selarón", 45),
        go("dbr:Museum_of_Modern_Art,_Rio_de_Janeiro", 90),
    ],
    "south zone": lambda: [
        go("rio:Forte_de_Copacabana", 70, after=_h(10)),
        go("rio:Rio_Sul", 80),
        go("rio:Bar_Urca", 90, after=_h(17), say=_say("From here you see Corcovado 😍", "sunset", _CORCOVADO)),
    ],
    "departure": lambda: [
        go("rio:Saara", 60, after=_h(10)),
        go(
            "dbr:Rio_de_Janeiro–Galeão_International_Airport",
            120,
            after=_h(14),
            say=_say("Bye bye Rio, bye bye Corcovado", "airport", _CORCOVADO),
        ),
    ],
}
"""What each day may be, by name."""

TOURISTS: Final[tuple[tuple[str, str, tuple[str, str, str, str]], ...]] = (
    ("European", "rio:Windsor_Atlantica", ("christ then fair", "football", "forest with shop", "departure")),
    ("European", "rio:Sofitel_Copacabana", ("forest without shop", "night out", "christ then fair", "old town")),
    ("European", "rio:Hotel_Santa_Teresa", ("christ with shop", "football in a bar", "night out", "south zone")),
    ("European", "rio:Rio_Othon_Palace", ("old town", "fair then christ", "mountains with shop", "departure")),
    ("European", "rio:H_Niteroi", ("night in Niterói", "sugarloaf then fair", "a beach in small letters", "old town")),
    ("European", "rio:Hotel_Novo_Mundo", ("south zone", "forest with shop", "night out without a pub", "Petrópolis")),
    ("European", "rio:Fasano_Rio", ("the wrong event", "christ then fair without a meal", "night out", "departure")),
    ("European", "rio:Sheraton_Rio", ("old town", "football", "forest without shop", "night out in Humaitá")),
    ("Tourist", "dbr:Copacabana_Palace", ("christ then fair", "night out", "football in a bar", "departure")),
    ("Tourist", "rio:Caesar_Park_Ipanema", ("forest with shop", "football", "night out, early to bed", "south zone")),
    ("Tourist", "rio:Windsor_Barra", ("old town", "night in Niterói", "christ then fair", "Petrópolis")),
    ("Tourist", "rio:Windsor_Guanabara", (ARRIVAL, "football", "sugarloaf then fair", "christ with shop")),
    (
        "Tourist",
        "rio:JW_Marriott_Rio",
        ("fair then christ", "night out in Humaitá", "a beach in small letters", "old town"),
    ),
    ("Tourist", "rio:H_Niteroi", ("night in Niterói", "night out", "mountains with shop", "football in a bar")),
    ("Brazilian", "rio:Hotel_Novo_Mundo", ("christ then fair", "the wrong event", "night out", "forest with shop")),
    (
        "Brazilian",
        "rio:Windsor_Barra",
        ("football in a bar", "football", "christ then fair without a meal", "departure"),
    ),
)
"""Class of the moving object, hotel, and a scene for each of the four days."""
