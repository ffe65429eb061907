// What is wrong with the fields of a form: a sentence beside each, instead of the browser's own bubbles.
import { h } from "./dom.js";

const errors = new WeakMap(); // the sentence beside each field that has one

// Shows what the browser finds wrong with the fields; returns whether all are right.
export function checkFields(form) {
  const wrong = [...form.elements].filter((field) => field.validationMessage);
  for (const field of wrong.toReversed()) showError(field, field.validationMessage); // the first gets the focus
  return wrong.length === 0;
}

// What the browser finds wrong with the first field that is wrong, after what the field is called; "" if all are right.
export function whatIsWrong(form) {
  const field = form.querySelector(":is(input, select):invalid");
  return field ? `${field.closest("label").firstChild.textContent}: ${field.validationMessage}` : "";
}

// Shows a sentence beside a field until the field is changed.
export function showError(field, sentence, { takesFocus = true } = {}) {
  clearError(field);
  const error = h("p", { class: "trouble field-error", role: "alert", id: `error-${field.name}` }, sentence);
  (field.closest("label") || field).after(error);
  field.setAttribute("aria-invalid", "true");
  errors.set(field, error);
  setDescriptions(field, [...descriptions(field), error.id]);
  field.addEventListener("input", () => clearError(field), { once: true });
  const folded = field.closest("details");
  if (folded) folded.open = true;
  if (!takesFocus) return;
  field.focus({ preventScroll: true });
  error.scrollIntoView({ block: "center" }); // away from buttons that stick to an edge
}

export function clearError(field) {
  const error = errors.get(field);
  if (!error) return;
  errors.delete(field);
  error.remove();
  field.removeAttribute("aria-invalid");
  setDescriptions(
    field,
    descriptions(field).filter((id) => id !== error.id),
  );
}

// The ids of what describes a field; what else describes it stays when its error goes.
const descriptions = (field) => (field.getAttribute("aria-describedby") || "").split(" ").filter(Boolean);

function setDescriptions(field, ids) {
  if (ids.length) field.setAttribute("aria-describedby", ids.join(" "));
  else field.removeAttribute("aria-describedby");
}
