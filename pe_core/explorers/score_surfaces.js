// ScoreSurfaces: what six trained heads score a match, for every query (row) and every earlier key
// (column), and one row of each as a curve.

const SURFACE_WINDOW = 32;
const SURFACE_LENGTH = 128;
const SURFACE_NAMES = {
  sinusoid: tr`Sinusoid`, learned: tr`Learned table`, rope: tr`RoPE`, alibi: tr`ALiBi`,
  t5: tr`T5 bias`, none: tr`None`,
};

// All scores of a scheme, row after row: n x n, only keys before the query are filled in.
const surfaceOf = Object.fromEntries(Object.keys(SURFACE_NAMES).map((scheme) => [scheme, remember(() => {
  const [unit, code] = SURFACE_NUMBERS[scheme];
  const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
  const n = scheme === "learned" ? SURFACE_WINDOW : SURFACE_LENGTH;
  const scores = new Float64Array(n * n);
  if (scheme === "sinusoid") {
    const matrix = new Int8Array(bytes.buffer);
    const codes = Array.from({ length: n }, (_, t) => [...sinusoidal(t, 32, 10000), 1]);
    const turned = codes.map((code) => codes[0].map((_, j) =>
      code.reduce((sum, value, i) => sum + value * unit * matrix[33 * i + j], 0)));
    for (let t = 0; t < n; t++) {
      for (let s = 0; s < t; s++) {
        scores[t * n + s] = turned[t].reduce((sum, value, j) => sum + value * codes[s][j], 0);
      }
    }
  } else {
    const view = new DataView(bytes.buffer);
    for (let t = 0; t < n; t++) {
      for (let s = 0; s < t; s++) {
        const place = scheme === "learned" ? (t * (t - 1)) / 2 + s : t - s - 1;
        scores[t * n + s] = unit * view.getInt16(2 * place, true);
      }
    }
  }
  return { n, scores };
})]));

// The row of query t: the scores of the keys 0 to t - 1; null where a table has no row.
function surfaceRow(scheme, t) {
  const { n, scores } = surfaceOf[scheme]();
  return t < n ? scores.subarray(t * n, t * n + t) : null;
}

// The share of pairs of keys of which the nearer one scores higher.
function surfaceOrdered(scheme, t) {
  const row = surfaceRow(scheme, t);
  if (!row || row.length < 2) return row ? 1 : null;
  let good = 0;
  for (let near = 1; near < t; near++) {
    for (let far = 0; far < near; far++) good += row[near] > row[far];
  }
  return good / ((t * (t - 1)) / 2);
}

const surfaceShares = remember((t) => Object.keys(SURFACE_NAMES).map((s) => surfaceOrdered(s, t)));

// Each map once for each look of the page: colours from the least to the largest trained score.
const surfaceImages = remember((mode) => {
  const table = pixelTable(mode);
  return Object.keys(SURFACE_NAMES).map((scheme) => {
    const { n, scores } = surfaceOf[scheme]();
    let [low, high] = [Infinity, -Infinity];
    for (let t = 1; t < SURFACE_WINDOW; t++) {
      for (let s = 0; s < t; s++) {
        low = Math.min(low, scores[t * n + s]);
        high = Math.max(high, scores[t * n + s]);
      }
    }
    const [middle, half] = [(low + high) / 2, Math.max((high - low) / 2, 1e-9)];
    const pixels = new Uint32Array(n * n);
    for (let t = 1; t < n; t++) {
      for (let s = 0; s < t; s++) {
        const part = Math.min(1, Math.max(-1, (scores[t * n + s] - middle) / half));
        pixels[t * n + s] = table[Math.round(((part + 1) / 2) * 255)];
      }
    }
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = n;
    const image = new ImageData(new Uint8ClampedArray(pixels.buffer), n, n);
    canvas.getContext("2d").putImageData(image, 0, 0);
    return canvas;
  });
});

function surfaceGrid(width) {
  const columns = width >= 560 ? 3 : 2;
  const cell = width / columns;
  const side = Math.min(190, cell - 40);
  const tall = 30 + side + 12 + 58 + 30;
  return { columns, cell, side, tall, rows: 6 / columns, top: 44 };
}

function surfacePlace({ columns, cell, side, tall, top }, n) {
  const left = (n % columns) * cell + 30;
  const y = top + Math.floor(n / columns) * tall + 26;
  return { left, right: left + side, top: y, bottom: y + side };
}

function surfacePercent(share) {
  return share === null ? tr`no row` : tr`${Math.round(100 * share)} %`;
}

// The shares of all schemes in words.
function surfaceList(t) {
  const [sinusoid, learned, rope, alibi, t5, none] = surfaceShares(t).map(surfacePercent);
  const table = t < SURFACE_WINDOW ? tr`Learned table ${learned}` : tr`Learned table no row`;
  return [tr`Sinusoid ${sinusoid}`, table, `RoPE ${rope}`, `ALiBi ${alibi}`, tr`T5 bias ${t5}`,
    tr`None ${none}`].join(tr([", "]));
}

