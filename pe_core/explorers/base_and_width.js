// BaseAndWidth: one window of positions in five linked views. Position (or offset) runs from left to
// right in every view, and the three views on the left share their axis.

const LONGEST = 1e6; // the logarithmic axis of offsets ends here, whatever the window
const MARGIN = { left: 46, right: 74 };
const STRIP = 40; // height of one pair in the view of waves

// Similarity at the offsets of the window, 1 at offset 0.
const similarity = remember((base, dModel, n) => {
  return kernelCurve(n, dModel, base).map((value) => value / (dModel / 2));
});

const similarityFar = remember((base, dModel, points) => {
  const { offsets, sums } = kernelOnLogGrid(LONGEST, dModel, base, points);
  return offsets.reduce((line, k, j) => {
    if (k <= LONGEST) line.push([k, sums[j] / (dModel / 2)]);
    return line;
  }, []);
});

// What the views and the sentence say of a state.
const facts = remember((base, dModel, n, offset) => {
  const curve = similarity(base, dModel, n);
  const lengths = wavelengths(dModel, base);
  const k = Math.min(offset, n - 1);
  let lowest = 0;
  for (let j = 1; j < n; j++) if (curve[j] < curve[lowest]) lowest = j;
  return {
    k,
    value: curve[k],
    lowest,
    least: curve[lowest],
    negative: curve.findIndex((value) => value < 0),
    slow: lengths.filter((length) => length > n).length,
    pairs: lengths.length,
    longest: lengths.at(-1),
  };
});

const factsOf = (s) => facts(s.base, s.d_model, s.num_positions, s.offset);

// Position 0 stands in the middle of the first column of n columns.
function windowArea(width, top, bottom) {
  return { left: MARGIN.left, right: width - MARGIN.right, top, bottom };
}

function windowPlot(area, n) {
  return { area, x: [-0.5, n - 0.5] };
}

function atWindow(area, n) {
  return scale([-0.5, n - 0.5], [area.left, area.right]);
}

function dragWindow(px, py, { width }, { num_positions: n }) {
  const span = [MARGIN.left, width - MARGIN.right];
  const k = Math.round(unscale([-0.5, n - 0.5], span, false, px));
  return { offset: Math.min(n - 1, Math.max(0, k)) };
}

// The chosen offset: a line through the view, haloed where it crosses colours.
function drawMark(pen, x, top, bottom) {
  pen.line([[x, top], [x, bottom]], pen.colours.paper, { width: 4, alpha: 0.8 });
  pen.line([[x, top], [x, bottom]], pen.colours.position, { width: 2 });
}

// The heat map as pixels, at the resolution of the screen: a row for each pair or for each line of
// the screen, a column for each position or for each column of the screen, whichever is fewer.
const heatPixels = remember((base, dModel, n, width, height, mode) => {
  const omegas = frequencies(dModel, base);
  const rows = Math.min(omegas.length, height);
  const columns = Math.min(n, width);
  const table = pixelTable(mode);
  const values = new Float64Array(columns);
  return [0, Math.PI / 2].map((phase) => {
    const image = new ImageData(columns, rows);
    const pixels = new Uint32Array(image.data.buffer);
    for (let r = 0; r < rows; r++) {
      const omega = omegas[Math.floor(((r + 0.5) * omegas.length) / rows)];
      waveRow(values, omega, phase, n / columns);
      const start = r * columns;
      for (let j = 0; j < columns; j++) pixels[start + j] = table[(values[j] * 127 + 128) | 0];
    }
    const canvas = new OffscreenCanvas(columns, rows);
    canvas.getContext("2d").putImageData(image, 0, 0);
    return canvas;
  });
});

