"""Simulated people among real places, with the truth beside every row. Nobody in it exists.

:func:`simulate` (in memory), :func:`batches` (streamed) and :func:`write` (a folder) make GPS fixes, check-ins or
posts; :func:`bundled` is the sample of ``baquara demo`` and :func:`expected` the answers to the paper queries on it.
"""

from baquara.simulate.emit import Device
from baquara.simulate.engine import Kind, Options, Simulated, batches, simulate
from baquara.simulate.expected import Expected
from baquara.simulate.places import RIO, Event, Place, Places, load_places, rio_turtle
from baquara.simulate.sample import Sample, bundled, expected, write_sample
from baquara.simulate.write import HONEST, Format, Written, write

__all__ = [
    "HONEST",
    "RIO",
    "Device",
    "Event",
    "Expected",
    "Format",
    "Kind",
    "Options",
    "Place",
    "Places",
    "Sample",
    "Simulated",
    "Written",
    "batches",
    "bundled",
    "expected",
    "load_places",
    "rio_turtle",
    "simulate",
    "write",
    "write_sample",
]
