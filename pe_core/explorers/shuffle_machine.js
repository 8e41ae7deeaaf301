// ShuffleMachine: words in an order of your choice; their attention and their outputs slide along,
// unchanged or not, below what the same words gave in the sentence as written.

const SHUFFLE = {
  sentences: ["man bites dog", "我 打 你", "dogs often chase cats", "only she saw him run"],
  width: 8, // numbers for each token
  full: 2.5, // output that has the full colour
  same: 1e-12, // differences below this are rounding
  left: 62, // room for the names of the rows
  line: 7, // height of one number of an output
  share: 18, // height of one share of attention
  slide: 260, // ms
};

// Pseudo-random numbers between -1 and 1, the same in every browser and in Python.
function shuffleNumbers(seed, count) {
  return Float64Array.from({ length: count }, () => {
    seed = (Math.imul(1664525, seed) + 1013904223) >>> 0;
    return seed / 2 ** 31 - 1;
  });
}

// Rows of `width` numbers.
function shuffleRows(numbers, width, factor) {
  const rows = [];
  for (let n = 0; n < numbers.length; n += width) {
    rows.push(numbers.slice(n, n + width).map((value) => value * factor));
  }
  return rows;
}

const SHUFFLE_WORDS = (() => {
  const words = SHUFFLE.sentences.flatMap((sentence) => sentence.split(" "));
  const rows = shuffleRows(shuffleNumbers(2, words.length * SHUFFLE.width), SHUFFLE.width, Math.sqrt(3));
  return new Map(words.map((word, n) => [word, rows[n]]));
})();
const SHUFFLE_MATRICES = (() => {
  const d = SHUFFLE.width;
  const rows = shuffleRows(shuffleNumbers(1, 6 * d * d), d, Math.sqrt(3 / d));
  return Array.from({ length: 6 }, (_, n) => rows.slice(n * d, (n + 1) * d));
})();

// The order of that number: 0 is as written, each next one swaps two neighbours.
function shuffleOrder(number, n) {
  if (n === 1) return [0];
  let count = 1;
  for (let m = 2; m <= n; m++) count *= m;
  const [block, step] = [Math.floor((number % count) / n), (number % count) % n];
  const rest = shuffleOrder(block, n - 1);
  const place = block % 2 ? step : n - 1 - step;
  return [...rest.slice(0, place), n - 1, ...rest.slice(place)];
}

// The number of an order: of all its numbers from 0 to 119 the one nearest to `near`.
function shuffleNumber(order, near) {
  const wanted = order.join();
  let best = -1;
  for (let number = 0; number < 120; number++) {
    if (shuffleOrder(number, order.length).join() !== wanted) continue;
    if (best < 0 || Math.abs(number - near) < Math.abs(best - near)) best = number;
  }
  return best;
}

function shuffleTimes(rows, matrix) {
  return rows.map((row) => matrix[0].map((_, c) => row.reduce((sum, x, r) => sum + x * matrix[r][c], 0)));
}

// One layer of attention, added to its input.
function shuffleLayer(x, [wq, wk, wv], causal) {
  const [q, k, v] = [wq, wk, wv].map((matrix) => shuffleTimes(x, matrix));
  const weights = q.map((query, t) => {
    const scores = k.map((key, s) => {
      if (causal && s > t) return -Infinity;
      return query.reduce((sum, value, c) => sum + value * key[c], 0) / Math.sqrt(query.length);
    });
    const top = Math.max(...scores);
    const shares = scores.map((score) => Math.exp(score - top));
    const sum = shares.reduce((a, b) => a + b);
    return shares.map((share) => share / sum);
  });
  const output = weights.map((row, t) =>
    x[t].map((value, c) => value + row.reduce((sum, share, s) => sum + share * v[s][c], 0)));
  return { output, weights };
}

// Output and attention of every word, numbered as written, in some order of the words.
function shuffleRun({ sentence, order: number, causal, layers, encoding }) {
  const tokens = sentence.split(" ").map((word) => SHUFFLE_WORDS.get(word));
  const order = shuffleOrder(number, tokens.length);
  let x = order.map((word, t) => {
    const code = encoding ? sinusoidal(t, SHUFFLE.width, 10000) : null;
    return Array.from(tokens[word], (value, c) => value + (code ? code[c] : 0));
  });
  const place = order.map((_, word) => order.indexOf(word));
  const weights = [];
  for (let layer = 0; layer < layers; layer++) {
    const result = shuffleLayer(x, SHUFFLE_MATRICES.slice(3 * layer, 3 * layer + 3), causal);
    x = result.output;
    weights.push(place.map((t) => place.map((s) => result.weights[t][s])));
  }
  return { order, place, output: place.map((t) => x[t]), weights };
}