function drawHeat(pen, { base, d_model: dModel, num_positions: n, offset }) {
  const { ctx, colours } = pen;
  const area = windowArea(pen.width, 38, pen.height - 24);
  const block = (area.bottom - area.top - 4) / 2;
  const wide = area.right - area.left;
  const sharp = Math.min(2, pen.sharp);
  const size = [Math.round(wide * sharp), Math.round(block * sharp)];
  const images = heatPixels(base, dModel, n, ...size, colours.mode);
  const last = dModel / 2 - 1;
  pen.text(tr`The code: a row for each sine and cosine`, 2, 9, { weight: 600 });
  ctx.imageSmoothingEnabled = false;
  images.forEach((image, b) => {
    const top = area.top + b * (block + 4);
    ctx.drawImage(image, area.left, top, wide, block);
    const [word, colour] = b ? ["cos", colours.cosine] : ["sin", colours.sine];
    pen.box(area.right + 5, top, 3, block, colour, 1);
    pen.text(word, area.right + 14, top + block / 2, { colour, weight: 600 });
    const quiet = { align: "right", size: SMALL, colour: colours.muted };
    pen.text(b || !last ? "0" : "i = 0", area.left - 6, top + 7, quiet);
    if (last) pen.text(String(last), area.left - 6, top + block - 6, quiet);
  });
  const at = pen.ticksX({ ...windowPlot(area, n), nameX: tr`position t` });
  const k = Math.min(offset, n - 1);
  drawMark(pen, at(k), area.top - 4, area.bottom);
  const style = { align: "center", size: SMALL, weight: 600, colour: colours.position };
  pen.text(`k = ${whole(k)}`, Math.max(at(k), area.left + 18), area.top - 12, style);
}

// Up to three pairs worth seeing in a window: about sixteen turns, four turns, one turn.
function chosenPairs({ base, d_model: dModel, num_positions: n }) {
  const last = dModel / 2 - 1;
  const pairs = [16, 4, 1].map((turns) => {
    const i = (dModel / 2) * (Math.log(n / turns / (2 * Math.PI)) / Math.log(base));
    return Math.min(last, Math.max(0, Math.round(i)));
  });
  return [...new Set(pairs)];
}

function drawWaves(pen, state) {
  const { colours } = pen;
  const { base, d_model: dModel, num_positions: n, offset } = state;
  const top = 24;
  const area = windowArea(pen.width, top, top + 3 * STRIP + 6);
  const at = atWindow(area, n);
  const title = tr`Waves of chosen pairs`;
  pen.text(title, 2, 9, { weight: 600 });
  const reach = pen.measure(title, { weight: 600 }) + 14;
  pen.text("sin", 2 + reach, 9, { colour: colours.sine, weight: 600 });
  pen.text("cos", 32 + reach, 9, { colour: colours.cosine, weight: 600 });
  const k = Math.min(offset, n - 1);
  chosenPairs(state).forEach((i, row) => {
    const omega = base ** ((-2 * i) / dModel);
    const middle = top + (row + 0.5) * STRIP + 3;
    const reachY = STRIP / 2 - 5;
    pen.line([[area.left, middle], [area.right, middle]], colours.line);
    // Four points a turn at least; finer than the screen is drawn as a band.
    const columns = Math.round(area.right - area.left);
    const step = Math.min(1, Math.max((n - 1) / (2 * columns), 1e-3));
    const dense = (omega * n) / (2 * Math.PI) > columns / 3;
    for (const [f, colour] of [[Math.cos, colours.cosine], [Math.sin, colours.sine]]) {
      if (dense) {
        const band = [[area.left, middle], [area.right, middle]];
        pen.line(band, colour, { width: 2 * reachY, alpha: 0.35 });
        continue;
      }
      const points = [];
      const count = Math.min(2 * columns, Math.ceil((n - 1) / step));
      for (let j = 0; j <= count; j++) {
        const t = ((n - 1) * j) / count;
        points.push([at(t), middle - reachY * f(omega * t)]);
      }
      pen.line(points, colour, { width: 1.75 });
    }
    const quiet = { size: SMALL, colour: colours.muted };
    pen.text(`i = ${i}`, area.right + 8, middle - 7, { size: SMALL });
    pen.text(`λ = ${tidy((2 * Math.PI) / omega)}`, area.right + 8, middle + 8, quiet);
  });
  pen.ticksX({ ...windowPlot(area, n), nameX: tr`position t` });
  drawMark(pen, at(k), area.top, area.bottom);
}

function similarityRange(least) {
  return least < -0.45 ? [-1, 1] : [-0.5, 1];
}

