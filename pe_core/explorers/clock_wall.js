// ClockWall: every pair of the code as a clock hand, above a binary counter of the same position.

const WALL = { top: 34, radius: 42, label: 22, foot: 76 }; // heights of the parts of one clock

// Clocks per row: all in one row where there is room, else half as many, and so on.
function wallGrid(width, dModel) {
  const count = dModel / 2;
  let columns = Math.min(8, count);
  while (width / columns < 70 && columns > 2) columns /= 2;
  const cell = width / columns;
  const radius = Math.min(WALL.radius, cell / 2 - 6);
  const tall = WALL.label + 2 * radius + WALL.foot;
  return { count, columns, cell, radius, tall, rows: Math.ceil(count / columns) };
}

function wallCentre({ columns, cell, radius, tall }, i) {
  const [column, row] = [i % columns, Math.floor(i / columns)];
  return [cell * (column + 0.5), WALL.top + row * tall + WALL.label + radius];
}

// One clock: the hand at angle omega t, anticlockwise from the right, so that its height is the
// sine and its reach to the right is the cosine.
function drawClock(pen, x, y, radius, angle) {
  const { colours } = pen;
  const [tipX, tipY] = [x + radius * Math.cos(angle), y - radius * Math.sin(angle)];
  pen.arc(x, y, radius, 0, 2 * Math.PI, colours.panel, { fill: true });
  pen.arc(x, y, radius, 0, 2 * Math.PI, colours.muted);
  pen.line([[x - radius, y], [x + radius, y]], colours.line);
  pen.line([[x, y - radius], [x, y + radius]], colours.line);
  const turned = angle % (2 * Math.PI);
  if (turned > 0) pen.arc(x, y, radius, 0, turned, colours.position, { width: 3, alpha: 0.45 });
  pen.line([[x, y], [tipX, y]], colours.cosine, { width: 4 });
  pen.line([[tipX, y], [tipX, tipY]], colours.sine, { width: 4 });
  pen.line([[x, y], [tipX, tipY]], colours.position, { width: 2, cap: "round" });
  pen.dot(tipX, tipY, 4, colours.position);
}

function drawWall(pen, { position, base, d_model: dModel }) {
  const grid = wallGrid(pen.width, dModel);
  const { colours } = pen;
  const code = sinusoidal(position, dModel, base);
  const strong = { weight: 600 };
  const title = tr`The code of t: a hand for each pair`;
  pen.text(title, 2, 10, strong);
  let at = pen.measure(title, strong) + 18;
  if (pen.width < 520) at = 2;
  const y = pen.width < 520 ? 28 : 10;
  for (const [word, colour] of [[tr`sin: its height`, colours.sine], [tr`cos: its reach to the right`, colours.cosine]]) {
    pen.text(word, at, y, { colour, size: SMALL });
    at += pen.measure(word, { size: SMALL }) + 14;
  }
  frequencies(dModel, base).forEach((omega, i) => {
    const [x, middle] = wallCentre(grid, i);
    const quiet = { align: "center", size: SMALL, colour: colours.muted };
    pen.text(`i = ${i}`, x, middle - grid.radius - 12, quiet);
    drawClock(pen, x, middle, grid.radius, omega * position);
    const turns = (omega * position) / (2 * Math.PI);
    const below = middle + grid.radius;
    pen.text(`λ = ${tidy((2 * Math.PI) / omega)}`, x, below + 14, quiet);
    pen.text(tr`${tidy(turns, 2)} turns`, x, below + 30, { ...quiet, colour: colours.ink });
    const width = Math.min(grid.cell - 8, 92);
    pen.number(code[2 * i], x - width / 4, below + 41, width / 2, colours.sine);
    pen.number(code[2 * i + 1], x + width / 4, below + 41, width / 2, colours.cosine);
  });
}

// Dragging a hand moves time: to the nearest position at which the hand has that angle.
function dragWall(px, py, { width }, { position, base, d_model: dModel }) {
  const grid = wallGrid(width, dModel);
  const column = Math.floor(px / grid.cell);
  const row = Math.floor((py - WALL.top) / grid.tall);
  const i = row * grid.columns + column;
  if (row < 0 || i >= grid.count || column >= grid.columns) return null;
  const [x, y] = wallCentre(grid, i);
  if (Math.hypot(px - x, py - y) > grid.radius * 1.35) return null;
  return { position: Math.max(0, turnTo(position, base ** ((-2 * i) / dModel), y - py, px - x)) };
}

const BITS = 10;

function drawCounter(pen, { position }) {
  const { colours } = pen;
  const cell = Math.min(46, (pen.width - 2) / BITS);
  pen.text(tr`The same t in binary: a wheel for each bit`, 2, 12, { weight: 600 });
  for (let j = 0; j < BITS; j++) {
    const left = 2 + (BITS - 1 - j) * cell;
    const on = (position >> j) & 1;
    pen.box(left, 26, cell - 4, 30, on ? colours.ink : colours.panel, 4);
    const style = { align: "center", weight: 600, colour: on ? colours.paper : colours.muted };
    pen.text(String(on), left + cell / 2 - 2, 41.5, style);
    const quiet = { align: "center", size: SMALL, colour: colours.muted };
    pen.text(String(2 ** (j + 1)), left + cell / 2 - 2, 69, quiet);
  }
  const wide = 2 + BITS * cell + 8;
  const quiet = { size: SMALL, colour: colours.muted };
  if (pen.width - wide > 150) {
    pen.text(`= ${position}`, wide, 41.5, { weight: 600, colour: colours.position });
    pen.text(tr`positions per turn`, wide, 69, quiet);
  } else {
    pen.text(tr`positions per turn of the wheel: 0, 1 and back`, 2, 87, quiet);
  }
}

figures.ClockWall = {
  views: [
    {
      name: "wall",
      height: (width, { d_model: dModel }) => {
        const { rows, tall } = wallGrid(width, dModel);
        return WALL.top + rows * tall + 4;
      },
      label: ({ position, base, d_model: dModel }) => {
        const code = sinusoidal(position, dModel, base);
        const pair = (i) => `(${fixed(code[2 * i])}, ${fixed(code[2 * i + 1])})`;
        const last = dModel / 2 - 1;
        return tr`${last + 1} clock hands at position ${position}. Sine and cosine of the fastest, pair 0: ${pair(0)}; of the slowest, pair ${last}: ${pair(last)}.`;
      },
      draw: drawWall,
      drag: dragWall,
    },
    {
      name: "counter",
      height: (width) => (width < 640 ? 98 : 82),
      label: ({ position }) => tr`Position ${position} in binary: ${position.toString(2)}.`,
      draw: drawCounter,
    },
  ],
  words({ position, base, d_model: dModel }) {
    const last = base ** (-(dModel - 2) / dModel);
    const [fast, slow] = [1, last].map((omega) => (omega * position) / (2 * Math.PI));
    const share = slow < 0.1 ? tr`${tidy(100 * slow, 2)} % of a turn` : tr`${tidy(slow, 2)} turns`;
    const times = (n) => (n === 0 ? tr`not once` : n === 1 ? tr`once` : tr`${whole(n)} times`);
    return tr`At t = ${whole(position)} the fastest hand has turned ${tidy(fast, 2)} times, the slowest ${share}. The last bit has flipped ${times(position)}, the first ${times(Math.floor(position / 512))}.`;
  },
};
