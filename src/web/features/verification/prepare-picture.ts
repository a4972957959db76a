import { hintsOf, type PictureHint } from './picture-hints.ts';

/** Larger pictures are made smaller on the device: the small print can still be read, and less is sent. */
const LONGEST = 3_200;
const QUALITY = 0.92;
const LOOKED_AT = 480;

export interface Prepared {
  readonly blob: Blob;
  readonly hints: readonly PictureHint[];
}

/** A picture as it is sent, and what may be wrong with it. What the browser cannot read, such as a PDF, stays as it is. */
export async function preparePicture(file: File): Promise<Prepared> {
  const picture = file.type.startsWith('image/') ? await createImageBitmap(file).catch(() => null) : null;
  if (picture === null) return { blob: file, hints: [] };
  const { width, height } = picture;
  const hints = lookAt(picture);
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  const isTaken = file.type === 'image/jpeg' || file.type === 'image/png' || file.type === 'image/webp';
  const blob = isTaken && scale === 1 ? file : await drawnAs(picture, scale);
  picture.close();
  return { blob: blob ?? file, hints };
}

function canvasOf(picture: ImageBitmap, scale: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

function drawnAs(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  return new Promise((done) => canvasOf(picture, scale).canvas.toBlob(done, 'image/jpeg', QUALITY));
}

function lookAt(picture: ImageBitmap): readonly PictureHint[] {
  const scale = Math.min(1, LOOKED_AT / Math.max(picture.width, picture.height));
  const { canvas, context } = canvasOf(picture, scale);
  const { width, height } = canvas;
  const pixels = context?.getImageData(0, 0, width, height).data;
  if (pixels === undefined) return [];
  const grey = Uint8Array.from({ length: width * height }, (_, no) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(no * 4, no * 4 + 3);
    return (red * 299 + green * 587 + blue * 114) / 1_000;
  });
  return hintsOf(grey, { width, height });
}