// A curve with far more points than the screen has columns, drawn as the stretch it covers in each.
function thin(points, columns) {
  if (points.length <= 3 * columns) return points;
  const [first, last] = [points[0][0], points.at(-1)[0]];
  const kept = [];
  let column = -1;
  for (const [x, y] of points) {
    const now = Math.floor(((x - first) / (last - first)) * columns);
    const pair = kept.at(-1);
    if (now !== column) kept.push([x, y, y]);
    else if (y < pair[1]) pair[1] = y;
    else if (y > pair[2]) pair[2] = y;
    column = now;
  }
  return kept.flatMap(([x, low, high]) => (low === high ? [[x, low]] : [[x, low], [x, high]]));
}

function markValue(pen, axes, k, value) {
  drawMark(pen, axes.x(k), axes.area.top, axes.area.bottom);
  pen.dot(axes.x(k), axes.y(value), 5, pen.colours.position);
  const right = axes.x(k) > axes.area.right - 60;
  const style = { align: right ? "right" : "left", weight: 600, halo: true,
    colour: pen.colours.position };
  const y = Math.max(axes.area.top + 8, axes.y(value) - 12);
  pen.text(fixed(value), axes.x(k) + (right ? -9 : 9), y, style);
}

function drawNear(pen, state) {
  const { base, d_model: dModel, num_positions: n } = state;
  const { k, value, least } = factsOf(state);
  const area = windowArea(pen.width, 28, pen.height - 24);
  const axes = pen.axes({ ...windowPlot(area, n), y: similarityRange(least), ticksY: 3,
    nameX: tr`offset k`, nameY: tr`Similarity S(k)` });
  const points = [...similarity(base, dModel, n)].map((s, j) => [axes.x(j), axes.y(s)]);
  pen.line(thin(points, area.right - area.left), pen.colours.ink, { width: 1.5 });
  markValue(pen, axes, k, value);
}

function farArea(width, height) {
  return { left: 40, right: width - 10, top: 28, bottom: height - 24 };
}

function drawFar(pen, state) {
  const { colours } = pen;
  const { base, d_model: dModel, num_positions: n } = state;
  const { k, value } = factsOf(state);
  const area = farArea(pen.width, pen.height);
  const line = similarityFar(base, dModel, 300);
  const y = similarityRange(line.reduce((low, [, s]) => Math.min(low, s), value));
  const axes = pen.axes({ area, x: [1, LONGEST], y, logX: true, ticksY: 4,
    nameX: tr`k, log`, nameY: tr`… against ln k, beyond the window` });
  const points = line.map(([offset, s]) => [axes.x(offset), axes.y(s)]);
  pen.line([[axes.x(n), area.top], [axes.x(n), area.bottom]], colours.muted, { dash: [3, 3] });
  pen.clip(area, () => {
    const width = area.right - area.left;
    pen.line(thin(points, width), colours.ink, { width: 1 });
    const law = logLaw(dModel, base);
    if (law) {
      const ends = [law.from, law.to].map((end) => [axes.x(end), axes.y(law.value(end))]);
      pen.line(ends, colours.paper, { width: 7, alpha: 0.7 });
      pen.line(ends, colours.positive, { width: 3 });
    }
  });
  if (k >= 1) markValue(pen, axes, k, value);
  const quiet = { size: SMALL, colour: colours.muted, halo: true };
  pen.text(`n = ${whole(n)}`, axes.x(n) + 5, area.top + 8, quiet);
  if (logLaw(dModel, base)) {
    const style = { size: SMALL, weight: 600, colour: colours.positive, halo: true };
    const words = tr`law 1 − (ln k + γ) / ln B`;
    const left = area.right - pen.measure(words, style);
    pen.line([[left - 24, axes.y(0.8)], [left - 6, axes.y(0.8)]], colours.positive, { width: 3 });
    pen.text(words, left, axes.y(0.8), style);
  }
}

function ladderPlot(width, height, dModel) {
  const area = { left: 40, right: width - 10, top: 28, bottom: height - 24 };
  return { area, x: [0, Math.max(1, dModel / 2 - 1)], y: [1, 1e7], logY: true };
}

