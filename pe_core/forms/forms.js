// What readers answer in place. Everything they enter stays in this browser, in one record.

const RECORD = "positional-encoding-hands-on";
const LONGEST = 40; // characters of an answer, as the field says too

function say(key, parts = {}) {
  return WORDS[key].replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}

// The record, or an empty one: storage may be forbidden, full, or hold what somebody else wrote.
function recall(kind) {
  try {
    const kept = JSON.parse(localStorage.getItem(RECORD))?.[kind];
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

// Where the record should hold a text it may hold anything.
function asText(value) {
  return typeof value === "string" ? value : "";
}

function keep(kind, name, value) {
  let all = {};
  try {
    all = JSON.parse(localStorage.getItem(RECORD));
    if (!all || typeof all !== "object" || Array.isArray(all)) all = {};
  } catch {}
  if (name === null) delete all[kind];
  else all[kind] = { ...recall(kind), [name]: value };
  try {
    localStorage.setItem(RECORD, JSON.stringify(all));
  } catch {}
}

// Exercises --------------------------------------------------------------------------------------

// A number as people write it: 61,343 or 6.1e4, a true minus sign, a fraction, a percent sign.
function readNumber(text, unit) {
  let plain = text.trim().replace(/[\u2212\u2013]/g, "-").replace(/[\s\u2009\u202f]/g, "");
  if (unit === "%") plain = plain.replace(/%$/, "");
  if (/^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)) plain = plain.replaceAll(",", "");
  const number = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?";
  const match = new RegExp(`^(${number})(?:/(${number}))?$`, "i").exec(plain);
  const value = match ? Number(match[1]) / Number(match[2] ?? 1) : NaN;
  return Number.isFinite(value) ? value : null;
}

function replyToNumber(part, text) {
  if (!text.trim()) return [false, say("empty")];
  const given = readNumber(text, part.unit);
  const close = (number, answer) =>
    Math.abs(number - answer) <= part.within + 1e-9 * Math.max(1, Math.abs(answer));
  if (given !== null && close(given, part.answer)) return [true, say("right")];
  const comma = /^\s*([-+]?\d+),(\d+)\s*$/.exec(text);
  const point = comma && `${comma[1]}.${comma[2]}`;
  if (point && (given === null || close(Number(point), part.answer))) {
    return [false, say("comma", { number: point })];
  }
  if (given === null) return [false, say("unread", { text: text.trim() })];
  const mistake = part.wrong.find(([answer]) => close(given, answer));
  if (mistake) return [false, say("wrong", { hint: mistake[1] })];
  const digits = given.toExponential().split("e")[0].replace(/[-.]/g, "").length;
  if (part.within > 0 && Number(part.answer.toPrecision(digits)) === given) {
    return [false, say("digits")];
  }
  if (part.unit === "%" && close(100 * given, part.answer)) return [false, say("fraction")];
  return [false, say("wrong", { hint: part.hint })];
}

function replyToChoice(part, chosen) {
  if (!chosen.length) return [false, say("unchosen")];
  const letters = Object.keys(part.options);
  const differs = (letter) => chosen.includes(letter) !== part.answer.includes(letter);
  if (!letters.some(differs)) return [true, say("right")];
  // One of several: the hint for what was chosen. A set: for the first that is wrong or missing.
  const first = part.several ? letters.find(differs) : chosen;
  return [false, say("wrong", { hint: part.hints[first] })];
}

function startExercise(root, { name, parts }) {
  const form = root.querySelector(".pe-fields");
  if (!form) return;
  form.hidden = false;
  const field = (part) => form.querySelector(`[data-part="${part}"]`);
  const given = (part) =>
    parts[part].kind === "number"
      ? field(part).querySelector("input").value.slice(0, LONGEST)
      : [...field(part).querySelectorAll("input:checked")].map((input) => input.value).join("");
  const summary = form.querySelector(".pe-summary");
  const send = form.querySelector(".pe-send");
  const answer = () => {
    let done = 0;
    for (const [key, part] of Object.entries(parts)) {
      const [right, text] =
        part.kind === "number" ? replyToNumber(part, given(key)) : replyToChoice(part, given(key));
      const reply = field(key).querySelector(".pe-reply");
      reply.textContent = text;
      reply.classList.toggle("pe-right", right);
      done += right;
    }
    const all = Object.keys(parts).length;
    summary.textContent = all > 1 ? say("summary", { done, all }) : "";
  };
  const check = () => {
    // The replies push the button down: the page follows, so that it stays under the finger.
    const before = send.getBoundingClientRect().top;
    answer();
    scrollBy(0, send.getBoundingClientRect().top - before);
    keep("answers", name, Object.fromEntries(Object.keys(parts).map((key) => [key, given(key)])));
  };
  send.addEventListener("click", check);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing && event.target.inputMode) check();
  });
  // What is changed after its reply is not judged any more.
  form.addEventListener("input", (event) => {
    event.target.closest("[data-part]").querySelector(".pe-reply").textContent = "";
    summary.textContent = "";
  });
  const kept = recall("answers")[name];
  if (!kept || typeof kept !== "object") return;
  for (const [key, part] of Object.entries(parts)) {
    const text = asText(kept[key]).slice(0, LONGEST);
    for (const input of field(key).querySelectorAll("input")) {
      if (part.kind === "number") input.value = text;
      else input.checked = text.includes(input.value);
    }
  }
  answer();
}

