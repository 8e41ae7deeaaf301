// OneHand: the hand of pair 0 and the number of its half turns.

figures.OneHand = {
  views: [
    {
      name: "hand",
      height: () => 110,
      label: ({ position }) =>
        `A clock hand at position ${position}: sine ${fixed(Math.sin(position))}, ` +
        `cosine ${fixed(Math.cos(position))}.`,
      // drawClock is that of the clock wall: all figures share one scope.
      draw: (pen, { position }) => drawClock(pen, pen.width / 2, 55, 48, position),
    },
  ],
  words: ({ position }) =>
    `After ${position} steps the hand has made ${fixed(position / Math.PI, 3)} half turns.`,
};
