// BugMuseum: five heat maps, one of them right. The chosen one is compared with the right table and
// put through five checks.

const MUSEUM = { n: 128, d: 64, base: 10000, letters: "ABCDE", passes: 1e-8 };

const MUSEUM_ROOMS = {
  first: ["doubled", "multiplied", "right", "swapped", "unit"],
  second: ["own", "thousand", "sines", "right", "from one"],
};

// For each exhibit: what is wrong, the line of code, and what it should be. The frequencies of the
// pair i are `sine` and `cosine`; `at` is what becomes of position t.
const MUSEUM_BUGS = {
  right: { says: "This is the sinusoidal code" },
  doubled: {
    says: "The loop index is even already, and the exponent doubles it again",
    wrong: "for i in range(0, d, 2): base ** (2 * i / d)",
    good: "for i in range(0, d, 2): base ** (i / d)",
    sine: (i, d, base) => base ** ((-4 * i) / d),
    cosine: (i, d, base) => base ** ((-2 * (2 * i + 1)) / d),
  },
  multiplied: {
    says: "The position is multiplied by the power, not divided",
    wrong: "t * base ** (2 * i / d)",
    good: "t / base ** (2 * i / d)",
    sine: (i, d, base) => base ** ((2 * i) / d),
  },
  swapped: {
    says: "Base and exponent have changed places in the power",
    wrong: "(2 * i / d) ** (1 / base)",
    good: "(1 / base) ** (2 * i / d)",
    sine: (i, d, base) => ((2 * i) / d) ** (1 / base),
  },
  unit: {
    says: "Positions are squeezed into the range from 0 to 1",
    wrong: "t = np.linspace(0, 1, n)",
    good: "t = np.arange(n)",
    at: (t, n) => t / (n - 1),
  },
  own: {
    says: "The cosine has an exponent of its own, one column further on",
    wrong: "cos(t / base ** ((2 * i + 1) / d))",
    good: "cos(t / base ** (2 * i / d))",
    cosine: (i, d, base) => base ** (-(2 * i + 1) / d),
  },
  thousand: {
    says: "The base is 1,000 for 10,000",
    wrong: "base = 1000",
    good: "base = 10000",
    sine: (i, d, base) => (base / 10) ** ((-2 * i) / d),
  },
  sines: {
    says: "Every column is a sine",
    wrong: "table[:, 1::2] = np.sin(angle)",
    good: "table[:, 1::2] = np.cos(angle)",
    wave: Math.sin,
  },
  "from one": {
    says: "Positions are counted from 1",
    wrong: "t = np.arange(1, n + 1)",
    good: "t = np.arange(n)",
    at: (t) => t + 1,
  },
};

const MUSEUM_CHECKS = [
  "Row 0 is 0, 1, 0, 1, …",
  "sin² + cos² = 1 in each pair",
  "The first pair turns by 1",
  "The last pair turns by B^(2/d − 1)",
  "Row t + 1 is M(1) times row t",
];

// The table of an exhibit, row after row; columns in turn sine and cosine.
function museumTable(kind, n, d, base) {
  const bug = MUSEUM_BUGS[kind];
  const right = (i) => base ** ((-2 * i) / d);
  const sine = bug.sine ?? right;
  const cosine = bug.cosine ?? sine;
  const [at, wave] = [bug.at ?? ((t) => t), bug.wave ?? Math.cos];
  const table = new Float64Array(n * d);
  for (let i = 0; i < d / 2; i++) {
    const [s, c] = [sine(i, d, base), cosine(i, d, base)];
    for (let t = 0; t < n; t++) {
      table[t * d + 2 * i] = Math.sin(s * at(t, n));
      table[t * d + 2 * i + 1] = wave(c * at(t, n));
    }
  }
  return table;
}

