// The dialog that sets up a table: the computer's level, who begins, the match and the rules, with a preview.
import { post } from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { nameInput, savedName, saveName } from "./name_form.js";
import { saveSeat } from "./storage.js";
import { changedRules, choice, labelled, leavePreset, presetField, ruleFields } from "./table_form.js";

const PREVIEW_DELAY = 200; // milliseconds
const NOT_KNOWN = "Who wins with best play is not known under these rules.";
const FIRST = [
  ["random", "by lot"],
  ["P1", "me"],
  ["P2", "the other player"],
];

// `computers` to choose from; none if a friend is to play.
export function openSetup(game, computers) {
  const setup = new Setup(game, computers);
  document.body.append(setup.element);
  setup.element.showModal();
  setup.preview();
}

class Setup {
  constructor(game, computers) {
    Object.assign(this, { game, allComputers: computers, isFriend: !computers, shown: 0 });
    this.level = choice("opponent", "Level", []);
    this.drawLevels(game);
    this.place = h("div", { class: "preview" });
    this.known = h("p", { class: "known", role: "status" });
    this.error = h("p", { class: "trouble", role: "alert" });
    this.button = h("button", { class: "main" }, this.isFriend ? "Make a table" : "Play");
    const wins = h("input", { name: "wins", type: "number", min: 1, max: 100, value: 1, required: true });
    const cancel = h("button", { type: "button", onclick: () => this.element.close() }, "Cancel");
    const fields = [this.level, choice("first", "Who begins", FIRST), labelled("Wins needed", wins)];
    fields.push(labelled("Your name", nameInput(savedName())));
    fields.push(presetField(game, () => this.previewSoon()));
    const rules = h("details", {}, h("summary", {}, "Other rules"), ruleFields(game));
    this.form = h(
      "form",
      {},
      h("div", { class: "row" }, fields),
      rules,
      this.place,
      this.known,
      this.error,
      h("div", { class: "row decision" }, this.button, cancel),
    );
    const title = h(
      "h2",
      { id: "setup-title" },
      `${game.title}: ${this.isFriend ? "play a friend" : "play the computer"}`,
    );
    this.element = h("dialog", { class: "setup", "aria-labelledby": "setup-title" }, title, this.form);
    this.element.addEventListener("close", () => this.element.remove());
    this.form.addEventListener("invalid", openDetails, true);
    this.form.addEventListener("submit", (event) => this.submit(event));
    rules.addEventListener("input", () => {
      leavePreset(this.form);
      this.previewSoon();
    });
  }

  get request() {
    const data = new FormData(this.form);
    const opponent = this.isFriend ? "human" : data.get("opponent");
    const wins = Number(data.get("wins"));
    return { game: this.game.name, rules: changedRules(this.game, data), first: data.get("first"), opponent, wins };
  }

  previewSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.preview(), PREVIEW_DELAY);
  }

  // Shows the board under the rules as they are now, and what is known of them.
  async preview() {
    this.shown += 1;
    const number = this.shown;
    this.known.textContent = "";
    if (this.form.matches(":invalid")) return;
    try {
      const { game, rules } = this.request;
      const variant = await post("/api/variants", { game, rules });
      if (number !== this.shown) return;
      this.error.textContent = "";
      this.show(variant);
      const known = await this.whatIsKnown({ game, rules });
      if (number === this.shown) this.known.textContent = known;
    } catch (error) {
      if (number === this.shown) this.error.textContent = error.message;
    }
  }

  async whatIsKnown(request) {
    try {
      return (await post("/api/variants/known", request)).known;
    } catch (error) {
      return error.name === "too-large" ? NOT_KNOWN : "";
    }
  }

  show(variant) {
    const board = new Board(variant, { isSmall: true });
    const lines = variant.how_to_play.map((line) => h("li", {}, line));
    this.place.replaceChildren(board.element, h("ul", { class: "small" }, lines));
    board.show(variant.positions);
    this.drawLevels(variant);
  }

  // A level is asked for where there is something to decide.
  drawLevels({ computers: names }) {
    const offered = (this.allComputers || []).filter(({ name }) => names.includes(name));
    this.level.hidden = offered.length < 2;
    const select = this.level.querySelector("select");
    const chosen = select.value || offered.find((computer) => computer.is_default)?.name;
    select.replaceChildren(
      ...offered.map(({ name, title, note }) => h("option", { value: name }, `${title}${note ? ` (${note})` : ""}`)),
    );
    select.value = names.includes(chosen) ? chosen : offered[0]?.name;
  }

  async submit(event) {
    event.preventDefault();
    this.button.disabled = true;
    this.error.textContent = "";
    saveName(new FormData(this.form).get("player"));
    try {
      await makeTable(this.request);
    } catch (failure) {
      this.error.textContent = failure.message;
      this.button.disabled = false;
    }
  }
}

// A browser cannot show what is wrong with a field that is folded away.
function openDetails(event) {
  const details = event.target.closest("details");
  if (details) details.open = true;
}

async function makeTable(request) {
  const made = await post("/api/tables", request);
  const [seatKey, otherKey] = made.tokens;
  const isSaved = saveSeat(made.table, seatKey, request.opponent === "human" ? otherKey : null);
  location.href = isSaved ? `/t/${made.table}` : `/t/${made.table}#${seatKey}`;
}
