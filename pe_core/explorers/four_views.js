// FourViews: one code, four views, two positions t and t + k. Position runs from left to right; in
// the matrix of dot products the second position runs down.

const FOUR = { n: 512, base: 10000, longest: 1e5, left: 40, right: 54, strip: 40 };

// Distance between two codes that are k apart, from the chords of their hands: 1 - cos would lose
// its digits for small offsets.
function fourDistance(k, dModel) {
  const chords = frequencies(dModel, FOUR.base).map((omega) => Math.sin((omega * k) / 2) ** 2);
  return 2 * Math.sqrt(chords.reduce((sum, chord) => sum + chord, 0));
}

// Similarity S(k) / S(0) at the offsets of the window.
const fourCurve = remember((dModel) => {
  return kernelCurve(FOUR.n, dModel, FOUR.base).map((value) => value / (dModel / 2));
});

// Where the curve first rises, and where it is lowest.
const fourShape = remember((dModel) => {
  const curve = fourCurve(dModel);
  let lowest = 0;
  curve.forEach((value, k) => (lowest = value < curve[lowest] ? k : lowest));
  return { rise: curve.findIndex((value, k) => curve[k + 1] > value), lowest, least: curve[lowest] };
});

// The numbers behind all four views.
function fourFacts({ position, offset, d_model: dModel }) {
  const value = fourCurve(dModel)[offset];
  const second = position + offset;
  const inside = second < FOUR.n;
  return { value, second, inside, distance: fourDistance(offset, dModel), ...fourShape(dModel) };
}

// The heat map as numbers: `rows` rows picked from the d columns of the code as a screen picks
// them, `columns` averages over neighbouring positions. Halves and interleaved are treated alike.
function fourHeat(dModel, layout, rows, columns) {
  const omegas = frequencies(dModel, FOUR.base);
  const values = new Float64Array(rows * columns);
  for (let r = 0; r < rows; r++) {
    const c = Math.floor(((r + 0.5) * dModel) / rows);
    const halves = layout === "halves";
    const pair = halves ? c % omegas.length : c >> 1;
    const cosine = halves ? c >= omegas.length : c % 2 === 1;
    const row = values.subarray(r * columns, (r + 1) * columns);
    waveRow(row, omegas[pair], cosine ? Math.PI / 2 : 0, FOUR.n / columns);
  }
  return values;
}

