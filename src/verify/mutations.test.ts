import { describe, expect, it } from 'vitest';
import { makeWorld } from '#tests/receipts/maker.ts';
import { forgeOne, MUTATIONS } from '#tests/receipts/mutations.ts';
import { chance } from '#tests/receipts/play.ts';
import { CODES, STEPS } from './codes.ts';
import { nodePrimitives } from './crypto/node-primitives.ts';
import { Verifier } from './verify.ts';

const WANTED = 1_000;
const world = makeWorld({ seed: 7, count: 200 });
const verifier = new Verifier({ root: world.root }, nodePrimitives);

describe('a forged receipt', () => {
  it(`fails with the right reason, ${WANTED} of ${WANTED}`, () => {
    const draw = chance(11);
    const tried = new Map<string, number>();
    for (let no = 0; no < WANTED; no++) {
      const mutation = MUTATIONS[no % MUTATIONS.length]!;
      const made = forgeOne(mutation, world.receipts, { draw, receiptOf: ({ receipt }) => receipt });
      if (made === null) throw new Error(`no receipt for: ${mutation.name}`);
      const { kind } = made.from;
      tried.set(mutation.name, (tried.get(mutation.name) ?? 0) + 1);
      const { verdict, code, steps } = verifier.verify(made.forged);
      const said = steps.find(({ state }) => state === 'fail')?.detail;
      expect(verdict, `${mutation.name}, ${kind}`).toBe('invalid');
      expect(mutation.codes, `${mutation.name}, ${kind}: ${said}`).toContain(code);
    }
    expect([...tried.values()].reduce((sum, one) => sum + one, 0)).toBe(WANTED);
    expect([...tried.keys()]).toEqual(MUTATIONS.map(({ name }) => name));
  });

  it('fails at the step that its code names, and skips what comes after', () => {
    const forged = structuredClone(world.receipts[0]!.receipt) as { admit_proof: { sig: string } };
    forged.admit_proof.sig = forged.admit_proof.sig.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const { steps, code } = verifier.verify(forged);
    expect(CODES[code!]).toBe('admission');
    expect(steps.map(({ name }) => name)).toEqual([...STEPS]);
    expect(steps.map(({ state }) => state)).toEqual([
      'pass',
      'pass',
      'fail',
      ...Array.from({ length: 9 }, () => 'skipped'),
    ]);
  });
});
