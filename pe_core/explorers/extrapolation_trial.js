// ExtrapolationTrial: where a trained head looks, inside its window and beyond it, with all of its
// matrix W or with a part of what does not commute with rotation.

const TRIAL_WIDTH = 16;
const TRIAL_OFFSET = 3; // the head has to look three positions back
const TRIAL_SIDE = 340; // the board on a wide page

// W, split: the part that commutes with rotation (aI + bJ for each pair), and the rest.
const trialSplit = remember((window, optimizer) => {
  const [unit, code] = TRIAL_WEIGHTS[`${optimizer} ${window}`];
  const whole = Int8Array.from(atob(code), (letter) => letter.charCodeAt(0));
  const d = TRIAL_WIDTH;
  const part = new Float64Array(d * d);
  for (let s = 0; s < d; s += 2) {
    const [ss, sc, cs, cc] = [s * d + s, s * d + s + 1, s * d + d + s, s * d + d + s + 1];
    part[ss] = part[cc] = (unit * (whole[ss] + whole[cc])) / 2;
    part[sc] = (unit * (whole[sc] - whole[cs])) / 2;
    part[cs] = -part[sc];
  }
  return { part, rest: part.map((value, n) => unit * whole[n] - value) };
});

const trialCodes = remember((n) => Array.from({ length: n }, (_, t) => sinusoidal(t, TRIAL_WIDTH, 10000)));

// Scores of every query (row) and key, and the key of the largest score in each row.
function trialLook(window, optimizer, kept, n) {
  const { part, rest } = trialSplit(window, optimizer);
  const d = TRIAL_WIDTH;
  const codes = trialCodes(n);
  const scores = new Float64Array(n * n);
  const picks = new Int32Array(n);
  const turned = new Float64Array(d);
  for (let t = 0; t < n; t++) {
    turned.fill(0);
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        turned[j] += codes[t][i] * (part[i * d + j] + kept * rest[i * d + j]);
      }
    }
    let best = -Infinity;
    for (let s = 0; s < n; s++) {
      let score = 0;
      for (let j = 0; j < d; j++) score += turned[j] * codes[s][j];
      scores[t * n + s] = score;
      if (score > best) [best, picks[t]] = [score, s];
    }
  }
  return { scores, picks };
}

const trialNow = remember(trialLook);
const trialRotation = remember((window, optimizer, n) => trialLook(window, optimizer, 0, n).picks);

// The share of right queries in the window and beyond it; null where there are none.
function trialAccuracy(picks, window) {
  const share = (from, to) => {
    let right = 0;
    for (let t = from; t < to; t++) right += picks[t] === t - TRIAL_OFFSET;
    return to > from ? right / (to - from) : null;
  };
  const end = Math.min(window, picks.length);
  return [share(TRIAL_OFFSET, end), share(end, picks.length)];
}

function trialFacts({ optimizer, window, rest, length, query }) {
  const { scores, picks } = trialNow(window, optimizer, rest / 100, length);
  const rotation = trialRotation(window, optimizer, length);
  const t = Math.min(query, length - 1);
  return { scores, picks, rotation, t, now: trialAccuracy(picks, window),
    part: trialAccuracy(rotation, window) };
}

function trialPercent(share) {
  return share === null ? "–" : tr`${Math.round(100 * share)} %`;
}

// The board on the left, the curve on its right; one below the other on a narrow page.
function trialPlan(width) {
  const wide = width >= 600;
  const side = wide ? TRIAL_SIDE - 60 : Math.min(width - 50, TRIAL_SIDE - 60);
  const board = { left: 38, right: 38 + side, top: 44, bottom: 44 + side };
  const curve = wide
    ? { left: board.right + 60, right: width - 10, top: board.top, bottom: board.bottom }
    : { left: 38, right: width - 10, top: board.bottom + 78, bottom: board.bottom + 208 };
  return { wide, board, curve, height: curve.bottom + (wide ? 44 : 30) };
}

