// The host: builds the controls of a figure, keeps state and page in step, and calls the figure to
// draw. It is the same on a page (with a stand-in for the model) and in a kernel.
//
// A figure is an entry of `figures`:
//   views: a list of { name, height(width, state), label(state), draw(pen, state), drag? }
//   words(state): the read-out, one or two sentences computed from the state
// `drag(x, y, size, state)` returns the changes that a pointer at x, y asks for.

const figures = {};

// Words in the language of the page: tr`Run ${name}`. The table of a language knows the words in
// English, with {} for each value; where it has none, and in English, they stay as they are.
function tr(parts, ...values) {
  const said = WORDS[parts.join("{}")];
  if (said === undefined) return String.raw({ raw: parts }, ...values);
  return said.replace(/\{(\d)\}/g, (_, n) => values[n]);
}

const PAUSE = 400; // ms without a change before the read-out is spoken
const TAKEN_KEYS = /^(Arrow|Page|Home$|End$)/; // keys that JupyterLab would act on

function make(tag, className, parent, attributes = {}) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  parent?.append(node);
  return node;
}

// The nearest value that a control allows; its default where there is none.
function clamp(control, value) {
  if (control.kind === "switch") return typeof value === "boolean" ? value : control.default;
  if (control.kind === "choice") return control.options.includes(value) ? value : control.default;
  if (typeof value !== "number" || Number.isNaN(value)) return control.default;
  const inside = Math.min(control.max, Math.max(control.min, value));
  if (!control.step) return inside + 0; // + 0 makes a whole zero of -0
  return Math.min(control.max, Math.round(inside / control.step) * control.step) + 0;
}

// The values that a slider stops at. A log slider has round numbers, about 24 for each factor of
// ten, so that every key press changes the value and 10,000 can be met exactly.
function stops(control) {
  const list = [];
  if (control.scale === "log") {
    const count = Math.ceil(Math.log10(control.max / control.min) * 24);
    for (let n = 0; n <= count; n++) {
      const exact = control.min * (control.max / control.min) ** (n / count);
      list.push(clamp(control, Number(exact.toPrecision(2))));
    }
    // Powers of two are the usual widths and lengths.
    for (let p = 1; p <= control.max && control.step; p *= 2) {
      if (p >= control.min) list.push(p);
    }
    for (let p = 1; p <= control.max; p *= 10) {
      if (p >= control.min && p === clamp(control, p)) list.push(p);
    }
    return [...new Set(list)].sort((a, b) => a - b);
  }
  const step = control.step || (control.max - control.min) / 200;
  for (let v = control.min; v <= control.max + step * 1e-9; v += step) list.push(v);
  return list;
}

function nearest(list, value) {
  let best = 0;
  list.forEach((stop, n) => {
    if (Math.abs(stop - value) < Math.abs(list[best] - value)) best = n;
  });
  return best;
}

// Builders of the three kinds of control: each returns a function that shows a new value.
const builders = {
  slider(control, parent, change) {
    const list = stops(control);
    const label = make("label", "pe-name", parent);
    make("span", "", label).textContent = control.label;
    const range = make("input", "pe-range", label, { type: "range", min: 0, step: 1 });
    range.max = list.length - 1;
    range.title = control.help;
    const number = make("input", "pe-number", parent, {
      type: "number", min: control.min, max: control.max, step: control.step || "any",
      "aria-label": tr`${control.label}, exact value`, inputmode: "decimal",
    });
    range.addEventListener("input", () => change(list[range.valueAsNumber]));
    number.addEventListener("change", () => {
      change(number.value === "" ? undefined : clamp(control, number.valueAsNumber));
    });
    return (value) => {
      range.value = nearest(list, value);
      range.setAttribute("aria-valuetext", value.toLocaleString("en-US"));
      number.value = value;
      range.style.setProperty("--pe-part", range.valueAsNumber / Math.max(1, list.length - 1));
    };
  },

  choice(control, parent, change) {
    const label = make("label", "pe-name", parent);
    make("span", "", label).textContent = control.label;
    const select = make("select", "pe-select", label, { title: control.help });
    for (const option of control.options) make("option", "", select).textContent = tr([String(option)]);
    select.addEventListener("change", () => change(control.options[select.selectedIndex]));
    return (value) => (select.selectedIndex = control.options.indexOf(value));
  },

  switch(control, parent, change) {
    const label = make("label", "pe-name pe-switch", parent, { title: control.help });
    const box = make("input", "", label, { type: "checkbox" });
    make("span", "", label).textContent = control.label;
    box.addEventListener("change", () => change(box.checked));
    return (value) => (box.checked = value);
  },
};

