// PhaseSlider: a sine and the same sine a phase ahead. The curve of the codes, their length, what a
// shift does to a square, the price of a bad phase, and what a linear map cannot give without the
// partner.

const PHASE_WAVE = 24; // positions per turn
const PHASE_LAST = 48; // largest position and offset
const PHASE_OMEGA = (2 * Math.PI) / PHASE_WAVE;
const PHASE_TOP = 200; // upper end of the axis of condition numbers
const PHASE_NAMES = { sine: "sin ωt", cosine: "sin(ωt + φ)" };

// The code of t: a sine, and the sine a phase ahead.
function phaseCode(omega, t, phase) {
  return [Math.sin(omega * t), Math.sin(omega * t + phase)];
}

// The matrix that carries the code of t to the code of t + k.
function phaseMatrix(omega, k, phase) {
  const [angle, s] = [omega * k, Math.sin(phase)];
  const off = Math.sin(angle) / s;
  return [[Math.sin(phase - angle) / s, off], [-off, Math.sin(phase + angle) / s]];
}

// Half the longest and the shortest diameter of the curve; their ratio is the condition number.
function phaseAxes(phase) {
  const [a, b] = [Math.SQRT2 * Math.cos(phase / 2), Math.SQRT2 * Math.sin(phase / 2)];
  return { long: Math.max(a, b), short: Math.min(a, b), condition: Math.max(a / b, b / a) };
}

// The largest stretch of any vector by the matrix; as its determinant is 1, the least is one over it.
function phaseStretch(omega, k, phase) {
  return Math.exp(Math.asinh(Math.abs(Math.sin(omega * k) / Math.tan(phase))));
}

// Sines alone, one for each frequency: the share of the shifted code that the best linear map
// leaves over, in the mean over all positions.
function phaseLeftOver(omegas, k) {
  return omegas.reduce((sum, omega) => sum + Math.sin(omega * k) ** 2, 0) / omegas.length;
}

Object.assign(math, { phaseCode, phaseMatrix, phaseAxes, phaseStretch, phaseLeftOver });

function phaseFacts({ phase, position: t, offset: k, other }) {
  const phi = (phase * Math.PI) / 180;
  const second = (2 * Math.PI) / other;
  return {
    ...phaseAxes(phi), phi, t, k, second,
    now: phaseCode(PHASE_OMEGA, t, phi),
    later: phaseCode(PHASE_OMEGA, t + k, phi),
    matrix: phaseMatrix(PHASE_OMEGA, k, phi),
    stretch: phaseStretch(PHASE_OMEGA, k, phi),
    one: phaseLeftOver([PHASE_OMEGA], k),
    two: phaseLeftOver([PHASE_OMEGA, second], k),
  };
}

function phasePercent(share) {
  return tr`${share < 1e-12 ? 0 : tidy(100 * share, 2)} %`;
}

function phaseCurvePlace(width, height) {
  const radius = Math.min(width / 2 - 34, height / 2 - 38);
  const [x, y] = [width / 2, height / 2 + 8];
  return { x, y, radius, at: ([a, b]) => [x + radius * a, y - radius * b] };
}

function drawPhaseCurve(pen, state) {
  const { colours } = pen;
  const { phi, t, k, now, later, long, short } = phaseFacts(state);
  const { x, y, radius, at } = phaseCurvePlace(pen.width, pen.height);
  const code = (s) => at(phaseCode(PHASE_OMEGA, s, phi));
  pen.text(tr`Every code lies on one curve`, 2, 9, { weight: 600 });
  pen.line([at([-1.1, 0]), at([1.1, 0])], colours.line);
  pen.line([at([0, -1.1]), at([0, 1.1])], colours.line);
  const square = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]];
  pen.line(square.map(at), colours.line, { dash: [3, 3] });
  // The longest and the shortest diameter lie on the diagonals of the square.
  const diagonal = Math.SQRT1_2 * (state.phase > 90 ? -1 : 1);
  for (const [half, sign] of [[long, 1], [short, -1]]) {
    const end = [half * Math.SQRT1_2, sign * half * diagonal];
    pen.line([at(end), at(end.map((v) => -v))], colours.muted, { dash: [2, 4] });
  }
  const round = Array.from({ length: 181 }, (_, n) => code((n * PHASE_WAVE) / 180));
  pen.line(round, colours.ink, { width: 1.5 });
  for (let s = 0; s < PHASE_WAVE; s++) pen.dot(...code(s), 2.5, colours.muted);

  const quiet = { size: SMALL };
  pen.text(PHASE_NAMES.sine, x + radius * 1.1 + 4, y + 12, { ...quiet, align: "right", colour: colours.sine, halo: true });
  pen.text(PHASE_NAMES.cosine, x + 6, y - radius * 1.1 - 3, { ...quiet, colour: colours.cosine });
  const same = Math.hypot(later[0] - now[0], later[1] - now[1]) * radius < 12;
  for (const [point, name, hollow] of [[later, same ? "" : "t + k", true],
    [now, same && k ? "t, t + k" : "t", false]]) {
    const [tipX, tipY] = at(point);
    pen.line([[x, y], [tipX, tipY]], colours.position, { width: 2.5, cap: "round" });
    pen.dot(tipX, tipY, 6, colours.position, hollow);
    const away = Math.hypot(...point) || 1;
    const [wordX, wordY] = [tipX + (17 * point[0]) / away, tipY - (17 * point[1]) / away];
    const align = point[0] > 0.25 ? "left" : point[0] < -0.25 ? "right" : "center";
    pen.text(name, Math.min(pen.width - 34, Math.max(34, wordX)), wordY,
      { align, colour: colours.position, weight: 600, halo: true });
  }
}

