// The page without a kernel: a stand-in for the model, and a start for every figure in sight.

function standIn(values) {
  const handlers = {};
  return {
    get: (name) => values[name],
    set(name, value) {
      if (values[name] === value) return;
      values[name] = value;
      for (const handler of handlers[`change:${name}`] ?? []) handler();
    },
    save_changes() {},
    on: (event, handler) => (handlers[event] ??= new Set()).add(handler),
    off: (event, handler) => handlers[event]?.delete(handler),
  };
}

function start(root = document) {
  for (const el of root.querySelectorAll(".pe-figure[data-pe-figure]:not(.pe-live)")) {
    const { state, ...spec } = JSON.parse(el.dataset.peFigure);
    if (figures[spec.figure]) render({ model: standIn({ ...state, _spec: spec }), el, page: true });
  }
}

globalThis.peFigures = { math, start, link: () => latest?.() ?? location.hash };
start();
