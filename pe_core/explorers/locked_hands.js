// LockedHands: two hands k apart on one circle, and the one matrix that carries the first to the
// second, whatever t is.

const HANDS_WIDTH = 512;
const HANDS_BASE = 10000;
const CHORDS = 64; // earlier positions whose chord is still seen

function speed(pair) {
  return HANDS_BASE ** ((-2 * pair) / HANDS_WIDTH);
}

function handsCircle(width, height) {
  return { x: width / 2, y: height / 2 + 8, radius: Math.min(width / 2 - 62, height / 2 - 30) };
}

function drawHands(pen, { position, offset, pair }) {
  const { colours } = pen;
  const omega = speed(pair);
  const { x, y, radius } = handsCircle(pen.width, pen.height);
  const at = (angle, r = radius) => [x + r * Math.cos(angle), y - r * Math.sin(angle)];
  const [first, second] = [omega * position, omega * (position + offset)];

  pen.text(tr`One pair at t and at t + k`, 2, 10, { weight: 600 });
  pen.arc(x, y, radius, 0, 2 * Math.PI, colours.panel, { fill: true });
  pen.arc(x, y, radius, 0, 2 * Math.PI, colours.muted);
  pen.line([[x - radius, y], [x + radius, y]], colours.line);
  pen.line([[x, y - radius], [x, y + radius]], colours.line);

  // The chords of earlier positions: all of one length, so they wrap around one smaller circle.
  for (let back = Math.min(CHORDS, position); back > 0; back--) {
    const style = { alpha: 0.4 * (1 - back / (CHORDS + 1)) + 0.08 };
    pen.line([at(first - omega * back), at(second - omega * back)], colours.muted, style);
  }
  pen.line([at(first), at(second)], colours.muted, { dash: [4, 4] });

  // The angle between the hands; beyond a full turn it winds outwards.
  const arc = [];
  const inner = radius * 0.3;
  for (let n = 0; n <= 240; n++) {
    const angle = (omega * offset * n) / 240;
    arc.push(at(first + angle, inner + (Math.abs(angle) / (2 * Math.PI)) * radius * 0.05));
  }
  pen.line(arc, colours.ink, { width: 2 });

  for (const [angle, name, hollow] of [[first, "t", false], [second, "t + k", true]]) {
    const [tipX, tipY] = at(angle);
    pen.line([[x, y], [tipX, y]], colours.cosine, { width: 3 });
    pen.line([[tipX, y], [tipX, tipY]], colours.sine, { width: 3 });
    pen.line([[x, y], [tipX, tipY]], colours.position, { width: 3, cap: "round" });
    pen.dot(tipX, tipY, 6, colours.position, hollow);
    const [wordX, wordY] = at(angle, radius + 16);
    const align = Math.cos(angle) > 0.25 ? "left" : Math.cos(angle) < -0.25 ? "right" : "center";
    pen.text(name, wordX, wordY, { align, colour: colours.position, weight: 600, halo: true });
  }
  // The name of the angle: between the hands where it fits, else on their other side.
  const half = Math.abs(omega * offset) / 2;
  const room = 42 / Math.max(0.01, Math.sin(Math.min(half, Math.PI / 2)));
  const reach = room < radius - 14 ? Math.max(inner + 18, room) : -30;
  const [wordX, wordY] = at(first + (omega * offset) / 2, reach);
  pen.text(`ωk = ${gapText(omega * offset)}`, wordX, wordY, { align: "center", halo: true });
}

// The angle between the hands, with two decimals or, when it is small, two digits.
function gapText(angle) {
  return Math.abs(angle) < 0.1 ? tidy(angle, 2) : fixed(angle);
}

// Brackets around rows of numbers.
function drawBrackets(pen, left, right, top, bottom) {
  for (const [edge, inward] of [[left, 5], [right, -5]]) {
    const corner = [[edge + inward, top], [edge, top], [edge, bottom], [edge + inward, bottom]];
    pen.line(corner, pen.colours.ink, { width: 1.5 });
  }
}

// Columns of numbers with names below each: a matrix, or a vector as its one column.
function drawMatrix(pen, left, top, cell, title, rows) {
  const { colours } = pen;
  const width = rows[0].length * cell;
  pen.text(title, left + width / 2, top - 16, { align: "center", weight: 600 });
  rows.forEach((row, r) => row.forEach(([value, name, kind], c) => {
    const [x, y] = [left + (c + 0.5) * cell, top + 6 + r * 56];
    pen.number(value, x, y, cell - 8, colours[kind], 3);
    pen.text(name, x, y + 36, { align: "center", size: SMALL, colour: colours.muted });
  }));
  drawBrackets(pen, left - 3, left + width + 3, top, top + 112);
  return left + width;
}

