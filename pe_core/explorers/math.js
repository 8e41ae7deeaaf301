// The mathematics of the live figures. No page, no drawing: numbers in, numbers out.
// NumPy (pe_core.encoding, pe_core.shift) is the reference; a test holds the two equal.

const EULER_GAMMA = 0.5772156649015329;

// Radians per position of each pair, falling from 1.
function frequencies(dModel, base) {
  return Float64Array.from({ length: dModel / 2 }, (_, i) => base ** ((-2 * i) / dModel));
}

// Positions per turn of each pair.
function wavelengths(dModel, base) {
  return frequencies(dModel, base).map((omega) => (2 * Math.PI) / omega);
}

// The code of position t: sin, cos, sin, cos, ...
function sinusoidal(t, dModel, base) {
  const code = new Float64Array(dModel);
  frequencies(dModel, base).forEach((omega, i) => {
    code[2 * i] = Math.sin(omega * t);
    code[2 * i + 1] = Math.cos(omega * t);
  });
  return code;
}

// One block of the shift matrix: (sin, cos) at t times this is (sin, cos) at t + k.
function shiftBlock(omega, k) {
  const [s, c] = [Math.sin(omega * k), Math.cos(omega * k)];
  return [[c, s], [-s, c]];
}

// A 2 x 2 matrix times a vector.
function apply(matrix, [x, y]) {
  return matrix.map(([a, b]) => a * x + b * y);
}

// The whole position nearest to t at which a hand of speed omega points to (up, right).
function turnTo(t, omega, up, right) {
  const gap = Math.atan2(up, right) - omega * t;
  return Math.round(t + (gap - 2 * Math.PI * Math.round(gap / (2 * Math.PI))) / omega);
}

// Dot product of two codes that are k apart.
function dotKernel(k, dModel, base) {
  return frequencies(dModel, base).reduce((sum, omega) => sum + Math.cos(omega * k), 0);
}

// The dot products at the offsets 0, 1, ..., n - 1. Instead of a cosine for each offset, each pair
// turns on by one step at a time: the rotation of the book, used as the fast way to compute.
// Two pairs share one loop, so that the processor need not wait for either.
function kernelCurve(n, dModel, base) {
  const omegas = frequencies(dModel, base);
  const sums = new Float64Array(n);
  for (let i = 0; i < omegas.length; i += 2) {
    const single = i + 1 === omegas.length;
    const [c1, s1] = [Math.cos(omegas[i]), Math.sin(omegas[i])];
    const [c2, s2] = single ? [0, 0] : [Math.cos(omegas[i + 1]), Math.sin(omegas[i + 1])];
    let [x1, y1, x2, y2] = [1, 0, single ? 0 : 1, 0];
    for (let k = 0; k < n; k++) {
      sums[k] += x1 + x2;
      const [u1, u2] = [x1 * c1 - y1 * s1, x2 * c2 - y2 * s2];
      y1 = x1 * s1 + y1 * c1;
      y2 = x2 * s2 + y2 * c2;
      x1 = u1;
      x2 = u2;
    }
  }
  return sums;
}

// The dot products on a logarithmic grid of offsets, from 1 to at least kMax. Frequencies are a
// geometric ladder; on offsets that climb by the same ratio (or its q-th root) the products
// omega_i k_j repeat along diagonals, so a running sum gives every dot product.
function kernelOnLogGrid(kMax, dModel, base, points) {
  const m = dModel / 2;
  const ratio = Math.log(base) / m; // ln(omega_i / omega_(i+1))
  // Grid steps per pair: at least four, since at one and the same place between the pairs every
  // ripple would be met at the same phase and vanish from the picture.
  const q = Math.max(4, Math.ceil((points * ratio) / Math.log(kMax)));
  const count = Math.ceil((Math.log(kMax) * q) / ratio) + 1;
  const offsets = new Float64Array(count);
  const sums = new Float64Array(count);
  const diagonal = new Float64Array(count + q * m); // cos(exp((j - q (m - 1)) ratio / q))
  const start = q * (m - 1);
  for (let j = 0; j < count + start; j++) {
    diagonal[j] = Math.cos(Math.exp(((j - start) * ratio) / q));
  }
  for (let j = 0; j < count; j++) {
    offsets[j] = Math.exp((j * ratio) / q);
    if (j < q) {
      for (let i = 0; i < m; i++) sums[j] += diagonal[j + start - q * i];
    } else {
      sums[j] = sums[j - q] + diagonal[j + start] - diagonal[j - q];
    }
  }
  return { offsets, sums };
}

// Values of one row of a heat map: the sine (or, with phase pi/2, the cosine) of omega t, averaged
// over the positions that share one column of the screen. `step` is positions per column. The
// average of a wave over a stretch is the wave at its middle times a factor, so a fast wave fades
// to zero where the screen cannot show it, instead of turning into a false slow one.
function waveRow(row, omega, phase, step) {
  const per = Math.max(1, step);
  const half = Math.sin(omega / 2);
  const fade = per === 1 ? 1 : Math.sin((per * omega) / 2) / (per * half);
  const first = omega * ((per - 1) / 2) + phase;
  const [c, s] = [Math.cos(omega * step), Math.sin(omega * step)];
  let [x, y] = [fade * Math.cos(first), fade * Math.sin(first)];
  for (let j = 0; j < row.length; j++) {
    row[j] = y;
    const u = x * c - y * s;
    y = x * s + y * c;
    x = u;
  }
  return row;
}

// Similarity for a wide encoding, S(k) / S(0) = 1 - (ln k + gamma) / ln B, and the offsets between
// which it is a fair description. The law is the integral of cos over the ladder with its two ends
// left out. Below: the fast end leaves out a term of about sin(k) / (k ln B); from k = 8 on it is
// under an eighth of 1 / ln B. Above: the slow end leaves out (k/B)^2 / (4 ln B), nothing up to a
// fifth of B; and the sum stops to be like the integral where neighbouring fast pairs come back
// into step, at pi d / ln B: half of that keeps clear of the echoes. Within these bounds the law is
// true to 0.04 (a test measures it). Null when less than a factor of two is left between them.
function logLaw(dModel, base) {
  const lnB = Math.log(base);
  const from = 8;
  const to = Math.min(base / 5, (Math.PI * dModel) / lnB / 2);
  const value = (k) => 1 - (Math.log(k) + EULER_GAMMA) / lnB;
  return to >= 2 * from ? { from, to, value } : null;
}

const math = {
  frequencies, wavelengths, sinusoidal, shiftBlock, apply, turnTo, dotKernel, kernelCurve,
  kernelOnLogGrid, waveRow, logLaw,
};
