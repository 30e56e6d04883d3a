"""All acts of Warzone, and all that can happen in it, in one place: tests play by them."""

# ruff: noqa: F403
from companion.table.commands import *
from companion.warzone.match.actions import *
from companion.warzone.match.acts import *
from companion.warzone.match.clouds import *
from companion.warzone.match.declarations import *
from companion.warzone.match.fight import *
from companion.warzone.match.forces import *
from companion.warzone.match.initiative import *
from companion.warzone.match.objectives import *
from companion.warzone.match.points import *
from companion.warzone.match.scoring import *
from companion.warzone.match.setup import *
from companion.warzone.match.turns import *
from companion.warzone.match.units import *
