/** What may be wrong with a picture, seen on the device. A hint never stops sending. */
export type PictureHint = 'blur' | 'glare' | 'dark';

/** A sharp picture of print has a variance of its Laplacian far above this. */
const LEAST_SHARPNESS = 60;
const WHITE = 250;
const MOST_WHITE = 0.2;
const LEAST_BRIGHTNESS = 55;

/** Hints of a grey picture, row by row, 0 to 255. */
export function hintsOf(
  grey: Uint8Array,
  { width, height }: { width: number; height: number },
): readonly PictureHint[] {
  const hints: PictureHint[] = [];
  const at = (x: number, y: number) => grey[y * width + x] ?? 0;
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const edge = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y);
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  const mean = sum / Math.max(1, count);
  if (squares / Math.max(1, count) - mean * mean < LEAST_SHARPNESS) hints.push('blur');
  const white = grey.reduce((all, one) => all + (one >= WHITE ? 1 : 0), 0);
  // A scan of paper is white all over; glare is a patch.
  const share = white / Math.max(1, grey.length);
  if (share > 0.02 && share < MOST_WHITE) hints.push('glare');
  const brightness = grey.reduce((all, one) => all + one, 0) / Math.max(1, grey.length);
  if (brightness < LEAST_BRIGHTNESS) hints.push('dark');
  return hints;
}