// The quiz: answers are kept, and come back in the review ----------------------------------------

function startQuiz(root, { keys }) {
  const kept = recall("quiz");
  const count = root.querySelector(".pe-count");
  count.hidden = false;
  const tell = () => {
    const done = keys.filter((key) => root.querySelector(`input[name="quiz-${key}"]:checked`));
    count.textContent = say("predicted", { done: done.length, all: keys.length });
  };
  for (const input of root.querySelectorAll("input")) {
    const key = input.name.replace("quiz-", "");
    input.checked = kept[key] === input.value;
    input.addEventListener("change", () => {
      keep("quiz", key, input.value);
      tell();
    });
  }
  tell();
}

function startReview(root, { answers }) {
  const keys = Object.keys(answers);
  const before = recall("quiz");
  const judged = recall("review");
  const summary = root.querySelector(".pe-count");
  summary.hidden = false;
  const tell = () => {
    const done = keys.filter((key) => judged[key]);
    const right = (choices) => done.filter((key) => choices[key] === answers[key]).length;
    summary.textContent = say("reviewed", {
      done: done.length, all: keys.length, before: right(before), now: right(judged),
    });
  };
  for (const box of root.querySelectorAll("[data-question]")) {
    const key = box.dataset.question;
    const option = (letter) => box.querySelector(`input[value="${CSS.escape(asText(letter))}"]`);
    const then = box.querySelector(".pe-then");
    then.hidden = false;
    if (option(before[key])) then.textContent = say("then", { letter: before[key] });
    const explain = box.querySelector("details");
    explain.hidden = true;
    const reply = box.querySelector(".pe-reply");
    const show = box.querySelector(".pe-show");
    show.hidden = false;
    const judge = () => {
      const right = judged[key] === answers[key];
      reply.textContent = right ? say("now_right") : say("now_wrong", { letter: answers[key] });
      reply.classList.toggle("pe-right", right);
      show.hidden = true;
      explain.hidden = false;
      explain.open = true;
    };
    show.addEventListener("click", () => {
      const chosen = box.querySelector("input:checked");
      if (!chosen) {
        reply.textContent = say("unchosen");
        return;
      }
      judged[key] = chosen.value;
      keep("review", key, chosen.value);
      judge();
      tell();
    });
    // Another choice takes the verdict away; arrow keys alone give nothing away.
    for (const input of box.querySelectorAll("input")) {
      input.addEventListener("change", () => {
        reply.textContent = "";
        show.hidden = false;
        explain.hidden = true;
      });
    }
    if (option(judged[key])) {
      option(judged[key]).checked = true;
      judge();
    }
  }
  tell();
}

// The ledger of claims: vote, then see ------------------------------------------------------------

