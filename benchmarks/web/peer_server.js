// boardgame.io with Cross Over, its games in memory.
const { INVALID_MOVE } = require("boardgame.io/core");
const { Server, Origins } = require("boardgame.io/server");

const game = {
  name: "cross-over",
  setup: () => ({ places: [1, 9], won: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    step: ({ G, playerID }, step) => {
      const seat = Number(playerID);
      const place = seat === 0 ? G.places[0] + step : G.places[1] - step;
      if (![1, 2, 3].includes(step) || place === G.places[1 - seat]) return INVALID_MOVE;
      G.places[seat] = place;
      if (place > 9 || place < 1) G.won = seat;
      return undefined;
    },
  },
  endIf: ({ G }) => (G.won === null ? undefined : { winner: G.won }),
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(8123);
