// DirectionDial: the block a I + b J of one pair as an arrow. Where it leans, attention looks.

const DIAL_WIDTH = 64;
const DIAL_BASE = 10000;
const DIAL_REACH = 24; // keys left and right of the query
const DIAL_MOST = 4; // bound of a and b

// The blocks: the chosen pair first, then the faster ones that follow it.
function dialBlocks({ a, b, pair, followers, follow }) {
  const omegas = frequencies(DIAL_WIDTH, DIAL_BASE);
  const [length, lean] = [Math.hypot(a, b), Math.atan2(b, a)];
  const blocks = [];
  for (let i = pair; i >= Math.max(0, pair - followers); i--) {
    const turn = follow === "same offset" ? (lean * omegas[i]) / omegas[pair] : lean;
    blocks.push({ omega: omegas[i], a: length * Math.cos(turn), b: length * Math.sin(turn) });
  }
  return blocks;
}

// Even and odd part of the score of a key that stands k before the query.
function dialScore(blocks, k) {
  let [even, odd] = [0, 0];
  for (const { omega, a, b } of blocks) {
    even += a * Math.cos(omega * k);
    odd += b * Math.sin(omega * k);
  }
  return [even, odd];
}

// Attention to the keys from 24 places left of the query (k = 24) to 24 right of it (k = -24).
function dialWeights(blocks) {
  const scores = Array.from({ length: 2 * DIAL_REACH + 1 }, (_, n) => {
    const [even, odd] = dialScore(blocks, DIAL_REACH - n);
    return even + odd;
  });
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power);
  return powers.map((power) => power / total);
}

// The block of the chosen pair whose wave is highest k before the query, as long as the present one.
function dialTowards(k, { a, b, pair }) {
  const length = Math.hypot(a, b) || 2;
  const turn = k * DIAL_BASE ** ((-2 * pair) / DIAL_WIDTH);
  const round = (value) => Math.round(100 * value) / 100;
  return { a: round(length * Math.cos(turn)), b: round(length * Math.sin(turn)) };
}

Object.assign(math, { dialBlocks, dialScore, dialWeights, dialTowards, dialPlace });

const dialFacts = remember((a, b, pair, followers, follow) => {
  const blocks = dialBlocks({ a, b, pair, followers, follow });
  const weights = dialWeights(blocks);
  const sum = (list) => list.reduce((total, weight) => total + weight, 0);
  return {
    blocks,
    weights,
    top: weights.indexOf(Math.max(...weights)) - DIAL_REACH, // place of the key, seen from the query
    left: sum(weights.slice(0, DIAL_REACH)),
    right: sum(weights.slice(DIAL_REACH + 1)),
    length: Math.hypot(a, b),
    lean: Math.atan2(b, a),
    crest: Math.atan2(b, a) / blocks[0].omega,
    turn: (2 * Math.PI) / blocks[0].omega,
  };
});

const dialFactsOf = (s) => dialFacts(s.a, s.b, s.pair, s.followers, s.follow);

// A dial beside its block where there is room, above it where there is not.
function dialPlace(width) {
  const beside = width >= 330;
  const size = Math.min(beside ? width - 150 : width, 240);
  return { beside, x: size / 2 + 2, y: 14 + size / 2, radius: size / 2 - 16 };
}

