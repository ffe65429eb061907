// The connection to a table. It comes back by itself, and says what it is doing.
const MOST_SILENCE = 12_000;

export class Line {
  constructor(table, token, { heard, status }) {
    Object.assign(this, { table, token, heard, status, waits: 500, ended: false, number: 0 });
    addEventListener("online", () => this.again());
    addEventListener("offline", () => this.lost(this.socket));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again());
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.again());
    setInterval(() => this.check(), 5_000);
    this.open();
  }

  open() {
    if (this.ended) return;
    this.status("Connecting…");
    this.asked = Date.now();  // something that is still to be answered
    const socket = this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${this.table}`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token || null }));
    socket.onmessage = (event) => {
      this.asked = null;
      const message = JSON.parse(event.data);
      if (message.type === "welcome") { this.waits = 500; this.status(""); }
      if (message.type === "error" && ["unknown-table", "wrong-token"].includes(message.error)) this.end();
      this.heard(message);
    };
    socket.onclose = () => this.lost(socket);
  }

  // A dead connection takes a minute to say that it is closed; nobody waits for that.
  lost(socket) {
    if (this.ended || !socket || socket !== this.socket) return;
    this.socket = socket.onmessage = socket.onclose = null;
    socket.close();
    this.status(navigator.onLine ? "The connection is lost. Trying again…" : "You are offline. The game waits for you.");
    this.timer = setTimeout(() => this.open(), this.waits * (0.75 + Math.random() / 2));
    this.waits = Math.min(this.waits * 2, 8000);
  }

  end() {
    this.ended = true;
    this.status("");
    this.socket?.close();
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  again() {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.open();
  }

  // A machine that slept, or a server that hangs, keeps a dead connection open: what does not answer is lost. The timers of
  // a hidden page may ring once a minute: only a question that was asked counts.
  check() {
    if (this.asked && Date.now() - this.asked > MOST_SILENCE) this.lost(this.socket);
    else if (!this.asked && this.say({ type: "ping" })) this.asked = Date.now();
  }

  say(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify({ ...message, id: ++this.number }));
    return true;
  }
}
