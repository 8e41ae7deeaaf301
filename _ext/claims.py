"""Let any page link to a claim: ``[A10](#claim-a10)`` leads to its row in the fact check."""

from pe_core.claims import CLAIMS

PAGE = "chapters/fact_check"


def name_the_rows(app, env):
    """The rows are made by code, so Sphinx learns of them here."""
    labels = env.get_domain("std").anonlabels
    for claim in CLAIMS:
        key = f"claim-{claim.id.lower()}"
        labels[key] = (PAGE, key)
        env.get_domain("std").labels[key] = (PAGE, key, claim.id)


def setup(app):
    app.connect("env-updated", lambda app, env: name_the_rows(app, env))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
