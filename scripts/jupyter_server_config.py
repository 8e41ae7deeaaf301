"""What Jupyter saves of a live figure: its picture, and not its widget.

A widget lives with its kernel. A notebook that is opened again has another kernel or none, and
JupyterLab writes "Error displaying widget: model not found" or "Loading widget..." where a widget
was, though the output holds a picture too. So the file gets the picture alone, and every program
that shows notebooks can show it; running the cell brings the figure back to life. What stands in
the open notebook stays alive. Other widgets, which have no picture, are saved as ever.

scripts/lab_settings.py copies this file into the environment, where Jupyter's server reads it.
"""

WIDGET = "application/vnd.jupyter.widget-view+json"
MARKS = ('class="pe-figure', 'class="pe-form')


def keep_pictures(model, **kwargs):
    """Take the widgets that have a picture out of a notebook that is about to be written."""
    if model["type"] != "notebook" or not model.get("content"):
        return
    for cell in model["content"].get("cells", []):
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if any(mark in "".join(data.get("text/html", "")) for mark in MARKS):
                data.pop(WIDGET, None)


c = get_config()  # noqa: F821
c.ContentsManager.pre_save_hook = keep_pictures