// The machine as written and now, how far each output is from what it was, and what decides it.
function shuffleCompare(state) {
  const words = state.sentence.split(" ");
  const before = shuffleRun({ ...state, order: 0 });
  const now = shuffleRun(state);
  const gap = (a, b) => Math.max(...a.map((value, c) => Math.abs(value - b[c])));
  const mean = (rows) => rows[0].map((_, c) => rows.reduce((sum, row) => sum + row[c], 0) / rows.length);
  const gaps = before.output.map((row, word) => gap(row, now.output[word]));
  const means = [mean(before.output), mean(now.output)];
  // The bag that a word sees: all words, or under the mask itself and those before it.
  const bag = ({ order, place }, word) =>
    order.filter((_, t) => !state.causal || t <= place[word]).sort().join();
  const bags = words.map((_, word) => bag(before, word) === bag(now, word));
  return { words, before, now, gaps, means, meanGap: gap(...means), bags };
}

const shuffleSeen = remember((sentence, order, causal, layers, encoding) =>
  shuffleCompare({ sentence, order, causal, layers, encoding }));
function shuffleResult({ sentence, order, causal, layers, encoding }) {
  return shuffleSeen(sentence, order, causal, layers, encoding);
}

function shuffleColumns(width, n) {
  const step = Math.min(136, (width - SHUFFLE.left - 2) / (n + 1));
  const strip = Math.floor(Math.min(104, step - 8));
  return { step, strip, at: (place) => SHUFFLE.left + step * (place + 0.5) };
}

// Heights: the parts from top to bottom.
function shuffleParts({ sentence, layers }) {
  const n = sentence.split(" ").length;
  const output = SHUFFLE.width * SHUFFLE.line;
  const card = 44 + output + 44; // top of the cards of words
  const shares = card + 70; // top of the first table of attention
  const table = n * SHUFFLE.share + 24;
  const result = shares + layers * table - 10;
  return { output, card, shares, table, result, bottom: result + output + 38 };
}

// A strip of colours, top to bottom; on its left, as wide as `part` of it, what the word had as
// written. Equal colours leave no seam.
function shuffleStrip(pen, x, y, wide, high, old, now, full, part = 0.5) {
  const left = Math.round(x - wide / 2);
  const seam = Math.round(wide * part);
  now.forEach((value, m) => {
    pen.ctx.fillStyle = pen.signed(value / full);
    pen.ctx.fillRect(left, y + m * high, wide, high - 1);
    if (Math.abs(value - old[m]) < SHUFFLE.same) return;
    pen.ctx.fillStyle = pen.signed(old[m] / full);
    pen.ctx.fillRect(left, y + m * high, seam, high - 1);
  });
}

// A difference, with two decimals unless it would look like none.
function shuffleSize(gap) {
  return gap < 0.005 ? tidy(gap, 1) : fixed(gap);
}

function shuffleVerdict(pen, x, y, gap, step) {
  const same = gap < SHUFFLE.same;
  const size = shuffleSize(gap);
  const [equal, by] = step < 60 ? [tr`same`, size] : [tr`the same`, tr`by ${size}`];
  const colour = same ? pen.colours.positive : pen.colours.negative;
  const style = { align: "center", weight: 600, colour };
  pen.text(same ? "=" : "≠", x, y, style);
  pen.text(same ? equal : by, x, y + 16, { ...style, size: SMALL, weight: 400 });
}

