// ScorecardRace: five codes of positions side by side, and one scorecard that measures each of them
// on the window of L positions, and on a text twice as long.
// NumPy (pe_core.codes) is the reference; a test holds the two equal.

const RACE_WIDTH = 8; // of the sinusoid
const RACE_MOST = 128; // the largest L
const RACE_CODES = {
  integer: [() => 1, (t) => t],
  fraction: [() => 1, (t, j, length) => t / length],
  "one-hot": [(length) => length, (t, j) => Number(t === j)],
  binary: [(length) => Math.ceil(Math.log2(length)), (t, j) => Math.floor(t / 2 ** j) % 2],
  sinusoid: [() => RACE_WIDTH, (t, j) => sinusoidal(t, RACE_WIDTH, 10000)[j]],
};
const RACE_NAMES = Object.keys(RACE_CODES);

// The code of positions 0 to L - 1 as columns: one list for each of its numbers.
function raceTable(name, length) {
  const [width, number] = RACE_CODES[name];
  return Array.from({ length: width(length) }, (_, j) =>
    Float64Array.from({ length }, (_, t) => number(t, j, length)));
}

// The distance of the code at s in one table from the code at t in another. A narrower code counts
// as filled up with zeros; so does no code at all.
function raceGap(a, s, b = [], t = 0) {
  let sum = 0;
  for (let j = 0; j < Math.max(a.length, b.length); j++) {
    const gap = (j < a.length ? a[j][s] : 0) - (j < b.length ? b[j][t] : 0);
    sum += gap * gap;
  }
  return Math.sqrt(sum);
}

// Root of the mean square of the values from `from` to before `to`.
function raceMean(values, from = 0, to = values.length) {
  let sum = 0;
  for (let t = from; t < to; t++) sum += values[t] * values[t];
  return Math.sqrt(sum / (to - from));
}

function raceDot(a, b, n) {
  let sum = 0;
  for (let t = 0; t < n; t++) sum += a[t] * b[t];
  return sum;
}

// Turn two columns of numbers so that the first n entries of both become orthogonal.
function raceTurn(x, y, cos, tan) {
  for (let t = 0; t < x.length; t++) {
    const [a, b] = [x[t], y[t]];
    x[t] = cos * (a - tan * b);
    y[t] = cos * (tan * a + b);
  }
}

// Fit the best matrix from each code to the next on the first n positions, the smallest if there
// are several, and return what it misses at every position. The columns are turned in pairs until
// they are orthogonal on those n positions: then a fit is a sum of projections.
function raceFit(table, n, affine) {
  const count = table[0].length - 1;
  const turned = [...table, ...(affine ? [new Float64Array(count + 1).fill(1)] : [])].map((c) => c.slice());
  const width = turned.length;
  for (let again = true, sweep = 0; again && sweep < 30; sweep++) {
    again = false;
    for (let q = 1; q < width; q++) {
      for (let p = 0; p < q; p++) {
        const [a, b] = [turned[p], turned[q]];
        const [aa, bb, ab] = [raceDot(a, a, n), raceDot(b, b, n), raceDot(a, b, n)];
        if (Math.abs(ab) <= 1e-14 * Math.sqrt(aa * bb)) continue;
        again = true;
        const zeta = (bb - aa) / (2 * ab);
        const tan = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
        raceTurn(a, b, 1 / Math.hypot(1, tan), tan);
      }
    }
  }
  const squares = turned.map((column) => raceDot(column, column, n));
  const least = Math.max(...squares) * (Number.EPSILON * Math.max(n, width)) ** 2;
  const missed = new Float64Array(count);
  for (const column of table) {
    const rest = column.slice(1);
    turned.forEach((direction, j) => {
      if (squares[j] <= least) return;
      const share = raceDot(direction, column.subarray(1), n) / squares[j];
      for (let t = 0; t < count; t++) rest[t] -= share * direction[t];
    });
    for (let t = 0; t < count; t++) missed[t] += rest[t] * rest[t];
  }
  return missed.map(Math.sqrt);
}

