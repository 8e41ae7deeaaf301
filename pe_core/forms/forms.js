// What readers answer in place. Everything they enter stays in this browser, in one record.

const RECORD = "positional-encoding-hands-on";

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

function make(tag, attributes = {}, ...inner) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...inner);
  return node;
}

// Exercises --------------------------------------------------------------------------------------

// A number as people write it: 61,343 or 6.1e4, a true minus sign, a fraction, a percent sign.
function readNumber(text, unit) {
  let plain = text.trim().replace(/[\u2212\u2013]/g, "-").replace(/[\s\u2009\u202f]/g, "");
  if (unit === "%") plain = plain.replace(/%$/, "");
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)) plain = plain.replaceAll(",", "");
  const number = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?";
  const match = new RegExp(`^(${number})(?:/(${number}))?$`, "i").exec(plain);
  const value = match ? Number(match[1]) / Number(match[2] ?? 1) : NaN;
  return Number.isFinite(value) ? value : null;
}

function replyToNumber(part, text) {
  if (!text.trim()) return [false, say("empty")];
  const given = readNumber(text, part.unit);
  if (given === null) return [false, say("unread", { text: text.trim() })];
  const agrees = (answer) =>
    Math.abs(given - answer) <= part.within + 1e-9 * Math.max(1, Math.abs(answer));
  if (agrees(part.answer)) return [true, say("right")];
  const mistake = part.wrong.find(([answer]) => agrees(answer));
  return [false, say("wrong", { hint: mistake ? mistake[1] : part.hint })];
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
      ? field(part).querySelector("input").value
      : [...field(part).querySelectorAll("input:checked")].map((input) => input.value).join("");
  const answer = () => {
    for (const [key, part] of Object.entries(parts)) {
      const [right, text] =
        part.kind === "number" ? replyToNumber(part, given(key)) : replyToChoice(part, given(key));
      const reply = field(key).querySelector(".pe-reply");
      reply.textContent = text;
      reply.classList.toggle("pe-right", right);
    }
  };
  const check = () => {
    answer();
    keep("answers", name, Object.fromEntries(Object.keys(parts).map((key) => [key, given(key)])));
  };
  form.querySelector(".pe-send").addEventListener("click", check);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing && event.target.inputMode) check();
  });
  // What is changed after its reply is not judged any more.
  form.addEventListener("input", (event) => {
    event.target.closest("[data-part]").querySelector(".pe-reply").textContent = "";
  });
  const kept = recall("answers")[name];
  if (!kept || typeof kept !== "object") return;
  for (const [key, part] of Object.entries(parts)) {
    const text = String(kept[key] ?? "").slice(0, 40);
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
  const before = recall("quiz");
  const now = recall("review");
  const summary = root.querySelector(".pe-count");
  const right = (choices) => Object.keys(answers).filter((key) => choices[key] === answers[key]).length;
  const tell = () => {
    const done = Object.keys(answers).filter((key) => recall("review")[key]);
    summary.textContent = say("reviewed", {
      done: done.length, all: Object.keys(answers).length,
      before: right(before), now: right(recall("review")),
    });
  };
  for (const box of root.querySelectorAll("[data-question]")) {
    const key = box.dataset.question;
    const first = box.querySelector(`input[value="${CSS.escape(String(before[key]))}"]`);
    const then = first ? say("then", { letter: first.value }) : say("no_then");
    const note = make("p", { class: "pe-then" }, then);
    box.querySelector("legend").after(note);
    const explain = box.querySelector("details");
    explain.hidden = true;
    const judge = (letter) => {
      explain.hidden = false;
      explain.open = true;
      const reply = box.querySelector(".pe-reply");
      const right = letter === answers[key];
      reply.textContent = right ? say("now_right") : say("now_wrong", { letter: answers[key] });
      reply.classList.toggle("pe-right", right);
    };
    for (const input of box.querySelectorAll("input")) {
      input.checked = now[key] === input.value;
      if (input.checked) judge(input.value);
      input.addEventListener("change", () => {
        keep("review", key, input.value);
        judge(input.value);
        tell();
      });
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
    const yours = cell.querySelector(".pe-yours");
    yours.textContent = vote
      ? say(vote === row.dataset.verdict ? "as_the_book" : "unlike_the_book", { vote })
      : "";
  };

  for (const row of rows) {
    const cell = row.querySelector(".pe-verdict");
    const ballot = make("div", { class: "pe-ballot", role: "group", "aria-label": say("ballot", { id: row.dataset.id }) });
    const reveal = () => {
      show(row);
      tell();
      // The button that was pressed is gone: the keyboard goes on where the verdict stands.
      const judgement = cell.querySelector(".pe-judgement");
      judgement.tabIndex = -1;
      judgement.focus({ preventScroll: true });
    };
    for (const verdict of verdicts) {
      const button = make("button", { type: "button" }, say(`vote_${verdicts.indexOf(verdict)}`));
      button.addEventListener("click", () => {
        keep("votes", row.id, verdict);
        reveal();
      });
      ballot.append(button);
    }
    const look = make("button", { type: "button", class: "pe-look" }, say("look"));
    look.addEventListener("click", () => {
      opened.add(row.id);
      keep("opened", row.id, true);
      reveal();
    });
    ballot.append(look);
    cell.prepend(ballot);
    cell.querySelector(".pe-judgement").prepend(make("p", { class: "pe-yours" }));
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

  const button = (name, act) => root.querySelector(`button[name="${name}"]`).addEventListener("click", act);
  button("all", () => {
    opened.add("all");
    keep("opened", "all", true);
    rows.forEach(show);
    apply();
  });
  button("forget", () => {
    keep("votes", null);
    keep("opened", null);
    opened = new Set();
    rows.forEach(show);
    apply();
    tell();
  });

  // A link to a row shows it, whatever the filters say.
  const visit = () => {
    const row = rows.find(({ id }) => `#${id}` === location.hash);
    if (!row) return;
    if (row.hidden) {
      for (const select of filters.querySelectorAll("select")) select.value = "";
      apply();
    }
    row.scrollIntoView();
  };
  addEventListener("hashchange", visit);
  apply();
  visit();
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
