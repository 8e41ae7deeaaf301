// Drawing: a pen that knows the canvas, its size in CSS pixels and the colours of the page, and
// axes that look the same in every figure. All lengths are CSS pixels.

const SIZE = 13; // the one type size of all figures
const SMALL = 12;

// Remember the last result: moving one control must not recompute what depends on the others.
function remember(compute) {
  let key = null;
  let value;
  return (...args) => {
    const now = args.join("|");
    if (now !== key) [key, value] = [now, compute(...args)];
    return value;
  };
}

// Numbers as people read them: 60,611 · 628 · 6.28 · 0.062, never more digits than three decide.
function tidy(value, digits = 3) {
  if (!value) return "0";
  const size = Math.abs(value);
  if (size < 1e-4) {
    const power = Math.floor(Math.log10(size));
    return `${tidy(value / 10 ** power, 2)} × 10${superscript(power)}`;
  }
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  const text = value.toLocaleString("en-US", { maximumFractionDigits: Math.min(places, 6) });
  return text.replace("-", "−");
}

// A signed number with a fixed number of decimals, so that columns of them stand still.
function fixed(value, places = 2) {
  const text = Math.abs(value).toFixed(places);
  return (value < 0 && Number(text) !== 0 ? "−" : "") + text;
}

// A whole number as people write it: 2,048, −3.
function whole(value) {
  return value.toLocaleString("en-US").replace("-", "−");
}

// Positions at which to put ticks: round steps on a linear axis, powers of ten on a log axis.
function ticks([from, to], log, room) {
  const most = Math.max(2, Math.floor(room));
  if (log) {
    const [lo, hi] = [Math.ceil(Math.log10(from) - 1e-9), Math.floor(Math.log10(to) + 1e-9)];
    const stride = Math.max(1, Math.ceil((hi - lo + 1) / most));
    const powers = [];
    for (let p = lo; p <= hi; p += stride) powers.push(10 ** p);
    return powers;
  }
  const raw = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw * 0.999);
  const list = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) list.push(i * step);
  return list;
}

class Pen {
  constructor(ctx, width, height, colours, font, sharp) {
    Object.assign(this, { ctx, width, height, colours, font, sharp });
  }

  // Text; `style` may give align, baseline, colour, size, weight, halo.
  text(words, x, y, style = {}) {
    const { ctx, colours } = this;
    ctx.font = `${style.weight ?? 400} ${style.size ?? SIZE}px ${this.font}`;
    ctx.textAlign = style.align ?? "left";
    ctx.textBaseline = style.baseline ?? "middle";
    if (style.halo) {
      ctx.lineWidth = 4;
      ctx.lineJoin = "round";
      ctx.strokeStyle = colours.paper;
      ctx.strokeText(words, x, y);
    }
    ctx.fillStyle = style.colour ?? colours.ink;
    ctx.fillText(words, x, y);
  }

  // How wide text is.
  measure(words, style = {}) {
    this.ctx.font = `${style.weight ?? 400} ${style.size ?? SIZE}px ${this.font}`;
    return this.ctx.measureText(words).width;
  }