// The one-hot code in closed form: every distance is the root of two. A fit meets the positions that
// it has seen. It sends a position that it has not seen to zero; with a constant, to the mean of the
// n = L - 1 codes seen, times n / (n + 1).
function raceOneHot(length) {
  const beyond = (square) => Math.sqrt(square / 2);
  return {
    width: length, grows: length, closest: Math.SQRT2, growth: 1, step_spread: 1, jump: 1, meaning: 0,
    steps: new Array(length - 1).fill(Math.SQRT2), linear: 0, affine: 0,
    linear_outside: beyond(1), affine_outside: beyond(1 + (length - 1) / length ** 2),
  };
}

function raceCard(name, length) {
  if (name === "one-hot") return raceOneHot(length);
  const [short, long] = [raceTable(name, length), raceTable(name, 2 * length)];
  let [closest, widest] = [Infinity, 0];
  for (let t = 1; t < length; t++) {
    for (let s = 0; s < t; s++) {
      const gap = raceGap(short, s, short, t);
      closest = Math.min(closest, gap);
      widest = Math.max(widest, gap);
    }
  }
  const list = (count, value) => Array.from({ length: count }, (_, t) => value(t));
  const stepsOf = (table) => list(length - 1, (t) => raceGap(table, t, table, t + 1));
  const most = (table) => Math.max(...list(table[0].length, (t) => raceGap(table, t)));
  const steps = stepsOf(short);
  const card = {
    width: short.length,
    grows: long.length - short.length,
    closest,
    growth: most(long) / most(short),
    step_spread: Math.max(...steps) / Math.min(...steps),
    jump: Math.max(...steps) / widest,
    meaning: Math.max(...list(length, (t) => raceGap(short, t, long, t))) / raceMean(steps),
    steps,
  };
  const unit = raceMean(stepsOf(long));
  for (const kind of ["linear", "affine"]) {
    const missed = raceFit(long, length - 1, kind === "affine");
    card[kind] = raceMean(missed, 0, length - 1) / unit;
    card[`${kind}_outside`] = raceMean(missed, length - 1) / unit;
  }
  return card;
}

const raceCards = remember((length) => RACE_NAMES.map((name) => raceCard(name, length)));

// The heat map of each code as an image, one pixel for each number and each column of the screen; a
// column shows the average of the positions that share it. All sines above all cosines.
const raceImages = remember((length, width, mode) => RACE_NAMES.map((name) => {
  const table = raceTable(name, length);
  const rows = name === "sinusoid" ? [0, 2, 4, 6, 1, 3, 5, 7].map((j) => table[j]) : table;
  const image = new ImageData(width, rows.length);
  const pixels = new Uint32Array(image.data.buffer);
  const colour = pixelTable(mode);
  rows.forEach((row, r) => {
    for (let c = 0; c < width; c++) {
      const first = Math.floor((c * length) / width);
      const last = Math.max(first + 1, Math.floor(((c + 1) * length) / width));
      let sum = 0;
      for (let t = first; t < last; t++) sum += row[t];
      const value = sum / (last - first) / (name === "integer" ? RACE_MOST : 1);
      pixels[r * width + c] = colour[Math.round(127.5 * (value + 1))];
    }
  });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, rows.length];
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}));

// The lines of the scorecard: what is asked, what is measured, and the bounds for yes and for nearly.
const RACE_LINES = [
  [tr`Unique?`, tr`least distance of two codes`, "closest", (v) => v > 1e-9],
  [tr`Bounded?`, tr`growth when L doubles`, "growth", (v) => v < 1.05, (v) => v < 1.25],
  [tr`Same step everywhere?`, tr`longest over shortest`, "step_spread", (v) => v < 1.001],
  [tr`Smooth?`, tr`step over largest distance`, "jump", (v) => v < 0.5],
  [tr`Same meaning at 2L?`, tr`moves, in steps`, "meaning", (v) => v < 0.001],
  [tr`Linear shift?`, tr`left over inside, in steps`, "linear", (v) => v < 0.005],
  [tr`… beyond the window?`, tr`the same map, L to 2L`, "linear_outside", (v) => v < 0.005],
  [tr`Affine shift?`, tr`a constant added, inside`, "affine", (v) => v < 0.005],
  [tr`… beyond the window?`, tr`the same map, L to 2L`, "affine_outside", (v) => v < 0.005],
  [tr`Fixed width?`, tr`numbers for a position`, "width", (v, { grows }) => !grows, (v, { grows }) => grows < 3],
];

