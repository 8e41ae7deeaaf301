// LearnedRotations: five planes of a learned position table as clocks, above the clocks of a
// sinusoid of the same width, and the two coordinates of one plane as waves.

const LEARNED_WIDTH = 384;
const LEARNED_ROWS = 510; // positions 1 to 510

// The recorded tracks: x and y of every plane at every position, and how many turns each plane has
// made since position 1.
// A letter is what a step differs by from an even turn, in units (see learned_rotations.py).
const learnedTracks = remember(() => {
  const { periods, tracks, unit } = LEARNED_PLANES;
  return periods.map((period, j) => {
    const [c, s] = [Math.cos((2 * Math.PI) / period), Math.sin((2 * Math.PI) / period)];
    const step = (n) => (tracks[j].charCodeAt(n) - 80) / unit;
    const [x, y, turns] = [0, 1, 2].map(() => new Float64Array(LEARNED_ROWS));
    for (let n = 0; n < LEARNED_ROWS; n++) {
      const [a, b] = n ? [x[n - 1], y[n - 1]] : [0, 0];
      x[n] = c * a - s * b + step(2 * n);
      y[n] = s * a + c * b + step(2 * n + 1);
      const turn = Math.atan2(a * y[n] - b * x[n], a * x[n] + b * y[n]);
      if (n) turns[n] = turns[n - 1] + turn / (2 * Math.PI);
    }
    return { period, x, y, turns };
  });
});

// The pair of the sinusoid whose wavelength is nearest to a period, as a ratio.
function learnedPair(period) {
  const m = LEARNED_WIDTH / 2;
  const i = Math.round((m * Math.log(period / (2 * Math.PI))) / Math.log(10000));
  return Math.min(m - 1, Math.max(0, i));
}

// Everything about one position: the hands of the model and of the sinusoid.
function learnedFacts(t) {
  return learnedTracks().map(({ period, x, y, turns }) => {
    const [a, b] = [x[t - 1], y[t - 1]];
    const i = learnedPair(period);
    const length = 2 * Math.PI * 10000 ** ((2 * i) / LEARNED_WIDTH);
    return { period, x: a, y: b, reach: Math.hypot(a, b), turns: turns[t - 1],
      even: (t - 1) / period, i, length, angle: (2 * Math.PI * t) / length };
  });
}

function learnedGrid(width) {
  const cell = width / 5;
  const radius = Math.min(52, (cell / 2 - 2) / 1.2); // the tracks reach up to 1.4 radii
  return { cell, radius, middle: 62 + radius * 1.25, height: 62 + radius * 2.55 + 44 };
}

function learnedFace(pen, x, y, radius, name, below) {
  const { colours } = pen;
  pen.arc(x, y, radius, 0, 2 * Math.PI, colours.line, { width: 1 });
  pen.line([[x - radius, y], [x + radius, y]], colours.line);
  pen.line([[x, y - radius], [x, y + radius]], colours.line);
  pen.text(name, x, y - radius * 1.25 - 9, { align: "center", size: SMALL });
  below.forEach((words, n) => {
    const style = { align: "center", size: SMALL, colour: n ? colours.muted : colours.ink };
    pen.text(words, x, y + radius * 1.3 + 14 + 16 * n, style);
  });
}

function learnedHand(pen, x, y, tipX, tipY) {
  pen.line([[x, y], [tipX, tipY]], pen.colours.position, { width: 2.5, cap: "round" });
  pen.dot(tipX, tipY, 4.5, pen.colours.position);
}

function drawLearned(pen, { position, plane }) {
  const { colours, ctx } = pen;
  const { cell, radius, middle } = learnedGrid(pen.width);
  pen.text(tr`Learned by the model: five planes of its table`, 2, 10, { weight: 600 });
  const quiet = { size: SMALL, colour: colours.muted };
  pen.text(tr`dots: all positions · dashed: even pace`, 2, 28, quiet);
  learnedFacts(position).forEach((now, j) => {
    const x = cell * (j + 0.5);
    const chosen = j + 1 === plane;
    if (chosen) pen.box(cell * j + 1, 38, cell - 2, pen.height - 39, colours.panel, 6);
    const wide = cell > 84;
    learnedFace(pen, x, middle, radius, tr`plane ${j + 1}`,
      [wide ? tr`period ${tidy(now.period)}` : tidy(now.period), tr`${tidy(now.turns, 2)} turns`]);
    const track = learnedTracks()[j];
    ctx.fillStyle = colours.muted;
    ctx.globalAlpha = 0.55;
    for (let n = 0; n < LEARNED_ROWS; n++) {
      ctx.fillRect(x + radius * track.x[n] - 0.75, middle - radius * track.y[n] - 0.75, 1.5, 1.5);
    }
    ctx.globalAlpha = 1;
    const even = 2 * Math.PI * now.even;
    const tip = [x + radius * Math.cos(even), middle - radius * Math.sin(even)];
    pen.line([[x, middle], tip], colours.ink, { dash: [4, 3], width: 1.25 });
    learnedHand(pen, x, middle, x + radius * now.x, middle - radius * now.y);
  });
}

