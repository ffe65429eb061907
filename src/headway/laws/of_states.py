"""The laws that are tried on every state."""

import json
from collections.abc import Callable
from typing import NamedTuple

from headway.contract import NEUTRAL, State, fields, neutral
from headway.effects import effect
from headway.game import Game
from headway.rulekit import CHANCE, DRAW, OVER, P1, P2, SPECTATOR
from headway.shift import shifts_between
from headway.typed_text import normalised
from headway.voice import Voice

TABLE_WORDS = frozenset({"help", "?", "rules", "board", "hint", "undo", "draw", "resign", "quit", "exit"})
"""What a player can enter at every table; no game may use one of these for a move."""


class Law(NamedTuple):
    """A sentence, and a function that says what is wrong in a state that breaks it."""

    sentence: str
    broken: Callable[[Game, State], str | None]


def _moves_while_running(game: Game, state: State) -> str | None:
    moves, over = game.moves_at(state), game.actor(state) == OVER
    if game.actor(state) not in (P1, P2, CHANCE, OVER):
        return f"actor is {game.actor(state)}"
    if over and moves:
        return f"the game is over and {game.token(moves[0])} is legal"
    return None if over or moves else "the game runs and no move is legal"


def _winner_when_over(game: Game, state: State) -> str | None:
    if game.actor(state) != OVER or game.winner(state) in (P1, P2):
        return None
    if game.winner(state) != DRAW:
        return f"winner is {game.winner(state)}"
    if not game.code.may_have_draws:
        return "the game is drawn, and no function of the rules names DRAW"
    return None if game.has_draws else "the game is drawn, and it was taken for one without draws"


def _tokens_read_back(game: Game, state: State) -> str | None:
    for move in game.moves_at(state):
        token = game.token(move)
        if normalised(token) in TABLE_WORDS or "," in token:
            return f'the token "{token}" means something else at the table'
        if game.parse(state, token) != move:
            return f'"{token}" is read as another move'
    return None


def _chance_and_secrets_are_known(game: Game, state: State) -> str | None:
    if game.actor(state) == CHANCE and not game.code.may_have_chance:
        return "chance acts, and no function of the rules names CHANCE"
    if game.actor(state) == CHANCE and not game.has_chance:
        return "chance acts, and the game was taken for one without chance"
    if game.actor(state) != OVER and game.secret(state) and not game.has_secrets:
        return "a move is secret, and the game was taken for one without secrets"
    return None


def _weights_positive(game: Game, state: State) -> str | None:
    if game.actor(state) == CHANCE:
        for move in game.moves_at(state):
            weight = game.code.weight(game.rules, state, move)
            if type(weight) is not int or weight < 1:
                return f"the weight of {game.token(move)} is {weight}"
    return None


def _whole_numbers(game: Game, state: State) -> str | None:
    for name, value in fields(state).items():
        for entry in value if type(value) is tuple else (value,):
            if type(entry) is not int:
                return f"{name} holds {entry!r}, which is not a whole number"
    return None


def _within_span(game: Game, state: State) -> str | None:
    least, greatest = game.code.span(game.rules)
    if _shape(least) != _shape(state) or _shape(greatest) != _shape(state):
        return "the span has another shape than the state"
    for name, value, low, high in zip(fields(state), state, least, greatest, strict=True):
        rows = zip(*((part if type(part) is tuple else (part,)) for part in (low, value, high)), strict=True)
        if any(not bottom <= entry <= top for bottom, entry, top in rows):
            return f"{name} is {value}, outside of {low} to {high}"
    return None


def _play_is_pure(game: Game, state: State) -> str | None:
    before, shape = tuple(state), _shape(game.start())
    for move in game.moves_at(state):
        after = game.play_unchecked(state, move)
        if tuple(state) != before or after != game.play_unchecked(state, move):
            return f"{game.token(move)} does not lead to the same state twice"
        if _shape(after) != shape:
            return f"{game.token(move)} leads to a state of another shape: {after}"
    return None


def _shape(state: State) -> list[object]:
    """The kind of a state: its type, and how many numbers each field holds."""
    return [type(state), *(len(value) if type(value) is tuple else None for value in state)]


def _views_are_safe(game: Game, state: State) -> str | None:
    for seat in (P1, P2, SPECTATOR):
        seen = game.view(state, seat)
        if game.view(seen, seat) != seen:
            return f"what seat {seat} sees changes when it is seen again"
        if game.actor(seen) != game.actor(state) or game.moves_at(seen) != game.moves_at(state):
            return f"what seat {seat} sees changes who acts or what they may do"
    return None


def _views_hide_secrets(game: Game, state: State) -> str | None:
    if not game.secret(state):
        return None
    children = [game.play_unchecked(state, move) for move in game.moves_at(state)]
    for seat in (P1, P2, SPECTATOR):
        seen = [game.view(child, seat) for child in children]
        if seat == game.actor(state):
            if seen != children:
                return "the owner of a secret does not see it"
        elif len(set(seen)) > 1:
            return f"seat {seat} sees what was chosen in secret"
    return None


def _hidden_is_no_choice(game: Game, state: State) -> str | None:
    if not game.secret(state):
        return None
    for move in game.moves_at(state):
        child = game.play_unchecked(state, move)
        for seat in (P1, P2, SPECTATOR):
            if seat != game.actor(state) and game.view(child, seat) == child:
                return (
                    f"seat {seat} sees the secret {game.token(move)} as it is: what hides a secret is itself a choice"
                )
    return None


