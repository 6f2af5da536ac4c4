"""Take a dataset away whole: its fixes, segments and graphs."""

from baquara.errors import BadInput
from baquara.pipeline.triplify import replace_graphs
from baquara.progress import Progress
from baquara.workspace import Workspace

__all__ = ["drop"]


def drop(workspace: Workspace, dataset: str, *, progress: Progress) -> list[str]:
    """Remove the dataset; returns the graphs that went with it. Lists of rejected rows stay until they are deleted by hand."""
    with workspace.writing() as tx:
        graphs = {iri for iri, graph in tx.state.graphs.items() if graph["dataset"] == dataset}
        if dataset not in tx.state.datasets and not graphs:
            raise BadInput(f"no dataset {dataset!r}; there is: {', '.join(sorted(tx.state.datasets)) or 'none'}")
        tx.state.datasets.pop(dataset, None)
        if graphs:
            replace_graphs(tx, dataset, {}, dropped=graphs, progress=progress)
        else:
            tx.commit()
        return sorted(graphs)
