// Letters that the tablet's fonts do not have, as the browser draws them (instead/foreign.py).

const INKED = 96; // of 255: strokes are thinner than a pixel

/**
 * A letter in a line of so many pixels: its width, and then of each run of lit pixels left, top and
 * width, all with spaces between them. Nothing, where a worker cannot draw.
 */
export function drawn(letter, height) {
  if (typeof OffscreenCanvas === "undefined") return "";
  const context = new OffscreenCanvas(height, height).getContext("2d", { willReadFrequently: true });
  context.font = `${Math.round(0.9 * height)}px sans-serif`;
  const wide = Math.min(height, Math.ceil(context.measureText(letter).width));
  context.fillText(letter, 0, Math.round(0.8 * height)); // the last row of the fonts' capitals
  return [wide, ...runs(context.getImageData(0, 0, height, height - 1), wide)].join(" ");
}

function* runs({ data, width, height }, wide) {
  for (let top = 0; top < height; top++) {
    let left = -1;
    for (let x = 0; x <= wide; x++) {
      const lit = x < wide && data[4 * (top * width + x) + 3] >= INKED;
      if (lit && left < 0) left = x;
      if (!lit && left >= 0) {
        yield* [left, top, x - left];
        left = -1;
      }
    }
  }
}