// 2: yes, 1: nearly, 0: no.
function raceMark([, , key, yes, nearly], card) {
  return yes(card[key], card) ? 2 : nearly?.(card[key], card) ? 1 : 0;
}

function racePassed(card) {
  return RACE_LINES.filter((line) => raceMark(line, card) === 2).length;
}

Object.assign(math, { raceCard, raceMark, RACE_LINES });

function racePosition({ length, position }) {
  return Math.min(position, length - 1);
}

// Five columns; the words stand to the left of them where there is room, else above each line.
function raceGrid(width) {
  const wide = width >= 560;
  const left = wide ? 186 : 0;
  return { wide, left, cell: (width - left) / 5 };
}

const RACE_TOP = { heat: 24, tall: 96, step: 160, foot: 206 };

function drawRaceCodes(pen, state) {
  const { colours } = pen;
  const { wide, left, cell } = raceGrid(pen.width);
  const { length } = state;
  const t = racePosition(state);
  const { heat, tall, step, foot } = RACE_TOP;
  const quiet = { size: SMALL, colour: colours.muted };
  if (wide) {
    pen.text(tr`Every code`, 2, heat + 12, { weight: 600 });
    pen.text(tr`positions 0 to ${length - 1}`, 2, heat + 30, quiet);
    pen.text(tr`The code of t = ${t}`, 2, heat + tall + 16, { size: SMALL, colour: colours.position });
    pen.text(tr`Length of a step`, 2, step + 14, { weight: 600 });
    pen.text(tr`t to t + 1, at every t`, 2, step + 32, quiet);
  }
  RACE_NAMES.forEach((name, n) => {
    const [x, width] = [left + n * cell + 3, Math.floor(cell - 6)];
    const middle = x + width / 2;
    pen.text(tr([name]), middle, 10, { align: "center", weight: 600, size: wide ? SIZE : SMALL });
    pen.ctx.imageSmoothingEnabled = false;
    pen.ctx.drawImage(raceImages(length, width, colours.mode)[n], x, heat, width, tall);
    const at = x + ((t + 0.5) / length) * width;
    pen.line([[at, heat - 3], [at, heat + tall + 3]], colours.paper, { width: 4 });
    pen.line([[at, heat - 4], [at, heat + tall + 4]], colours.position, { width: 1.5 });
    const words = {
      integer: String(t), fraction: tidy(t / length), "one-hot": tr`1 at ${t}`,
      binary: t.toString(2).padStart(Math.ceil(Math.log2(length)), "0"), sinusoid: tr`${RACE_WIDTH} numbers`,
    }[name];
    pen.text(words, middle, heat + tall + 16, { ...quiet, align: "center", colour: colours.position });

    const { steps } = raceCards(length)[n];
    const top = Math.max(...steps) * 1.25;
    const y = (value) => foot - (value / top) * (foot - step);
    const across = (s) => x + ((s + 0.5) / length) * width;
    pen.line([[x, foot], [x + width, foot]], colours.muted);
    pen.line(steps.map((value, s) => [across(s), y(value)]), colours.ink, { width: 1.25 });
    const now = steps[Math.min(t, length - 2)];
    pen.dot(across(Math.min(t, length - 2)), y(now), 4, colours.position);
    pen.text(tidy(now), middle, foot + 13, { ...quiet, align: "center", colour: colours.position });
  });
  if (!wide) pen.text(tr`length of the step t to t + 1`, 2, foot + 30, quiet);
}

function raceRow(width) {
  return raceGrid(width).wide ? 34 : 44;
}