function fourImage(columns, rows, fill) {
  const image = new ImageData(columns, rows);
  fill(new Uint32Array(image.data.buffer));
  const canvas = new OffscreenCanvas(columns, rows);
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

const fourHeatImage = remember((dModel, layout, rows, columns, mode) => {
  const [values, table] = [fourHeat(dModel, layout, rows, columns), pixelTable(mode)];
  return fourImage(columns, rows, (pixels) => {
    for (let j = 0; j < pixels.length; j++) pixels[j] = table[(values[j] * 127 + 128) | 0];
  });
});

// Only the distance from the diagonal counts: every row is the same line, one step further on.
const fourGramImage = remember((dModel, mode) => {
  const [curve, table, n] = [fourCurve(dModel), pixelTable(mode), FOUR.n];
  const line = Uint32Array.from({ length: 2 * n - 1 }, (_, j) => {
    return table[(curve[Math.abs(j - n + 1)] * 127 + 128) | 0];
  });
  return fourImage(n, n, (pixels) => {
    for (let row = 0; row < n; row++) pixels.set(line.subarray(n - 1 - row, 2 * n - 1 - row), row * n);
  });
});

const fourFar = remember((dModel) => {
  const { offsets, sums } = kernelOnLogGrid(FOUR.longest, dModel, FOUR.base, 400);
  return [...offsets].map((k, j) => [k, sums[j] / (dModel / 2)]);
});

// Three pairs worth seeing: about sixteen turns in the window, four, one.
function fourPairs(dModel) {
  return [16, 4, 1].map((turns) => {
    return Math.round((dModel / 2) * (Math.log(FOUR.n / turns / (2 * Math.PI)) / Math.log(FOUR.base)));
  });
}

function fourWindow(width, top, bottom) {
  return { left: FOUR.left, right: width - FOUR.right, top, bottom };
}

const FOUR_RANGE = [-0.5, FOUR.n - 0.5];

// The two marks of a view whose horizontal axis is the position: t in full, t + k dashed.
function fourMarks(pen, at, top, bottom, { position, offset }) {
  const { paper, position: pink } = pen.colours;
  for (const [t, dash] of [[position + offset, [4, 3]], [position, []]]) {
    if (t >= FOUR.n) continue;
    pen.line([[at(t), top], [at(t), bottom]], paper, { width: 4, alpha: 0.8 });
    pen.line([[at(t), top], [at(t), bottom]], pink, { width: 2, dash });
  }
}

function fourHeatView(pen, state) {
  const { colours, ctx } = pen;
  const { position, offset, d_model: dModel, layout } = state;
  const area = fourWindow(pen.width, 42, pen.height - 24);
  const [wide, tall] = [area.right - area.left, area.bottom - area.top];
  const halves = layout === "halves";
  pen.text(tr`The code: a row for each column of the table`, 2, 9, { weight: 600 });
  // One row of the picture for each CSS pixel at most: what a plain screen shows.
  const size = [Math.min(dModel, Math.round(tall)), Math.min(FOUR.n, Math.round(wide))];
  const image = fourHeatImage(dModel, layout, ...size, colours.mode);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(image, area.left, area.top, wide, tall);
  const side = { size: SMALL, colour: colours.muted };
  const named = { size: SMALL, weight: 600 };
  if (halves) {
    const middle = area.top + tall / 2;
    pen.line([[area.left, middle], [area.right, middle]], colours.paper, { width: 3 });
    for (const [word, colour, y] of [["sin", colours.sine, -tall / 4], ["cos", colours.cosine, tall / 4]]) {
      pen.box(area.right + 5, middle + y - tall / 4 + 1, 3, tall / 2 - 2, colour, 1);
      pen.text(word, area.right + 13, middle + y, { ...named, colour });
      pen.text(tr`fast`, area.left - 5, middle + y - tall / 4 + 8, { ...side, align: "right" });
      pen.text(tr`slow`, area.left - 5, middle + y + tall / 4 - 8, { ...side, align: "right" });
    }
  } else {
    pen.text("sin,", area.right + 8, area.top + tall / 2 - 16, { ...named, colour: colours.sine });
    pen.text("cos,", area.right + 8, area.top + tall / 2, { ...named, colour: colours.cosine });
    pen.text(tr`in turn`, area.right + 8, area.top + tall / 2 + 16, side);
    pen.text(tr`fast`, area.left - 5, area.top + 8, { ...side, align: "right" });
    pen.text(tr`slow`, area.left - 5, area.bottom - 8, { ...side, align: "right" });
  }
  const at = pen.ticksX({ area, x: FOUR_RANGE, nameX: tr`position t` });
  fourMarks(pen, at, area.top - 4, area.bottom, state);
  // Names of the marks, kept apart: the second stands right of its line, the first left of its own.
  const style = { ...named, colour: colours.position };
  pen.text(`t = ${position}`, Math.max(area.left + 42, at(position) + 4), area.top - 13,
    { ...style, align: "right" });
  if (position + offset >= FOUR.n) {
    pen.text(tr`t + k is beyond the window`, area.right, 9 + (pen.width < 420 ? 14 : 0), { ...style, align: "right" });
  } else if (offset) {
    const x = Math.max(at(position + offset) - 2, at(position) + 10);
    pen.text(`t + k = ${position + offset}`, Math.min(x, area.right - 18), area.top - 13, style);
  }
}

function fourWavesView(pen, state) {
  const { colours } = pen;
  const { position, offset, d_model: dModel } = state;
  const area = fourWindow(pen.width, 24, 24 + 3 * FOUR.strip + 6);
  const at = scale(FOUR_RANGE, [area.left, area.right]);
  const title = tr`Waves of three pairs`;
  pen.text(title, 2, 9, { weight: 600 });
  const reach = pen.measure(title, { weight: 600 }) + 16;
  pen.text("sin", reach, 9, { colour: colours.sine, weight: 600 });
  pen.text("cos", reach + 30, 9, { colour: colours.cosine, weight: 600 });
  fourMarks(pen, at, area.top, area.bottom, state);
  fourPairs(dModel).forEach((i, row) => {
    const omega = FOUR.base ** ((-2 * i) / dModel);
    const middle = area.top + (row + 0.5) * FOUR.strip + 3;
    const high = FOUR.strip / 2 - 6;
    pen.line([[area.left, middle], [area.right, middle]], colours.line);
    const waves = [[Math.cos, colours.cosine], [Math.sin, colours.sine]];
    for (const [wave, colour] of waves) {
      const points = [];
      for (let t = 0; t < FOUR.n; t++) points.push([at(t), middle - high * wave(omega * t)]);
      pen.line(points, colour, { width: 1.75 });
    }
    for (const [t, hollow] of [[position + offset, true], [position, false]]) {
      if (t >= FOUR.n) continue;
      for (const [wave] of waves) {
        pen.dot(at(t), middle - high * wave(omega * t), 3.5, colours.position, hollow);
      }
    }
    pen.text(`i = ${i}`, area.right + 6, middle - 7, { size: SMALL });
    const lambda = tidy((2 * Math.PI) / omega);
    pen.text(`λ = ${lambda}`, area.right + 6, middle + 8, { size: SMALL, colour: colours.muted });
  });
  pen.ticksX({ area, x: FOUR_RANGE, nameX: tr`position t` });
}

function fourGramArea(width, height) {
  const side = Math.min(width - 44, height - 66);
  return { left: 34, right: 34 + side, top: 42, bottom: 42 + side };
}

function fourGramView(pen, state) {
  const { colours, ctx } = pen;
  const { position, offset, d_model: dModel } = state;
  const area = fourGramArea(pen.width, pen.height);
  const side = area.right - area.left;
  const { second, inside } = fourFacts(state);
  pen.text(tr`Dot product of every two positions`, 2, 9, { weight: 600 });
  ctx.imageSmoothingEnabled = true;
  ctx.drawImage(fourGramImage(dModel, colours.mode), area.left, area.top, side, side);
  const at = pen.ticksX({ area, x: FOUR_RANGE, nameX: tr`position` });
  const down = scale(FOUR_RANGE, [area.top, area.bottom]);
  const quiet = { size: SMALL, colour: colours.muted, align: "right" };
  for (const s of [0, 200, 400]) pen.text(String(s), area.left - 5, down(s), quiet);
  pen.clip(area, () => {
    const pink = colours.position;
    if (!inside) return;
    // Along this line the offset is the same, and so is the colour.
    const same = [[at(0), down(offset)], [at(FOUR.n - offset), down(FOUR.n)]];
    pen.line(same, colours.paper, { width: 3, alpha: 0.7 });
    pen.line(same, pink, { dash: [2, 3] });
    pen.line([[at(position), area.top], [at(position), down(second)]], pink);
    pen.line([[area.left, down(second)], [at(position), down(second)]], pink, { dash: [4, 3] });
    pen.dot(at(second), down(position), 4, pink, true);
    pen.dot(at(position), down(second), 5, pink);
  });
  pen.text("t", at(position), area.top - 9, { size: SMALL, weight: 600, align: "center", colour: colours.position });
  if (inside) {
    const left = at(position) > area.left + 60;
    const style = { size: SMALL, weight: 600, halo: true, colour: colours.position };
    pen.text(`k = ${offset}`, at(position) + (left ? -10 : 10), down(second) + (second < 470 ? 13 : -13),
      { ...style, align: left ? "right" : "left" });
  }
}

function fourFarArea(width, height) {
  return { left: 34, right: width - 10, top: 28, bottom: height - 24 };
}

function fourFarView(pen, state) {
  const { colours } = pen;
  const { offset, d_model: dModel } = state;
  const { value } = fourFacts(state);
  const area = fourFarArea(pen.width, pen.height);
  const axes = pen.axes({ area, x: [1, FOUR.longest], y: [-0.4, 1], logX: true, ticksY: 3,
    nameX: tr`k, log`, nameY: tr`Similarity of t and t + k`, titleX: 2 });
  // Far away: mean 0, and as large as chance makes it.
  const [edge, rms] = [axes.x(FOUR.n), 1 / Math.sqrt(dModel)];
  pen.ctx.fillStyle = colours.panel;
  pen.ctx.fillRect(edge, axes.y(rms), area.right - edge, axes.y(-rms) - axes.y(rms));
  pen.line([[edge, area.top], [edge, area.bottom]], colours.muted, { dash: [3, 3] });
  pen.clip(area, () => {
    const points = fourFar(dModel).map(([k, s]) => [axes.x(k), axes.y(s)]);
    pen.line(points, colours.ink, { width: 1 });
    const law = logLaw(dModel, FOUR.base);
    if (law) {
      const ends = [law.from, law.to].map((end) => [axes.x(end), axes.y(law.value(end))]);
      pen.line(ends, colours.paper, { width: 6, alpha: 0.7 });
      pen.line(ends, colours.positive, { width: 3 });
    }
  });
  const style = { size: SMALL, weight: 600, halo: true };
  if (logLaw(dModel, FOUR.base)) {
    pen.text(tr`law`, axes.x(16), axes.y(0.82), { ...style, colour: colours.positive });
  }
  const quiet = { size: SMALL, halo: true, colour: colours.muted };
  const echo = (Math.PI * dModel) / Math.log(FOUR.base);
  const [x0, y0] = [axes.x(echo), axes.y(1 - Math.log(echo) / Math.log(FOUR.base))];
  pen.line([[x0, y0 - 6], [x0, y0 - 16]], colours.muted);
  pen.text(tr`echoes`, x0 + 2, y0 - 24, quiet);
  pen.text(`n = ${FOUR.n}`, edge + 4, area.bottom - 9, quiet);
  pen.text("± 1/√d", area.right, axes.y(-rms) + 11, { ...quiet, align: "right" });
  if (!offset) return;
  const x = axes.x(offset);
  pen.line([[x, area.top], [x, area.bottom]], colours.position, { width: 2 });
  pen.dot(x, axes.y(value), 5, colours.position);
  pen.text(fixed(value), x - 9, axes.y(value) + 14, { ...style, align: "right", colour: colours.position });
}

// Dragging in a view with a horizontal axis of positions moves t.
function fourDragT(px, py, { width }) {
  const { left, right } = fourWindow(width, 0, 0);
  const t = Math.round(unscale(FOUR_RANGE, [left, right], false, px));
  return { position: Math.min(FOUR.n - 1, Math.max(0, t)) };
}

figures.FourViews = {
  views: [
    {
      name: "heat",
      height: () => 300,
      label: ({ d_model: dModel, layout }) => {
        const order = layout === "halves"
          ? tr`all sines above all cosines; in each block the upper rows change fast, the lower ones hardly`
          : tr`sine and cosine in turn; the picture shows stripes that are not in the code`;
        return tr`Heat map of 512 positions, ${dModel} rows, ${order}.`;
      },
      draw: fourHeatView,
      drag: fourDragT,
    },
    {
      name: "gram",
      height: () => 300,
      label: ({ offset, d_model: dModel }) =>
        tr`Matrix of the dot products of every two positions: each diagonal has one colour, the main diagonal the strongest. On the diagonal of offset ${offset} all entries are ${tidy(fourCurve(dModel)[offset] * (dModel / 2))}.`,
      draw: fourGramView,
      drag(px, py, { width, height }) {
        const { left, right, top, bottom } = fourGramArea(width, height);
        const x = Math.round(unscale(FOUR_RANGE, [left, right], false, px));
        const y = Math.round(unscale(FOUR_RANGE, [top, bottom], false, py));
        const [s, t] = [x, y].map((v) => Math.min(FOUR.n - 1, Math.max(0, v)));
        return { position: Math.min(s, t), offset: Math.abs(t - s) };
      },
    },
    {
      name: "waves",
      height: () => 178,
      label: ({ d_model: dModel }) => {
        const say = (i) => tr`${i} with wavelength ${tidy(2 * Math.PI * FOUR.base ** ((2 * i) / dModel))}`;
        return tr`Sine and cosine waves of the pairs ${fourPairs(dModel).map(say).join(tr([", "]))}.`;
      },
      draw: fourWavesView,
      drag: fourDragT,
    },
    {
      name: "far",
      height: () => 178,
      label: (state) => {
        const { value, least, lowest } = fourFacts(state);
        return tr`Similarity against offset on a logarithmic axis from 1 to 100,000: it falls along a straight line, then ripples. It is ${fixed(value)} at offset ${state.offset}; in the window it is lowest at ${lowest}, ${fixed(least)}.`;
      },
      draw: fourFarView,
      drag(px, py, { width, height }) {
        const { left, right } = fourFarArea(width, height);
        const k = Math.round(unscale([1, FOUR.longest], [left, right], true, px));
        return { offset: Math.min(FOUR.n - 1, k) };
      },
    },
  ],
  words(state) {
    const { value, second, inside, distance, rise, lowest, least } = fourFacts(state);
    const { position, offset, d_model: dModel } = state;
    const lead = offset
      ? tr`Positions ${position} and ${second}${inside ? "" : tr`, outside the window,`} are ${offset} apart: dot product ${tidy(value * (dModel / 2))} of ${dModel / 2}, similarity ${fixed(value)}, distance ${tidy(distance)}. Any two positions ${offset} apart have the same.`
      : tr`A position and itself: dot product ${dModel / 2}, the largest there is, and distance 0.`;
    return tr`${lead} In the window similarity first rises from k = ${rise} to ${rise + 1} and is lowest at ${lowest} (${fixed(least)}).`;
  },
};

Object.assign(math, { fourDistance, fourCurve, fourShape, fourHeat, fourPairs });
