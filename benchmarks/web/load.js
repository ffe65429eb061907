// The same work as the peer's load script, on our server: each client answers at once with a random legal step; a finished
// table is left and a new one opened over new sockets. node load.js PORT TABLES SECONDS prints one line of JSON.
const { WebSocket } = require("ws");
const { counted, measure } = require("./measure.js");

const [port, tables, seconds] = process.argv.slice(2).map(Number);

function match() {
  if (counted.stopped) return;
  const sockets = [];
  let over = false;
  const sit = (table, first, welcomed) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${table}`, { perMessageDeflate: false });
    let began = 0, waiting = -1;
    socket.on("open", () => socket.send(JSON.stringify(first)));
    socket.on("error", () => { counted.errors++; });
    socket.on("message", (data) => {
      const message = JSON.parse(data);
      if (message.type === "error") counted.errors++;
      if (message.made) welcomed(message.made);
      if (!message.now) return;
      if (waiting >= 0 && message.now.ply > waiting) { counted.latencies.push(performance.now() - began); counted.moves++; waiting = -1; }
      if (message.now.result) {
        if (!over) { over = true; counted.games++; setImmediate(() => { sockets.forEach((each) => each.close()); match(); }); }
        return;
      }
      if (message.legal.length && waiting < 0) {
        waiting = message.now.ply;
        began = performance.now();
        socket.send(JSON.stringify({ type: "play", ply: waiting, move: message.legal[Math.random() * message.legal.length | 0] }));
      }
    });
    sockets.push(socket);
  };
  sit("new", { game: "cross-over" }, (made) => sit(made.table, { type: "hello", token: made.tokens[1] }));
}

measure(tables, seconds, match);
