"""A player for Headway in a few lines: it answers each question with the last legal move.

    headway play cross-over --p2 "engine:python examples/bot.py"

The protocol is described in docs/engines.md.
"""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    if question.get("ask") == "move":
        print(json.dumps({"move": question["legal"][-1]}), flush=True)
