// A link to a state: after the # of the page stand the name of the figure and the values that are
// not its defaults, as in #ClockWall?position=38&base=500. Links are also written and cut by hand,
// so every text is read as a value that the control allows, and the reader is told when it was not.

function writeLink(spec, state) {
  const query = new URLSearchParams();
  for (const { name, default: usual } of spec.controls) {
    if (state[name] !== usual) query.set(name, state[name]);
  }
  return `#${spec.figure}${String(query) && `?${query}`}`;
}

// The whole state that a link asks for and a sentence on each value that it cannot have; null
// where the link means another figure, or a heading.
function readLink(spec, hash) {
  const [name, query] = hash.slice(1).split(/\?(.*)/s);
  if (name !== spec.figure) return null;
  const asked = new URLSearchParams(query);
  const notes = [];
  const state = {};
  for (const control of spec.controls) {
    const text = asked.get(control.name);
    const wanted = text === null ? control.default : meant(control, text);
    const value = clamp(control, wanted);
    state[control.name] = value;
    if (value !== wanted) notes.push(tr`${control.label} in the link is ${fault(control, wanted, value)}`);
  }
  return { state, notes };
}

function meant(control, text) {
  if (control.kind === "slider") return text.trim() ? Number(text) : NaN;
  const options = control.kind === "switch" ? [true, false] : control.options;
  return options.find((option) => String(option) === text);
}

function fault(control, wanted, value) {
  const say = (number) => number.toLocaleString("en-US");
  const { kind, min, max } = control;
  const outside = kind === "slider" && (wanted < min || wanted > max);
  const why = outside ? tr`outside ${say(min)} to ${say(max)}` : tr`none of its values`;
  const is = kind === "switch" ? (value ? tr`on` : tr`off`) : say(value);
  return tr`${why}: here it is ${is}.`;
}

// A button that copies the link. Where the browser refuses its clipboard, as on a page without
// encryption, a field shows the link, selected, until the reader turns elsewhere.
function buildLink(foot, address, say) {
  const button = make("button", "pe-button pe-copy", foot, { type: "button" });
  button.textContent = tr`Copy link`;
  let timer = 0;
  const show = (link) => {
    const field = make("input", "pe-link", foot, {
      type: "text", readonly: "", value: link, "aria-label": tr`Link to this state`,
    });
    // A window that loses the focus keeps the field active, and the link in sight.
    field.addEventListener("blur", () => document.activeElement !== field && field.remove());
    field.focus();
    field.select();
    say(tr`The link is selected in a field, ready to be copied.`);
  };
  button.addEventListener("click", async () => {
    const link = address();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      return show(link);
    }
    button.textContent = tr`Copied`;
    say(tr`The link to this state is copied.`);
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = tr`Copy link`), 2000);
  });
  return () => clearTimeout(timer);
}

// Bring the figure to the state that the address of the page asks for, now and whenever the address
// changes. Of two figures with one name, the first is meant.
function followLinks(on, spec, el, bar, change) {
  const scroll = () => el.scrollIntoView();
  const follow = () => {
    const asked = readLink(spec, location.hash);
    if (!asked || document.querySelector(`.pe-${kebab(spec.figure)}`) !== el) return false;
    change(asked.state, asked.notes);
    bar.tabIndex = -1; // the next Tab leads to the first control
    bar.focus({ preventScroll: true });
    scroll();
    return true;
  };
  // What loads late may move the figure once more.
  if (follow() && document.readyState !== "complete") on(globalThis, "load", scroll);
  on(globalThis, "hashchange", follow);
  // A link to where the page is already changes no address; the state may have moved on.
  on(document, "click", ({ target }) => {
    if (target.closest?.("a[href]")?.href === location.href) follow();
  });
}
