// The same work as the peer's load script, on our server: each client answers at once with a random legal step; a finished
// table is left and a new one opened over new sockets. node load.js PORT TABLES SECONDS prints one line of JSON.
const { WebSocket } = require("ws");

const [port, tables, seconds] = process.argv.slice(2).map(Number);
let moves = 0, done = 0, latencies = [], stopped = false, errors = 0;

function match() {
  if (stopped) return;
  const sockets = [];
  let over = false;
  const sit = (table, first, welcomed) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${table}`, { perMessageDeflate: false });
    let began = 0, waiting = -1;
    socket.on("open", () => socket.send(JSON.stringify(first)));
    socket.on("error", () => { errors++; });
    socket.on("message", (data) => {
      const message = JSON.parse(data);
      if (message.type === "error") errors++;
      if (message.made) welcomed(message.made);
      if (!message.now) return;
      if (waiting >= 0 && message.now.ply > waiting) { latencies.push(performance.now() - began); moves++; waiting = -1; }
      if (message.now.result) {
        if (!over) { over = true; done++; setImmediate(() => { sockets.forEach((each) => each.close()); match(); }); }
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

for (let i = 0; i < tables; i++) match();
setTimeout(() => {
  moves = 0; latencies = []; done = 0; errors = 0;
  const began = performance.now();
  setTimeout(() => {
    stopped = true;
    const took = (performance.now() - began) / 1000;
    latencies.sort((a, b) => a - b);
    const at = (share) => latencies[Math.floor(latencies.length * share)] ?? null;
    console.log(JSON.stringify({ moves: moves / took, games: done / took, p50: at(0.5), p99: at(0.99), errors }));
    process.exit(0);
  }, seconds * 1000);
}, 2000);