// The picks of all queries: a line three below the diagonal is what the training asked for.
function drawTrialBoard(pen, state, area) {
  const { colours } = pen;
  const { window, length: n } = state;
  const { picks, t } = trialFacts(state);
  const x = scale([0, n], [area.left, area.right]);
  const y = scale([0, n], [area.top, area.bottom]);
  const dot = Math.max(1.5, Math.min(3, 200 / n));
  pen.text(tr`Where each query looks`, 2, 10, { weight: 600 });
  let at = 2;
  for (const [words, colour] of [[tr`● 3 back`, colours.positive], [tr`× elsewhere`, colours.negative]]) {
    pen.text(words, at, 28, { colour, size: SMALL });
    at += pen.measure(words, { size: SMALL }) + 14;
  }
  const end = Math.min(window, n);
  pen.box(area.left, area.top, x(end) - area.left, y(end) - area.top, colours.panel, 0);
  pen.line([[area.left, y(end)], [x(end), y(end)], [x(end), area.top]], colours.muted, { dash: [4, 3] });
  pen.line([[area.left, y(t + 0.5)], [area.right, y(t + 0.5)]], colours.position, { width: 1.5 });
  for (let query = TRIAL_OFFSET; query < n; query++) {
    const [px, py] = [x(picks[query] + 0.5), y(query + 0.5)];
    if (picks[query] === query - TRIAL_OFFSET) {
      pen.arc(px, py, dot, 0, 2 * Math.PI, colours.positive, { fill: true });
    } else {
      pen.line([[px - dot, py - dot], [px + dot, py + dot]], colours.negative, { width: 1.5 });
      pen.line([[px - dot, py + dot], [px + dot, py - dot]], colours.negative, { width: 1.5 });
    }
  }
  pen.ticksX({ area, x: [0, n], nameX: tr`key s` });
  for (const value of ticks([0, n], false, 5)) {
    const style = { align: "right", colour: colours.muted, size: SMALL };
    pen.text(tidy(value), area.left - 6, y(value), style);
  }
  const quiet = { size: SMALL, colour: colours.muted, halo: true };
  pen.text(tr`query t ↓`, 2, area.bottom + 30, { size: SMALL });
  pen.text(tr`window of training`, x(end) - 6, area.top + 10, { ...quiet, align: "right" });
  const high = y(t) < area.top + 30;
  pen.text(`t = ${t}`, area.right, y(t + 0.5) + (high ? 11 : -9), {
    align: "right", size: SMALL, weight: 600, colour: colours.position, halo: true });
}

// One row of the scores, with the key that it should look at and the one it does look at.
function drawTrialCurve(pen, state, area) {
  const { colours } = pen;
  const { window, length: n } = state;
  const { scores, picks, t } = trialFacts(state);
  const row = scores.subarray(t * n, t * n + n);
  const [low, high] = [Math.min(...row), Math.max(...row)];
  const room = 0.12 * (high - low) + 1e-9;
  pen.text(tr`Scores of query t = ${t}`, area.left - 36, area.top - 34, { weight: 600 });
  const axes = pen.axes({ area, x: [0, n], y: [low - room, high + room], ticksY: 4, nameX: tr`key s` });
  const end = Math.min(window, n);
  pen.clip(area, () => pen.box(area.left, area.top, axes.x(end) - area.left, area.bottom - area.top,
    colours.panel, 0));
  pen.line([[axes.x(end), area.top], [axes.x(end), area.bottom]], colours.muted, { dash: [4, 3] });
  pen.line([...row].map((value, s) => [axes.x(s + 0.5), axes.y(value)]), colours.ink, { width: 1.5 });
  const target = t - TRIAL_OFFSET;
  const right = picks[t] === target;
  if (target >= 0) {
    const at = axes.x(target + 0.5);
    pen.line([[at, area.top], [at, area.bottom]], colours.position, { width: 1.5 });
  }
  const [px, py] = [axes.x(picks[t] + 0.5), axes.y(row[picks[t]])];
  pen.dot(px, py, 5, right ? colours.positive : colours.negative, !right);
  const left = px > (area.left + area.right) / 2;
  pen.text(tr`looks at ${picks[t]}`, px + (left ? -10 : 10), py - 2, { align: left ? "right" : "left",
    size: SMALL, weight: 600, colour: right ? colours.positive : colours.negative, halo: true });
  const words = target >= 0 ? tr`line: t − 3 = ${target}` : tr`t − 3 does not exist`;
  pen.text(words, area.left - 36, area.top - 16, { size: SMALL, colour: colours.position });
}

const TRIAL_ROW = 34; // height of one strip and its words

