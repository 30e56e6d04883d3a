"""Describes a battle as phones and screens see it."""

import msgspec

from companion.battleline.cards import BOOKS, BookCite, Card, Flag, Formation, Who, troops
from companion.battleline.choices import CHOICES, Tactics
from companion.battleline.claim import Weather, weather
from companion.battleline.match import claims as hands
from companion.battleline.match.checks import behind, room_for_a_troop
from companion.battleline.match.claims import Claims, ProofView, not_now, proofs
from companion.battleline.match.state import NUMBERS, Piece, State
from companion.choices import Chosen, reading
from companion.clock import MS
from companion.table.seats import Seat
from companion.table.state import Stage
from companion.table.view import Reason, TableView


class ClaimView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Says whether a side can claim a flag. `claimable` is what the cards say, `now` whether it is the moment too;
    `why` proves the verdict, or says why this is not the moment. `formation` and `total` are what the side has made,
    with each card `as` what it counts. `needs` are the unseen cards of the best reply, where that stops the claim."""

    claimable: bool
    now: bool
    why: str
    formation: Formation | None = None
    total: int | None = None
    as_: tuple[Card, ...] = msgspec.field(name="as", default=())
    needs: tuple[Card, ...] = ()


class FlagView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a flag, counted from 1.

    By the two sides that it lies between it has `cards`, in the order in which they came, `claims` and `weather`. The
    last two are empty once it is claimed or somebody has won. `environment` are Fog and Mud with the side on which they
    lie. `last` is who played the last card.
    """

    flag: int
    cards: dict[str, tuple[Card, ...]]
    slots: int
    environment: dict[Piece, str]
    holder: str | None
    last: str | None
    claims: dict[str, ClaimView]
    weather: dict[str, Weather] = {}


class BattleSideView(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one side.

    `row` has the flags before it, from its left. `tactics` it has played, and `may_play_tactics` now. `beside` lies
    face up beside the Tactics deck. It can claim the `claimable` flags at this moment; `shown` is what its claim
    button takes. `may_pass` is True where it is next and the cards do not prove that it can play a Troop card.
    `flags` it has claimed, `points` it has scored in the series, with this battle's once it is over.
    """

    row: tuple[int, ...]
    tactics: tuple[Piece, ...]
    may_play_tactics: bool
    beside: tuple[Piece, ...]
    claimable: tuple[int, ...]
    shown: int | None
    flags: int
    points: int
    refused: Reason | None
    may_pass: bool


class BattleLineView(TableView, frozen=True, kw_only=True):
    """Describes the table, and what only Battle Line has.

    `turn` is whose it is, None until somebody plays. `acted` is True once that side has played, so that the next one
    may. `next` is whose card comes next. `sides` are in the order of play. `tied` is True where three players hold
    three flags each. `battle` counts the battles of the series from 1. `seen` are all cards that are face up, `choices`
    the rule choices in force.

    `unseen` are the Troop cards that are not face up, colour by colour, `tactics_unseen` how many Tactics cards.
    `to_draw` is how many cards both decks together have left, the last player's draw already taken. `handed` are the
    proofs that wait for the side across, the latest first. `won` are the flags that won the battle, in order.
    """

    turn: str | None
    acted: bool
    next: str | None
    flags: tuple[FlagView, ...]
    sides: dict[str, BattleSideView]
    seen: tuple[Piece, ...]
    winner: str | None
    victory: str | None
    tied: bool
    battle: int
    choices: tuple[Chosen, ...]
    cite: BookCite
    unseen: tuple[Card, ...] = ()
    tactics_unseen: int = 0
    to_draw: int = 0
    handed: tuple[ProofView, ...] = ()
    won: tuple[int, ...] = ()


def view(state: State, now: int) -> BattleLineView:
    """Returns the view at the monotonic instant `now`."""
    claims, line, left = Claims(state), state.line, hands.unseen_troops(state)
    return BattleLineView(
        server_ms=now // MS,
        game="battleline",
        phase=state.phase,
        paused=state.paused,
        turn=state.turn and state.turn.value,
        acted=state.acted,
        next=state.next and state.next.value,
        flags=tuple(
            _flag(state, claims, left, number, place.flag) for number, place in zip(NUMBERS, line, strict=True)
        ),
        sides={seat.value: _side(state, claims, seat) for seat in state.layout.seats},
        seen=tuple(state.lying),
        winner=state.winner and state.winner.value,
        victory=state.victory and state.victory.value,
        tied=state.tied,
        battle=state.series.battles + 1,
        choices=tuple(reading(choice, state.choices) for choice in CHOICES),
        cite=BookCite(BOOKS[state.choices.edition], "Flags"),
        unseen=tuple(troops(left)),
        tactics_unseen=hands.unseen_tactics(state),
        to_draw=hands.to_draw(state),
        handed=proofs(state),
        won=state.won,
    )


def _flag(state: State, claims: Claims, left: int, number: int, flag: Flag) -> FlagView:
    holder = state.claimed.get(number)
    one, other = state.layout.pair(number)
    last = flag.last and (one if flag.last is Who.MINE else other)
    seen_by = {one.value: flag, other.value: flag.turned()}
    judged = {seat.value: _claim(state, claims, number, seat) for seat in (one, other)}
    return FlagView(
        flag=number,
        cards={one.value: flag.mine, other.value: flag.theirs},
        slots=flag.slots,
        environment={piece: side.value for piece, side in state.environment(number).items()},
        holder=holder and holder.value,
        last=last and last.value,
        claims={side: claim for side, claim in judged.items() if claim is not None},
        weather={side: weather(seen, left) for side, seen in seen_by.items() if judged[side] is not None},
    )


def _claim(state: State, claims: Claims, number: int, side: Seat) -> ClaimView | None:
    verdict = claims.verdict(number, side)
    if verdict is None:
        return None
    late = not_now(state, side)
    stopped = verdict.best_reply.needs if verdict.best_reply and not verdict.claimable else ()
    return ClaimView(
        claimable=verdict.claimable,
        now=verdict.claimable and late is None,
        why=f"{verdict.proof} {late}" if verdict.claimable and late else verdict.proof,
        formation=verdict.mine.formation if verdict.mine else None,
        total=verdict.mine.total if verdict.mine else None,
        as_=verdict.mine.as_ if verdict.mine else (),
        needs=stopped,
    )


def _side(state: State, claims: Claims, side: Seat) -> BattleSideView:
    return BattleSideView(
        row=state.layout.rows[side],
        tactics=state.tactics(side),
        may_play_tactics=state.choices.tactics is Tactics.WITH and not behind(state, side),
        beside=state.beside(side),
        claimable=tuple(claims.now(side)),
        shown=claims.button_flag(side),
        flags=state.held(side),
        points=state.series_after.score(side),
        refused=state.refused(side.value),
        may_pass=state.next is side and state.stage is not Stage.OVER and room_for_a_troop(state, side) is None,
    )