// The picture, with word j drawn at `columns[j]`: a whole number when it stands, else on its way.
function shufflePaint(pen, state, columns) {
  const { words, before, now, gaps, means, meanGap } = shuffleResult(state);
  const { colours } = pen;
  const n = words.length;
  const { step, strip, at } = shuffleColumns(pen.width, n);
  const parts = shuffleParts(state);
  const head = { align: "center", weight: 600 };
  const quiet = { align: "right", size: SMALL, colour: colours.muted };
  const row = (text, y) => pen.text(text, SHUFFLE.left - 6, y, quiet);
  const other = gaps.some((gap) => gap >= SHUFFLE.same);

  pen.text(tr`As written`, 2, 9, { weight: 600 });
  row(tr`output`, 44 + parts.output / 2);
  const output = (x, y, old, now) => shuffleStrip(pen, x, y, strip, SHUFFLE.line, old, now, SHUFFLE.full);
  const link = (from, to, y, gap) => {
    const style = gap < SHUFFLE.same ? { width: 2 } : { width: 1.5, dash: [4, 4] };
    const colour = gap < SHUFFLE.same ? colours.positive : colours.muted;
    pen.line([[from, 46 + parts.output], [to, y]], colour, style);
  };
  words.forEach((word, j) => {
    pen.text(word, at(j), 32, head);
    output(at(j), 44, before.output[j], before.output[j]);
    link(at(j), at(columns[j]), parts.card - 3, gaps[j]);
  });
  pen.text(tr`mean`, at(n), 32, { align: "center", colour: colours.muted });
  output(at(n), 44, means[0], means[0]);
  link(at(n), at(n), parts.result - 4, meanGap);

  pen.text(tr`Yours`, 2, parts.card + 6, { weight: 600 });
  pen.text(tr`order ${state.order}`, 2, parts.card + 21, { size: SMALL, colour: colours.muted });
  for (let layer = 0; layer < state.layers; layer++) {
    const top = parts.shares + layer * parts.table;
    const which = state.layers > 1 ? tr`attention in %, layer ${layer + 1}` : tr`attention in %`;
    pen.text(which, 2, top - 9, { size: SMALL, colour: colours.muted });
    words.forEach((word, m) => row(tr`to ${word}`, top + (m + 0.5) * SHUFFLE.share));
  }
  row(tr`place`, parts.card + 38);
  row(tr`output`, parts.result + parts.output / 2 - (other ? 8 : 0));
  if (other) row(tr`old | new`, parts.result + parts.output / 2 + 8);
  // Words on their way are drawn last, above those that stand.
  const moving = (word) => columns[word] !== now.place[word];
  words.map((_, j) => j).sort((a, b) => moving(a) - moving(b)).forEach((j) => {
    const x = at(columns[j]);
    pen.box(x - strip / 2 - 1, parts.card, strip + 2, 26, colours.panel, 5);
    pen.ctx.strokeStyle = colours.muted;
    pen.ctx.stroke();
    pen.text(words[j], x, parts.card + 13.5, head);
    const t = now.place[j];
    const place = state.encoding ? `+ p(${t})` : `t = ${t}`;
    pen.text(place, x, parts.card + 38, { align: "center", size: SMALL, colour: colours.muted });
    now.weights.forEach((weights, layer) => {
      const top = parts.shares + layer * parts.table;
      shuffleStrip(pen, x, top, strip, SHUFFLE.share, before.weights[layer][j], weights[j], 1, 0.14);
      weights[j].forEach((share, m) => {
        const hidden = state.causal && now.place[m] > t;
        const style = { align: "center", size: SMALL, colour: hidden ? colours.muted : pen.onSigned(share) };
        const text = hidden ? "–" : fixed(100 * share, 0);
        pen.text(text, x + 0.07 * strip, top + (m + 0.5) * SHUFFLE.share, style);
      });
    });
    output(x, parts.result, before.output[j], now.output[j]);
    shuffleVerdict(pen, x, parts.result + parts.output + 12, gaps[j], step);
  });
  output(at(n), parts.result, ...means);
  shuffleVerdict(pen, at(n), parts.result + parts.output + 12, meanGap, step);
}

// Two words that swap places slide; every other change is drawn at once, and so is this one where
// the reader asks for calm.
const shuffleSlides = new WeakMap(); // canvas -> where the words are drawn, and the next frame
function drawShuffle(pen, live) {
  const state = { ...live }; // the host changes its own before it draws again
  const goal = shuffleResult(state).now.place;
  const { canvas } = pen.ctx;
  const last = shuffleSlides.get(canvas);
  cancelAnimationFrame(last?.frame);
  const rest = JSON.stringify({ ...state, order: 0 });
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const swap = last?.rest === rest && goal.filter((place, j) => place !== last.goal[j]).length === 2;
  const from = swap && !calm ? last.columns : goal;
  const slide = { rest, goal, columns: goal, frame: 0 };
  shuffleSlides.set(canvas, slide);
  const start = performance.now() - 40;
  const step = () => {
    const part = Math.min(1, (performance.now() - start) / SHUFFLE.slide);
    const eased = 1 - (1 - part) ** 3;
    slide.columns = part < 1 ? from.map((x, j) => x + (goal[j] - x) * eased) : goal;
    pen.ctx.clearRect(0, 0, pen.width, pen.height);
    shufflePaint(pen, state, slide.columns);
    if (part < 1 && from.some((x, j) => x !== goal[j])) slide.frame = requestAnimationFrame(step);
  };
  step();
}

