// BaseWidthMap: base against width. Every cell says up to which offset no similarity is negative.

const MAP_BASES = [2, 3, 4, 5].flatMap((power) =>
  [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8].map((r) => Math.round(r * 10 ** power))).concat(1e6);
const MAP_WIDTHS = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024];
// Name, base, width, rotary, and where the name stands: lines above the dot.
const MAP_MODELS = [
  ["Transformer, base", 1e4, 512, false, 0], ["Transformer, big", 1e4, 1024, false, 0],
  ["LLaMA", 1e4, 128, true, 0], ["Llama 3", 5e5, 128, true, -1], ["Code Llama", 1e6, 128, true, 1],
];

// The data hold the step of equal ratio in which the first negative offset lies.
const mapStep = (n) => 32 * (MAP_STEPS[0].charCodeAt(n) - 48) + MAP_STEPS[1].charCodeAt(n) - 93;
const mapEdge = (step) => Math.ceil(200000 ** (step / 360) - 1e-6);
const mapFound = [];

// The first negative offset of cell n (row by row): searched once, from the start of its step on,
// every hand turning on by one position at a time.
function mapFirst(n) {
  return (mapFound[n] ??= (() => {
    const omegas = frequencies(MAP_WIDTHS[Math.floor(n / 41)], MAP_BASES[n % 41]);
    let k = mapEdge(mapStep(n));
    const [c, s] = [omegas.map(Math.cos), omegas.map(Math.sin)];
    const [x, y] = [omegas.map((omega) => Math.cos(omega * k)), omegas.map((omega) => Math.sin(omega * k))];
    for (; ; k++) {
      let sum = 0;
      for (let i = 0; i < x.length; i++) {
        sum += x[i];
        const turned = x[i] * c[i] - y[i] * s[i];
        y[i] = x[i] * s[i] + y[i] * c[i];
        x[i] = turned;
      }
      if (sum < 0) return k;
    }
  })());
}

// Is no similarity negative at the offsets 1 to L? Only a cell whose step holds L needs a search.
const mapClear = (n, length) => mapEdge(mapStep(n)) > length ||
  (mapEdge(mapStep(n) + 1) > length && mapFirst(n) > length);

const mapNearest = (values, value) => nearest(values.map(Math.log), Math.log(value));

const mapCell = (s) => 41 * mapNearest(MAP_WIDTHS, s.d_model) + mapNearest(MAP_BASES, s.base);

function mapFacts(state) {
  const n = mapCell(state);
  const [base, width] = [MAP_BASES[n % 41], MAP_WIDTHS[Math.floor(n / 41)]];
  const model = MAP_MODELS.find(([, b, w]) => b === base && w === width);
  return { n, base, width, model, first: mapFirst(n), longest: wavelengths(width, base).at(-1) };
}

const mapArea = (width, height) => ({ left: 40, right: width - 10, top: 66, bottom: height - 24 });

