// Makes the icons of the installed app from favicon.svg: `node scripts/make-icons.mjs`. What it makes is kept in src/web/public.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';

const PUBLIC = 'src/web/public';
const source = readFileSync(`${PUBLIC}/favicon.svg`, 'utf8');
const sign = source.slice(source.indexOf('<path'), source.lastIndexOf('</svg>'));
const svg = (body) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${body}</svg>`);
// What a phone cuts to a circle or a square has its sign in the middle 80 %, on a ground without corners.
const whole = svg(
  `<rect width="24" height="24" fill="#6e56f8"/><g transform="translate(4.2 4.2) scale(.65)">${sign}</g>`,
);
const bare = svg(`<g transform="translate(-3 -3) scale(1.25)">${sign}</g>`);

const png = (input, size, file) =>
  sharp(input, { density: size * 3 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`${PUBLIC}/${file}`);

await png(Buffer.from(source), 192, 'icon-192.png');
await png(Buffer.from(source), 512, 'icon-512.png');
await png(whole, 512, 'icon-whole.png');
await png(whole, 180, 'apple-touch-icon.png');
// Beside the clock of a phone only its shape is seen.
await png(bare, 96, 'badge.png');