function phaseArea(pen, bottom = 24) {
  return { left: 34, right: pen.width - 10, top: 24, bottom: pen.height - bottom };
}

function phaseMark(pen, axes, value, y) {
  const x = axes.x(value);
  pen.line([[x, axes.area.top], [x, axes.area.bottom]], pen.colours.position, { width: 1.5 });
  if (y !== undefined) pen.dot(x, axes.y(y), 5, pen.colours.position);
  return x;
}

// Words in a row, each in its colour: direct labels above a plot.
function phaseRow(pen, x, y, parts) {
  for (const [words, colour, weight] of parts) {
    pen.text(words, x, y, { size: SMALL, colour, weight, halo: true });
    x += pen.measure(words, { size: SMALL, weight }) + 14;
  }
}

function drawPhaseWaves(pen, state) {
  const { colours } = pen;
  const { phi, t, k, now, later } = phaseFacts(state);
  const area = { ...phaseArea(pen), top: 42 };
  const axes = pen.axes({ area, x: [0, 2 * PHASE_LAST], y: [-1, 1.5], ticksY: 5, nameX: tr`position` });
  pen.text(tr`Two numbers, and the length of the code`, 2, 9, { weight: 600 });
  phaseRow(pen, area.left, 28, [["sin ωt", colours.sine], ["sin(ωt + φ)", colours.cosine],
    [tr`length`, colours.ink, 600]]);
  const lines = [[], [], []];
  for (let n = 0; n <= 288; n++) {
    const s = n / 3;
    const code = phaseCode(PHASE_OMEGA, s, phi);
    [...code, Math.hypot(...code)].forEach((v, j) => lines[j].push([axes.x(s), axes.y(v)]));
  }
  pen.line(lines[0], colours.sine, { width: 1.5 });
  pen.line(lines[1], colours.cosine, { width: 1.5 });
  pen.line(lines[2], colours.ink, { width: 2.5 });
  phaseMark(pen, axes, t, Math.hypot(...now));
  const x = axes.x(t + k);
  pen.line([[x, area.top], [x, area.bottom]], colours.position, { dash: [4, 4] });
  pen.dot(x, axes.y(Math.hypot(...later)), 5, colours.position, true);
}

function drawPhasePrice(pen, state) {
  const { colours } = pen;
  const { condition } = phaseFacts(state);
  const area = phaseArea(pen);
  const axes = {
    area,
    x: scale([0, 180], [area.left, area.right]),
    y: scale([1, PHASE_TOP], [area.bottom, area.top], true),
  };
  pen.text(tr`Condition number κ, log`, 2, 9, { weight: 600 });
  const quiet = { size: SMALL, colour: colours.muted };
  for (const value of [1, 10, 100]) {
    pen.line([[area.left, axes.y(value)], [area.right, axes.y(value)]], value > 1 ? colours.line : colours.muted);
    pen.text(String(value), area.left - 6, axes.y(value), { ...quiet, align: "right" });
  }
  for (const value of [0, 45, 90, 135]) {
    pen.line([[axes.x(value), area.bottom], [axes.x(value), area.bottom + 4]], colours.muted);
    pen.text(`${value}°`, axes.x(value), area.bottom + 14, { ...quiet, align: "center" });
  }
  pen.text(tr`phase φ`, area.right, area.bottom + 14, { align: "right", size: SMALL });
  pen.line([[axes.x(90), area.top], [axes.x(90), area.bottom]], colours.line);
  const points = [];
  for (let d = 1; d <= 179; d++) {
    points.push([axes.x(d), axes.y(phaseAxes((d * Math.PI) / 180).condition)]);
  }
  pen.line(points, colours.ink, { width: 1.5 });
  const x = phaseMark(pen, axes, state.phase, condition);
  const right = state.phase > 110;
  pen.text(`κ = ${tidy(condition)}`, x + (right ? -9 : 9), area.top + 12,
    { align: right ? "right" : "left", colour: colours.position, weight: 600, halo: true });
}

