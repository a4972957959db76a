// Draws a file of a stranger anew: it comes on stdin; a line of JSON and the JPEG go to stdout. A process of its own has no key and no
// connection, gives all of its memory back, and is killed when a file takes too long. Its words are the format that its first bytes name, and
// what it has to show: `readable` as a document, or `any`.
import sharp from 'sharp';

/** Largest picture that is decoded, pixels. */
const MOST_PIXELS = 24_000_000;
const LONGEST_SIDE = 12_000;
/** Longest side of what is kept, pixels: the small print of a card can be read. */
const LONGEST = 2_600;
/** A picture whose shorter side has less shows nothing that could be read. */
const SHORTEST = 300;
/** Standard deviation of the grey values: less is one plain surface. */
const LEAST_CONTRAST = 4;
const [format, shows] = process.argv.slice(2);

sharp.cache(false);
sharp.concurrency(1);

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const bytes = Buffer.concat(chunks);
try {
  await draw(format === 'pdf' ? await firstPage() : await picture());
} catch {
  // Whatever the decoders dislike is a fault of the file.
  answer({ reason: 'UNREADABLE_IMAGE' });
}

async function picture() {
  const opened = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false });
  const { width, height, format: decoded } = await opened.metadata();
  if (decoded !== format || Math.max(width, height) > LONGEST_SIDE) throw new Error('not to be read');
  return opened.autoOrient();
}

async function firstPage() {
  // The one part that is slow to load.
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  const page = (await library.loadDocument(bytes)).getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(3, LONGEST / Math.max(originalWidth, originalHeight));
  const { data, width, height } = await page.render({ scale, render: 'bitmap' });
  return sharp(data, { raw: { width, height, channels: 4 } });
}

async function draw(upright) {
  const { data, info } = await upright
    .flatten({ background: 'white' })
    .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (shows === 'readable' && (await isBlank(data, Math.min(width, height)))) answer({ reason: 'UNREADABLE_IMAGE' });
  else answer({ width, height }, data);
}

async function isBlank(data, shorter) {
  const { channels } = await sharp(data).greyscale().stats();
  return shorter < SHORTEST || channels[0].stdev < LEAST_CONTRAST;
}

function answer(head, data = Buffer.alloc(0)) {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), data]));
}