function drawTrialStrips(pen, state) {
  const { colours } = pen;
  const { window, length: n, rest } = state;
  const { picks, rotation, t, now, part } = trialFacts(state);
  const area = { left: 38, right: pen.width - 10, top: 28, bottom: 28 + 3 * TRIAL_ROW };
  const x = scale([0, n], [area.left, area.right]);
  pen.text(tr`Right (tall) or wrong (low) at each query`, 2, 10, { weight: 600 });
  const table = { picks: null, words: tr`a learned table`, pair: [1, n > window ? 0 : null] };
  const rows = [
    { picks, words: rest === 100 ? tr`all of W` : tr`rotation + ${rest} % of the rest`, pair: now },
    { picks: rotation, words: tr`rotation part of the same W`, pair: part },
    table,
  ];
  rows.forEach((row, r) => {
    const bottom = area.top + (r + 1) * TRIAL_ROW - 2;
    const [inside, beyond] = row.pair.map(trialPercent);
    pen.text(row.words, area.left, bottom - 23, { size: SMALL });
    const share = n > window ? tr`${inside} inside · ${beyond} beyond` : tr`${inside} inside`;
    pen.text(share, area.right, bottom - 23, { size: SMALL, align: "right", weight: 600 });
    for (let query = TRIAL_OFFSET; query < n; query++) {
      const good = row.picks ? row.picks[query] === query - TRIAL_OFFSET : query < window;
      if (!row.picks && !good) continue;
      pen.ctx.fillStyle = good ? colours.positive : colours.negative;
      const tall = good ? 14 : 4;
      pen.ctx.fillRect(x(query), bottom - tall, Math.max(1, x(1) - x(0) - 0.5), tall);
    }
    const mark = (at, colour, style) => {
      pen.line([[at, bottom - 16], [at, bottom + 2]], colour, style);
    };
    if (n > window) mark(x(window), colours.ink, { width: 1.5, dash: [4, 3] });
    mark(x(t + 0.5), colours.position, { width: 2 });
    if (!row.picks && n > window) {
      pen.line([[x(window), bottom - 1], [area.right, bottom - 1]], colours.muted, { dash: [2, 4] });
      const roomy = area.right - x(window) > 46;
      if (roomy) pen.text(tr`no row`, (x(window) + area.right) / 2, bottom - 9, { align: "center",
        size: SMALL, colour: colours.muted });
    }
  });
  pen.ticksX({ area, x: [0, n], nameX: tr`query t` });
}

figures.ExtrapolationTrial = {
  views: [
    {
      name: "board",
      height: (width) => trialPlan(width).height,
      label: (state) => {
        const { picks, t, now } = trialFacts(state);
        const beyond = now[1] === null ? "" : tr`, beyond it ${trialPercent(now[1])}`;
        return tr`Where each of ${state.length} queries looks: inside the window ${trialPercent(now[0])} of them look three back${beyond}. The largest score of query ${t} is at key ${picks[t]}.`;
      },
      draw(pen, state) {
        const { board, curve } = trialPlan(pen.width);
        drawTrialBoard(pen, state, board);
        drawTrialCurve(pen, state, curve);
      },
      // On the board a pointer chooses the query; on the curve too, as its key three back.
      drag(px, py, { width }, { length: n }) {
        const { wide, board, curve } = trialPlan(width);
        const onBoard = wide ? px < (board.right + curve.left) / 2 : py < board.bottom + 30;
        const t = onBoard
          ? unscale([0, n], [board.top, board.bottom], false, py)
          : unscale([0, n], [curve.left, curve.right], false, px) + TRIAL_OFFSET;
        return { query: Math.min(n - 1, Math.floor(t)) };
      },
    },
    {
      name: "strips",
      height: () => 28 + 3 * TRIAL_ROW + 24,
      label: (state) => {
        const { now, part } = trialFacts(state);
        const say = ([inside, beyond]) => beyond === null ? tr`${trialPercent(inside)} inside`
          : tr`${trialPercent(inside)} inside, ${trialPercent(beyond)} beyond`;
        return tr`Three strips of queries. With ${state.rest} % of the rest of W: ${say(now)}. Rotation part alone: ${say(part)}. A learned table: 100 % inside, no row beyond.`;
      },
      draw: drawTrialStrips,
      drag(px, py, { width }, { length: n }) {
        const t = unscale([0, n], [38, width - 10], false, px);
        return { query: Math.min(n - 1, Math.floor(t)) };
      },
    },
  ],
  words(state) {
    const { picks, t, now, part } = trialFacts(state);
    const { window, length: n, rest, optimizer } = state;
    const whole = rest === 100 ? tr`With all of W` : rest === 0 ? tr`With its rotation part alone` :
      tr`With its rotation part and ${rest} % of the rest`;
    const [inside, beyond] = now.map(trialPercent);
    const said = [
      tr`Trained by ${tr([optimizer])} on ${window} positions, read on ${n}.`,
      n > window
        ? tr`${whole} ${inside} of the queries in the window look three back and ${beyond} beyond it.`
        : tr`${whole} ${inside} of the queries in the window look three back.`,
    ];
    if (rest !== 0 && n > window) {
      said.push(tr`The rotation part of the same W: ${trialPercent(part[0])} and ${trialPercent(part[1])}.`);
    }
    if (t >= TRIAL_OFFSET) {
      said.push(picks[t] === t - TRIAL_OFFSET
        ? tr`Query ${t} looks at key ${picks[t]}, as it should.`
        : tr`Query ${t} looks at key ${picks[t]} instead of ${t - TRIAL_OFFSET}.`);
    }
    return said.join(tr([" "]));
  },
};

Object.assign(math, { trialSplit, trialLook, trialAccuracy, trialFacts });
