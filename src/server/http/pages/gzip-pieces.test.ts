import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { joinGzip, piecesOf } from './gzip-pieces.ts';

describe('pieces of a page in one gzip stream', () => {
  it.each([
    [['a page without a place for it']],
    [['<script nonce="', '">a()</script><script nonce="', '">b()</script>']],
    [['', '', '']],
    [[`ä${'word '.repeat(20_000)}`, 'ß', `ö${'other '.repeat(20_000)}`]],
  ])('are the text with what goes between, by its check too', async (texts) => {
    const pieces = await piecesOf(texts);
    for (const between of ['n0nce', 'another-one', '']) {
      expect(gunzipSync(joinGzip(pieces, Buffer.from(between))).toString()).toBe(texts.join(between));
    }
  });

  it('refuse what no stored block can hold', () => {
    expect(() => joinGzip([], Buffer.alloc(65_536))).toThrow(RangeError);
  });
});
