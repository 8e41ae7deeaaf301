"""What readers answer in place: exercises, the quiz, and votes on the claims.

Each is HTML made by Python that one script brings to life. On a static page the script finds it; in
a kernel the same HTML is an ipywidget. What a reader answers stays in the browser.
"""

from .base import Form, classic_script, module_script, stylesheet
from .exercise import exercise_form
from .ledger import ledger_form
from .quiz import quiz_form, review_form

__all__ = [
    "Form",
    "classic_script",
    "exercise_form",
    "ledger_form",
    "module_script",
    "quiz_form",
    "review_form",
    "stylesheet",
]
