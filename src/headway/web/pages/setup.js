// The dialog that sets up a table: the computer's level, who begins, the match, the player's name and the rules.
import { post } from "./api.js";
import { h } from "./dom.js";
import { checkFields, whatIsWrong } from "./field_errors.js";
import { LevelChoice } from "./level_choice.js";
import { isNameAccepted, nameInput, savedName, saveName } from "./name_form.js";
import { SetupPreview } from "./setup_preview.js";
import { saveSeat } from "./storage.js";
import { changedRules, choice, labelled, leavePreset, limitFields, presetField, ruleFields } from "./table_form.js";

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
  setup.preview.show();
}

class Setup {
  constructor(game, computers) {
    Object.assign(this, { game, isFriend: !computers });
    this.level = new LevelChoice(computers || []);
    this.level.draw(game.computers);
    this.name = nameInput(savedName());
    this.error = h("p", { class: "trouble", role: "alert" });
    this.preview = new SetupPreview({
      wrong: () => whatIsWrong(this.form),
      ask: () => this.variant,
      onVariant: (variant) => {
        this.level.draw(variant.computers);
        limitFields(this.form, variant);
      },
      onError: (sentence) => {
        this.error.textContent = sentence;
      },
    });
    this.form = this.createForm();
    const title = `${game.title}: ${this.isFriend ? "play a friend" : "play the computer"}`;
    const heading = h("h2", { id: "setup-title" }, title);
    this.element = h("dialog", { class: "setup", "aria-labelledby": "setup-title" }, heading, this.form);
    const listening = new AbortController();
    this.element.addEventListener("close", () => {
      this.element.remove();
      listening.abort();
    });
    // a page that the browser has kept comes back as it was left, when the table was opened
    addEventListener("pageshow", () => this.enable(), { signal: listening.signal });
    this.form.addEventListener("submit", (event) => this.submit(event));
  }

  createForm() {
    const { game } = this;
    const wins = h("input", { name: "wins", type: "number", min: 1, max: 100, value: 1, required: true });
    const fields = [
      this.level.element,
      choice("first", "Who begins", FIRST),
      labelled("Wins needed", wins),
      labelled("Your name", this.name),
      presetField(game, () => this.preview.showSoon()),
    ];
    const rules = h("details", {}, h("summary", {}, "Other rules"), ruleFields(game));
    rules.addEventListener("input", () => {
      leavePreset(this.form);
      this.preview.showSoon();
    });
    this.button = h("button", { class: "main" }, this.isFriend ? "Make a table" : "Play");
    const cancel = h("button", { type: "button", onclick: () => this.element.close() }, "Cancel");
    const decision = h("div", { class: "decision" }, this.error, h("div", { class: "row" }, this.button, cancel));
    const row = h("div", { class: "row" }, fields);
    return h("form", { novalidate: true }, row, rules, this.preview.elements, decision);
  }

  // The game and its rules as the fields have them.
  get variant() {
    return { game: this.game.name, rules: changedRules(this.game, new FormData(this.form)) };
  }

  get request() {
    const data = new FormData(this.form);
    const opponent = this.isFriend ? "human" : data.get("opponent");
    return { ...this.variant, first: data.get("first"), opponent, wins: Number(data.get("wins")) };
  }

  async submit(event) {
    event.preventDefault();
    this.error.textContent = "";
    if (!checkFields(this.form)) return;
    this.button.disabled = true;
    try {
      if (await isNameAccepted(this.name)) {
        await openTable(this.request, this.name.value.trim());
        return; // to the table
      }
    } catch (failure) {
      this.error.textContent = failure.message;
    }
    this.enable();
  }

  enable() {
    this.button.disabled = false;
  }
}

async function openTable(request, name) {
  const created = await post("/api/tables", request);
  const [seatKey, inviteToken] = created.tokens;
  saveName(name);
  const isSaved = saveSeat(created.table, seatKey, request.opponent === "human" ? inviteToken : null);
  location.href = isSaved ? `/t/${created.table}` : `/t/${created.table}#${seatKey}`;
}
