"""Timing disputes, after the WarTime Rulebook, in our own words: what begins an action, and what follows in a clash."""

import msgspec

RULEBOOK = "WarTime Rulebook"


class Cite(msgspec.Struct, frozen=True):
    """Where a ruling is from: `section` is the heading as the book prints it."""

    book: str
    section: str


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A question as it comes up at the table, the answer to read out, and where the book says so."""

    id: str
    question: str
    answer: str
    cite: Cite


_TIMING = Cite(RULEBOOK, "Timing Disputes")
_ACTIONS = Cite(RULEBOOK, "Actions")
_MOVING = Cite(RULEBOOK, "Movement Restrictions")
_ELIMINATED = Cite(RULEBOOK, "Eliminated Units")

TRIGGERS: tuple[Dispute, ...] = (
    Dispute(
        id="timing-move",
        question="When has a move begun?",
        answer="When its player lifts the unit or slides it out of its hex. Announcing it begins nothing.",
        cite=_TIMING,
    ),
    Dispute(
        id="timing-attack",
        question="When has an attack begun?",
        answer="When its player takes damage tokens off the defender's stack. Pointing and announcing begin nothing.",
        cite=_TIMING,
    ),
    Dispute(
        id="timing-charge",
        question="When has a charge begun?",
        answer="It has two steps, judged one after the other: the move when the charging unit is lifted, the blow when "
        "tokens come off the target.",
        cite=_TIMING,
    ),
    Dispute(
        id="timing-card",
        question="When has a card's action begun?",
        answer="As its nearest kin does: a card that moves goes by the move, one that strikes by the attack, one that "
        "charges by the charge.",
        cite=_TIMING,
    ),
    Dispute(
        id="timing-other-card",
        question="And a card that neither moves nor attacks?",
        answer="At the first touch: damage tokens come off, or someone moves or picks up a unit, a card or a timer.",
        cite=_TIMING,
    ),
)
"""What begins each kind of action."""

CONFLICTS: tuple[Dispute, ...] = (
    Dispute(
        id="timing-first",
        question="Two actions clash. Which one counts?",
        answer="The one that was triggered first. The other waits for it, or never begins at all.",
        cite=_TIMING,
    ),
    Dispute(
        id="timing-escaped",
        question="An attack was announced, but the defender was lifted first.",
        answer="The defender gets away unhurt, and gets a timer for its move. The attack never began: no tokens come "
        "off, and the attacker gets no timer and may act at once.",
        cite=_TIMING,
    ),
    Dispute(
        id="timing-hit",
        question="A move was announced, but damage came off first.",
        answer="The attack stands, and the attacker gets a timer. If the other unit survives, it may move once the "
        "damage is off, and then gets a timer of its own.",
        cite=_TIMING,
    ),
    Dispute(
        id="timing-killed",
        question="The unit that wanted to move was killed before it was lifted.",
        answer="It is gone, and its move never began: its player flips nothing. The attacker gets a timer.",
        cite=_TIMING,
    ),
    Dispute(
        id="timing-charge-escaped",
        question="The target of a charge got away in time.",
        answer="In time means: lifted before its tokens came off, or not adjacent when the charging unit had landed. "
        "Then it takes no damage. Both get a timer: the target for its move, the charging unit because it moved.",
        cite=_TIMING,
    ),
    Dispute(
        id="timing-charge-hit",
        question="The charging unit stands next to its target, and tokens came off first.",
        answer="The charge strikes home. Its unit gets one timer for the whole charge; the target, if it lives, may "
        "move after that.",
        cite=_TIMING,
    ),
    Dispute(
        id="timing-put-back",
        question="A unit was picked up and put back where it was.",
        answer="That was its move. Its player flips a timer for it.",
        cite=_MOVING,
    ),
    Dispute(
        id="timing-next",
        question="May you start your next action while the last one has no timer yet?",
        answer="No. Flip the timer first: each of your actions is finished before another begins.",
        cite=_ACTIONS,
    ),
    Dispute(
        id="timing-timer-of-the-dead",
        question="The unit that was eliminated had a timer running.",
        answer="The timer goes off the board and drains there. Nobody uses it before its sand is through.",
        cite=_ELIMINATED,
    ),
)
"""What follows when two actions meet: who gets a timer, and who does not."""

DISPUTES = TRIGGERS + CONFLICTS
