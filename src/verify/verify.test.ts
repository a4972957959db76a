import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { markOf } from '#domain/trading/open-prediction.ts';
import { makeWorld, type Doc } from '#tests/receipts/maker.ts';
import type { VoidReason } from '#domain/trading/prediction.ts';
import type { Ended } from '#tests/receipts/play.ts';
import { chance } from '#tests/receipts/play.ts';
import { nodePrimitives } from './crypto/node-primitives.ts';
import { Verifier, verify } from './verify.ts';

const world = makeWorld({ seed: 1, count: 300 });

/** As before any root of its hours: also what is signed with a stolen key looks like this. */
function unproven(receipt: Doc): Doc {
  const tick_proofs = (receipt['tick_proofs'] as unknown[]).map(() => null);
  return { ...receipt, hour_proofs: [], tick_proofs, segments: [], hours: [] };
}

describe('a receipt that is right', () => {
  const verifier = new Verifier({ root: world.root, hours: world.hours }, nodePrimitives);

  it('is valid, of every kind there is', () => {
    const kinds = new Map<string, number>();
    for (const { kind, receipt } of world.receipts) {
      const { verdict, code, steps } = verifier.verify(receipt);
      const bad = steps.filter(({ state }) => state === 'fail').map(({ name, detail }) => `${name}: ${detail}`);
      const wanted = { kind, bad: [], code: null, verdict: kind === 'open' ? 'provisional' : 'valid' };
      expect({ kind, bad, code, verdict }).toEqual(wanted);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    for (const kind of ['WIN', 'LOSE', 'TIE', 'STALE_EXIT', 'NO_ENTRY', 'open']) {
      expect(kinds.get(kind), kind).toBeGreaterThan(0);
    }
  });

  it('is valid by our own hashes and signatures too, and from the text of its file', () => {
    const { receipt } = world.receipts.find(({ kind }) => kind === 'WIN')!;
    expect(verify(receipt, { root: world.root })).toMatchObject({ verdict: 'valid', code: null, missing: [] });
    const own = new Verifier({ root: world.root });
    expect(own.verifyText(JSON.stringify(receipt, null, 2)).verdict).toBe('valid');
  });

  it('says what it says in numbers for people', () => {
    const { receipt } = world.receipts.find(({ kind }) => kind === 'WIN')!;
    const { facts } = verifier.verify(receipt);
    const admission = receipt['admission'] as Doc;
    expect(facts).toMatchObject({ pair: 'BTC-USD', feed: 'replay', outcome: 'WIN', stake: admission['stake'] });
    expect(facts?.ticks.map(({ role }) => role)).toEqual(['e-1', 'e', 'x', 'x+1']);
    expect(facts?.ticks[1]?.price).toMatch(/^\d{5}\.\d\d$/);
    expect(facts!.expiresAt! - facts!.ticks[1]!.t).toBe(facts!.durationMs);
  });

  it('is provisional while a part of it is not public yet', () => {
    const alone = new Verifier({ root: world.root }, nodePrimitives);
    const receipt = structuredClone(world.receipts.find(({ kind }) => kind === 'LOSE')!.receipt);
    const proofs = receipt['hour_proofs'] as { list: string }[];
    receipt['hour_proofs'] = proofs.filter(({ list }) => list !== 'settle');
    expect(alone.verify(receipt)).toMatchObject({ verdict: 'provisional', code: null, missing: ['settle 0'] });
    const early = alone.verify(unproven(receipt));
    expect(early).toMatchObject({ verdict: 'provisional', code: null });
    expect(early.missing).toContain('tick x+1');
    expect(early.steps.map(({ state }) => state)).toContain('pending');
  });

  it.each([['nonsense'], ['[]'], ['null'], ['"receipt"'], ['{}'], [''], ['x'.repeat(1_000_001)]])(
    'is no receipt at all: %.20s',
    (text) => expect(verifier.verifyText(text)).toMatchObject({ verdict: 'invalid', code: 'FORM', facts: null }),
  );

  it('survives whatever is put into any place of it', () => {
    const draw = chance(3);
    const { receipt } = world.receipts.find(({ kind }) => kind === 'WIN')!;
    const junk = [null, -1, 1.5, '', 'x', [], {}, true, 2 ** 60, '0'.repeat(64), { __proto__: 1 }];
    for (let i = 0; i < 500; i++) {
      const broken = structuredClone(receipt) as Doc;
      let at: unknown = broken;
      for (let depth = 0; depth < 4; depth++) {
        if (typeof at !== 'object' || at === null || Object.keys(at).length === 0) break;
        const keys = Object.keys(at);
        const key = keys[draw(keys.length)]!;
        const inner: unknown = (at as Doc)[key];
        if (depth === 3 || typeof inner !== 'object' || inner === null || draw(4) === 0) {
          (at as Doc)[key] = junk[draw(junk.length)];
          break;
        }
        at = inner;
      }
      expect(['valid', 'provisional', 'invalid']).toContain(verifier.verify(broken).verdict);
    }
  });
});

/** What a house could sign that is not what the rules say. */
describe('a house that cheats and signs it', () => {
  const moved = (part: 'entry' | 'exit', by: number) => (end: Ended, ticks: readonly Tick[]) => {
    const { open, finish } = end;
    const seq = part === 'entry' ? open.prediction.entry?.seq : finish.exit?.seq;
    const tick = ticks[(seq ?? 0) - 1 + by];
    if (seq === undefined || tick === undefined || finish.verdict.outcome === 'VOID') return end;
    if (part === 'exit') return { ...end, finish: { ...finish, exit: tick } };
    return { ...end, open: { ...open, prediction: { ...open.prediction, entry: markOf(tick) } } };
  };
  const paid = (change: (end: Ended) => Ended['finish']['verdict']) => (end: Ended) =>
    end.finish.verdict.outcome === 'WIN' ? { ...end, finish: { ...end.finish, verdict: change(end) } } : end;

  /** Void for a reason, without the exit that would tell. */
  const taken = (voidReason: VoidReason) => (end: Ended) => {
    const verdict = { outcome: 'VOID', credit: end.open.prediction.stake, voidReason } as const;
    return end.finish.verdict.outcome === 'WIN' ? { ...end, finish: { ...end.finish, verdict, exit: null } } : end;
  };

  it.each<[string, (end: Ended, ticks: readonly Tick[]) => Ended, readonly string[]]>([
    ['an entry one tick later', moved('entry', 1), ['ENTRY_NOT_FIRST']],
    ['an entry one tick earlier', moved('entry', -1), ['ENTRY_TOO_SOON', 'ENTRY_BEFORE_ADMISSION']],
    ['an entry long after', moved('entry', 40), ['ENTRY_TOO_LATE', 'ENTRY_NOT_FIRST']],
    ['an exit one tick later', moved('exit', 1), ['EXIT_NOT_LAST']],
    ['an exit one tick earlier', moved('exit', -1), ['EXIT_NOT_LAST']],
    ['a loss out of a win', paid(() => ({ outcome: 'LOSE', credit: usdt(0n), voidReason: null })), ['OUTCOME']],
    [
      'a cent too little',
      paid(({ finish }) => ({ ...finish.verdict, credit: usdt(finish.verdict.credit - 10_000n) })),
      ['CREDIT'],
    ],
    [
      'a win taken back as stale',
      paid(({ open }) => ({ outcome: 'VOID', credit: open.prediction.stake, voidReason: 'STALE_EXIT' })),
      ['VOID_UNFOUNDED'],
    ],
    ['a win taken back as stale, its exit not named', taken('STALE_EXIT'), ['VOID_UNFOUNDED']],
    ['a win taken back for a correction that is not there', taken('SOURCE_CORRECTION'), ['VOID_UNFOUNDED']],
    ['a win taken back as placed twice', taken('DUPLICATE_ADMIN'), ['VOID_UNFOUNDED']],
    ['a win taken back as of a closed session', taken('SESSION_CLOSED'), ['VOID_UNFOUNDED']],
  ])('%s', (_name, alter, codes) => {
    const cheated = makeWorld({ seed: 5, count: 60, alter });
    const verifier = new Verifier({ root: cheated.root }, nodePrimitives);
    const honest = makeWorld({ seed: 5, count: 60 });
    const checked = cheated.receipts.map(({ receipt }, i) => ({
      touched: alterTouches(receipt, honest.receipts[i]!.receipt),
      code: verifier.verify(receipt).code,
    }));
    expect(checked.filter(({ touched, code }) => !touched && code !== null)).toEqual([]);
    const found = checked.filter(({ touched }) => touched);
    expect(found.filter(({ code }) => !codes.includes(code ?? ''))).toEqual([]);
    expect(found.length).toBeGreaterThan(10);
  });

  it('is not believed where it leaves out the prices of a void', () => {
    const { receipts, root } = makeWorld({ seed: 5, count: 60, alter: taken('STALE_EXIT') });
    const bare = receipts.map(({ receipt }) => ({ ...receipt, ...withoutFault(receipt) }));
    const verifier = new Verifier({ root }, nodePrimitives);
    const found = bare.map((receipt) => verifier.verify(receipt)).filter(({ unshown }) => unshown);
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found.map(({ verdict }) => verdict))).toEqual(new Set(['provisional']));
  });

  function withoutFault(receipt: Doc): Doc {
    const roles = (receipt['ticks'] as { role: string }[]).map(({ role }) => !role.startsWith('n'));
    const kept = (list: unknown) => (list as unknown[]).filter((_, i) => roles[i]);
    return { ticks: kept(receipt['ticks']), tick_proofs: kept(receipt['tick_proofs']) };
  }

  function alterTouches(receipt: Doc, honest: Doc): boolean {
    const part = (one: Doc) => {
      const { outcome, credit, entry_seq: entry, exit_seq: exit } = (one['result'] ?? {}) as Doc;
      return JSON.stringify({ outcome, credit, entry, exit });
    };
    return part(receipt) !== part(honest);
  }
});

