"""What the API answers where the game being played decides: the view of a match, and its report."""

from companion.battleline.match.report import BattleReport
from companion.battleline.match.views import BattleLineView
from companion.wartime.match.views import WarTimeView
from companion.wartime.report.report import Report
from companion.warzone.match.report import WarzoneReport
from companion.warzone.match.views import WarzoneView
from web.http.endpoint import OneOf

VIEWS = OneOf((WarTimeView, WarzoneView, BattleLineView))
REPORTS = OneOf((Report, WarzoneReport, BattleReport))
