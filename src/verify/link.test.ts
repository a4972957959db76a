import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeWorld } from '#tests/receipts/maker.ts';
import { fragmentOf, receiptIn } from './link.ts';
import { Verifier } from './verify.ts';

const world = makeWorld({ seed: 20, count: 6 });
const texts = world.receipts.map(({ receipt }) => JSON.stringify(receipt));
const unpacked = (fragment: string) => inflateRawSync(Buffer.from(fragment.slice(3), 'base64url')).toString();

describe('a receipt in a link', () => {
  it('is its JSON, deflated, in letters that a link may have', async () => {
    for (const text of texts) {
      const fragment = (await fragmentOf(text))!;
      expect(fragment).toMatch(/^#r=[A-Za-z0-9_-]+$/);
      expect(unpacked(fragment)).toBe(text);
      expect(await receiptIn(fragment)).toBe(text);
    }
  });

  it('holds what another program has packed', async () => {
    const text = JSON.stringify({ note: 'Größe ≥ 5 €' });
    expect(await receiptIn(`#r=${deflateRawSync(text).toString('base64url')}`)).toBe(text);
  });

  it('is refused where it is damaged, with the words for a file that is no receipt', async () => {
    const fragment = (await fragmentOf(texts[0]!))!;
    const said = new Verifier({}).verifyText('no receipt');
    for (const bad of [fragment.slice(0, -40), '#r=', '#r=***', '#r=AAAA', `#r=${'é'.repeat(9)}`]) {
      const text = await receiptIn(bad);
      expect(text, bad).not.toBeNull();
      expect(new Verifier({}).verifyText(text!), bad).toEqual(said);
    }
  });

  it('shows one flipped byte of what was packed', async () => {
    const text = texts[0]!;
    const at = text.indexOf('"stake":"') + 9;
    const flipped = `${text.slice(0, at)}${text[at] === '9' ? '8' : '9'}${text.slice(at + 1)}`;
    const { verdict, code } = new Verifier({}).verifyText((await receiptIn((await fragmentOf(flipped))!))!);
    expect([verdict, code]).toEqual(['invalid', expect.stringMatching(/^[A-Z_]+$/)]);
    expect(new Verifier({}).verifyText((await receiptIn((await fragmentOf(text))!))!).code).toBeNull();
  });

  it('is not looked for in other fragments', async () => {
    expect(await receiptIn('')).toBeNull();
    expect(await receiptIn('#checks')).toBeNull();
  });

  it('is none where it would be too long', async () => {
    const noise = Array.from({ length: 30_000 }, (_, i) => ((i * 2_654_435_761) % 4_294_967_296).toString(36)).join('');
    expect(await fragmentOf(noise)).toBeNull();
  });

  it('does not unfold without end', async () => {
    const bomb = deflateRawSync(Buffer.alloc(20_000_000, 32)).toString('base64url');
    const text = await receiptIn(`#r=${bomb}`);
    expect(text!.length).toBeLessThan(3_000_000);
    expect(new Verifier({}).verifyText(text!).verdict).toBe('invalid');
  });
});
