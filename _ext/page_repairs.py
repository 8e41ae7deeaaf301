"""Small repairs of the theme's pages."""


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


def setup(app):
    app.connect("config-inited", use_buttons_that_lead_somewhere, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
