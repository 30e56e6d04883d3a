"""What the API answers where the game being played decides: the view of a match, and its report."""

from companion.battleline.battle.report import BattleReport
from companion.battleline.battle.views import BattleLineView
from companion.table.report import Report
from companion.wartime.views import WarTimeView
from companion.warzone.tracker.report import WarzoneReport
from companion.warzone.tracker.views import WarzoneView
from web.endpoint import OneOf

VIEWS = OneOf((WarTimeView, WarzoneView, BattleLineView))
REPORTS = OneOf((Report, WarzoneReport, BattleReport))
