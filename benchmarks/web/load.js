// Load for Headway: as peer_load.js for boardgame.io, each client answers at once with a random legal move; a finished
// table is left, and a new one opened over new sockets. node load.js PORT TABLES SECONDS prints one line of JSON.
const { WebSocket } = require("ws");
const { count, run, Stopwatch } = require("./measure.js");

const [port, tables, seconds] = process.argv.slice(2).map(Number);

function play() {
  if (count.isStopped) return;
  const sockets = [];
  let isOver = false;

  function end() {
    if (isOver) return;
    isOver = true;
    count.games++;
    setImmediate(() => {
      for (const socket of sockets) socket.close();
      play();
    });
  }

  function sit(table, firstMessage, onCreated) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${table}`, { perMessageDeflate: false });
    const stopwatch = new Stopwatch();
    socket.on("open", () => socket.send(JSON.stringify(firstMessage)));
    socket.on("error", () => {
      count.errors++;
    });
    socket.on("message", (data) => {
      const { type, now, legal, created } = JSON.parse(data);
      if (type === "error") count.errors++;
      if (created) onCreated(created);
      if (!now) return;
      stopwatch.stop(now.ply);
      if (now.result) end();
      else if (legal.length && !stopwatch.isRunning) {
        const move = legal[Math.floor(Math.random() * legal.length)];
        stopwatch.start(now.ply);
        socket.send(JSON.stringify({ type: "play", ply: now.ply, move }));
      }
    });
    sockets.push(socket);
  }

  sit("new", { game: "cross-over" }, (created) => sit(created.table, { type: "hello", token: created.tokens[1] }));
}

run(tables, seconds, play);
