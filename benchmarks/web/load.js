// The same work as the peer's load script, on our server: each client answers at once with a random legal step; a finished
// table is left and a new one opened over new sockets. node load.js PORT TABLES SECONDS prints one line of JSON.
const { WebSocket } = require("ws");
const http = require("http");

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
let moves = 0, done = 0, latencies = [], stopped = false, errors = 0;

function made() {
  const body = JSON.stringify({ game: "cross-over" });
  const headers = { "content-type": "application/json", "content-length": body.length };
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path: "/api/tables", method: "POST", headers, agent }, (answer) => {
      let text = "";
      answer.on("data", (piece) => { text += piece; });
      answer.on("end", () => (answer.statusCode === 201 ? resolve(JSON.parse(text)) : reject(new Error(text))));
    });
    request.on("error", reject);
    request.end(body);
  });
}

async function match() {
  if (stopped) return;
  let table, tokens;
  try {
    ({ table, tokens } = await made());
  } catch {
    errors++;
    setTimeout(match, 100);
    return;
  }
  const sockets = [];
  let over = false;
  for (const token of tokens) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/${table}`, { perMessageDeflate: false });
    let began = 0, waiting = -1;
    socket.on("open", () => socket.send(JSON.stringify({ type: "hello", token })));
    socket.on("error", () => { errors++; });
    socket.on("message", (data) => {
      const message = JSON.parse(data);
      if (message.type === "error") errors++;
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
  }
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