// A menu of states worth visiting, with a note on the one that is shown.
function buildPresets(presets, parent, change) {
  const label = make("label", "pe-name pe-preset", parent);
  make("span", "", label).textContent = tr`Preset`;
  const select = make("select", "pe-select", label);
  for (const { name } of [{ name: tr`your own` }, ...presets]) {
    make("option", "", select).textContent = name;
  }
  select.addEventListener("change", () => {
    if (select.selectedIndex) change(presets[select.selectedIndex - 1].set);
  });
  const note = make("p", "pe-note", parent);
  return (state) => {
    const fits = (preset) => Object.entries(preset.set).every(([k, v]) => state[k] === v);
    const index = presets.findIndex(fits);
    select.selectedIndex = index + 1;
    note.textContent = presets[index]?.note ?? "";
  };
}

// A button that lets a value run until it is pressed again, or the end is reached.
function buildRun(control, parent, read, change) {
  const button = make("button", "pe-button", parent, { type: "button", "aria-pressed": false });
  const name = control.label.replace(/ .*/, "").toLowerCase();
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = 0;
  const show = () => {
    button.textContent = timer ? tr`Stop ${name}` : tr`Run ${name}`;
    button.setAttribute("aria-pressed", Boolean(timer));
  };
  const stop = () => {
    timer = clearInterval(timer) ?? 0;
    show();
  };
  const tick = () => {
    if (read() >= control.max) stop();
    else change(read() + (control.step || 1));
  };
  button.addEventListener("click", () => {
    if (timer) return stop();
    if (read() >= control.max) change(control.min);
    timer = setInterval(tick, calm.matches ? 1000 : 160);
    show();
  });
  show();
  return stop;
}

// The colours and the font that the page gives to the figure right now.
function theme(el) {
  const style = getComputedStyle(el);
  const mode = style.getPropertyValue("--pe-mode").trim() === "dark" ? "dark" : "light";
  const colours = { ...PALETTE[mode], mode };
  const paper = style.getPropertyValue("--pe-paper").trim();
  if (paper) colours.paper = paper;
  return { colours, font: style.fontFamily };
}

let latest; // on a page: writes the link to the figure that was changed last

