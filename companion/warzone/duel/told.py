"""What nobody but the players sees: how two Units stand to each other on the Battlefield."""

import msgspec

from companion.warzone.attacks.asked import Names
from companion.warzone.attacks.obstruction import Obstruction
from companion.warzone.bounds import Friends, Modifier
from companion.warzone.match.counters import Reaction
from companion.warzone.match.units.ids import UnitId


class Told(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The circumstances of an attack, as in Shoot and Strike.

    `friends` engaged with the target beside the attacker: left out, as many as were tracked. `aim`, `brace`: it is
    done before. `contact`: the attacker reaches the target other than by a Charge, as by a Move. `first_aid`: a friend
    of the target with First Aid is within 6". `reaction`: the attack is made as one. `primary`: the target is a
    Secondary Target of the attack that was made at this Unit.
    """

    obstruction: Obstruction = Obstruction.CLEAR
    cover: bool = False
    friends: Friends | None = None
    aim: bool = False
    brace: bool = False
    dive: bool = False
    contact: bool = False
    apart: bool = False
    flying: bool = False
    indirect: bool = False
    sight_blocked: bool = False
    first_aid: bool = False
    modifier: Modifier = 0
    armor_modifier: Modifier = 0
    reaction: Reaction | None = None
    primary: UnitId | None = None
    on: Names = ""
    off: Names = ""