function drawDial(pen, state) {
  const { colours } = pen;
  const { blocks } = dialFactsOf(state);
  const { beside, x, y, radius } = dialPlace(pen.width);
  const unit = radius / DIAL_MOST;
  const at = ({ a, b }) => [x - b * unit, y - a * unit]; // b > 0 looks back: to the left

  pen.text(tr`The block: drag its arrow`, 2, 9, { weight: 600 });
  pen.arc(x, y, radius, 0, 2 * Math.PI, colours.panel, { fill: true });
  for (let r = 1; r <= DIAL_MOST; r++) pen.arc(x, y, r * unit, 0, 2 * Math.PI, colours.line);
  pen.line([[x - radius, y], [x + radius, y]], colours.line);
  pen.line([[x, y - radius], [x, y + radius]], colours.line);
  const quiet = { size: SMALL, colour: colours.muted, halo: true };
  pen.text(tr`left`, x - radius + 6, y + 10, quiet);
  pen.text(tr`right`, x + radius - 6, y + 10, { ...quiet, align: "right" });
  pen.text("b > 0", x - radius + 6, y - 10, { ...quiet, colour: colours.sine });
  pen.text("b < 0", x + radius - 6, y - 10, { ...quiet, align: "right", colour: colours.sine });
  pen.text("a > 0", x + 5, y - radius + 10, { ...quiet, colour: colours.cosine });

  // On the rim, where the faster pairs point, or would point if they followed.
  for (const block of dialBlocks({ ...state, followers: 31 }).slice(1)) {
    const turn = Math.atan2(block.b, block.a);
    const on = (r) => [x - r * Math.sin(turn), y - r * Math.cos(turn)];
    pen.line([on(radius - 5), on(radius + 1)], colours.muted, { width: 1.5 });
  }
  for (const block of blocks.slice(1).reverse()) {
    pen.line([[x, y], at(block)], colours.muted, { alpha: 0.8 });
    pen.arc(...at(block), 2.5, 0, 2 * Math.PI, colours.muted, { fill: true });
  }
  const tip = at(state);
  pen.line([[x, y], [tip[0], y]], colours.sine, { width: 4 });
  pen.line([[tip[0], y], tip], colours.cosine, { width: 4 });
  pen.line([[x, y], tip], colours.position, { width: 3, cap: "round" });
  pen.dot(...tip, 7, colours.position);

  // The block of the chosen pair in numbers.
  const cell = 56;
  const left = beside ? 2 * x + 22 : x - cell;
  const top = beside ? y - 40 : y + radius + 44;
  pen.text("a I + b J", left + cell, top - 18, { align: "center", weight: 600 });
  const rows = [[[state.a, "cosine"], [state.b, "sine"]], [[-state.b, "sine"], [state.a, "cosine"]]];
  rows.forEach((row, r) => row.forEach(([value, kind], c) => {
    const [middle, line] = [left + (c + 0.5) * cell, top + 4 + r * 34];
    pen.box(middle - cell / 2 + 2, line, cell - 4, 22, pen.signed(value / DIAL_MOST));
    pen.box(middle - cell / 2 + 2, line + 23, cell - 4, 3, colours[kind], 1);
    const style = { align: "center", size: SMALL, colour: pen.onSigned(value / DIAL_MOST) };
    pen.text(fixed(value), middle, line + 11.5, style);
  }));
  for (const [edge, inward] of [[left - 3, 5], [left + 2 * cell + 3, -5]]) {
    const corner = [[edge + inward, top], [edge, top], [edge, top + 68], [edge + inward, top + 68]];
    pen.line(corner, colours.ink, { width: 1.5 });
  }
  const others = blocks.length - 1;
  const more = others > 1 ? tr`+ ${others} faster pairs` : tr`+ ${others} faster pair`;
  const words = others ? more : tr`one pair`;
  pen.text(words, left + cell, top + 86, { align: "center", size: SMALL, colour: colours.muted });
}

function dragDial(px, py, { width }) {
  const { x, y, radius } = dialPlace(width);
  if (Math.hypot(px - x, py - y) > radius * 1.4) return null;
  const unit = radius / DIAL_MOST;
  const value = (pixels) => {
    const rounded = Math.round((pixels / unit) * 20) / 20;
    return Math.min(DIAL_MOST, Math.max(-DIAL_MOST, rounded));
  };
  return { a: value(y - py), b: value(x - px) };
}

const dialArea = (pen) => ({ left: 40, right: pen.width - 8, top: 26, bottom: pen.height - 24 });
const dialWindow = [-DIAL_REACH - 0.5, DIAL_REACH + 0.5];

function dragDialOffset(px, _py, { width }, state) {
  return dialTowards(-unscale(dialWindow, [40, width - 8], false, px), state);
}

// Where the query stands.
function drawDialQuery(pen, at, area) {
  pen.line([[at(0), area.top], [at(0), area.bottom]], pen.colours.muted, { dash: [3, 3] });
}

function drawDialScore(pen, state) {
  const { colours } = pen;
  const { blocks, length } = dialFactsOf(state);
  const area = dialArea(pen);
  const most = Math.max(1, length * blocks.length) * 1.08;
  const { x: at, y: level } = pen.axes({ area, x: dialWindow, y: [-most, most], skipX: true, ticksY: 5 });
  drawDialQuery(pen, at, area);
  const lines = [[], [], []];
  for (let n = 0; n <= 240; n++) {
    const place = ((n - 120) / 120) * DIAL_REACH;
    const [even, odd] = dialScore(blocks, -place);
    [even, odd, even + odd].forEach((value, j) => lines[j].push([at(place), level(value)]));
  }
  const names = [[tr`even part`, "cosine"], [tr`+ odd part`, "sine"], [tr`= score`, "ink"]];
  let reach = 2;
  lines.forEach((line, j) => {
    const [words, role] = names[j];
    pen.line(line, colours[role], { width: j === 2 ? 2.5 : 1.5 });
    pen.text(words, reach, 9, { weight: 600, colour: colours[role] });
    reach += pen.measure(words, { weight: 600 }) + 8;
  });
}

