// What both load scripts count, and the line of JSON that they print. The first two seconds, a warm-up, do not count.
const WARM_UP = 2000;
const ZERO = { moves: 0, games: 0, errors: 0, latencies: [] };
const count = { ...ZERO, isStopped: false };

// The time from a move, made in some state, to the first message with a later state.
class Stopwatch {
  constructor() {
    this.startedIn = -1;
  }

  get isRunning() {
    return this.startedIn >= 0;
  }

  start(state) {
    this.startedIn = state;
    this.began = performance.now();
  }

  stop(state) {
    if (!this.isRunning || state <= this.startedIn) return;
    count.latencies.push(performance.now() - this.began);
    count.moves++;
    this.startedIn = -1;
  }
}

function run(tables, seconds, play) {
  for (let i = 0; i < tables; i++) play();
  setTimeout(() => {
    Object.assign(count, ZERO, { latencies: [] });
    const began = performance.now();
    setTimeout(() => report((performance.now() - began) / 1000), seconds * 1000);
  }, WARM_UP);
}

function report(seconds) {
  count.isStopped = true;
  const latencies = count.latencies.sort((one, other) => one - other);
  const quantile = (share) => latencies[Math.floor(latencies.length * share)] ?? null;
  const rates = { moves: count.moves / seconds, games: count.games / seconds };
  console.log(JSON.stringify({ ...rates, p50: quantile(0.5), p99: quantile(0.99), errors: count.errors }));
  process.exit(0);
}

module.exports = { count, run, Stopwatch };
