import { describe, expect, it } from 'vitest';
import { Receiver } from 'ws';
import { channelFrame, textFrame } from './frames.ts';

/** What the reader of the library makes of our bytes. */
function readBack(frame: Buffer): Promise<string> {
  const receiver = new Receiver({ isServer: false });
  return new Promise((resolve, reject) => {
    receiver.on('message', (data: Buffer) => resolve(data.toString()));
    receiver.on('error', reject);
    receiver.write(frame);
  });
}

describe('text frames', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('of %i bytes are read back', async (size) => {
    const text = 'x'.repeat(size);
    expect(await readBack(textFrame(text))).toBe(text);
  });

  it('count bytes, not letters', async () => {
    const text = 'सोना 黄金 ذهب '.repeat(20);
    expect(await readBack(textFrame(text))).toBe(text);
  });

  it('hold a channel message', async () => {
    const message = { ch: 'ticks:BTC-USD', seq: 7, t: 1, data: { price: 1.5 }, snapshot: true } as const;
    expect(JSON.parse(await readBack(channelFrame(message)))).toEqual(message);
  });
});