function drawMap(pen, state) {
  const { colours, ctx } = pen;
  const { length } = state;
  const area = mapArea(pen.width, pen.height);
  const quiet = { size: SMALL, colour: colours.muted };
  pen.text(tr`Width d against base B, both log`, 2, 9, { weight: 600 });
  const x = (base) => area.left + ((Math.log10(base) - 1.95) / 4.1) * (area.right - area.left);
  const tall = (area.bottom - area.top) / 15;
  const y = (row) => area.bottom - (row + 0.5) * tall;
  const wide = (area.right - area.left) / 41;
  const clear = Array.from({ length: 615 }, (_, n) => mapClear(n, length));
  const edges = [];
  clear.forEach((good, n) => {
    const [column, row] = [n % 41, Math.floor(n / 41)];
    const [left, top] = [area.left + column * wide, y(row) - tall / 2];
    const far = Math.abs(Math.log10(mapEdge(mapStep(n)) / length));
    ctx.fillStyle = pen.signed((good ? 1 : -1) * (0.25 + 0.6 * Math.min(1, far)));
    ctx.fillRect(left, top, wide + 0.5, tall + 0.5);
    if (column && good !== clear[n - 1]) edges.push([[left, top], [left, top + tall]]);
    if (row && good !== clear[n - 41]) edges.push([[left, top + tall], [left + wide, top + tall]]);
  });
  for (const edge of edges) pen.line(edge, colours.ink, { width: 1.5 });

  // Where the longest wavelength is L, and where it is 2L.
  for (const turns of [1, 2]) {
    const points = MAP_WIDTHS.map((d, row) =>
      [x(((turns * length) / (2 * Math.PI)) ** (d / (d - 2))), y(row)]);
    pen.clip(area, () => pen.line(points, colours.paper, { width: 2 }));
    const at = points[14][0];
    if (at > area.left + 40 && at < area.right - 40) {
      pen.text(turns > 1 ? "λ = 2L" : "λ = L", at + (turns > 1 ? 3 : -3), area.top - 9,
        { size: SMALL, align: turns > 1 ? "left" : "right" });
    }
  }
  pen.box(2, 22, 12, 12, pen.signed(0.6));
  pen.text(tr`S(k) ≥ 0 up to k = L`, 19, 28, { size: SMALL });
  pen.box(157, 22, 12, 12, pen.signed(-0.6));
  pen.text(tr`S(k) < 0 before`, 174, 28, { size: SMALL });
  MAP_WIDTHS.forEach((d, row) => {
    if (row % 2 === 0) pen.text(String(d), area.left - 6, y(row), { ...quiet, align: "right" });
  });
  pen.ticksX({ area, x: [10 ** 1.95, 10 ** 6.05], logX: true, nameX: tr`base B` });
  for (const [name, base, d, rotary, lines] of MAP_MODELS) {
    const [px, py] = [x(base), y(MAP_WIDTHS.indexOf(d))];
    pen.dot(px, py, 4.5, colours.ink, rotary);
    pen.text(tr([name]), px + (lines ? 4 : 16), py - 17 * lines,
      { size: SMALL, weight: 600, halo: true, align: lines ? "right" : "left" });
  }
  const { n } = mapFacts(state);
  ctx.lineWidth = 2.5;
  ctx.strokeStyle = colours.position;
  const [left, top] = [area.left + (n % 41) * wide, y(Math.floor(n / 41)) - tall / 2];
  ctx.strokeRect(left - 4, top - 2, wide + 8, tall + 4);
}

figures.BaseWidthMap = {
  views: [
    {
      name: "map",
      height: () => 400,
      label: (state) => {
        const clear = Array.from({ length: 615 }, (_, n) => mapClear(n, state.length));
        const says = MAP_MODELS.map(([name, base, d, rotary]) => {
          const who = rotary ? tr`${tr([name])} (rotary)` : tr([name]);
          return mapClear(mapCell({ base, d_model: d }), state.length) ? tr`${who} no` : tr`${who} yes`;
        });
        const share = clear.filter(Boolean).length;
        return tr`Map of 41 bases by 15 widths: ${share} of 615 cells have no negative similarity up to ${whole(state.length)}. One before, in published models: ${says.join(tr([", "]))}.`;
      },
      draw: drawMap,
      drag(px, py, { width, height }) {
        const { left, right, top, bottom } = mapArea(width, height);
        const part = (a, b, count) => Math.min(count - 1, Math.max(0, Math.floor(a / b * count)));
        return {
          base: MAP_BASES[part(px - left, right - left, 41)],
          d_model: MAP_WIDTHS[part(bottom - py, bottom - top, 15)],
        };
      },
    },
  ],
  words(state) {
    const { base, width, model, first, longest } = mapFacts(state);
    const name = model && tr([model[0]]);
    const who = !model ? "" : model[3] ? tr`, as in ${name} (rotary, one head)` : tr`, as in ${name} (added)`;
    const limit = `L\u00a0=\u00a0${whole(state.length)}`;
    const where = first > state.length ? tr`beyond ${limit}` : tr`within ${limit}`;
    return tr`Base ${whole(base)} and width ${width}${who}: similarity is first negative at offset ${whole(first)}, ${where}. The slowest hand needs ${tidy(longest)} positions for a turn; in L positions it makes ${tidy(state.length / longest, 2)} turns.`;
  },
};

Object.assign(math, { mapFirst, mapClear, mapCell, mapFacts });
