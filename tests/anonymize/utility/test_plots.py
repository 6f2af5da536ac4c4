from pathlib import Path

import pytest

from anonymize.utility import Measures
from anonymize.utility.plots import PANELS, draw, draw_seconds, save
from baquara.errors import BadInput

pytest.importorskip("matplotlib")


def series(**measured: list[float | None]) -> dict[str, list[tuple[float, Measures]]]:
    (name, values), *_ = measured.items()
    head = {"k": 2, "m": 2, "unit": "trajectory", "trajectories": 9, "places": 9, "diameter_m": 1.0}
    return {"SeqAnon": [(k, Measures(**head, **{name: v})) for k, v in zip((2, 5, 100), values, strict=True)]}


def test_every_panel_names_measures() -> None:
    panels = [panel for figure in PANELS.values() for panel in figure]
    assert {panel.measure for panel in panels} <= set(Measures.names())
    assert {panel.error for panel in panels if panel.error} <= set(Measures.names())


def test_the_line_has_the_values_at_even_steps() -> None:
    figure = draw("visits", series(guessed_percent=[90.0, None, 30.0]), parameter="k")
    line = figure.axes[2].get_lines()[0]
    assert line.get_xdata().tolist() == [0, 1, 2]
    assert line.get_ydata()[[0, 2]].tolist() == [90, 30]
    assert [tick.get_text() for tick in figure.axes[2].get_xticklabels()] == ["2", "5", "100"]
    assert figure.axes[2].get_ylim()[1] > 90


def test_a_true_scale_can_be_asked_for() -> None:
    figure = draw("visits", series(guessed_percent=[90.0, 50.0, 30.0]), parameter="k", even=False)
    assert figure.axes[2].get_lines()[0].get_xdata().tolist() == [2, 5, 100]


def test_a_panel_without_values_says_so() -> None:
    figure = draw("visits", series(guessed_percent=[90.0, 50.0, 30.0]), parameter="k")
    assert [text.get_text() for text in figure.axes[0].texts] == ["not measured"]
    assert not figure.axes[2].texts


@pytest.mark.parametrize("name", PANELS)
def test_files_are_written_and_repeat(name: str, tmp_path: Path) -> None:
    first = save(draw(name, series(are=[0.1, 0.2, 0.3]), parameter="k"), tmp_path / "v1.2")
    again = save(draw(name, series(are=[0.1, 0.2, 0.3]), parameter="k"), tmp_path / "again")
    assert [path.name for path in first] == ["v1.2.png", "v1.2.svg"]
    assert [a.read_bytes() == b.read_bytes() for a, b in zip(first, again, strict=True)] == [True, True]


def test_running_times_are_logarithmic(tmp_path: Path) -> None:
    figure = draw_seconds({"SeqAnon": [(2, 0.1), (5, 0.3)], "SeqAnon_F": [(2, 1.0), (5, 10.0)]}, parameter="k")
    assert figure.axes[0].get_yscale() == "log"
    save(figure, tmp_path / "seconds")


def test_an_unknown_figure_is_refused() -> None:
    with pytest.raises(BadInput, match="there are locations, queries"):
        draw("figure 6", {}, parameter="k")