function drawPhaseSquare(pen, state) {
  const { colours } = pen;
  const { matrix, k, stretch } = phaseFacts(state);
  pen.text(tr`A square under M(${k})`, 2, 9, { weight: 600 });
  // Numbers on the left, picture on the right.
  matrix.forEach((row, r) => row.forEach((value, c) => {
    const words = fixed(value, Math.abs(value) < 9.995 ? 2 : 1);
    pen.text(words, 58 + 60 * c, 52 + 24 * r, { align: "right", weight: 600 });
  }));
  for (const [edge, inward] of [[8, 5], [126, -5]]) {
    pen.line([[edge + inward, 36], [edge, 36], [edge, 92], [edge + inward, 92]], colours.ink, { width: 1.5 });
  }
  const lines = stretch > 1 + 1e-9
    ? [tr`stretches up to ${tidy(stretch)}×`, tr`shrinks down to ${tidy(1 / stretch)}×`]
    : [tr`no stretch:`, tr`M(k) is orthogonal`];
  lines.forEach((line, n) => pen.text(line, 8, 114 + 20 * n, { size: SMALL }));
  pen.text(tr`its area stays 1`, 8, 114 + 40, { size: SMALL, colour: colours.muted });

  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
  const moved = corners.map((corner) => apply(matrix, corner));
  const all = [...corners, ...moved];
  const span = (n) => [Math.min(...all.map((p) => p[n])), Math.max(...all.map((p) => p[n]))];
  const [[left, right], [low, high]] = [span(0), span(1)];
  const room = { left: 142, right: pen.width - 12, top: 26, bottom: pen.height - 10 };
  const per = Math.min((room.right - room.left) / (right - left), (room.bottom - room.top) / (high - low));
  const midX = (room.left + room.right) / 2 - (per * (left + right)) / 2;
  const midY = (room.top + room.bottom) / 2 + (per * (low + high)) / 2;
  const at = ([a, b]) => [midX + per * a, midY - per * b];
  const closed = (points) => [...points, points[0]].map(at);
  pen.line(closed(corners), colours.muted, { dash: [3, 3] });
  const { ctx } = pen;
  ctx.save();
  ctx.globalAlpha = 0.14;
  ctx.fillStyle = colours.position;
  ctx.beginPath();
  closed(moved).forEach(([a, b], n) => (n ? ctx.lineTo(a, b) : ctx.moveTo(a, b)));
  ctx.fill();
  ctx.restore();
  pen.line(closed(moved), colours.position, { width: 1.5 });
  pen.line([at(moved[0]), at(moved[1])], colours.sine, { width: 3, cap: "round" });
  pen.line([at(moved[0]), at(moved[3])], colours.cosine, { width: 3, cap: "round" });
}

function drawPhaseRest(pen, state) {
  const { colours } = pen;
  const { k, one, two, second } = phaseFacts(state);
  const area = { ...phaseArea(pen), top: 42 };
  const axes = pen.axes({ area, x: [0, PHASE_LAST], y: [0, 1], ticksY: 3, nameX: tr`offset k` });
  pen.text(tr`Share that no linear map can give`, 2, 9, { weight: 600 });
  phaseRow(pen, area.left, 28, [[tr`one sine`, colours.sine], [tr`two sines`, colours.ink, 600],
    [tr`with partner: 0`, colours.cosine]]);
  const lines = [[], []];
  for (let n = 0; n <= 384; n++) {
    const s = n / 8;
    lines[0].push([axes.x(s), axes.y(phaseLeftOver([PHASE_OMEGA], s))]);
    lines[1].push([axes.x(s), axes.y(phaseLeftOver([PHASE_OMEGA, second], s))]);
  }
  pen.line([[area.left, area.bottom], [area.right, area.bottom]], colours.cosine, { width: 4 });
  pen.line(lines[0], colours.sine, { width: 1.5 });
  pen.line(lines[1], colours.ink, { width: 2.5 });
  const x = phaseMark(pen, axes, k);
  pen.dot(x, axes.y(one), 4.5, colours.sine);
  pen.dot(x, axes.y(two), 4.5, colours.ink);
  pen.dot(x, axes.y(0), 4.5, colours.cosine);
}