describe('what is known beside the receipt', () => {
  const { receipt } = world.receipts.find(({ kind }) => kind === 'WIN')!;

  it('believes a pinned root key alone', () => {
    expect(verify(receipt, { root: 'ab'.repeat(32) })).toMatchObject({ verdict: 'invalid', code: 'ROOT_KEY' });
    expect(verify(receipt).verdict).toBe('valid');
  });

  it('shows a second root of the same hour as a fork of history, both printed', () => {
    const [first] = world.hours;
    const doc = { ...first!.doc, audit: { seq: 9, head: '0'.repeat(64) } };
    const other = { doc, sig: world.signHour(doc) };
    const { code, steps } = verify(receipt, { root: world.root, hours: [...world.hours, other] });
    expect(code).toBe('FORKED_HISTORY');
    const said = steps.at(-1)?.detail ?? '';
    expect(said).toContain(first!.sig);
    expect(said).toContain(other.sig);
  });

  const HOUR_MS = 3_600_000;
  const early = unproven(receipt);
  const settledAt = (receipt['result'] as { t: number }).t / 1_000;
  const due = Math.floor(settledAt / HOUR_MS) * HOUR_MS + HOUR_MS + 300_000;
  const lastHour = world.hours.findLast(({ doc }) => Date.parse(String(doc['hour'])) <= settledAt)!;

  it('takes what shows no place in a root that is published for not published', () => {
    expect(verify(early, { root: world.root, hours: [lastHour] })).toMatchObject({
      verdict: 'invalid',
      code: 'NOT_PUBLISHED',
      unplaced: null,
    });
    const later = { ...lastHour.doc, hour: new Date(due + HOUR_MS).toISOString().replace(/:.*/, ':00:00Z') };
    const signed = { doc: later, sig: world.signHour(later) };
    expect(verify(early, { root: world.root, hours: [signed] }).code).toBe('NOT_PUBLISHED');
    // A batch alone is enough, whichever it is.
    for (const list of ['admit', 'settle']) {
      const proofs = (receipt['hour_proofs'] as { list: string }[]).filter((proof) => proof.list !== list);
      const without = { ...receipt, hour_proofs: proofs };
      expect(verify(without, { root: world.root, hours: world.hours }).code, list).toBe('NOT_PUBLISHED');
    }
  });

  it('leaves open what no root it has could hold, and says since when one should', () => {
    const before = { ...lastHour.doc, hour: '2020-01-01T00:00:00Z', key: (lastHour.doc as { key: string }).key };
    const unsigned = { doc: lastHour.doc, sig: '0'.repeat(128) };
    for (const hours of [[], [{ doc: before, sig: world.signHour(before) }], [unsigned]]) {
      const { verdict, unplaced } = verify(early, { root: world.root, hours });
      expect({ verdict, unplaced }).toEqual({
        verdict: 'provisional',
        unplaced: { hour: lastHour.doc['hour'], due, keyEnded: null },
      });
    }
    expect(verify(receipt, { root: world.root }).unplaced).toBeNull();
  });

  it('keeps what is proven of ticks whose files are gone', () => {
    const { hours, hour_proofs } = receipt;
    const proofs = (hour_proofs as { list: string }[]).filter(({ list }) => list !== 'ticks');
    const gone = { ...early, hours, hour_proofs: proofs };
    expect(verify(gone, { root: world.root, hours: world.hours })).toMatchObject({
      verdict: 'provisional',
      code: null,
      unplaced: null,
    });
  });

  it('tells of a key that ended before the root of its hour', () => {
    const endedAt = (at: number) => verify(early, { root: world.root, keys: world.endedKeys(at) }).unplaced?.keyEnded;
    expect(endedAt(due - 60_000)).toBe(due - 60_000);
    expect(endedAt(due)).toBeNull();
    expect(verify(early, { root: world.root, keys: world.endedKeys(settledAt) }).code).toBe('KEY_NOT_VALID_THEN');
  });

  it('takes no unsigned root for a fork', () => {
    const [first] = world.hours;
    const other = { doc: { ...first!.doc, audit: { seq: 9, head: '0'.repeat(64) } }, sig: first!.sig };
    expect(verify(receipt, { root: world.root, hours: [other] }).verdict).toBe('valid');
  });

  it('takes other rules than the receipt names for what they are', () => {
    expect(verify(receipt, { root: world.root, rules: { v: 1 } })).toMatchObject({ code: 'RULES_HASH' });
  });
});