// `page` is true on a page without a kernel, where a state can be linked to.
function render({ model, el, page }) {
  const spec = model.get("_spec");
  const figure = figures[spec.figure];
  const state = {};
  const read = () => {
    for (const control of spec.controls) state[control.name] = clamp(control, model.get(control.name));
  };
  const undo = []; // what to take down when the figure goes
  const on = (target, event, handler, options) => {
    target.addEventListener(event, handler, options);
    undo.push(() => target.removeEventListener(event, handler, options));
  };

  // Every change goes through the model; the page follows the model's news, whoever made it.
  let notes = []; // on a link that could not be followed to the letter
  const change = (changes, said = []) => {
    notes = said;
    if (page) latest = () => writeLink(spec, state);
    for (const control of spec.controls) {
      if (changes[control.name] === undefined) continue;
      model.set(control.name, clamp(control, changes[control.name]));
    }
    model.save_changes();
    refresh(); // also puts back what was typed and refused
  };

  el.classList.add("pe-figure", "pe-live", `pe-${kebab(spec.figure)}`);
  const box = make("div", "pe-box");
  el.replaceChildren(box);
  const bar = make("div", "pe-bar", box, { role: "group", "aria-label": tr`Controls` });
  const top = spec.presets.length ? make("div", "pe-top", bar) : null;
  const showPreset = top ? buildPresets(spec.presets, top, change) : () => {};
  const shows = spec.controls.map((control, n) => {
    const place = make("div", `pe-control pe-${control.kind}${n ? "" : " pe-first"}`, bar);
    return builders[control.kind](control, place, (value) => change({ [control.name]: value }));
  });
  const buttons = make("div", "pe-buttons", top ?? bar);
  for (const control of spec.controls.filter((c) => c.run)) {
    const step = (value) => change({ [control.name]: value });
    undo.push(buildRun(control, buttons, () => state[control.name], step));
  }
  const reset = make("button", "pe-button", buttons, { type: "button" });
  reset.textContent = tr`Reset`;
  reset.addEventListener("click", () => {
    change(Object.fromEntries(spec.controls.map((control) => [control.name, control.default])));
  });
  bar.addEventListener("keydown", (event) => {
    if (TAKEN_KEYS.test(event.key)) event.stopPropagation();
  });

  const stage = make("div", "pe-stage", box);
  const views = figure.views.map((view) => {
    const canvas = make("canvas", `pe-view pe-view-${view.name}`, stage, { role: "img" });
    if (view.drag) canvas.classList.add("pe-draggable");
    return { ...view, canvas };
  });
  const foot = make("div", "pe-foot", box);
  const spoken = make("p", "pe-hidden", box, { role: "status" });
  const say = (text) => (spoken.textContent = text);
  const address = () => location.href.split(/[?#]/)[0] + writeLink(spec, state);
  if (page) undo.push(buildLink(foot, address, say));
  const words = make("p", "pe-words", foot);

  // Draw in an animation frame, only what is on screen, only after a change.
  let [frame, seen, dirty, timer, first] = [0, false, true, 0, true];
  const draw = () => {
    frame = 0;
    if (!seen || !dirty) return;
    dirty = false;
    const { colours, font } = theme(el);
    const size = views.map(({ canvas, height }) => {
      const width = canvas.clientWidth;
      return [width, Math.round(height(width, state))];
    });
    views.forEach(({ canvas, draw: paint }, n) => {
      const [width, height] = size[n];
      if (!width) return;
      const sharp = Math.min(3, globalThis.devicePixelRatio || 1);
      const pixels = [Math.round(width * sharp), Math.round(height * sharp)];
      if (canvas.width !== pixels[0]) canvas.width = pixels[0];
      if (canvas.height !== pixels[1]) canvas.height = pixels[1];
      canvas.style.height = `${height}px`;
      const ctx = canvas.getContext("2d");
      ctx.setTransform(sharp, 0, 0, sharp, 0, 0);
      ctx.clearRect(0, 0, width, height);
      paint(new Pen(ctx, width, height, colours, font, sharp), state);
    });
    el.dispatchEvent(new CustomEvent("pe-drawn"));
  };
  const schedule = () => {
    dirty = true;
    frame ||= requestAnimationFrame(draw);
  };

  const refresh = () => {
    read();
    spec.controls.forEach((control, n) => shows[n](state[control.name]));
    showPreset(state);
    const text = [...notes, figure.words(state)].join(tr([" "]));
    if (text !== words.textContent) {
      words.textContent = text;
      for (const { canvas, label } of views) canvas.setAttribute("aria-label", label(state));
      clearTimeout(timer);
      if (!first) timer = setTimeout(say, PAUSE, text);
    }
    first = false;
    schedule();
  };

  for (const { canvas, drag } of views.filter((view) => view.drag)) {
    const ask = (event) => {
      const rect = canvas.getBoundingClientRect();
      const size = { width: rect.width, height: rect.height };
      const changes = drag(event.clientX - rect.left, event.clientY - rect.top, size, state);
      if (changes) change(changes);
    };
    // A finger may only want to scroll past: it acts once it moves sideways, or with a tap.
    let held = null;
    canvas.addEventListener("pointerdown", (event) => {
      held = { x: event.clientX, y: event.clientY, acts: event.pointerType !== "touch" };
      canvas.setPointerCapture(event.pointerId);
      if (held.acts) ask(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [across, along] = [event.clientX - held.x, event.clientY - held.y].map(Math.abs);
      held.acts ||= across > 4 && across > along;
      if (held.acts) ask(event);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (held && !held.acts) ask(event);
      held = null;
    });
    canvas.addEventListener("pointercancel", () => (held = null));
  }

  for (const { name } of spec.controls) {
    model.on(`change:${name}`, refresh);
    undo.push(() => model.off(`change:${name}`, refresh));
  }
  const sight = new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    if (seen && dirty) schedule();
  }, { rootMargin: "300px" });
  sight.observe(stage);
  const sizes = new ResizeObserver(schedule);
  sizes.observe(stage);
  const looks = new MutationObserver(schedule);
  for (const node of [document.documentElement, document.body]) {
    looks.observe(node, { attributes: true, attributeFilter: ["data-theme", "data-jp-theme-light",
      "data-vscode-theme-kind", "class"] });
  }
  undo.push(() => [sight, sizes, looks].forEach((observer) => observer.disconnect()));
  undo.push(() => clearTimeout(timer), () => cancelAnimationFrame(frame));
  on(globalThis, "resize", schedule);
  on(globalThis, "beforeprint", () => {
    [seen, dirty] = [true, true]; // paper shows everything
    draw();
  });
  document.fonts?.ready.then(schedule);
  refresh();
  // The first picture at once, so that the figure never flashes empty.
  for (const { canvas, height } of views) {
    canvas.style.height = `${Math.round(height(canvas.clientWidth, state))}px`;
  }
  if (page) followLinks(on, spec, el, bar, change);
  return () => undo.forEach((step) => step());
}

function kebab(name) {
  return name.replace(/(?<!^)(?=[A-Z])/g, "-").toLowerCase();
}
