"""All acts of WarTime, and all that can happen in it, in one place: tests play by them."""

# ruff: noqa: F403
from companion.table.commands import *
from companion.wartime.match.acts import *
from companion.wartime.match.agreement import *
from companion.wartime.match.board import *
from companion.wartime.match.ending import *
from companion.wartime.match.fighting import *
from companion.wartime.match.setup import *
from companion.wartime.match.timers import *
