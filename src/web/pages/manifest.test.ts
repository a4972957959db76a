import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { PageContext } from '#protocol/pages/page-context.ts';
import { loader } from './manifest.ts';

const main = 'https://tikvo.example';
const CONTEXT = {
  config: { brand: 'Other House', origins: { main, events: main, dashboard: main } },
  acceptLanguage: 'de',
} as unknown as PageContext;

interface Screen {
  readonly src: string;
  readonly sizes: string;
  readonly form_factor: string;
  readonly label: string;
}

it('shows a computer and a phone before it is kept, in small files of the sizes that it says', async () => {
  const request = new Request(`${main}/manifest.webmanifest`);
  const answer = await loader({ context: CONTEXT, request } as unknown as Parameters<typeof loader>[0]);
  const { screenshots } = (await answer.json()) as { readonly screenshots: readonly Screen[] };
  expect(screenshots.map((one) => `${one.form_factor} ${one.label}`)).toEqual([
    'wide Handeln',
    'wide Ereignisse',
    'narrow Handeln',
    'narrow Ereignisse',
  ]);
  for (const { src, sizes } of screenshots) {
    const file = await readFile(`src/web/public${src}`);
    const { width, height, format } = await sharp(file).metadata();
    expect({ src, size: `${width}x${height}`, format }).toEqual({ src, size: sizes, format: 'webp' });
    expect(file.length, src).toBeLessThan(100_000);
  }
});
