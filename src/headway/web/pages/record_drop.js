// Records that are dropped on the page or chosen as a file: their games open on the analysis board, finished ones with
// their review.
import { postFile } from "./api.js";
import { h } from "./dom.js";
import { countOfMoves } from "./move_label.js";
import { openGame } from "./recorded_game.js";

const LARGEST = 262_144; // bytes, as the server allows

export class RecordDrop {
  // `hasField` if a file can be chosen as well; `onTry` is called when a record is tried.
  constructor({ hasField = true, onTry = () => {} } = {}) {
    this.onTry = onTry;
    this.file = h("input", { type: "file", accept: ".jsonl,.json,.txt", id: "record-file" });
    this.file.addEventListener("change", () => this.file.files[0] && this.read(this.file.files[0]));
    this.error = h("p", { class: "trouble", role: "alert" });
    this.games = h("ul", {});
    const label = h("label", { for: "record-file" }, "Open a record (.jsonl): choose a file, or drop it on this page");
    this.element = h("div", { class: "record-drop" }, hasField ? [label, this.file] : [], this.error, this.games);
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener("dragover", (event) => this.onDrag(event, true), { signal });
    document.addEventListener("dragleave", (event) => this.onDrag(event, false), { signal });
    document.addEventListener("drop", (event) => this.onDrop(event), { signal });
  }

  // Another page is shown in place of the one with this element.
  close() {
    this.listening.abort();
  }

  onDrag(event, isOver) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", isOver);
  }

  onDrop(event) {
    const [file] = event.dataTransfer?.files || [];
    document.body.classList.remove("dropping");
    if (!file) return;
    event.preventDefault();
    this.read(file);
  }

  async read(file) {
    this.onTry();
    this.error.textContent = "";
    this.games.replaceChildren();
    try {
      if (file.size > LARGEST) throw new Error("The file is too large for a record of a game.");
      const { games, damage } = await postFile("/api/records", file);
      this.error.textContent = damage ?? "";
      if (games.length === 1) openGame(games[0]);
      else this.offer(games);
    } catch (error) {
      this.error.textContent = error.message;
    }
  }

  // A match has several games, of which one is chosen.
  offer(games) {
    const items = games.map((game, index) => {
      const told = `${game.title}, game ${index + 1}: ${countOfMoves(game.moves)}. ${game.status}`;
      return h("li", {}, h("button", { type: "button", onclick: () => openGame(game) }, told));
    });
    this.games.replaceChildren(...items);
  }
}
