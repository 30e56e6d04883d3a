"""What the API answers where the game being played decides: the view of a match, and its report."""

from companion.table.report import Report
from companion.wartime.views import WarTimeView
from web.endpoint import OneOf

VIEWS = OneOf((WarTimeView,))
REPORTS = OneOf((Report,))
