// The value over a game, as large as there is room for. A click shows the position of that moment.
import { h, s } from "./dom.js";

const HEIGHT = 190;
const LEFT = 46; // for the labels of the chances
const BOTTOM = 26; // for the numbers of the moves
const TOP = 10;

export class ValueChart {
  // `points` from the start on, one a move; `mistakes` as [number of the move, seat]; `onShow` gets a ply.
  constructor({ points, mistakes, told, onShow }) {
    Object.assign(this, { points, mistakes, onShow, marked: null });
    this.svg = s("svg", { class: "value-chart", role: "img", "aria-label": told });
    this.svg.addEventListener("click", (event) => this.onShow(this.pointAt(event).ply));
    this.element = h("div", {}, this.svg);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  get last() {
    return Math.max(1, this.points.length - 1);
  }

  x(number) {
    return LEFT + (number / this.last) * (this.width - LEFT - 10);
  }

  y(value) {
    return TOP + (1 - value) * (HEIGHT - TOP - BOTTOM);
  }

  pointAt(event) {
    const { left } = this.svg.getBoundingClientRect();
    const share = (event.clientX - left - LEFT) / (this.width - LEFT - 10);
    const number = Math.round(share * this.last);
    return this.points[Math.min(this.points.length - 1, Math.max(0, number))];
  }

  // Marks the position that is shown.
  mark(number) {
    this.marked = number;
    this.draw();
  }

  draw() {
    this.width = this.element.clientWidth || 320;
    this.svg.setAttribute("width", this.width);
    this.svg.setAttribute("height", HEIGHT);
    this.svg.replaceChildren(...this.grid(), ...this.line(), ...this.dots());
  }

  grid() {
    const values = [0, 0.5, 1].flatMap((value) => [
      s("line", { class: "grid", x1: LEFT, x2: this.width - 10, y1: this.y(value), y2: this.y(value) }),
      s("text", { class: "axis end", x: LEFT - 4, y: this.y(value) }, `${100 * value} %`),
    ]);
    const step = Math.max(1, Math.ceil((this.last * 34) / (this.width - LEFT)));
    const numbers = Array.from({ length: Math.floor(this.last / step) + 1 }, (_, index) => index * step);
    const labels = numbers.map((number) =>
      s("text", { class: "axis", x: this.x(number), y: HEIGHT - 9 }, String(number)),
    );
    return [...values, ...labels];
  }

  line() {
    const corners = this.points.map(({ value }, number) => `${this.x(number)},${this.y(value)}`);
    const here =
      this.marked === null || this.marked >= this.points.length
        ? []
        : [
            s("line", {
              class: "here",
              x1: this.x(this.marked),
              x2: this.x(this.marked),
              y1: TOP,
              y2: HEIGHT - BOTTOM,
            }),
          ];
    return [...here, s("polyline", { class: "values", points: corners.join(" ") })];
  }

  dots() {
    const endless = this.points.flatMap(({ value, endless: isEndless }, number) =>
      isEndless ? [s("circle", { class: "endless-dot", cx: this.x(number), cy: this.y(value), r: 3 })] : [],
    );
    const wrong = this.mistakes.map(([number, seat]) =>
      this.mistake(this.x(number), this.y(this.points[number].value), seat),
    );
    return [...endless, ...wrong];
  }

  // Player 1's mistakes are round, Player 2's square.
  mistake(x, y, seat) {
    const size = 11;
    const box = { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: seat ? 1 : size / 2 };
    return s("rect", { class: `mistake side${seat}`, ...box });
  }
}
