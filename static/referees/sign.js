// A field to sign in: strokes as lists of x, y, x, y ... from 0 to 1000, the same on every screen.
import { el } from "./elements.js";

const EDGE = 1000;
const MOST_STROKES = 200;
const MOST_NUMBERS = 4000; // of all strokes together
const NEAR = 4; // a point nearer than this to the last one adds nothing

const clamp = (value) => Math.min(EDGE, Math.max(0, Math.round(value)));

export class Signature {
  constructor(changed, strokes = []) {
    this.strokes = strokes;
    this.changed = changed;
    this.canvas = el("canvas", {
      class: "sign-pad",
      role: "img",
      tabindex: "0",
      "aria-label": gettext("Field to sign in"),
    });
    this.canvas.addEventListener("pointerdown", (event) => this.down(event));
    this.canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) this.canvas.addEventListener(end, () => this.up());
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  get empty() {
    return !this.strokes.some((stroke) => stroke.length >= 4);
  }

  clear() {
    this.strokes.length = 0;
    this.pointer = null;
    this.draw();
    this.changed();
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return [
      clamp(((event.clientX - box.left) / box.width) * EDGE),
      clamp(((event.clientY - box.top) / box.height) * EDGE),
    ];
  }

  get full() {
    return (
      this.strokes.length > MOST_STROKES ||
      this.strokes.reduce((sum, stroke) => sum + stroke.length, 0) > MOST_NUMBERS - 4
    );
  }

  down(event) {
    if (this.pointer || this.full || this.strokes.length >= MOST_STROKES || event.button > 0) return;
    event.preventDefault();
    this.pointer = event.pointerId;
    this.canvas.setPointerCapture(event.pointerId);
    const [x, y] = this.point(event);
    this.strokes.push([x, y, x, y]); // a dot is a stroke too
    this.draw();
  }

  move(event) {
    if (event.pointerId !== this.pointer || this.full) return;
    const stroke = this.strokes.at(-1);
    for (const moved of event.getCoalescedEvents?.() ?? [event]) {
      const [x, y] = this.point(moved);
      if (Math.abs(x - stroke.at(-2)) + Math.abs(y - stroke.at(-1)) >= NEAR && !this.full) stroke.push(x, y);
    }
    this.draw();
  }

  up() {
    if (this.pointer === null || this.pointer === undefined) return;
    this.pointer = null;
    this.changed();
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const pen = this.canvas.getContext("2d");
    pen.scale(scale, scale);
    Object.assign(pen, { lineWidth: 2.6, lineCap: "round", lineJoin: "round", strokeStyle: "#14201b" });
    for (const stroke of this.strokes) {
      pen.beginPath();
      for (let at = 0; at < stroke.length; at += 2)
        pen[at ? "lineTo" : "moveTo"]((stroke[at] / EDGE) * width, (stroke[at + 1] / EDGE) * height);
      pen.stroke();
    }
  }
}

/** A signature small, in the list of those who signed on this tablet. */
export function picture(strokes) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const set = (element, attributes) =>
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  set(svg, {
    viewBox: "0 0 1000 340",
    preserveAspectRatio: "none",
    fill: "none",
    stroke: "currentColor",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    role: "img",
    "aria-label": gettext("signature"),
  });
  for (const stroke of strokes) {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    const points = [];
    for (let at = 0; at < stroke.length; at += 2) points.push(`${stroke[at]},${Math.round(stroke[at + 1] * 0.34)}`);
    set(line, { points: points.join(" "), "stroke-width": "2.4", "vector-effect": "non-scaling-stroke" });
    svg.append(line);
  }
  return svg;
}
