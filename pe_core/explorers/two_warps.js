// TwoWarps: the clocks of base 10,000, with every position divided by s, and with a base raised so
// far that the last pair becomes s times slower.

const WARP_ROWS = [["before", "muted"], ["t / s", "negative"], ["base B′", "positive"]];

const warpBase = (s, dModel) => 1e4 * s ** (dModel / (dModel - 2));

// The three rows of frequencies: before, stretched, with the raised base.
const warpFrequencies = remember((s, dModel) => {
  const before = frequencies(dModel, 1e4);
  return [before, before.map((omega) => omega / s), frequencies(dModel, warpBase(s, dModel))];
});

// The distance between the codes of two neighbours, in each row.
const warpSteps = remember((s, dModel) => warpFrequencies(s, dModel).map((omegas) =>
  2 * Math.sqrt(omegas.reduce((sum, omega) => sum + Math.sin(omega / 2) ** 2, 0))));

const warpPairs = (m) => [0, m >> 2, m >> 1, (3 * m) >> 2, m - 1];

const warpSplit = (width) => width >= 560;

function drawWarpCurves(pen, { scale: s, d_model: d }) {
  const { colours } = pen;
  const rows = warpFrequencies(s, d);
  const last = d / 2 - 1;
  const draw = (n, left, right, top, y, title, value, labels) => {
    const area = { left: left + 40, right, top: top + 28, bottom: top + 228 };
    pen.text(title, left + 2, top + 9, { weight: 600 });
    const axes = pen.axes({ area, x: [0, last], y, logY: true, nameX: tr`pair i` });
    for (let row = n; row < 3; row++) {
      const colour = colours[WARP_ROWS[row][1]];
      const points = Array.from(rows[row], (omega, i) => [axes.x(i), axes.y(value(omega, i))]);
      pen.line(points, colour, { width: 2.5, dash: row > 1 ? [7, 4] : [] });
      const [part, lift, words] = labels[row];
      const i = Math.round(part * last);
      pen.text(words, axes.x(i), axes.y(value(rows[row][i], i)) + lift,
        { colour, weight: 600, halo: true, align: "center" });
    }
  };
  const half = warpSplit(pen.width) ? pen.width / 2 : pen.width;
  draw(1, 0, half - 10, 0, [0.8, 60], tr`Times slower, log`, (omega, i) => rows[0][i] / omega,
    [[], [0.4, -13, tr`stretch positions: all × ${s}`], [0.68, 26, tr`raise base: × 1 to × ${s}`]]);
  const [left, top] = half < pen.width ? [half, 0] : [0, 260];
  draw(0, left, pen.width - 10, top, [1, 1e7], tr`Wavelength λ, log`,
    (omega) => (2 * Math.PI) / omega,
    [[0.7, 22, tr`before`], [0.25, -18, tr`stretch`], [0.5, 0, tr`raise`]]);
}

function drawWarpClocks(pen, { scale: s, position: t, d_model: d }) {
  const { colours } = pen;
  const cell = (pen.width - 62) / 5;
  const radius = Math.min(30, cell / 2 - 4);
  pen.text(tr`Clocks at t = ${whole(t)}`, 2, 9, { weight: 600 });
  const pairs = warpPairs(d / 2);
  warpFrequencies(s, d).forEach((omegas, row) => {
    const [name, role] = WARP_ROWS[row];
    const y = 82 + row * 68;
    pen.text(tr([name]), 2, y, { weight: 600, colour: colours[role] });
    pairs.forEach((i, n) => {
      const x = 62 + (n + 0.5) * cell;
      if (!row) pen.text(`i = ${i}`, x, 36, { align: "center", size: SMALL, colour: colours.muted });
      const angle = omegas[i] * t;
      const tip = [x + radius * Math.cos(angle), y - radius * Math.sin(angle)];
      pen.arc(x, y, radius, 0, 2 * Math.PI, colours.panel, { fill: true });
      pen.arc(x, y, radius, 0, 2 * Math.PI, colours.line);
      pen.line([[x, y], tip], colours[role], { width: 2.5, cap: "round" });
      pen.dot(...tip, 3.5, colours[role]);
    });
  });
}

const warpTurned = (omega, t) => `${tidy((omega * t * 180) / Math.PI)}°`;

figures.TwoWarps = {
  views: [
    {
      name: "curves",
      height: (width) => (warpSplit(width) ? 256 : 516),
      label: ({ scale: s, d_model: d }) => tr`How many times slower each of ${d / 2} pairs becomes: ${s} for all when positions are stretched; from 1 to ${s}, a straight line on the logarithmic axis, when the base is raised. Beside it the wavelengths.`,
      draw: drawWarpCurves,
    },
    {
      name: "clocks",
      height: () => 254,
      label: ({ scale: s, position: t, d_model: d }) => {
        const rows = warpFrequencies(s, d);
        return tr`Three rows of five clocks at position ${t}. The last hand has turned ${rows.map((omegas) => warpTurned(omegas.at(-1), t)).join(tr([", "]))}.`;
      },
      draw: drawWarpClocks,
    },
  ],
  words({ scale: s, position: t, d_model: d }) {
    const [before, stretched, raised] = warpSteps(s, d).map((step) => fixed(step, 3));
    const [old, slow] = warpFrequencies(s, d).map((omegas) => warpTurned(omegas.at(-1), t));
    return tr`For texts ${s} times as long, the step between neighbours goes from ${before} to ${stretched} when positions are stretched, to ${raised} when the base is raised to ${whole(Math.round(warpBase(s, d)))}. At t = ${whole(t)} the last hand has turned ${slow} in both, instead of ${old}; the first stands where it stood only with the raised base.`;
  },
};

Object.assign(math, { warpBase, warpFrequencies, warpSteps });