function drawLadder(pen, state) {
  const { colours } = pen;
  const { base, d_model: dModel, num_positions: n } = state;
  const { slow, pairs } = factsOf(state);
  const plot = ladderPlot(pen.width, pen.height, dModel);
  const axes = pen.axes({ ...plot, nameX: tr`pair i`, nameY: tr`Wavelength λ, log` });
  const { area } = plot;
  const level = axes.y(n);
  const lengths = wavelengths(dModel, base);
  const at = (i) => [axes.x(i), axes.y(lengths[i])];
  pen.line([[area.left, level], [area.right, level]], colours.muted, { dash: [3, 3] });
  if (pairs > 40) {
    const fast = pairs - slow;
    const points = [...lengths.keys()].map(at);
    pen.line(points.slice(0, Math.max(fast, 1)), colours.ink, { width: 3 });
    pen.line(points.slice(Math.max(0, fast - 1)), colours.muted, { width: 3, dash: [3, 3] });
  } else {
    for (const i of lengths.keys()) {
      const over = lengths[i] > n;
      pen.dot(...at(i), 4, over ? colours.muted : colours.ink, over);
    }
  }
  const style = { size: SMALL, halo: true };
  pen.text(tr`window n = ${whole(n)}`, area.right, level + 10, { ...style, align: "right",
    colour: colours.muted });
  const count = slow ? tr`${slow} of ${pairs}: no full turn` : tr`every pair turns`;
  pen.text(count, area.left + 6, Math.max(area.top + 8, level - 12), style);
}

figures.BaseAndWidth = {
  views: [
    {
      name: "heat",
      height: () => 260,
      label: ({ d_model: dModel, num_positions: n }) => {
        return tr`Heat map of ${n} positions: ${dModel / 2} rows of sines above ${dModel / 2} rows of cosines; the upper rows of each block change fast, the lower ones hardly.`;
      },
      draw: drawHeat,
      drag: dragWindow,
    },
    {
      name: "waves",
      height: () => 178,
      label: (state) => {
        const { base, d_model: dModel } = state;
        const say = (i) => tr`${i} with wavelength ${tidy(2 * Math.PI * base ** ((2 * i) / dModel))}`;
        return tr`Sine and cosine waves of the pairs ${chosenPairs(state).map(say).join(tr([", "]))}.`;
      },
      draw: drawWaves,
      drag: dragWindow,
    },
    {
      name: "near",
      height: () => 172,
      label: (state) => {
        const { k, value, lowest, least } = factsOf(state);
        return tr`Similarity against offset in the window: 1 at offset 0, ${fixed(value)} at offset ${k}, lowest ${fixed(least)} at offset ${lowest}.`;
      },
      draw: drawNear,
      drag: dragWindow,
    },
    {
      name: "far",
      height: () => 305,
      label: ({ base, d_model: dModel }) => {
        const law = logLaw(dModel, base);
        const says = law
          ? tr`Between ${law.from} and ${tidy(law.to)} it falls along the law 1 minus (ln k plus gamma) over ln B, drawn as a line.`
          : tr`The logarithmic law holds nowhere in this state and is not drawn.`;
        return tr`Similarity against offset from 1 to a million on a logarithmic axis. ${says}`;
      },
      draw: drawFar,
      drag(px, py, { width, height }, { num_positions: n }) {
        const { left, right } = farArea(width, height);
        const k = Math.round(unscale([1, LONGEST], [left, right], true, px));
        return { offset: Math.min(n - 1, k) };
      },
    },
    {
      name: "ladder",
      height: () => 305,
      label: (state) => {
        const { slow, pairs, longest } = factsOf(state);
        return tr`Wavelengths of ${pairs} pairs on a logarithmic axis, from 6.28 to ${tidy(longest)}; ${slow} lie above the window of ${state.num_positions} positions.`;
      },
      draw: drawLadder,
      drag(px, py, { width, height }, { d_model: dModel }) {
        const { area, y } = ladderPlot(width, height, dModel);
        return { num_positions: Math.round(unscale(y, [area.bottom, area.top], true, py)) };
      },
    },
  ],
  words(state) {
    const { k, value, lowest, least, negative, slow, pairs, longest } = factsOf(state);
    const n = whole(state.num_positions);
    const turns = slow === 0 ? tr`every one completes a turn` : tr`${slow} never complete a turn`;
    const sign = negative < 0
      ? tr`it never falls below 0 in the window (lowest: ${fixed(least)} at k = ${whole(lowest)})`
      : tr`it is first negative at k = ${whole(negative)}`;
    return tr`Of ${pairs} ${pairs === 1 ? tr`pair` : tr`pairs`}, ${turns} in ${n} positions; the longest wavelength is ${tidy(longest)}. Similarity at k = ${whole(k)} is ${fixed(value)}; ${sign}.`;
  },
};
