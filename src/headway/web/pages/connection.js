// The WebSocket connection to a table. It reconnects by itself, and reports its status.
const CHECK_INTERVAL = 5_000;
const ANSWER_TIMEOUT = 12_000;
const FIRST_RETRY = 500;
const LAST_RETRY = 8_000;
const FINAL_ERRORS = ["unknown-table", "damaged-table", "wrong-token"];

export class Connection {
  // `token` of a link, and the browser's own key; without both one watches.
  constructor(table, { token, seatKey }, { onMessage, onStatus }) {
    Object.assign(this, { table, token, seatKey, onMessage, onStatus });
    Object.assign(this, { retryDelay: FIRST_RETRY, isClosed: false, lastId: 0, unansweredSince: null });
    this.listen();
    this.open();
  }

  listen() {
    this.listening = new AbortController();
    const { signal } = this.listening;
    const onVisible = () => document.visibilityState === "visible" && this.reconnect();
    addEventListener("online", () => this.reconnect(), { signal });
    addEventListener("offline", () => this.drop(this.socket), { signal });
    document.addEventListener("visibilitychange", onVisible, { signal });
    addEventListener("pagehide", () => this.socket?.close(), { signal });
    addEventListener("pageshow", (event) => event.persisted && this.reconnect(), { signal });
    this.interval = setInterval(() => this.check(), CHECK_INTERVAL);
  }

  open() {
    if (this.isClosed) return;
    this.onStatus("Connecting…");
    this.unansweredSince = Date.now();
    const protocol = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${protocol}://${location.host}/ws/${this.table}`);
    this.socket = socket;
    const hello = { type: "hello", token: this.token || null, key: this.seatKey || null };
    socket.onopen = () => socket.send(JSON.stringify(hello));
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.drop(socket);
  }

  receive(message) {
    this.unansweredSince = null;
    if (message.type === "welcome") {
      this.retryDelay = FIRST_RETRY;
      this.onStatus("");
    }
    if (message.type === "error" && FINAL_ERRORS.includes(message.error)) this.close();
    this.onMessage(message);
  }

  // Gives the socket up at once: a dead one may take a minute to report that it is closed.
  drop(socket) {
    if (this.isClosed || !socket || socket !== this.socket) return;
    this.socket = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    this.onStatus(navigator.onLine ? "Connection lost. Reconnecting…" : "You are offline. The game waits for you.");
    this.timer = setTimeout(() => this.open(), this.retryDelay * (0.75 + Math.random() / 2));
    this.retryDelay = Math.min(this.retryDelay * 2, LAST_RETRY);
  }

  close() {
    this.isClosed = true;
    this.listening.abort();
    clearInterval(this.interval);
    clearTimeout(this.timer);
    this.onStatus("");
    this.socket?.close();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  reconnect() {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.open();
  }

  // After sleep, or when the server hangs, a dead connection stays open: it is dropped when a ping is not answered.
  // Browsers slow down the timers of hidden pages, so the time counts from the ping and not from the last message.
  check() {
    if (this.unansweredSince && Date.now() - this.unansweredSince > ANSWER_TIMEOUT) this.drop(this.socket);
    else if (!this.unansweredSince && this.send({ type: "ping" })) this.unansweredSince = Date.now();
  }

  // Returns the message's id, which its answer repeats; null if it could not be sent.
  send(message) {
    if (!this.isOpen) return null;
    this.lastId += 1;
    this.socket.send(JSON.stringify({ ...message, id: this.lastId }));
    return this.lastId;
  }
}
