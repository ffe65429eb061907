// The connection to a table. It comes back by itself, and says what it is doing.
export class Line {
  constructor(table, token, { heard, status }) {
    Object.assign(this, { table, token, heard, status, waits: 500, ended: false, number: 0 });
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again());
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.again());
    setInterval(() => this.check(), 10_000);
    this.open();
  }

  open() {
    if (this.ended) return;
    this.status("Connecting…");
    const socket = this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${this.table}`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token || null }));
    socket.onmessage = (event) => {
      this.last = Date.now();
      const message = JSON.parse(event.data);
      if (message.type === "welcome") { this.waits = 500; this.status(""); }
      if (message.type === "error" && ["unknown-table", "wrong-token"].includes(message.error)) this.end();
      this.heard(message);
    };
    socket.onclose = () => {
      if (this.ended || socket !== this.socket) return;
      this.status(navigator.onLine ? "The connection is lost. Trying again…" : "You are offline. The game waits for you.");
      this.timer = setTimeout(() => this.open(), this.waits * (0.75 + Math.random() / 2));
      this.waits = Math.min(this.waits * 2, 8000);
    };
  }

  end() {
    this.ended = true;
    this.status("");
    this.socket?.close();
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  again() {
    if (this.isOpen || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.open();
  }

  // A sleeping machine keeps a dead connection open: what does not answer is closed.
  check() {
    if (!this.isOpen) return;
    if (Date.now() - (this.last || 0) > 25_000) this.socket.close();
    else this.say({ type: "ping" });
  }

  say(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify({ ...message, id: ++this.number }));
    return true;
  }
}
