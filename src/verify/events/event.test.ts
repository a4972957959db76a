import { describe, expect, it } from 'vitest';
import type { Doc } from '#tests/receipts/maker.ts';
import { makeEvent, root, RULES } from '#tests/receipts/event-maker.ts';
import type { ChangeEvent } from '#tests/receipts/event-maker.ts';
import { digest, ZEROS } from '#tests/receipts/signers.ts';
import { nodePrimitives } from '../crypto/node-primitives.ts';
import { readEvent, verifyEvent } from './event.ts';

const NAMES = ['keys', 'rules', 'history', 'pays'];
const check = (receipt: Doc) => verifyEvent(receipt, { root: root.pub }, nodePrimitives);

/** Changed after the proofs were made: what somebody does who has no key. */
function forged(change: (receipt: Doc & { result: Doc; rules: Doc; hours: { sig: string }[] }) => unknown): Doc {
  const receipt = structuredClone(makeEvent()) as Parameters<typeof change>[0];
  change(receipt);
  return receipt;
}

describe('the receipt of an event', () => {
  it('is valid when its rules and its result stand in the record, and says what it holds', () => {
    const { verdict, checks, facts } = check(makeEvent());
    expect(verdict).toBe('valid');
    expect(checks).toEqual(NAMES.map((name) => ({ name, state: 'pass' })));
    expect(facts).toMatchObject({
      title: RULES.title,
      source: RULES.source,
      outcome: 'YES',
      pays: 1_000,
      reason: null,
    });
    expect(facts?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, Doc]>([
    ['NO', { outcome: 'NO', pays: 0 }],
    ['a tie', { outcome: 'TIE', pays: 500 }],
    ['a void', { outcome: 'VOID', pays: 613, reason: 'CANCELLED' }],
  ])('is valid of %s', (_, result) => {
    expect(check(makeEvent((said) => Object.assign(said, result))).verdict).toBe('valid');
  });

  const deadHeat =
    (oneOf: readonly string[], pays: number): ChangeEvent =>
    (said, rules) => {
      rules['oneOf'] = oneOf;
      Object.assign(said, { outcome: 'TIE', pays, rules_hash: digest(rules) });
    };

  it.each([[0], [333], [334], [500]])('is valid of a dead heat of three outcomes that pays %i', (pays) => {
    expect(check(makeEvent(deadHeat(['A', 'B', 'C'], pays))).verdict).toBe('valid');
  });

  // 1000 by 4, by 13, by 30.
  it.each([[250], [77], [33]])('is valid of a dead heat of outcomes of which one was split that pays %i', (pays) => {
    expect(check(makeEvent(deadHeat(['A', 'B', 'Other'], pays))).verdict).toBe('valid');
  });

  it.each<[string, ChangeEvent, string, number]>([
    ['a dead heat that pays what no number of three outcomes does', deadHeat(['A', 'B', 'C'], 250), 'CREDIT', 3],
    ['a dead heat of more outcomes than an event has', deadHeat(['A', 'B', 'Other'], 32), 'CREDIT', 3],
    ['a tie of one market that pays nothing', (r) => Object.assign(r, { outcome: 'TIE', pays: 0 }), 'CREDIT', 3],
    ['a field that is unknown', (r) => (r['note'] = 'x'), 'FORM', 0],
    ['other rules', (_, rules) => (rules['rules'] = 'YES if it rains.'), 'RULES_HASH', 1],
    [
      'rules of a pair',
      (r, rules) => ((rules['group'] = 'crypto'), (r['rules_hash'] = digest(rules))),
      'RULES_UNKNOWN',
      1,
    ],
    [
      'outcomes in another order',
      (r, rules) => ((rules['outcomes'] = ['NO', 'YES']), (r['rules_hash'] = digest(rules))),
      'RULES_UNKNOWN',
      1,
    ],
    ['a result that came after its hour', (r) => (r['t'] = (r['t'] as number) + 3_600_000_000), 'HOUR_ROOT', 2],
    ['less than a share that is right pays', (r) => (r['pays'] = 999), 'CREDIT', 3],
    ['more than a share', (r) => Object.assign(r, { outcome: 'VOID', reason: 'CANCELLED', pays: 1_001 }), 'CREDIT', 3],
    ['a void without a reason', (r) => (r['outcome'] = 'VOID'), 'VOID_REASON', 3],
    ['a reason without a void', (r) => (r['reason'] = 'CANCELLED'), 'VOID_REASON', 3],
  ])('fails with %s', (...[, change, code, at]) => {
    const said = check(makeEvent(change));
    expect(said.code).toBe(code);
    expect(said.checks.map(({ state }) => state)).toEqual(
      NAMES.map((_name, i) => (i < at ? 'pass' : i === at ? 'fail' : 'skipped')),
    );
  });

  it.each<[string, Parameters<typeof forged>[0], string]>([
    ['the other outcome', ({ result }) => Object.assign(result, { outcome: 'NO', pays: 0 }), 'HOUR_ROOT'],
    ['another book', ({ result }) => (result['market'] = RULES.market), 'HOUR_ROOT'],
    ['the other realm', ({ result }) => (result['realm'] = 'real'), 'HOUR_ROOT'],
    [
      'rules that it names and nobody published',
      ({ result, rules }) => {
        rules['rules'] = 'YES if it rains.';
        result['rules_hash'] = digest(rules);
      },
      'HOUR_ROOT',
    ],
    ['an hour that nobody signed', ({ hours }) => (hours[0]!.sig = '0'.repeat(128)), 'HOUR_SIGNATURE'],
    ['no place of its result', (receipt) => (receipt['hour_proofs'] = []), 'FORM'],
  ])('fails when it is forged: %s', (_, change, code) => expect(check(forged(change)).code).toBe(code));

  describe('of a correction', () => {
    const first = { ...(makeEvent()['result'] as Doc), outcome: 'NO', pays: 0, t: 1_795_195_000_000_000 };
    const second: Doc = { ...first, outcome: 'VOID', pays: 480, reason: 'AMBIGUOUS', amends: digest(first) };
    const amends = (last: Doc) => (result: Doc) => (result['amends'] = digest(last));

    it('is valid where each result names the one that it amends, and says them all', () => {
      const { verdict, facts } = check(makeEvent(amends(second), [first, second]));
      expect(verdict).toBe('valid');
      expect(facts?.amended.map(({ outcome, pays }) => [outcome, pays])).toEqual([
        ['NO', 0],
        ['VOID', 480],
      ]);
      expect(check(makeEvent()).facts?.amended).toEqual([]);
    });

    it.each<[string, Doc, string]>([
      ['what was corrected is not shown', makeEvent(amends(first)), 'CORRECTION_MISSING'],
      ['it names another', makeEvent(amends(second), [first]), 'CORRECTION_UNFOUNDED'],
      ['one between is left out', makeEvent(amends(second), [second]), 'CORRECTION_MISSING'],
      ['it names none', makeEvent(() => undefined, [first]), 'CORRECTION_UNFOUNDED'],
      [
        'what it corrects is of another book',
        makeEvent(amends({ ...first, market: RULES.market }), [{ ...first, market: RULES.market }]),
        'IDS_DIFFER',
      ],
      [
        'what it corrects is younger',
        makeEvent(amends({ ...first, t: 1_795_197_000_000_000 }), [{ ...first, t: 1_795_197_000_000_000 }]),
        'CORRECTION_UNFOUNDED',
      ],
    ])('fails where %s', (_, receipt, code) => expect(check(receipt).code).toBe(code));

    it('fails where what it corrects stands in no root', () => {
      const receipt = makeEvent(amends(first), [first]) as Doc & { hour_proofs: unknown[] };
      receipt.hour_proofs.pop();
      expect(check(receipt).code).toBe('FORM');
    });
  });

  it('fails with another root key, and is told from other files by its text', () => {
    expect(verifyEvent(makeEvent(), { root: ZEROS }, nodePrimitives).code).toBe('ROOT_KEY');
    const read = (text: string) => readEvent(text, { root: root.pub }, nodePrimitives);
    expect(read(JSON.stringify(makeEvent()))?.verdict).toBe('valid');
    expect([read('{"type":"receipt"}'), read('"event-receipt"'), read('{"event-receipt"')]).toEqual([null, null, null]);
  });
});