function drawRaceCard(pen, { length }) {
  const { colours } = pen;
  const { wide, left, cell } = raceGrid(pen.width);
  const cards = raceCards(length);
  RACE_LINES.forEach((line, r) => {
    const [question, measure, key] = line;
    const top = r * raceRow(pen.width);
    pen.line([[0, top + 0.5], [pen.width, top + 0.5]], colours.line);
    pen.text(question, 2, top + (wide ? 11 : 12), { weight: 600, size: SMALL });
    const aside = wide ? [2, top + 25] : [2 + pen.measure(question, { weight: 600, size: SMALL }) + 8, top + 12];
    pen.text(measure, ...aside, { size: SMALL, colour: colours.muted });
    cards.forEach((card, n) => {
      const [x, y] = [left + n * cell + cell / 2 - 26, top + (wide ? 17 : 31)];
      const mark = raceMark(line, card);
      const colour = [colours.negative, colours.ink, colours.positive][mark];
      // A full disc, half a disc, a cross: the shape says it too.
      if (mark) {
        pen.arc(x, y, 4.5, 0, 2 * Math.PI, colour, { width: 1.5 });
        pen.arc(x, y, 4.5, mark === 2 ? 0 : -Math.PI / 2, mark === 2 ? 2 * Math.PI : Math.PI / 2, colour, { fill: true });
      } else {
        pen.line([[x - 4, y - 4], [x + 4, y + 4]], colour, { width: 2 });
        pen.line([[x - 4, y + 4], [x + 4, y - 4]], colour, { width: 2 });
      }
      const value = card[key];
      const words = value < 0.0005 ? "0" : `${key === "growth" ? "×" : ""}${tidy(value)}`;
      pen.text(words, x + 10, y, { size: SMALL });
    });
  });
}

figures.ScorecardRace = {
  views: [
    {
      name: "codes",
      height: (width) => RACE_TOP.foot + (raceGrid(width).wide ? 30 : 44),
      label(state) {
        const s = Math.min(racePosition(state), state.length - 2);
        const steps = raceCards(state.length).map(({ steps }, n) => `${tr([RACE_NAMES[n]])} ${tidy(steps[s])}`);
        return tr`Five codes of ${state.length} positions as small heat maps, position ${racePosition(state)} marked. Length of the step from ${s} to ${s + 1}: ${steps.join(tr([", "]))}.`;
      },
      draw: drawRaceCodes,
      drag(px, py, { width }, { length }) {
        const { left, cell } = raceGrid(width);
        if (px < left) return null;
        const part = (((px - left) % cell) - 3) / (cell - 6);
        return { position: Math.min(length - 1, Math.max(0, Math.floor(part * length))) };
      },
    },
    {
      name: "card",
      height: (width) => RACE_LINES.length * raceRow(width) + 4,
      label({ length }) {
        const said = (mark, value) => [tr`no, ${value}`, tr`nearly, ${value}`, tr`yes, ${value}`][mark];
        return RACE_LINES.map((line) => `${line[0]} ${raceCards(length).map((card, n) =>
          `${tr([RACE_NAMES[n]])} ${said(raceMark(line, card), tidy(card[line[2]]))}`).join(tr(["; "]))}${tr(["."])}`).join(tr([" "]));
      },
      draw: drawRaceCard,
    },
  ],
  words(state) {
    const { length } = state;
    const s = Math.min(racePosition(state), length - 2);
    const cards = raceCards(length);
    const [integer, fraction, , binary, sinusoid] = cards;
    const passed = cards.map((card, n) => `${tr([RACE_NAMES[n]])} ${racePassed(card)}`).join(tr([", "]));
    return tr`Of ${RACE_LINES.length} tests at L = ${length}, passed: ${passed}. When the text doubles, the integer code grows ${tidy(integer.growth)} times and a fraction moves by up to ${tidy(fraction.meaning)} of its steps. From position ${s} to ${s + 1} the sinusoid moves ${tidy(sinusoid.steps[s])}, as everywhere; the binary code ${tidy(binary.steps[s])}, elsewhere up to ${tidy(Math.max(...binary.steps))}.`;
  },
};