function drawSurfaces(pen, { query: t }) {
  const { colours, ctx } = pen;
  const grid = surfaceGrid(pen.width);
  const shares = surfaceShares(t);
  const images = surfaceImages(colours.mode);
  const at = (area) => scale([0, SURFACE_LENGTH], [area.left, area.right]);
  pen.text(tr`Scores of a match: queries downwards, keys across`, 2, 10, { weight: 600 });
  const quiet = { size: SMALL, colour: colours.muted };
  pen.text(pen.width < 560 ? tr`percent: pairs of keys in the right order`
    : tr`dashed: window of training · percent: pairs of keys in the right order, nearer above farther`,
  2, 28, quiet);
  Object.entries(SURFACE_NAMES).forEach(([scheme, name], n) => {
    const area = surfacePlace(grid, n);
    const x = at(area);
    const y = scale([0, SURFACE_LENGTH], [area.top, area.bottom]);
    pen.text(name, area.left, area.top - 11, { weight: 600 });
    pen.text(surfacePercent(shares[n]), area.right, area.top - 11, { align: "right" });
    ctx.imageSmoothingEnabled = false;
    const size = surfaceOf[scheme]().n;
    pen.line([[area.left, area.top], [area.left, area.bottom], [area.right, area.bottom],
      [area.left, area.top]], colours.line);
    ctx.drawImage(images[n], area.left, area.top, x(size) - area.left, y(size) - area.top);
    const w = SURFACE_WINDOW;
    pen.line([[area.left, y(w)], [x(w), y(w)]], colours.ink, { dash: [3, 3] });
    if (size < SURFACE_LENGTH) pen.text(tr`no rows`, area.left + 6, y(64), quiet);
    pen.line([[area.left, y(t + 0.5)], [area.right, y(t + 0.5)]], colours.position, { width: 1.5 });
    for (const value of [0, 64, 128]) {
      const style = { ...quiet, align: "right" };
      if (value) pen.text(String(value), area.left - 5, y(value), style);
    }

    const low = { ...area, top: area.bottom + 12, bottom: area.bottom + 70 };
    const row = surfaceRow(scheme, t);
    pen.line([[low.left, low.bottom], [low.right, low.bottom]], colours.muted);
    if (row) {
      const [least, most] = [Math.min(...row), Math.max(...row)];
      const flat = most - least < 1e-9;
      const up = scale(flat ? [least - 1, most + 1] : [least, most], [low.bottom - 3, low.top + 4]);
      const points = [...row].map((value, s) => [x(s + 0.5), up(value)]);
      if (points.length > 1) pen.line(points, colours.ink, { width: 1.5 });
      const best = flat ? -1 : row.indexOf(most);
      if (best >= 0) {
        const right = best === t - 1;
        pen.dot(x(best + 0.5), up(most), 4, right ? colours.positive : colours.negative, !right);
      }
    } else {
      pen.text(tr`no row`, (low.left + low.right) / 2, (low.top + low.bottom) / 2, { ...quiet, align: "center" });
    }
    const near = x(t);
    pen.line([[near, low.top], [near, low.bottom]], colours.position, { width: 1.5 });
    pen.text(tr`key s`, low.right, low.bottom + 13, { ...quiet, align: "right" });
    pen.text("0", low.left, low.bottom + 13, quiet);
  });
}

figures.ScoreSurfaces = {
  views: [
    {
      name: "surfaces",
      height: (width) => {
        const { top, rows, tall } = surfaceGrid(width);
        return top + rows * tall;
      },
      label: ({ query: t }) =>
        tr`Six maps of scores and the row of query ${t} of each. Pairs of keys in the right order: ${surfaceList(t)}.`,
      draw: drawSurfaces,
      drag(px, py, { width }) {
        const grid = surfaceGrid(width);
        const column = Math.min(grid.columns - 1, Math.floor(px / grid.cell));
        const row = Math.floor((py - grid.top) / grid.tall);
        if (row < 0 || row >= grid.rows) return null;
        const area = surfacePlace(grid, row * grid.columns + column);
        if (py > area.bottom + 6) return null;
        const t = Math.floor(unscale([0, SURFACE_LENGTH], [area.top, area.bottom], false, py));
        return { query: Math.min(SURFACE_LENGTH - 1, Math.max(1, t)) };
      },
    },
  ],
  words({ query: t }) {
    const where = t < SURFACE_WINDOW ? tr`stands inside the window of training`
      : tr`stands ${t - SURFACE_WINDOW + 1} beyond the last query of the training`;
    return tr`Query ${t} ${where}. Pairs of keys that it ranks in the right order, the nearer one higher: ${surfaceList(t)}.`;
  },
};

Object.assign(math, { surfaceRow, surfaceOrdered });