  // A line through points [[x, y], ...]; `style` may give width, dash, cap, alpha.
  line(points, colour, style = {}) {
    const { ctx } = this;
    ctx.save();
    ctx.globalAlpha = style.alpha ?? 1;
    ctx.strokeStyle = colour;
    ctx.lineWidth = style.width ?? 1;
    ctx.setLineDash(style.dash ?? []);
    ctx.lineJoin = "round";
    ctx.lineCap = style.cap ?? "butt";
    ctx.beginPath();
    points.forEach(([x, y], n) => (n ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    ctx.stroke();
    ctx.restore();
  }

  // An arc, angles anticlockwise from the right as in mathematics.
  arc(x, y, radius, from, to, colour, style = {}) {
    const { ctx } = this;
    ctx.save();
    ctx.globalAlpha = style.alpha ?? 1;
    ctx.beginPath();
    if (style.wedge) ctx.moveTo(x, y);
    ctx.arc(x, y, radius, -from, -to, to > from);
    if (style.fill || style.wedge) {
      ctx.fillStyle = colour;
      ctx.fill();
    } else {
      ctx.strokeStyle = colour;
      ctx.lineWidth = style.width ?? 1;
      ctx.setLineDash(style.dash ?? []);
      ctx.stroke();
    }
    ctx.restore();
  }

  // A dot with a rim in the colour of the page, so that it stands out from what lies under it.
  dot(x, y, radius, colour, hollow = false) {
    this.arc(x, y, radius + 1.5, 0, 2 * Math.PI, this.colours.paper, { fill: true });
    if (hollow) this.arc(x, y, radius - 0.75, 0, 2 * Math.PI, colour, { width: 1.5 });
    else this.arc(x, y, radius, 0, 2 * Math.PI, colour, { fill: true });
  }

  // A filled rectangle with slightly round corners.
  box(x, y, width, height, colour, radius = 2) {
    this.ctx.fillStyle = colour;
    this.ctx.beginPath();
    this.ctx.roundRect(x, y, width, height, radius);
    this.ctx.fill();
  }

  // Confine drawing to a rectangle while `work` runs.
  clip(area, work) {
    this.ctx.save();
    this.ctx.beginPath();
    this.ctx.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    this.ctx.clip();
    work();
    this.ctx.restore();
  }

  // The colour of a value from -1 to 1 on the signed scale.
  signed(value) {
    const [r, g, b] = mix(this.colours.scale, (Math.min(1, Math.max(-1, value)) + 1) / 2);
    return `rgb(${r | 0} ${g | 0} ${b | 0})`;
  }

  // Ink that can be read on the colour of a value.
  onSigned(value) {
    const [r, g, b] = mix(this.colours.scale, (value + 1) / 2);
    const light = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    return light > 0.19 ? "#14181e" : "#ffffff";
  }

  // A number in a cell that has the colour of its value, underlined in the colour of its kind
  // (sine or cosine); x is the middle of the cell.
  number(value, x, y, width, kind, places = 2) {
    this.box(x - width / 2 + 1, y, width - 2, 22, this.signed(value));
    this.box(x - width / 2 + 1, y + 23, width - 2, 3, kind, 1);
    const style = { align: "center", size: SMALL, colour: this.onSigned(value) };
    this.text(fixed(value, places), x, y + 11.5, style);
  }

  // Axes: quiet lines, few ticks, the name of each axis where it ends. Returns the two scales.
  // `plot` gives area {left, right, top, bottom}, x and y as [from, to], logX, logY, nameX, nameY.
  axes(plot) {
    const { area, x, y, logX, logY } = plot;
    const { colours } = this;
    const atX = scale(x, [area.left, area.right], logX);
    const atY = scale(y, [area.bottom, area.top], logY);
    for (const value of ticks(y, logY, plot.ticksY ?? (area.bottom - area.top) / 34)) {
      this.line([[area.left, atY(value)], [area.right, atY(value)]], colours.line);
      const style = { align: "right", colour: colours.muted, size: SMALL };
      this.text(short(value, logY), area.left - 6, atY(value), style);
    }
    this.ticksX(plot, atX);
    if (plot.nameY) this.text(plot.nameY, 2, 9, { weight: 600 });
    return { x: atX, y: atY, area };
  }

  // The horizontal axis alone.
  ticksX({ area, x, logX, nameX, skipX }, atX = scale(x, [area.left, area.right], logX)) {
    const { colours } = this;
    const style = { align: "center", colour: colours.muted, size: SMALL };
    this.line([[area.left, area.bottom], [area.right, area.bottom]], colours.muted);
    const nameWidth = nameX ? this.measure(nameX, { size: SMALL }) + 12 : 0;
    for (const value of ticks(x, logX, (area.right - area.left) / (logX ? 44 : 62))) {
      this.line([[atX(value), area.bottom], [atX(value), area.bottom + 4]], colours.muted);
      const words = short(value, logX);
      const right = atX(value) + this.measure(words, style) / 2;
      if (!skipX && right < area.right - nameWidth) this.text(words, atX(value), area.bottom + 14, style);
    }
    if (nameX) {
      const name = { align: "right", colour: colours.ink, size: SMALL };
      this.text(nameX, area.right, area.bottom + 14, name);
    }
    return atX;
  }
}

// A map from values to pixels.
function scale([from, to], [start, end], log) {
  const f = log ? Math.log : (value) => value;
  const per = (end - start) / (f(to) - f(from));
  return (value) => start + (f(value) - f(from)) * per;
}

// The way back, from pixels to values.
function unscale([from, to], [start, end], log, pixel) {
  const part = Math.min(1, Math.max(0, (pixel - start) / (end - start)));
  return log ? from * (to / from) ** part : from + (to - from) * part;
}

function superscript(whole) {
  return [...String(whole)].map((d) => (d === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[d])).join("");
}

// Tick labels: powers of ten in full up to 1,000, then as 10⁴.
function short(value, log) {
  if (log && value > 1000) {
    return "10" + superscript(Math.round(Math.log10(value)));
  }
  return tidy(value);
}

function linear(channel) {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function rgb(hex) {
  return [1, 3, 5].map((n) => parseInt(hex.slice(n, n + 2), 16));
}

// The colour at `part` (0 to 1) of a row of colour stops.
function mix(stops, part) {
  const place = part * (stops.length - 1);
  const n = Math.min(stops.length - 2, Math.floor(place));
  const [a, b] = [rgb(stops[n]), rgb(stops[n + 1])];
  return a.map((channel, j) => channel + (b[j] - channel) * (place - n));
}

// The signed scale as a table of 256 pixels, ready to be written to an image.
const pixelTable = remember((mode) => {
  const table = new Uint32Array(256);
  const bytes = new Uint8ClampedArray(table.buffer);
  for (let n = 0; n < 256; n++) bytes.set([...mix(PALETTE[mode].scale, n / 255), 255], 4 * n);
  return table;
});