// A drag along a horizontal axis sets the whole number under the pointer.
function phaseDrag(name, [from, to]) {
  return (x, y, { width }) => ({ [name]: Math.round(unscale([from, to], [34, width - 10], false, x)) });
}

// Curve and square on the left, the three plots on the right, where there is room.
document.head.append(Object.assign(document.createElement("style"), {
  textContent: "@container (min-width: 640px) { .pe-phase-slider .pe-stage { grid-template: " +
    "176px 154px 176px / minmax(0, 5fr) minmax(0, 6fr); column-gap: 16px; } " +
    ".pe-phase-slider .pe-view-curve { grid-area: 1 / 1 / 3 / 2; } }",
}));

figures.PhaseSlider = {
  views: [
    {
      name: "curve",
      height: (width) => Math.min(330, width * 0.95),
      label(state) {
        const { now, later, long, short } = phaseFacts(state);
        const pair = (point) => `(${fixed(point[0])}, ${fixed(point[1])})`;
        return tr`The curve of the codes, ${tidy(2 * long)} long and ${tidy(2 * short)} wide, in a square of side 2. The code of t is ${pair(now)}, that of t + k ${pair(later)}.`;
      },
      draw: drawPhaseCurve,
      drag(px, py, { width, height }, { phase, position }) {
        const { x, y, radius } = phaseCurvePlace(width, height);
        const phi = (phase * Math.PI) / 180;
        const [a, b] = [(px - x) / radius, (y - py) / radius];
        const t = turnTo(position, PHASE_OMEGA, a, (b - Math.cos(phi) * a) / Math.sin(phi));
        return { position: t < 0 ? t + PHASE_WAVE : t > PHASE_LAST ? t - PHASE_WAVE : t };
      },
    },
    {
      name: "waves",
      height: () => 176,
      label(state) {
        const { now, long, short } = phaseFacts(state);
        return tr`The two waves and the length of the code over the positions. The length runs from ${fixed(short)} to ${fixed(long)}; at t = ${state.position} it is ${fixed(Math.hypot(...now))}.`;
      },
      draw: drawPhaseWaves,
      drag: phaseDrag("position", [0, 2 * PHASE_LAST]),
    },
    {
      name: "price",
      height: () => 154,
      label: (state) => tr`Condition number against phase: 1 at 90 degrees, more on both sides, ${tidy(phaseFacts(state).condition)} at ${state.phase} degrees.`,
      draw: drawPhasePrice,
      drag: phaseDrag("phase", [0, 180]),
    },
    {
      name: "square",
      height: () => 176,
      label(state) {
        const { matrix, stretch } = phaseFacts(state);
        const rows = matrix.map((row) => row.map((value) => fixed(value)).join(", ")).join("; ");
        return tr`The matrix M(${state.offset}), row by row: ${rows}. It stretches some vectors ${tidy(stretch)} times and shrinks others to ${tidy(1 / stretch)}.`;
      },
      draw: drawPhaseSquare,
    },
    {
      name: "rest",
      height: () => 176,
      label(state) {
        const { one, two } = phaseFacts(state);
        return tr`Share of the shifted code that the best linear map leaves over, against the offset. At k = ${state.offset}: one sine ${phasePercent(one)}, two sines ${phasePercent(two)}, sine and partner ${phasePercent(0)}.`;
      },
      draw: drawPhaseRest,
      drag: phaseDrag("offset", [0, PHASE_LAST]),
    },
  ],
  words(state) {
    const { long, short, condition, stretch, k, one, two } = phaseFacts(state);
    const shape = state.phase === 90
      ? tr`At φ = 90° the partner is the cosine: a circle, every code of length 1, and M(k) is orthogonal.`
      : tr`At φ = ${state.phase}° the codes lie on an ellipse, ${tidy(condition)} times as long as wide; their length runs from ${fixed(short)} to ${fixed(long)}, and M(${k}) ${stretch > 1 + 1e-9 ? tr`stretches up to ${tidy(stretch)} times` : tr`stretches nothing`}.`;
    return tr`${shape} With the partner nothing is left over; one sine leaves ${phasePercent(one)}, two sines of wavelengths ${PHASE_WAVE} and ${state.other} leave ${phasePercent(two)}.`;
  },
};
