// What both load scripts count, and the line of JSON they print: the first two seconds are for warming up.
const counted = { moves: 0, games: 0, errors: 0, latencies: [], stopped: false };

function measure(tables, seconds, match) {
  for (let i = 0; i < tables; i++) match();
  setTimeout(() => {
    Object.assign(counted, { moves: 0, games: 0, errors: 0, latencies: [] });
    const began = performance.now();
    setTimeout(() => {
      counted.stopped = true;
      const took = (performance.now() - began) / 1000, latencies = counted.latencies.sort((a, b) => a - b);
      const at = (share) => latencies[Math.floor(latencies.length * share)] ?? null;
      console.log(JSON.stringify({ moves: counted.moves / took, games: counted.games / took, p50: at(0.5), p99: at(0.99), errors: counted.errors }));
      process.exit(0);
    }, seconds * 1000);
  }, 2000);
}

module.exports = { counted, measure };
