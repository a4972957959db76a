/** What may be wrong with a picture, seen on the device. A hint never stops sending. */
export type PictureHint = 'blur' | 'glare' | 'dark' | 'cut';

/** A sharp picture of print has a variance of its Laplacian far above this. */
const LEAST_SHARPNESS = 60;
const WHITE = 250;
const MOST_WHITE = 0.2;
const LEAST_BRIGHTNESS = 55;
/** Share of a picture's width or height that is looked at along each side. */
const RIM = 0.03;
/** Round a document lies one surface: where the rim of a side has half as many edges as the middle, the document goes on there. */
const CUT = 0.5;

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
  if (isCut(grey, { width, height })) hints.push('cut');
  return hints;
}

/** Does something with half as many edges as the middle reach one of the sides? */
function isCut(grey: Uint8Array, { width, height }: { width: number; height: number }): boolean {
  const edges = ([left, top]: readonly [number, number], [right, bottom]: readonly [number, number]): number => {
    let [sum, count] = [0, 0];
    for (let y = Math.max(1, top); y < Math.min(bottom, height); y += 1) {
      for (let x = Math.max(1, left); x < Math.min(right, width); x += 1) {
        const at = y * width + x;
        const value = grey[at] ?? 0;
        sum += Math.abs(value - (grey[at - 1] ?? 0)) + Math.abs(value - (grey[at - width] ?? 0));
        count += 1;
      }
    }
    return sum / Math.max(1, count);
  };
  const [rimX, rimY] = [Math.max(4, Math.round(width * RIM)), Math.max(4, Math.round(height * RIM))];
  const middle = edges([Math.floor(width * 0.2), Math.floor(height * 0.2)], [width * 0.8, height * 0.8]);
  const rims = [
    edges([0, 0], [rimX, height]),
    edges([width - rimX, 0], [width, height]),
    edges([0, 0], [width, rimY]),
    edges([0, height - rimY], [width, height]),
  ];
  return middle > 1 && rims.some((rim) => rim >= middle * CUT);
}