function startLedger(root, { verdicts }) {
  const rows = [...root.querySelectorAll("tbody tr[data-verdict]")];
  const valid = (vote) => verdicts.includes(vote);
  const votes = () =>
    Object.fromEntries(Object.entries(recall("votes")).filter(([, vote]) => valid(vote)));
  let opened = new Set(Object.keys(recall("opened")));
  const allButton = root.querySelector('button[name="all"]');

  const tally = root.querySelector(".pe-tally");
  const tell = () => {
    const cast = votes();
    const voted = rows.filter((row) => cast[row.id]);
    const same = voted.filter((row) => cast[row.id] === row.dataset.verdict);
    tally.querySelector(".pe-count").textContent = say("voted", {
      done: voted.length, all: rows.length, same: same.length,
    });
    for (const cell of tally.querySelectorAll("td[data-vote]")) {
      const { vote, verdict } = cell.dataset;
      cell.textContent = voted.filter(
        (row) => cast[row.id] === vote && row.dataset.verdict === verdict,
      ).length;
    }
  };

  const show = (row) => {
    const cell = row.querySelector(".pe-verdict");
    const vote = votes()[row.id];
    const open = opened.has("all") || opened.has(row.id) || Boolean(vote);
    row.classList.toggle("pe-closed", !open);
    cell.querySelector(".pe-judgement").hidden = !open;
    cell.querySelector(".pe-ballot").hidden = open;
    cell.querySelector(".pe-yours").hidden = !vote;
    cell.querySelector(".pe-yours span").textContent = vote
      ? say(vote === row.dataset.verdict ? "as_the_book" : "unlike_the_book", {
          vote: say(`vote_${verdicts.indexOf(vote)}`).toLowerCase(),
        })
      : "";
  };

  for (const row of rows) {
    const cell = row.querySelector(".pe-verdict");
    const ballot = cell.querySelector(".pe-ballot");
    const reveal = () => {
      show(row);
      tell();
      // The button that was pressed is gone: the keyboard goes on where the verdict stands.
      const judgement = cell.querySelector(".pe-judgement");
      judgement.tabIndex = -1;
      judgement.focus({ preventScroll: true });
    };
    ballot.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (!button) return;
      if (button.value) keep("votes", row.id, button.value);
      else {
        opened.add(row.id);
        keep("opened", row.id, true);
      }
      reveal();
    });
    cell.querySelector(".pe-yours button").addEventListener("click", () => {
      keep("votes", row.id, undefined);
      keep("opened", row.id, undefined);
      opened.delete(row.id);
      if (opened.delete("all")) keep("opened", "all", undefined);
      rows.forEach(show);
      tell();
      allButton.textContent = say("show_all");
      ballot.querySelector("button").focus();
    });
    show(row);
  }
  tell();
  tally.hidden = false;

  const filters = root.querySelector(".pe-filters");
  filters.hidden = false;
  const apply = () => {
    let left = 0;
    for (const row of rows) {
      const fits = [...filters.querySelectorAll("select")].every(({ name, value }) => {
        if (!value) return true;
        if (name === "voted") return Boolean(votes()[row.id]) === (value === "yes");
        // A filter must not give away a verdict that nobody has asked for.
        if (name === "verdict" && row.classList.contains("pe-closed")) return false;
        return row.dataset[name] === value;
      });
      row.hidden = !fits;
      left += fits;
    }
    filters.querySelector(".pe-count").textContent = say("filtered", { left, all: rows.length });
  };
  filters.addEventListener("change", apply);
  filters.addEventListener("submit", (event) => event.preventDefault());

  allButton.textContent = say(opened.has("all") ? "hide_all" : "show_all");
  allButton.addEventListener("click", () => {
    const all = !opened.has("all");
    // What is hidden again are the verdicts without a vote.
    opened = new Set(all ? ["all"] : []);
    keep("opened", null);
    if (all) keep("opened", "all", true);
    allButton.textContent = say(all ? "hide_all" : "show_all");
    rows.forEach(show);
    apply();
  });
  root.querySelector('button[name="forget"]').addEventListener("click", () => {
    if (!confirm(say("sure"))) return;
    allButton.textContent = say("show_all");
    keep("votes", null);
    keep("opened", null);
    opened = new Set();
    rows.forEach(show);
    apply();
    tell();
  });

  // A link to a row shows it, whatever the filters say.
  const visit = (hash) => {
    const row = rows.find(({ id }) => `#${id}` === hash);
    if (!row) return;
    if (row.hidden) {
      for (const select of filters.querySelectorAll("select")) select.value = "";
      apply();
    }
    row.scrollIntoView();
  };
  addEventListener("hashchange", () => visit(location.hash));
  // The same link once more changes no address.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest?.('a[href^="#claim-"]');
    if (link) visit(link.hash);
  });
  apply();
  visit(location.hash);
}

// Both hosts --------------------------------------------------------------------------------------

const STARTS = {
  exercise: startExercise, quiz: startQuiz, review: startReview, ledger: startLedger,
};

function start(root) {
  for (const el of root.querySelectorAll("[data-pe-form]:not(.pe-live)")) {
    el.classList.add("pe-live");
    const { kind, ...data } = JSON.parse(el.dataset.peForm);
    STARTS[kind](el, data);
  }
}

function render({ model, el }) {
  el.innerHTML = model.get("_html");
  // JupyterLab takes keys that are not stopped for its own commands.
  el.addEventListener("keydown", (event) => event.stopPropagation());
  start(el);
}