function drawDialAttention(pen, state) {
  const { colours } = pen;
  const { weights, top, left, right } = dialFactsOf(state);
  const area = dialArea(pen);
  const most = [0.05, 0.1, 0.2, 0.5, 1].find((bound) => bound >= weights[top + DIAL_REACH]) ?? 1;
  const plot = { area, x: dialWindow, y: [0, 100 * most], nameX: tr`key − query`, ticksY: 3 };
  const { x: at, y: level } = pen.axes(plot);
  drawDialQuery(pen, at, area);
  pen.text(tr`Attention, %`, 2, 9, { weight: 600 });
  const wide = Math.max(2, (at(1) - at(0)) * 0.7);
  weights.forEach((weight, n) => {
    const place = n - DIAL_REACH;
    const [y, role] = [level(100 * weight), place === top ? "position" : "muted"];
    pen.box(at(place) - wide / 2, y, wide, area.bottom - y, colours[role], 1);
  });
  const style = { size: SMALL, weight: 600, halo: true };
  pen.text(tr`left ${tidy(100 * left, 2)} %`, at(0) - 10, area.top - 2, { ...style, align: "right" });
  pen.text(tr`right ${tidy(100 * right, 2)} %`, at(0) + 10, area.top - 2, style);
}

function dialSide(place) {
  if (!place) return tr`on the query itself`;
  return place < 0 ? tr`${-place} to the left` : tr`${place} to the right`;
}

figures.DirectionDial = {
  views: [
    {
      name: "dial",
      height: (width) => {
        const { beside, y, radius } = dialPlace(width);
        return beside ? y + radius + 12 : y + radius + 142;
      },
      label: ({ a, b, pair }) =>
        tr`A dial. The arrow of pair ${pair} ends at a = ${fixed(a)} (up, the even part) and b = ${fixed(b)} (to the left, the odd part).`,
      draw: drawDial,
      drag: dragDial,
    },
    {
      name: "score",
      height: (width) => (width < 400 ? 150 : 180),
      label: (state) => {
        const { blocks } = dialFactsOf(state);
        const list = [-12, 0, 12].map((k) => {
          const [even, odd] = dialScore(blocks, k);
          return tr`${fixed(even)} and ${fixed(odd)} at k = ${fixed(k, 0)}`;
        });
        return tr`Even and odd part of the score against offset: ${list.join(tr(["; "]))}.`;
      },
      draw: drawDialScore,
      drag: dragDialOffset,
    },
    {
      name: "attention",
      height: (width) => (width < 400 ? 164 : 194),
      label: (state) => {
        const { weights, top } = dialFactsOf(state);
        return tr`Attention weights of the keys: the largest, ${tidy(100 * weights[top + DIAL_REACH])} %, lies ${dialSide(top)}.`;
      },
      draw: drawDialAttention,
      drag: dragDialOffset,
    },
  ],
  words(state) {
    const { blocks, weights, top, left, right, length, lean, crest, turn } = dialFactsOf(state);
    if (!length) {
      return tr`Without an arrow there is no preference: each of the ${weights.length} keys gets ${tidy(100 / weights.length)} % of the attention.`;
    }
    const degrees = Math.round(Math.abs((lean * 180) / Math.PI));
    const side = lean > 0 ? tr`leans ${degrees}° to the left` : tr`leans ${degrees}° to the right`;
    const leans = degrees ? side : tr`points straight up`;
    const far = Math.abs(crest) > DIAL_REACH ? tr`, beyond this window` : "";
    const away = tidy(Math.abs(crest));
    const beside = crest > 0 ? tr`${away} left of the query` : tr`${away} right of the query`;
    const place = crest ? beside : tr`on the query`;
    const said = [tr`The arrow ${leans}; pair ${state.pair} turns once in ${tidy(turn)} positions, so its wave is highest ${place}${far}.`];
    const others = blocks.length - 1;
    if (others) {
      const way = state.follow === "same offset" ? tr`point to the same offset` : tr`lean by the same angle`;
      said.push(others > 1 ? tr`With it, ${others} faster pairs ${way}.` : tr`With it, ${others} faster pair ${way}.`);
    }
    said.push(tr`The most attention, ${tidy(100 * weights[top + DIAL_REACH])} %, is ${dialSide(top)}; ${tidy(100 * left, 2)} % lies left of the query, ${tidy(100 * right, 2)} % right.`);
    return said.join(tr([" "]));
  },
};
