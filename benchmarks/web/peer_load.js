// Load for boardgame.io: node peer_load.js PORT TABLES SECONDS prints one line of JSON.
const { io } = require("socket.io-client");
const { count, run, Stopwatch } = require("./measure.js");

const [port, tables, seconds] = process.argv.slice(2).map(Number);
let tablesMade = 0;

function play() {
  if (count.isStopped) return;
  const id = `table${tablesMade++}`;
  const sockets = [];
  let isOver = false;

  function end() {
    if (isOver) return;
    isOver = true;
    count.games++;
    setImmediate(() => {
      for (const socket of sockets) socket.disconnect();
      play();
    });
  }

  function sit(seat) {
    const socket = io(`http://localhost:${port}/cross-over`, { transports: ["websocket"], forceNew: true });
    const stopwatch = new Stopwatch();
    const onState = (state) => {
      stopwatch.stop(state._stateID);
      if (state.ctx.gameover) end();
      else if (state.ctx.currentPlayer === String(seat) && !stopwatch.isRunning) {
        const legal = legalSteps(state.G.places, seat);
        const step = legal[Math.floor(Math.random() * legal.length)];
        const payload = { type: "step", args: [step], playerID: String(seat), credentials: null };
        stopwatch.start(state._stateID);
        socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, id, String(seat));
      }
    };
    socket.on("connect", () => socket.emit("sync", id, String(seat), undefined, 2));
    socket.on("sync", (_, info) => onState(info.state));
    socket.on("update", (_, state) => onState(state));
    sockets.push(socket);
  }

  sit(0);
  sit(1);
}

function legalSteps(places, seat) {
  return [1, 2, 3].filter((step) => (seat === 0 ? places[0] + step : places[1] - step) !== places[1 - seat]);
}

run(tables, seconds, play);
