// Load for boardgame.io: node peer_load.js PORT TABLES SECONDS prints one line of JSON.
const { io } = require("socket.io-client");
const { counted, measure } = require("./measure.js");

const [port, tables, seconds] = process.argv.slice(2).map(Number);
let made = 0;

function match() {
  if (counted.stopped) return;
  const id = `table${made++}`, sockets = [];
  let over = false;
  for (const seat of [0, 1]) {
    const socket = io(`http://localhost:${port}/cross-over`, { transports: ["websocket"], forceNew: true });
    let began = 0, waiting = -1;
    const told = (state) => {
      if (waiting >= 0 && state._stateID > waiting) { counted.latencies.push(performance.now() - began); counted.moves++; waiting = -1; }
      if (state.ctx.gameover) {
        if (!over) { over = true; counted.games++; setImmediate(() => { sockets.forEach((each) => each.disconnect()); match(); }); }
        return;
      }
      if (state.ctx.currentPlayer === String(seat) && waiting < 0) {
        const { places } = state.G;
        const legal = [1, 2, 3].filter((step) => (seat === 0 ? places[0] + step : places[1] - step) !== places[1 - seat]);
        const payload = { type: "step", args: [legal[Math.random() * legal.length | 0]], playerID: String(seat), credentials: null };
        waiting = state._stateID;
        began = performance.now();
        socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, id, String(seat));
      }
    };
    socket.on("connect", () => socket.emit("sync", id, String(seat), undefined, 2));
    socket.on("sync", (_, info) => told(info.state));
    socket.on("update", (_, state) => told(state));
    sockets.push(socket);
  }
}

measure(tables, seconds, match);