// A press takes the word under it, a move carries it to another place. The host tells moves only,
// so every press, on whatever, first lets go of the last word.
let shuffleHeld = null;
globalThis.document?.addEventListener("pointerdown", () => (shuffleHeld = null), true);
function dragShuffle(px, py, { width }, state) {
  const { now, words } = shuffleResult(state);
  const { step } = shuffleColumns(width, words.length);
  const column = Math.floor((px - SHUFFLE.left) / step);
  if (shuffleHeld === null) {
    shuffleHeld = now.order[column] ?? -1;
    return null;
  }
  const place = Math.min(words.length - 1, Math.max(0, column));
  if (shuffleHeld < 0 || shuffleHeld >= words.length || now.place[shuffleHeld] === place) return null;
  const rest = now.order.filter((word) => word !== shuffleHeld);
  return { order: shuffleNumber([...rest.slice(0, place), shuffleHeld, ...rest.slice(place)], state.order) };
}

function shuffleList(words) {
  const quoted = words.map((word) => `“${word}”`);
  if (words.length < 2) return quoted.join();
  return tr`${quoted.slice(0, -1).join(tr([", "]))} and “${words.at(-1)}”`;
}

// What is equal to what, computed.
function shuffleWords(state) {
  const { words, now, gaps, meanGap, bags } = shuffleResult(state);
  const text = now.order.map((j) => words[j]).join(" ");
  const same = now.order.filter((j) => gaps[j] < SHUFFLE.same);
  const other = now.order.filter((j) => gaps[j] >= SHUFFLE.same);
  const names = (list) => shuffleList(list.map((j) => words[j]));
  if (now.order.every((j, t) => j === t)) {
    return tr`“${text}”: as written. Drag a word, or move the slider, and compare the outputs.`;
  }
  if (!other.length) {
    return tr`“${text}”: every output equals the output the same word had before. The columns only moved, and their mean ${meanGap < SHUFFLE.same ? tr`is the same` : tr`differs`}.`;
  }
  const most = shuffleSize(Math.max(...gaps));
  const result = same.length
    ? tr`“${text}”: the output of ${names(same)} is the same as before, that of ${names(other)} is not.`
    : tr`“${text}”: no output is the same as before; the largest difference is ${most}.`;
  const blind = other.filter((j) => bags[j]);
  if (state.encoding) {
    return tr`${result} Each moved word carries the code of its new place, and every word that sees it notices.`;
  }
  if (blind.length) {
    return tr`${result} ${names(blind)} ${blind.length > 1 ? tr`see` : tr`sees`} the same bag of words as before, but the second layer reads outputs of the first, and these know what came before them.`;
  }
  return same.length
    ? tr`${result} Under the mask, only the words that keep their output still see the same bag of words.`
    : tr`${result} Under the mask each word sees another bag of words than before.`;
}

Object.assign(math, { shuffleOrder, shuffleNumber, shuffleRun, shuffleCompare, shuffleWords });

figures.ShuffleMachine = {
  views: [
    {
      name: "machine",
      height: (width, state) => shuffleParts(state).bottom,
      label: (state) => {
        const { words, now, gaps } = shuffleResult(state);
        const columns = now.order.map((j, t) => {
          const shares = now.weights.map((weights) =>
            words.map((word, m) => tr`${Math.round(100 * weights[j][m])} % to ${word}`).join(tr([", "])));
          const verdict = gaps[j] < SHUFFLE.same ? tr`the same as before` : tr`different by ${shuffleSize(gaps[j])}`;
          return tr`Place ${t}: ${words[j]}; attention ${shares.join(tr`; second layer `)}; output ${verdict}.`;
        });
        return tr`The sentence as written, ${state.sentence}, above your order. ${columns.join(tr([" "]))}`;
      },
      draw: drawShuffle,
      drag: dragShuffle,
    },
  ],
  words: shuffleWords,
};
