"""Random games of tic-tac-toe in OpenSpiel from Python: prints plies a second. Run in the peers' environment."""

import random
import time

import pyspiel

game = pyspiel.load_game("tic_tac_toe")
rng = random.Random(1)
began, plies = time.perf_counter(), 0
while time.perf_counter() - began < 3:
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
print(f"openspiel {plies / (time.perf_counter() - began):.0f}")
