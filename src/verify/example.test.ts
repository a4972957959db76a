import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Verifier } from './verify.ts';

const text = readFileSync(new URL('example/receipt.json', import.meta.url), 'utf8');
const root = '827f792deaa107a1e1df93a26b0a80be6d2127c2636eee130440f3bd4ecfc92b';

it('the example that people try verifies with its own root alone, and not with an amount changed', () => {
  expect(new Verifier({ root }).verifyText(text)).toMatchObject({ verdict: 'valid', missing: [] });
  const forged = text.replace('"18.500000"', '"28.500000"');
  expect(forged).not.toBe(text);
  expect(new Verifier({ root }).verifyText(forged).verdict).toBe('invalid');
});