// M(k) p(t), the code at t + k computed afresh, and how far the two are apart.
function shiftCheck({ position, offset, pair }) {
  const omega = speed(pair);
  const code = (t) => [Math.sin(omega * t), Math.cos(omega * t)];
  const matrix = shiftBlock(omega, offset);
  const [now, later] = [code(position), code(position + offset)];
  const moved = apply(matrix, now);
  const gap = Math.max(...moved.map((value, n) => Math.abs(value - later[n])));
  return { omega, matrix, now, later, moved, gap };
}

function drawNumbers(pen, state) {
  const { colours } = pen;
  const { matrix, now, moved, later, gap } = shiftCheck(state);
  const narrow = pen.width < 400;
  const cell = Math.min(76, (pen.width - (narrow ? 56 : 84)) / 4);
  const space = narrow ? 14 : 24;
  const top = 78;
  pen.text(tr`One matrix for every t`, 2, 10, { weight: 600 });
  const names = [["cos ωk", "sin ωk"], ["−sin ωk", "cos ωk"]];
  const kinds = [["cosine", "sine"], ["sine", "cosine"]];
  let x = 6;
  const block = matrix.map((row, r) => row.map((value, c) => [value, names[r][c], kinds[r][c]]));
  x = drawMatrix(pen, x, top, cell, `M(${fixed(state.offset, 0)})`, block) + space;
  const column = ([s, c], name) => [[[s, `sin ${name}`, "sine"]], [[c, `cos ${name}`, "cosine"]]];
  x = drawMatrix(pen, x, top, cell, "p(t)", column(now, "ωt"));
  pen.text("=", x + space / 2 + 4, top + 56, { align: "center", weight: 600 });
  drawMatrix(pen, x + space + 8, top, cell, "p(t + k)", column(moved, "ω(t+k)"));

  const line = (words, y, style) => pen.text(words, 2, y, style);
  const [s, c] = later.map((value) => fixed(value, 3));
  line(tr`Computed afresh at t + k = ${fixed(state.position + state.offset, 0)}:`, top + 146);
  line(`sin ${s}`, top + 168, { colour: colours.sine, weight: 600 });
  const reach = pen.measure(`sin ${s}`, { weight: 600 }) + 16;
  pen.text(`cos ${c}`, 2 + reach, top + 168, { colour: colours.cosine, weight: 600 });
  const rest = gap ? tr`${tidy(gap, 2)} (rounding)` : tr`exactly 0`;
  line(tr`Largest difference: ${rest}`, top + 190, { colour: colours.muted });
}

function describeShift(state) {
  const { matrix, now, later, gap } = shiftCheck(state);
  const list = (values) => values.map((value) => fixed(value, 3)).join(", ");
  return { matrix: matrix.map(list).join("; "), now: list(now), later: list(later), gap };
}

figures.LockedHands = {
  views: [
    {
      name: "hands",
      height: (width) => Math.min(310, width * 0.9),
      label: ({ position, offset, pair }) => {
        const degrees = (t) => tidy((((speed(pair) * t * 180) / Math.PI) % 360 + 360) % 360);
        return tr`A circle with two hands: at t = ${position} the hand stands at ${degrees(position)} degrees, at t + k = ${position + offset} at ${degrees(position + offset)} degrees, anticlockwise from the right.`;
      },
      draw: drawHands,
      drag(px, py, { width, height }, { position, pair }) {
        const { x, y } = handsCircle(width, height);
        return { position: Math.max(0, turnTo(position, speed(pair), y - py, px - x)) };
      },
    },
    {
      name: "numbers",
      height: () => 310,
      label: (state) => {
        const { matrix, now, later } = describeShift(state);
        return tr`The matrix M(k), row by row: ${matrix}. Times the code at t, (${now}), it gives the code at t + k, (${later}).`;
      },
      draw: drawNumbers,
    },
  ],
  words(state) {
    const { omega, gap } = shiftCheck(state);
    const angle = omega * state.offset;
    return tr`Pair ${state.pair} turns once in ${tidy((2 * Math.PI) / omega)} positions. Its hands at t = ${state.position} and t + k = ${whole(state.position + state.offset)} are ${gapText(angle)} rad (${tidy((angle * 180) / Math.PI)}°) apart, as at every other t, so one matrix M(${whole(state.offset)}) carries the one to the other${gap < 1e-12 ? "" : tr`, up to ${tidy(gap)}`}.`;
  },
};
