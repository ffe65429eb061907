// The fields of the form that sets up a table, and the rules that they change.
import { h } from "./dom.js";

const OWN_RULES = "as set below";

export const labelled = (text, field, explanation) =>
  h("label", {}, text, explanation ? h("span", {}, explanation) : null, field);

export function choice(name, text, options) {
  const elements = options.map(([value, shown]) => h("option", { value }, shown));
  return labelled(text, h("select", { name }, elements));
}

// The game's own rules, and the changes that any game can have. At a table, "Who begins" offers a lot already.
const allRules = ({ rules, changes }) => [...rules, ...changes.filter((change) => !change.decides_first)];

export const ruleFields = (game) => allRules(game).map(ruleField);

function ruleField(rule) {
  return labelled(rule.title, ruleInput(rule, `rule.${rule.name}`), `${rule.sentence}${rangeInWords(rule)}`);
}

// Fits the fields of numbers to what the rules can be beside the others.
export function limitFields(form, variant) {
  for (const rule of allRules(variant)) {
    const field = form.elements[`rule.${rule.name}`];
    if (field.type !== "number") continue;
    [field.min, field.max] = rule.range;
    field.closest("label").querySelector("span").textContent = `${rule.sentence}${rangeInWords(rule)}`;
  }
}

function rangeInWords({ choices, is_board: isBoard, range, step }) {
  if (choices || isBoard) return "";
  const steps = step > 1 ? `, in steps of ${step}` : "";
  return ` From ${range[0]} to ${range[1]}${steps}.`;
}

function ruleInput(rule, name) {
  if (rule.choices) {
    const options = rule.choices.map((value) => h("option", { value, selected: value === rule.default }, value));
    return h("select", { name }, options);
  }
  if (rule.is_board) return h("input", { name, placeholder: "random, or 4,2,6,...", inputmode: "numeric" });
  const [min, max] = rule.range;
  return h("input", { name, type: "number", value: rule.default, min, max, step: rule.step || 1, required: true });
}

// A choice between the book's rules and the game's presets, which fills the fields of the rules; none without presets.
export function presetField(game, onChoose) {
  const { presets } = game;
  if (!presets.length) return null;
  const titles = ["as in the rule book", ...presets.map(({ title }) => title), OWN_RULES];
  const field = choice(
    "preset",
    "Rules",
    titles.map((title) => [title, title]),
  );
  const select = field.querySelector("select");
  select.addEventListener("change", () => {
    if (select.value === OWN_RULES) return;
    const chosen = presets.find(({ title }) => title === select.value)?.rules || {};
    for (const rule of allRules(game)) {
      const value = chosen[rule.name] ?? (rule.is_board ? "" : rule.default);
      select.form.elements[`rule.${rule.name}`].value = String(value);
    }
    onChoose();
  });
  return field;
}

// The fields of the rules were changed by hand.
export function leavePreset(form) {
  if (form.elements.preset) form.elements.preset.value = OWN_RULES;
}

export function changedRules(game, data) {
  const rules = {};
  for (const rule of allRules(game)) {
    const value = data.get(`rule.${rule.name}`);
    if (rule.is_board) {
      if (value.trim()) rules[rule.name] = board(value);
    } else if (String(value) !== String(rule.default)) {
      rules[rule.name] = rule.choices ? value : Number(value);
    }
  }
  return rules;
}

function board(text) {
  const numbers = text.split(",").map((entry) => (entry.trim() ? Number(entry) : Number.NaN));
  if (numbers.every(Number.isInteger)) return numbers;
  const quoted = `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
  throw new Error(`${quoted} is not a board. Enter whole numbers separated by commas, or nothing.`);
}
