// EmbeddingScale: random embeddings, stretched, plus the code. The cloud of tokens, the four terms of
// their dot products, and what can be read back from the sums.

const SCALE_SENTENCE = "the cat saw the dog and the dog saw the cat".split(" ");
const SCALE_NAMES = [...new Set(SCALE_SENTENCE)];
const SCALE_TOKENS = SCALE_SENTENCE.map((word) => SCALE_NAMES.indexOf(word));
const SCALE_WORDS = 24;
const SCALE_POSITIONS = 48;
const SCALE_WIDEST = 512;
const SCALE_RANGE = [0.1, 1000];

// Standard normal numbers, always the same: mulberry32, then Box and Muller.
const scaleNoise = remember(() => {
  let s = 2373;
  const next = () => {
    s = (s + 0x6d2b79f5) | 0;
    let x = Math.imul(s ^ (s >>> 15), s | 1);
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  return Float64Array.from({ length: SCALE_WORDS * SCALE_WIDEST }, () => {
    const length = Math.sqrt(-2 * Math.log(1 - next()));
    return length * Math.cos(2 * Math.PI * next());
  });
});

// Embeddings before scaling, and all the dot products that the figure needs.
const scaleModel = remember((d) => {
  const noise = scaleNoise();
  const dot = (u, v) => {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += u[j] * v[j];
    return sum;
  };
  const table = (rows, columns) => rows.map((u) => Float64Array.from(columns, (v) => dot(u, v)));
  const words = Array.from({ length: SCALE_WORDS }, (_, w) =>
    noise.slice(w * SCALE_WIDEST, w * SCALE_WIDEST + d).map((value) => value / Math.sqrt(d)));
  const codes = Array.from({ length: SCALE_POSITIONS }, (_, t) => sinusoidal(t, d, 10000));
  const kernel = kernelCurve(SCALE_POSITIONS, d, 10000);
  const mixed = table(words, codes);
  return {
    words,
    mixed,
    ww: table(words, words),
    pp: codes.map((_, t) => kernel.map((_value, s) => kernel[Math.abs(t - s)])),
    mean: mixed.map((row) => row.reduce((sum, value) => sum + value, 0) / SCALE_POSITIONS),
  };
});

// Of all sums of a word and a code: the shares whose position, and whose word, is read correctly.
function scaleRead(c, d) {
  const { mixed, ww, pp, mean } = scaleModel(d);
  let [position, word] = [0, 0];
  for (let w = 0; w < SCALE_WORDS; w++) {
    for (let t = 0; t < SCALE_POSITIONS; t++) {
      let [best, top] = [0, -Infinity];
      for (let s = 0; s < SCALE_POSITIONS; s++) {
        const value = c * mixed[w][s] + pp[t][s];
        if (value > top) [best, top] = [s, value];
      }
      if (best === t) position++;
      [best, top] = [0, -Infinity];
      for (let v = 0; v < SCALE_WORDS; v++) {
        const value = c * (ww[w][v] - ww[v][v] / 2) + mixed[v][t] - mean[v];
        if (value > top) [best, top] = [v, value];
      }
      if (best === w) word++;
    }
  }
  const all = SCALE_WORDS * SCALE_POSITIONS;
  return [position / all, word / all];
}

// The four terms for all queries and keys, each without its mean over the keys, and their shares.
function scaleTerms(c, d) {
  const { mixed, ww, pp } = scaleModel(d);
  const values = [
    (q, k) => c * c * ww[SCALE_TOKENS[q]][SCALE_TOKENS[k]],
    (q, k) => c * mixed[SCALE_TOKENS[q]][k],
    (q, k) => c * mixed[SCALE_TOKENS[k]][q],
    (q, k) => pp[q][k],
  ];
  const terms = values.map((value) => SCALE_TOKENS.map((_, q) => {
    const row = SCALE_TOKENS.map((_token, k) => value(q, k));
    const mean = row.reduce((sum, entry) => sum + entry) / row.length;
    return row.map((entry) => entry - mean);
  }));
  const squares = terms.map((term) => term.flat().reduce((sum, entry) => sum + entry * entry, 0));
  const all = squares.reduce((sum, square) => sum + square);
  return { terms, shares: squares.map((square) => square / all) };
}

// The tokens in the plane of one pair: the places of the words, and of the sums.
function scaleCloud(c, d) {
  const { words } = scaleModel(d);
  const i = d / 32;
  const places = SCALE_NAMES.map((_, w) => [c * words[w][2 * i + 1], c * words[w][2 * i]]);
  const omega = 10000 ** ((-2 * i) / d);
  const tokens = SCALE_TOKENS.map((w, t) => [
    places[w][0] + Math.cos(omega * t), places[w][1] + Math.sin(omega * t),
  ]);
  return { places, tokens };
}

Object.assign(math, { scaleRead, scaleTerms, scaleCloud });

const scaleCurves = remember((d) => {
  const grid = Array.from({ length: 33 }, (_, n) => 0.1 * 10 ** (n / 8));
  return grid.map((c) => [c, ...scaleRead(c, d).map((share) => 100 * share)]);
});

const scaleFacts = remember((c, d) => {
  const [position, word] = scaleRead(c, d);
  return { position, word, code: Math.sqrt(d / 2), ...scaleTerms(c, d) };
});

// The square of the plane that holds all circles: its middle, and half its side.
function scaleFrame(places) {
  const ends = [0, 1].map((axis) => {
    const values = places.map((place) => place[axis]);
    return [Math.min(...values), Math.max(...values)];
  });
  const middle = ends.map(([low, high]) => (low + high) / 2);
  return { middle, reach: Math.max(...ends.map(([low, high]) => (high - low) / 2)) + 1.35 };
}

// A share in words, with a digit where it is small.
function scalePercent(share) {
  const value = 100 * share;
  return value && value < 0.1 ? tr`under 0.1 %` : tr`${tidy(value, value > 99 ? 3 : 2)} %`;
}

function drawScaleCloud(pen, { scale: c, d_model: d }) {
  const { colours } = pen;
  const { places, tokens } = scaleCloud(c, d);
  const { middle, reach } = scaleFrame(places);
  const half = Math.min(pen.width, pen.height - 24) / 2;
  const [x, y, unit] = [pen.width / 2, 24 + half, half / reach];
  const at = ([u, v]) => [x + (u - middle[0]) * unit, y - (v - middle[1]) * unit];
  const [zeroX, zeroY] = at([0, 0]);
  pen.text(tr`Tokens in the plane of one pair`, 2, 9, { weight: 600 });
  if (Math.abs(zeroY - y) < half) pen.line([[x - half, zeroY], [x + half, zeroY]], colours.line);
  if (Math.abs(zeroX - x) < half) pen.line([[zeroX, y - half], [zeroX, y + half]], colours.line);
  for (const place of places) pen.arc(...at(place), unit, 0, 2 * Math.PI, colours.muted, { dash: [2, 3] });
  tokens.forEach((token, t) => {
    const place = places[SCALE_TOKENS[t]];
    pen.line([at(place), at(token)], colours.position, { alpha: 0.5 });
    pen.dot(...at(token), 4, colours.position);
  });
  const shown = [];
  SCALE_NAMES.forEach((name, w) => {
    const [u, v] = at(places[w]);
    if (shown.some(([a, b]) => Math.abs(a - u) < 34 && Math.abs(b - v) < 15)) return;
    shown.push([u, v]);
    pen.text(tr([name]), u, v, { align: "center", weight: 600, halo: true });
  });
  if (unit > 18) {
    tokens.forEach((token, t) => {
      const [u, v] = at(token);
      const style = { size: SMALL, align: "center", colour: colours.position, halo: true };
      const angle = Math.atan2(token[1] - places[SCALE_TOKENS[t]][1], token[0] - places[SCALE_TOKENS[t]][0]);
      pen.text(String(t), u + 12 * Math.cos(angle), v - 12 * Math.sin(angle), style);
    });
  }
}

function drawScaleTerms(pen, { scale: c, d_model: d }) {
  const { ctx, colours } = pen;
  const { terms, shares } = scaleFacts(c, d);
  const n = SCALE_TOKENS.length;
  const [left, top, gap] = [56, 46, 14];
  const side = Math.min((pen.width - left - gap - 2) / 2, (pen.height - top) / 2 - 30);
  const quiet = { size: SMALL, colour: colours.muted };
  pen.text(tr`Four terms: query row, key column`, 2, 9, { weight: 600 });
  terms.forEach((term, j) => {
    const [row, column] = [j >> 1, j & 1];
    const [x, y] = [left + column * (side + gap), top + row * (side + 30)];
    if (!row) pen.text([tr`key’s word`, tr`key’s code`][column], x + side / 2, y - 12, { ...quiet, align: "center" });
    if (!column) {
      (row ? tr`query’s code` : tr`query’s word`).split(" ").forEach((word, line) => {
        pen.text(word, x - 6, y + side / 2 - 8 + 16 * line, { ...quiet, align: "right" });
      });
    }
    const most = Math.max(...term.flat().map(Math.abs)) || 1;
    const cell = side / n;
    term.forEach((entries, q) => entries.forEach((value, k) => {
      ctx.fillStyle = pen.signed(value / most);
      ctx.fillRect(x + k * cell, y + q * cell, cell + 0.4, cell + 0.4);
    }));
    pen.box(x, y + side + 4, side, 4, colours.line, 1);
    pen.box(x, y + side + 4, Math.max(1, side * shares[j]), 4, colours.ink, 1);
    pen.text(scalePercent(shares[j]), x, y + side + 18, { weight: 600 });
  });
}

const scaleArea = (width, height) => ({ left: 40, right: width - 14, top: 28, bottom: height - 24 });

function drawScaleRead(pen, { scale: c, d_model: d }) {
  const { colours } = pen;
  const { position, word } = scaleFacts(c, d);
  const area = scaleArea(pen.width, pen.height);
  const plot = { area, x: SCALE_RANGE, y: [0, 100], logX: true, nameX: tr`length, log`, ticksY: 3 };
  const { x: at, y: level } = pen.axes(plot);
  pen.text(tr`Read back from the sum, %`, 2, 9, { weight: 600 });
  const root = at(Math.sqrt(d));
  pen.line([[root, area.top], [root, area.bottom]], colours.muted, { dash: [2, 3] });
  pen.text("√d", root + 5, area.bottom - 10, { size: SMALL, colour: colours.muted, halo: true });
  pen.line([[at(c), area.top], [at(c), area.bottom]], colours.ink, { width: 1.5 });
  const lines = [[tr`position`, "position", position, 1], [tr`word`, "ink", word, 2]];
  for (const [name, role, value, column] of lines) {
    const curve = scaleCurves(d).map((row) => [at(row[0]), level(row[column])]);
    pen.line(curve, colours[role], { width: 2.5 });
    pen.dot(at(c), level(100 * value), 5, colours[role]);
    const style = { weight: 600, colour: colours[role], halo: true };
    if (column === 1) pen.text(name, area.left + 6, area.top + 14, style);
    else pen.text(name, area.right - 2, area.top + 14, { ...style, align: "right" });
  }
}

figures.EmbeddingScale = {
  views: [
    {
      name: "cloud",
      height: (width) => Math.min(width, 340) + 24,
      label: ({ scale: c, d_model: d }) =>
        tr`The tokens of the sentence in the plane of pair ${d / 32}. Each word has a place, and its tokens lie on a circle of radius 1 around it, at the angle of their position; the places are up to ${tidy(scaleFrame(scaleCloud(c, d).places).reach - 1.35)} from the middle.`,
      draw: drawScaleCloud,
    },
    {
      name: "terms",
      height: (width) => Math.min(width, 340) + 24,
      label: ({ scale: c, d_model: d }) => {
        const [ww, wc, cw, cc] = scaleFacts(c, d).shares.map(scalePercent);
        return tr`Four tiles with the terms of the dot products, query first: word with word ${ww}, word with code ${wc}, code with word ${cw}, code with code ${cc}.`;
      },
      draw: drawScaleTerms,
    },
    {
      name: "read",
      height: () => 170,
      label: ({ scale: c, d_model: d }) => {
        const { position, word } = scaleFacts(c, d);
        return tr`How often position and word are read from the sum, against the length of the embeddings: ${scalePercent(position)} and ${scalePercent(word)} at ${tidy(c)}.`;
      },
      draw: drawScaleRead,
      drag: (px, _py, { width, height }) => {
        const { left, right } = scaleArea(width, height);
        return { scale: Number(unscale(SCALE_RANGE, [left, right], true, px).toPrecision(2)) };
      },
    },
  ],
  words({ scale: c, d_model: d }) {
    const { position, word, code, shares } = scaleFacts(c, d);
    const ratio = c / code;
    const times = tidy(Math.max(ratio, 1 / ratio), 2);
    const unequal = ratio > 1 ? tr`${times} times as long as` : tr`${times} times shorter than`;
    const louder = times === "1" ? tr`as long as` : unequal;
    return tr`Embeddings of length ${tidy(c)} are ${louder} the code, ${tidy(code)}. From the sum the nearest code gives the right position in ${scalePercent(position)} of ${(SCALE_WORDS * SCALE_POSITIONS).toLocaleString("en-US")} cases, the nearest embedding the right word in ${scalePercent(word)}. Of what the softmax sees of a plain dot product, ${scalePercent(shares[0])} is word with word, ${scalePercent(shares[3])} code with code.`;
  },
};