function drawLearnedPairs(pen, { position }) {
  const { cell, radius, middle } = learnedGrid(pen.width);
  pen.text(tr`The formula: pairs of a sinusoid of the same width`, 2, 10, { weight: 600 });
  const quiet = { size: SMALL, colour: pen.colours.muted };
  pen.text(tr`the pairs of nearest wavelength`, 2, 28, quiet);
  learnedFacts(position).forEach((now, j) => {
    const x = cell * (j + 0.5);
    learnedFace(pen, x, middle, radius, `i = ${now.i}`,
      [`λ = ${tidy(now.length)}`, tr`${tidy(position / now.length, 2)} turns`]);
    learnedHand(pen, x, middle, x + radius * Math.cos(now.angle), middle - radius * Math.sin(now.angle));
  });
}

// The stretch of positions that the waves show: about twelve periods around t.
function learnedWindow({ position, plane }) {
  const length = Math.min(LEARNED_ROWS - 1, Math.round(12 * LEARNED_PLANES.periods[plane - 1]));
  const from = Math.min(LEARNED_ROWS - length, Math.max(1, position - Math.round(length / 2)));
  return [from, from + length];
}

function learnedArea(width, height) {
  return { left: 34, right: width - 10, top: 30, bottom: height - 24 };
}

function drawLearnedWaves(pen, state) {
  const { colours } = pen;
  const { position, plane } = state;
  const x = learnedWindow(state);
  const area = learnedArea(pen.width, pen.height);
  const axes = pen.axes({ area, x, y: [-1.5, 1.5], ticksY: 3, nameX: tr`position t` });
  const title = tr`Plane ${plane} as waves`;
  pen.text(title, 2, 10, { weight: 600 });
  let at = pen.measure(title, { weight: 600 }) + 16;
  for (const [word, colour] of [[tr`height`, colours.sine], [tr`reach`, colours.cosine]]) {
    pen.text(word, at, 10, { colour, weight: 600 });
    at += pen.measure(word, { weight: 600 }) + 12;
  }
  const track = learnedTracks()[plane - 1];
  for (const [values, colour] of [[track.x, colours.cosine], [track.y, colours.sine]]) {
    const points = [];
    for (let t = x[0]; t <= x[1]; t++) points.push([axes.x(t), axes.y(values[t - 1])]);
    pen.line(points, colour, { width: 1.75 });
  }
  pen.line([[axes.x(position), area.top - 4], [axes.x(position), area.bottom]], colours.position,
    { width: 1.5 });
  const end = axes.x(position) > area.right - 70;
  pen.text(`t = ${position}`, axes.x(position) + (end ? -6 : 6), area.top, {
    align: end ? "right" : "left", size: SMALL, weight: 600, colour: colours.position, halo: true });
}

// A tap on a clock chooses its waves.
function learnedDrag(px, py, { width }) {
  const { cell } = learnedGrid(width);
  return { plane: Math.min(5, Math.max(1, Math.floor(px / cell) + 1)) };
}

figures.LearnedRotations = {
  views: [
    {
      name: "planes",
      height: (width) => learnedGrid(width).height,
      label: ({ position }) => {
        const say = ({ period, turns, reach }, j) =>
          tr`plane ${j + 1}, period ${tidy(period)}: ${tidy(turns, 2)} turns, reach ${fixed(reach)}`;
        return tr`Five clocks learned by the model, at position ${position}. ${learnedFacts(position).map(say).join(tr(["; "]))}.`;
      },
      draw: drawLearned,
      drag: learnedDrag,
    },
    {
      name: "pairs",
      height: (width) => learnedGrid(width).height,
      label: ({ position }) => {
        const say = ({ i, length }) =>
          tr`pair ${i}, wavelength ${tidy(length)}: ${tidy(position / length, 2)} turns`;
        return tr`Five clocks of a sinusoid at position ${position}, all of reach 1. ${learnedFacts(position).map(say).join(tr(["; "]))}.`;
      },
      draw: drawLearnedPairs,
    },
    {
      name: "waves",
      height: () => 158,
      label: (state) => {
        const [from, to] = learnedWindow(state);
        const { x, y } = learnedFacts(state.position)[state.plane - 1];
        return tr`The two coordinates of plane ${state.plane} from position ${from} to ${to}: two waves, a quarter turn apart. At ${state.position} the reach to the right is ${fixed(x)} and the height ${fixed(y)}.`;
      },
      draw: drawLearnedWaves,
      drag(px, py, { width, height }, state) {
        const { left, right } = learnedArea(width, height);
        return { position: Math.round(unscale(learnedWindow(state), [left, right], false, px)) };
      },
    },
  ],
  words({ position, plane }) {
    const facts = learnedFacts(position);
    const { period, turns, even, reach } = facts[plane - 1];
    const gap = turns - even;
    const size = tidy(Math.abs(gap), 2);
    const other = gap > 0 ? tr`${size} more than` : tr`${size} less than`;
    const pace = Math.abs(gap) < 0.005 ? tr`just as many as` : other;
    return tr`From position 1 to ${position}, plane ${plane} has made ${tidy(turns)} turns, ${pace} an even clock of period ${tidy(period)}. Its hand reaches ${fixed(reach)} of the mean radius; a sinusoid's hand always reaches 1.`;
  },
};

Object.assign(math, { learnedTracks, learnedPair, learnedFacts, learnedWindow });
