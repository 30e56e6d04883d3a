"""All acts of Battle Line, and all that can happen in it, in one place: tests play by them."""

# ruff: noqa: F403
from companion.battleline.match.acts import *
from companion.battleline.match.corrections import *
from companion.battleline.match.flags import *
from companion.battleline.match.plays import *
from companion.table.commands import *
