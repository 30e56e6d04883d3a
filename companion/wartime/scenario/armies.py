"""The two armies, as the Battle Book names them."""

from companion.table.sides import Side

ARMIES = {Side.GOLD: "Valyance", Side.RED: "Firebrand"}