// By how much a table fails each check.
function museumChecks(table, n, d, base) {
  const errors = [0, 0, 0, 0, 0];
  const note = (check, error) => (errors[check] = Math.max(errors[check], Math.abs(error)));
  const slow = base ** (2 / d - 1);
  const turns = [...frequencies(d, base)].map((omega) => shiftBlock(omega, 1));
  for (let t = 0; t < n; t++) {
    for (let i = 0; i < d / 2; i++) {
      const place = t * d + 2 * i;
      const pair = [table[place], table[place + 1]];
      note(1, pair[0] ** 2 + pair[1] ** 2 - 1);
      if (t === 0) pair.forEach((value, j) => note(0, value - j));
      if (t === 1 && i === 0) {
        [Math.sin(1), Math.cos(1)].forEach((value, j) => note(2, pair[j] - value));
      }
      if (t === 1 && i === d / 2 - 1) {
        [Math.sin(slow), Math.cos(slow)].forEach((value, j) => note(3, pair[j] - value));
      }
      if (t + 1 < n) {
        apply(turns[i], pair).forEach((value, j) => note(4, table[place + d + j] - value));
      }
    }
  }
  return errors;
}

const museumOf = remember((kind) => museumTable(kind, MUSEUM.n, MUSEUM.d, MUSEUM.base));
const museumErrors = remember((kind) => museumChecks(
  museumTable(kind, MUSEUM.n, MUSEUM.d, MUSEUM.base), MUSEUM.n, MUSEUM.d, MUSEUM.base,
));

function museumKind({ room, exhibit }) {
  return MUSEUM_ROOMS[room][MUSEUM.letters.indexOf(exhibit)];
}

