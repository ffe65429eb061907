// When an element asks for a preview: under the mouse, with the keyboard's focus, or after a long press.
const LONG_PRESS = 450; // milliseconds

// Calls `show` with true and false. In the result, `wasLong` says whether the last press was long: it is not a click.
export function listenForPreview(element, show) {
  const press = { wasLong: false };
  let timer = null;
  const begin = (event) => {
    press.wasLong = false;
    if (event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      press.wasLong = true;
      show(true, event);
    }, LONG_PRESS);
  };
  const end = () => clearTimeout(timer);
  element.addEventListener("pointerdown", begin);
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(name, end);
  element.addEventListener("pointermove", (event) => event.pointerType === "mouse" && show(true, event));
  element.addEventListener("pointerleave", (event) => show(false, event));
  element.addEventListener("focus", (event) => element.matches(":focus-visible") && show(true, event));
  element.addEventListener("blur", (event) => show(false, event));
  element.addEventListener("contextmenu", (event) => press.wasLong && event.preventDefault());
  return press;
}

// A button of a move: a click makes the move, and a long press, the mouse and the focus preview it if it moves a piece.
export function moveButton(button, move, { onPlay, onPreview }) {
  const press = move.piece ? listenForPreview(button, (isShown) => onPreview(isShown ? move : null)) : {};
  button.addEventListener("click", () => {
    if (!press.wasLong) onPlay(move.move);
    press.wasLong = false;
  });
  return button;
}
