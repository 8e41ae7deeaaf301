"""Executed pages: fresh when ``pe_core`` changes, and the same from build to build.

Two things that myst_nb leaves open:

- Its cache of executed notebooks looks at the cells alone. Here the cache has one folder for each
  state of ``pe_core`` and the pinned packages: a change there runs every page again.
- An executed notebook holds what differs from run to run: identifiers of cells and widgets. Here
  they are taken out or counted, in the page and in the notebook that the page offers to download.
  A live figure leaves its picture and its state as HTML, which is all that the static page needs.
"""

import hashlib
import os
from pathlib import Path

import myst_nb.sphinx_

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


#: The folder of the whole book, whichever language is built.
ROOT = Path(__file__).resolve().parent.parent


def source_hash(root):
    """One short word for the state of everything a cell's output depends on besides the cell."""
    digest = hashlib.sha256()
    for path in sorted([root / "constraints.txt", *(root / "pe_core").rglob("*")]):
        if path.suffix != ".pyc" and path.is_file():
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def key_cache_on_sources(app, config):
    default = Path(app.outdir).parent / ".jupyter_cache"
    root = Path(config.nb_execution_cache_path or default)
    config.nb_execution_cache_path = str(root / source_hash(ROOT))


def joined_streams(outputs):
    """Put together again what one print wrote, which a busy kernel may send in pieces."""
    joined = []
    for output in outputs:
        last = joined[-1] if joined else {}
        if output.output_type == "stream" and last.get("name") == output.name:
            last["text"] += output.text
        else:
            joined.append(output)
    return joined


def make_repeatable(notebook):
    """Take out of an executed notebook what differs from run to run."""
    notebook.metadata.pop("widgets", None)
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = joined_streams(cell.outputs)
            for output in cell.outputs:
                output.get("data", {}).pop(WIDGET_VIEW, None)


def create_repeatable_client(notebook, *args, **kwargs):
    client = create_client(notebook, *args, **kwargs)
    start = client.start_client

    def start_client():
        start()
        executed = client.notebook
        make_repeatable(executed)
        # A cached result is another object than the notebook that myst_nb then writes for download.
        notebook.cells = executed.cells
        notebook.metadata = executed.metadata

    client.start_client = start_client
    return client


create_client = myst_nb.sphinx_.create_client


def setup(app):
    # The pages multiply small matrices: one thread is faster, and gives the same digits each time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    app.connect("config-inited", key_cache_on_sources, priority=100)
    myst_nb.sphinx_.create_client = create_repeatable_client
    return {"parallel_read_safe": True, "parallel_write_safe": True}
