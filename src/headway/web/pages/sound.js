// Sounds, made by the browser and off until they are chosen.
import { h } from "./dom.js";

const KEY = "headway-sound";
const TUNES = {
  // [frequency in Hz, start, length], in seconds
  move: [[520, 0, 0.06]],
  capture: [
    [330, 0, 0.08],
    [220, 0.09, 0.14],
  ],
  roll: [
    [700, 0, 0.03],
    [620, 0.07, 0.03],
    [540, 0.16, 0.04],
  ],
  reveal: [
    [440, 0, 0.07],
    [660, 0.1, 0.1],
  ],
  win: [
    [523, 0, 0.12],
    [659, 0.13, 0.12],
    [784, 0.26, 0.3],
  ],
};
let context = null;

function isOn() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

export function soundSwitch() {
  const box = h("input", { type: "checkbox", checked: isOn(), onchange: () => setSound(box.checked) });
  return h("label", { class: "switch" }, box, "Sound");
}

function setSound(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // without storage the choice is asked for again
  }
  if (on) play("move");
}

export function play(name) {
  if (!isOn() || !globalThis.AudioContext) return;
  context ||= new AudioContext();
  for (const [frequency, start, length] of TUNES[name]) note(frequency, context.currentTime + start, length);
}

function note(frequency, start, length) {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.12, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