def _effects_are_true(game: Game, state: State) -> str | None:
    before = game.positions(state)
    for move in game.moves_at(state):
        found = effect(game, state, move)
        named = {shift for shift in (found.moved, *found.others) if shift is not None}
        after = game.play_unchecked(state, move)
        ends = [after] if found.is_certain else [game.play_unchecked(after, answer) for answer in game.moves_at(after)]
        reached = [set(shifts_between(before, game.positions(end))) for end in ends]
        # a secret may be guessed, and then no piece moves; of what is not known no piece is named
        is_true = reached == [named] if found.is_certain else not named or all(not m or m == named for m in reached)
        if not is_true:
            return f"{game.token(move)} moves other pieces than its effect names"
    return None


def _tellings_keep_secrets(game: Game, state: State) -> str | None:
    for seat in (P1, P2, SPECTATOR):
        voice, told = Voice(seat), set()
        for move in game.moves_at(state):
            text = game.words.telling(game.rules, state, move, game.play_unchecked(state, move), voice)
            if not isinstance(text, str):
                return f"the telling of {game.token(move)} is {text!r}"
            told.add(text)
        if game.secret(state) and seat != game.actor(state) and len(told) > 1:
            return f"seat {seat} is told what was chosen in secret"
    return None


def _views_hide_nothing_else(game: Game, state: State) -> str | None:
    children = [game.play_unchecked(state, move) for move in game.moves_at(state)]
    kept_secret = game.secret(state)
    for child in children:
        for seat in (P1, P2, SPECTATOR):
            hidden = [at for at, value in enumerate(game.view(child, seat)) if value != child[at]]
            if hidden and not kept_secret:
                return f"seat {seat} does not see all of {tuple(child)}, which holds no secret"
            for at in hidden:
                if len(children) > 1 and len({other[at] for other in children}) == 1:
                    return f"seat {seat} does not see {list(fields(child))[at]}, which the secret does not touch"
    return None


def _pieces_on_track(game: Game, state: State) -> str | None:
    first, last = game.track
    names, positions = game.pieces, game.positions(state)
    if len(names) != len(positions) or len(names) not in (NEUTRAL, NEUTRAL + 1):
        return f"there are {len(positions)} groups of pieces and {len(names)} of names for them"
    for side, places in enumerate(positions):
        whose = "the neutral side" if side == NEUTRAL else f"seat {side}"
        if len(places) != len(names[side]):
            return f"{whose} has {len(places)} pieces and {len(names[side])} names for them"
        if game.actor(state) != OVER and not all(first <= place <= last for place in places):
            return f"a piece of {whose} is off the track: {places}"
    return None


def _winner_on_goal(game: Game, state: State) -> str | None:
    if game.actor(state) != OVER or game.winner(state) == DRAW:
        return None
    winner = game.side(state, game.winner(state))
    if not game.goals[winner]:
        return None
    places = (*game.positions(state)[winner], *neutral(game.positions(state)))
    return None if set(places) & set(game.goals[winner]) else f"seat {winner} has won on {places}, where no goal is"


def _json_round_trip(game: Game, state: State) -> str | None:
    return None if game.undump(json.loads(json.dumps(game.dump(state)))) == state else "the state comes back changed"


def _words_for_everything(game: Game, state: State) -> str | None:
    words, rules = game.words, game.rules
    said = [words.welcome(rules, P1), words.welcome(rules, P2)]
    seen = game.view(state, SPECTATOR)  # both players hear what is said at the table
    if game.actor(state) == OVER:
        said.append(words.closing(rules, state))
        said += [words.ending(rules, state, Voice(viewer)) + "." for viewer in (P1, P2, SPECTATOR)]
    else:
        said += [words.ask(rules, seen), words.again(rules, seen), words.turn(rules, seen) + "."]
        if game.actor(state) != CHANCE:
            said += [words.standing(rules, game.view(state, who), Voice(who)) + "." for who in (P1, P2, SPECTATOR)]
        for move in game.all_moves:
            if game.legal(state, move):
                said.append(words.tell(rules, state, move, game.play_unchecked(state, move)) + ".")
            else:
                said.append(words.refuse(rules, seen, move))
    is_said = all(isinstance(text, str) and text for text in said)
    return None if is_said else "the words of the game are empty for some state, move or refusal"


LAWS = (
    Law("a move is legal exactly while the game runs", _moves_while_running),
    Law("who has won is known when the game is over", _winner_when_over),
    Law("what a player types is read back as the same move", _tokens_read_back),
    Law("where chance acts or a move is secret, the game is known for it", _chance_and_secrets_are_known),
    Law("the odds of chance are positive whole numbers", _weights_positive),
    Law("a state is made of whole numbers", _whole_numbers),
    Law("every number of a state is within the span that the rules declare", _within_span),
    Law("a move changes nothing but the state it leads to, which has the same shape", _play_is_pure),
    Law("a view is stable and changes nothing that may be done", _views_are_safe),
    Law("a secret is hidden from all but its owner", _views_hide_secrets),
    Law("what hides a secret is not itself a choice", _hidden_is_no_choice),
    Law("the effect of a move names the pieces that it moves, and no other moves", _effects_are_true),
    Law("what a game tells of its moves is text that keeps a secret from all but its owner", _tellings_keep_secrets),
    Law("nothing but a secret is hidden", _views_hide_nothing_else),
    Law("every piece has a name and stays on the track while the game runs", _pieces_on_track),
    Law("the winner, or a neutral piece, stands on one of its goals, if the rules name any", _winner_on_goal),
    Law("a state is the same after a round trip through JSON", _json_round_trip),
    Law("there are words for every state, move and refusal", _words_for_everything),
)
