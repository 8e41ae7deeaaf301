"""The buttons at the head of a page lead to places that exist, or are not there.

- Edit, issue and repository: at the address and on the branch that `_config.yml` names.
- Binder: at the tag of this version, so that a lesson finds what its teacher saw.
- Download: the page as an executed notebook too, which the theme offers beside Binder alone.
"""

import shutil
from importlib.metadata import version
from pathlib import Path


def use_buttons_that_lead_somewhere(app, config):
    """Show the repository's and Binder's buttons only when there is a repository."""
    options = config.html_theme_options
    if options.get("repository_url"):
        options["use_repository_button"] = True
        options["use_issues_button"] = True
        options["use_edit_page_button"] = True
        options["launch_buttons"] = {
            "binderhub_url": "https://mybinder.org",
            "notebook_interface": "jupyterlab",
        }
    else:
        for key in ("repository_url", "launch_buttons"):
            options.pop(key, None)


def launch_from_a_tag(app):
    """The theme has noted the branch for editing by now; the launch button reads this later."""
    app.config.html_theme_options["repository_branch"] = f"v{version('pe-core')}"


def offer_the_notebook(app, pagename, templatename, context, doctree):
    notebook = Path(app.outdir).parent / "jupyter_execute" / f"{pagename}.ipynb"
    if doctree and notebook.exists():
        target = Path(app.outdir) / "_sources" / f"{pagename}.ipynb"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(notebook, target)
        context["ipynb_source"] = f"{pagename}.ipynb"


def setup(app):
    app.connect("config-inited", use_buttons_that_lead_somewhere, priority=100)
    app.connect("builder-inited", launch_from_a_tag, priority=600)
    app.connect("html-page-context", offer_the_notebook)  # the theme makes its buttons at 501
    return {"parallel_read_safe": True, "parallel_write_safe": True}