// A table as a small image: position from left to right, even columns above odd ones.
function museumImage(table, mode, factor = 1) {
  const { n, d } = MUSEUM;
  const colours = pixelTable(mode);
  const image = new ImageData(n, d);
  const pixels = new Uint32Array(image.data.buffer);
  for (let c = 0; c < d; c++) {
    const row = c % 2 ? d / 2 + (c >> 1) : c >> 1;
    for (let t = 0; t < n; t++) pixels[row * n + t] = colours[(table[t * d + c] * factor * 127 + 128) | 0];
  }
  const canvas = new OffscreenCanvas(n, d);
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

const museumWall = remember((room, mode) => {
  return MUSEUM_ROOMS[room].map((kind) => museumImage(museumTable(kind, MUSEUM.n, MUSEUM.d, MUSEUM.base), mode));
});

const museumGap = remember((kind, mode) => {
  const right = museumTable("right", MUSEUM.n, MUSEUM.d, MUSEUM.base);
  return museumImage(museumOf(kind).map((value, j) => value - right[j]), mode, 0.5);
});

function museumShow(pen, image, left, top, width, height) {
  pen.ctx.imageSmoothingEnabled = false;
  pen.ctx.drawImage(image, left, top, width, height);
  const middle = top + height / 2;
  pen.line([[left, middle], [left + width, middle]], pen.colours.paper, { width: 2 });
}

// Where the five pictures hang: all in one row, or three above two.
function museumPlaces(width) {
  const columns = width < 520 ? 3 : 5;
  const gap = 12;
  const wide = (width - 12 - (columns - 1) * gap) / columns;
  const tall = columns === 3 ? 80 : 96;
  return [0, 1, 2, 3, 4].map((n) => ({
    left: 6 + (n % columns) * (wide + gap),
    top: 24 + Math.floor(n / columns) * (tall + 34),
    wide,
    tall,
  }));
}

function museumDrawWall(pen, { room, exhibit }) {
  const { colours } = pen;
  const images = museumWall(room, colours.mode);
  museumPlaces(pen.width).forEach(({ left, top, wide, tall }, n) => {
    const letter = MUSEUM.letters[n];
    const chosen = letter === exhibit;
    if (chosen) pen.box(left - 4, top - 4, wide + 8, tall + 8, colours.position, 4);
    museumShow(pen, images[n], left, top, wide, tall);
    const style = { weight: 600, colour: chosen ? colours.position : colours.ink };
    pen.text(chosen ? tr`${letter}, chosen` : letter, left, top - 13, style);
  });
}

function museumDrawGap(pen, state) {
  const { colours } = pen;
  const kind = museumKind(state);
  const area = { left: 30, right: pen.width - 12, top: 28, bottom: pen.height - 24 };
  const [wide, tall] = [area.right - area.left, area.bottom - area.top];
  pen.text(tr`${state.exhibit} minus the right table`, 2, 9, { weight: 600 });
  museumShow(pen, museumGap(kind, colours.mode), area.left, area.top, wide, tall);
  for (const [word, colour, y] of [["sin", colours.sine, 0.25], ["cos", colours.cosine, 0.75]]) {
    pen.text(word, area.left - 5, area.top + y * tall, { align: "right", size: SMALL, weight: 600, colour });
  }
  pen.ticksX({ area, x: [-0.5, MUSEUM.n - 0.5], nameX: tr`position t` });
  if (kind === "right") {
    pen.text(tr`no difference`, area.left + wide / 2, area.top + tall * 0.25, { align: "center", halo: true });
  }
}

function museumDrawChecks(pen, state) {
  const { colours } = pen;
  const kind = museumKind(state);
  pen.text(tr`Five checks of ${state.exhibit}`, 2, 9, { weight: 600 });
  museumErrors(kind).forEach((error, n) => {
    const y = 38 + n * 29;
    const good = error < MUSEUM.passes;
    pen.line([[2, y + 15], [pen.width - 2, y + 15]], colours.line);
    pen.text(tr([MUSEUM_CHECKS[n]]), 2, y, { size: SMALL });
    const words = good ? tr`✓ passes` : tr`✗ off by ${tidy(error, 2)}`;
    const style = { align: "right", size: SMALL, weight: 600 };
    pen.text(words, pen.width - 2, y, { ...style, colour: good ? colours.positive : colours.negative });
  });
  const { wrong, good } = MUSEUM_BUGS[kind];
  const sans = pen.font;
  pen.font = "monospace";
  [[wrong, "✗", colours.negative], [good, "✓", colours.positive]].forEach(([code, mark, colour], n) => {
    if (code) pen.text(`${mark} ${code}`, 2, 188 + 19 * n, { size: SMALL, colour });
  });
  pen.font = sans;
}

figures.BugMuseum = {
  views: [
    {
      name: "wall",
      height: (width) => {
        const { top, tall } = museumPlaces(width)[4];
        return top + tall + 14;
      },
      label: ({ exhibit }) =>
        tr`Five heat maps, A to E, of 128 positions at width 64, one of them right; ${exhibit} is chosen.`,
      draw: museumDrawWall,
      drag(px, py, { width }) {
        const hit = museumPlaces(width).findIndex(({ left, top, wide, tall }) => {
          return px >= left - 6 && px <= left + wide + 6 && py >= top - 20 && py <= top + tall + 6;
        });
        return hit < 0 ? null : { exhibit: MUSEUM.letters[hit] };
      },
    },
    {
      name: "gap",
      height: () => 222,
      label: (state) => museumKind(state) === "right"
        ? tr`${state.exhibit} minus the right table: no difference.`
        : tr`${state.exhibit} minus the right table, from minus 2 to 2.`,
      draw: museumDrawGap,
    },
    {
      name: "checks",
      height: () => 222,
      label: (state) => {
        const kind = museumKind(state);
        const { wrong, good } = MUSEUM_BUGS[kind];
        const says = museumErrors(kind).map((error, n) => {
          const check = tr([MUSEUM_CHECKS[n]]);
          return error < MUSEUM.passes ? tr`${check}: passes.` : tr`${check}: fails.`;
        });
        return says.join(tr([" "])) + (wrong ? tr` Wrong line: ${wrong}. Right line: ${good}.` : "");
      },
      draw: museumDrawChecks,
    },
  ],
  words(state) {
    const kind = museumKind(state);
    const says = tr([MUSEUM_BUGS[kind].says]);
    const failed = museumErrors(kind).filter((error) => error >= MUSEUM.passes).length;
    if (!failed) return tr`${state.exhibit}: ${says}. All five checks pass.`;
    if (failed === 1) return tr`${state.exhibit}: ${says}. One check catches it.`;
    return tr`${state.exhibit}: ${says}. ${failed} of 5 checks catch it.`;
  },
};

Object.assign(math, { museumTable, museumChecks });
