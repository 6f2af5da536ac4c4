"""What people write: six languages, hash tags, emoji, typos, places far away, and events.

Nothing here is a quotation; every sentence was made up for the simulation.
"""

import unicodedata
from functools import lru_cache
from typing import Final

import numpy as np

from baquara.simulate.people import Person
from baquara.simulate.places import Event, Place, Places
from baquara.simulate.plan import Post

__all__ = ["hash_tag", "typo", "write_post"]

_HERE: Final = {
    "en": (
        "I'm at {place} (@ {container})",
        "What a view from {place} {emoji}",
        "Lovely time at {place}!",
        "{place} {emoji}",
    ),
    "pt": (
        "Cheguei: {place} (@ {container})",
        "Que dia lindo em {place} {emoji}",
        "Partiu {place}",
        "Saudade de {place} já",
    ),
    "es": ("Estoy en {place} ({container})", "Qué bonito es {place} {emoji}", "Por fin en {place}"),
    "fr": ("Me voilà : {place} ({container})", "Quelle vue, {place} {emoji}", "Enfin à {place}"),
    "de": ("Bin gerade hier: {place} ({container})", "So schön in {place} {emoji}", "Endlich {place}"),
    "it": ("Sono qui: {place} ({container})", "Che bello {place} {emoji}", "Finalmente {place}"),
}
_AWAY: Final = {
    "en": ("I can see {far} from here {emoji}", "Tomorrow {far}!", "Still thinking of {far}"),
    "pt": ("Dá pra ver {far} daqui {emoji}", "Amanhã vou pra {far}", "Lembrando de {far}"),
    "es": ("Desde aquí se ve {far} {emoji}", "Mañana {far}"),
    "fr": ("On voit {far} d'ici {emoji}", "Demain : {far}"),
    "de": ("Von hier sieht man {far} {emoji}", "Morgen: {far}"),
    "it": ("Da qui si vede {far} {emoji}", "Domani {far}"),
}
_EVENT: Final = {
    "en": "Ready for {event} {emoji}",
    "pt": "Não vejo a hora: {event} {emoji}",
    "es": "Todo listo para {event} {emoji}",
    "fr": "Vivement {event} {emoji}",
    "de": "Ich freue mich auf {event} {emoji}",
    "it": "Non vedo l'ora: {event} {emoji}",
}
_EMOJI: Final = ("😍", "🌴", "⚽", "🎉", "☀️", "🍻", "")


@lru_cache(maxsize=4096)
def hash_tag(name: str) -> str:
    """A name as people write it after a hash sign.

    >>> hash_tag("Feira de São Cristóvão")
    'FeiraDeSaoCristovao'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = "".join(c if c.isalnum() else " " for c in plain).split()
    return "".join(w[:1].upper() + w[1:] for w in words)


def typo(text: str, rng: np.random.Generator) -> str:
    """The text with two neighbouring letters swapped.

    >>> sorted(typo("beach", np.random.default_rng(0))) == sorted("beach")
    True
    """
    if len(text) < 3:
        return text
    n = 1 + int(rng.integers(len(text) - 2))
    return text[:n] + text[n + 1] + text[n] + text[n + 2 :] if n + 1 < len(text) else text


def _one(rng: np.random.Generator, options: tuple[str, ...]) -> str:
    return options[int(rng.integers(len(options)))]


def _name(place: Place | Event, language: str) -> str:
    return place.name_pt if language in ("pt", "es") else place.name


def _named(place: Place, places: Places) -> Place:
    """The place, or its container when it has no name of its own ("A gym in Copacabana")."""
    return places[place.container] if place.container and place.name.startswith("A ") else place


def _subject(here: Place, who: Person, places: Places, rng: np.random.Generator) -> tuple[str, Place | Event]:
    """The sentence and what it is about: mostly the place, sometimes a far one, sometimes an event."""
    roll = rng.uniform()
    if roll < 0.70:
        return _one(rng, _HERE[who.language]), _named(here, places)
    if roll < 0.88:
        everywhere = tuple(places)
        return _one(rng, _AWAY[who.language]), _named(everywhere[int(rng.integers(len(everywhere)))], places)
    events = tuple(places.events.values())
    return _EVENT[who.language], events[int(rng.integers(len(events)))]


def write_post(at: int, here: Place, who: Person, places: Places, rng: np.random.Generator) -> Post:
    """A post of a person from a place. ``mentions`` is the IRI it is about when that is not where they are."""
    sentence, about = _subject(here, who, places, rng)
    name = _name(about, who.language)
    container = places[here.container].name if here.container else here.name
    text = sentence.format(place=name, far=name, event=name, container=container, emoji=_one(rng, _EMOJI)).strip()
    if rng.uniform() < 0.15:
        text = typo(text, rng)
    tag = hash_tag(name)
    tags = f"{tag} Rio" if rng.uniform() < 0.5 else tag if rng.uniform() < 0.5 else ""
    if tags and rng.uniform() < 0.5:
        text += f" #{tag}"
    return Post(at, text, tags, "" if about is here else about.iri)
