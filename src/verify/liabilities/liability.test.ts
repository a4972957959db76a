import { describe, expect, it } from 'vitest';
import { AT, ID, makeLiability, root, type LiabilityDoc } from '#tests/receipts/liability-maker.ts';
import { nodePrimitives } from '../crypto/node-primitives.ts';
import { readLiability, verifyLiability } from './liability.ts';

const check = (proof: unknown) => verifyLiability(proof, { root: root.pub }, nodePrimitives);

/** Changed after it was made. */
function forged(change: (proof: LiabilityDoc) => unknown): LiabilityDoc {
  const proof = structuredClone(makeLiability());
  change(proof);
  return proof;
}
const NAMES = ['leaves', 'way', 'total', 'history'];
const states = ({ checks }: ReturnType<typeof check>) => checks.map(({ state }) => state);

describe('a proof of liabilities', () => {
  it('is valid where each leaf leads to what was published, and says what somebody is owed', () => {
    const said = check(makeLiability());
    expect(said).toMatchObject({ verdict: 'valid', code: null, detail: null });
    expect(said.checks).toEqual(NAMES.map((name) => ({ name, state: 'pass' })));
    expect(said.facts).toMatchObject({
      no: 1,
      at: AT,
      id: ID,
      shares: [{ asset: 'USDT', of: 'own', scale: 6, own: 5_000_001n, total: 100_000_001n }],
    });
    const way = said.facts?.ways[0];
    expect(way?.steps).toHaveLength(4);
    expect(way?.steps.at(-1)?.sum).toBe(100_000_001n);
    // Sums never shrink on the way up.
    expect(way?.steps.map(({ sum }) => sum)).toEqual(
      way?.steps.map(({ sum }) => sum).toSorted((a, b) => Number(a - b)),
    );
    // Our own primitives say the same as those of Node.
    expect(verifyLiability(makeLiability(), { root: root.pub }).verdict).toBe('valid');
  });

  it('is provisional while no hour holds it', () => {
    const said = check(forged((proof) => Object.assign(proof, { hours: [], hour_proofs: [] })));
    expect([said.verdict, ...states(said)]).toEqual(['provisional', 'pass', 'pass', 'pass', 'pending']);
    const early = forged((proof) => Object.assign(proof, { hours: [], hour_proofs: [], keys: null }));
    expect(check(early).verdict).toBe('provisional');
  });

  it('has no leaves where somebody was owed nothing', () => {
    expect(check(forged((proof) => Object.assign(proof, { leaves: [] })))).toMatchObject({
      verdict: 'valid',
      facts: { shares: [] },
    });
  });

  it.each<[string, string, (proof: LiabilityDoc) => unknown]>([
    ['more for them', 'SUM_ROOT', ({ leaves }) => (leaves[0]!.amount = '5000001')],
    ['less for them', 'SUM_ROOT', ({ leaves }) => (leaves[0]!.amount = '0')],
    ['another person', 'SUM_ROOT', (proof) => (proof.id = 'acct:1|b@x.io')],
    ['another part', 'SUM_ROOT', ({ leaves }) => (leaves[0]!.part = 9)],
    ['another nonce', 'SUM_ROOT', ({ leaves }) => (leaves[0]!.nonce = leaves[1]!.nonce)],
    ['another place', 'SUM_ROOT', ({ leaves }) => (leaves[0]!.index = 2)],
    ['a place outside of the tree', 'SUM_ROOT', ({ leaves }) => (leaves[0]!.index = 16)],
    ['another sum beside the way', 'SUM_ROOT', ({ leaves }) => (leaves[0]!.path[2]!.sum = '1')],
    ['another hash beside the way', 'SUM_ROOT', ({ leaves }) => (leaves[0]!.path[1]!.hash = leaves[0]!.nonce)],
    ['two that changed places', 'SUM_ROOT', ({ leaves }) => leaves[0]!.path.reverse()],
    ['a level that is missing', 'SUM_ROOT', ({ leaves }) => leaves[2]!.path.pop()],
    ['a sum below zero', 'FORM', ({ leaves }) => (leaves[0]!.path[0]!.sum = '-1')],
    ['a sum that runs over', 'SUM_RANGE', ({ leaves }) => (leaves[0]!.path[3]!.sum = (1n << 127n).toString())],
    ['one leaf twice', 'LEAF_TWICE', ({ leaves }) => leaves.push(structuredClone(leaves[0]!))],
    ['one part at two places', 'LEAF_TWICE', ({ leaves }) => (leaves[1]!.part = 0)],
    ['a tree that there is not', 'FORM', ({ leaves }) => (leaves[0]!.tree = 1)],
    ['a part that is no byte', 'FORM', ({ leaves }) => (leaves[0]!.part = 256)],
    ['another published root', 'SUM_ROOT', ({ snapshot, leaves }) => (snapshot.trees[0]!['root'] = leaves[0]!.nonce)],
    ['another published total', 'SUM_TOTAL', ({ snapshot }) => (snapshot.trees[0]!['total'] = '99000001')],
    ['another number of levels', 'SUM_ROOT', ({ snapshot }) => (snapshot.trees[0]!['depth'] = 5)],
    ['what is held, changed', 'HOUR_ROOT', ({ snapshot }) => (snapshot['held'] = [])],
    ['the time, changed', 'HOUR_ROOT', ({ snapshot }) => (snapshot['no'] = 2)],
    ['a forged signature', 'HOUR_SIGNATURE', ({ hours }) => (hours[0]!.sig = '0'.repeat(128))],
    ['another place in the hour', 'HOUR_ROOT', (proof) => (proof.hour_proofs[0]!.index = 0)],
    ['an hour without keys', 'FORM', (proof) => Object.assign(proof, { keys: null })],
    ['a field that is not one', 'FORM', (proof) => Object.assign(proof, { more: 1 })],
  ])('is refused with %s', (_what, code, change) => {
    expect(check(forged(change))).toMatchObject({ verdict: 'invalid', code });
  });

  it('is refused where it is of a later time than its hour, or of another root key', () => {
    const late = makeLiability((snapshot) => Object.assign(snapshot, { t: AT * 1_000 + 3_600_000_000 }));
    expect(check(late)).toMatchObject({ verdict: 'invalid', code: 'HOUR_ROOT' });
    expect(verifyLiability(makeLiability(), { root: '0'.repeat(64) }, nodePrimitives).code).toBe('ROOT_KEY');
  });

  it('says what is skipped after a fault', () => {
    const said = check(forged(({ snapshot }) => (snapshot.trees[0]!['total'] = '1')));
    expect(states(said)).toEqual(['pass', 'pass', 'fail', 'skipped']);
    expect(said.facts?.ways).toHaveLength(3);
  });

  it('is a file of its own kind', () => {
    const text = JSON.stringify(makeLiability());
    expect(readLiability(text, { root: root.pub }, nodePrimitives)?.verdict).toBe('valid');
    expect(readLiability('{"type":"receipt"}', {})).toBeNull();
    expect(readLiability('"liability-proof', {})).toBeNull();
  });
});
