import type { Doc } from './maker.ts';
import { createSigner, digest, EMPTY_ROOT, plainLeaf, Tree, ZEROS } from './signers.ts';

const us = (t: number) => t * 1_000;
const END = Date.parse('2026-11-20T17:40:00Z');
export const root = createSigner();
const hour = createSigner();

export const RULES = {
  v: 1,
  type: 'rules',
  group: 'event',
  market: '01998877-6655-7433-8211-00112233445c',
  outcomes: ['YES', 'NO'],
  title: 'Will the bank keep its rate?',
  rules: 'YES if the rate is the one before.',
  source: 'https://bank.example/rates',
};

/** What `change` may make of an event before the proofs: its result, and its rules. */
export type ChangeEvent = (result: Doc, rules: Doc) => unknown;

/**
 * The book of an event that ended YES, with a whole receipt, and what `change` makes of it before the proofs. `amended`: results that it corrects,
 * oldest first.
 */
export function makeEvent(change: ChangeEvent = () => undefined, amended: readonly Doc[] = []): Doc {
  const rules: Doc = structuredClone(RULES);
  const result: Doc = {
    v: 1,
    type: 'event',
    market: '01998877-6655-7433-8211-00112233445d',
    realm: 'demo',
    rules_hash: digest(RULES),
    outcome: 'YES',
    pays: 1_000,
    reason: null,
    t: us(END),
  };
  change(result, rules);
  const events = new Tree(
    [{ v: 1, type: 'rules', rules_hash: result['rules_hash'] }, result, ...amended].map(plainLeaf),
  );
  const empty = { n: 0, root: EMPTY_ROOT };
  const doc = {
    v: 1,
    type: 'hour',
    hour: '2026-11-20T17:00:00Z',
    prev: ZEROS,
    ticks: empty,
    admit: empty,
    settle: empty,
    fair: empty,
    events: { n: 2 + amended.length, root: events.root() },
    corrections: empty,
    audit: { seq: 1, head: ZEROS },
    ledger: [],
    key: hour.id,
  };
  const [from, to] = [us(END - 1e10), us(END + 1e10)];
  const keys = [{ key_id: hour.id, pub: hour.pub, use: 'hour', from, to, revoked: null }];
  const manifest = { v: 1, type: 'keys', no: 1, t: from, root: root.pub, prev: ZEROS, keys };
  return {
    v: 1,
    type: 'event-receipt',
    result,
    ...(amended.length === 0 ? {} : { amended }),
    hours: [{ doc, sig: hour.sign('tikvo/hour/v1', doc) }],
    hour_proofs: [
      { list: 'events', item: 0, hour: 0, index: 1, path: events.path(1) },
      { list: 'events', item: 1, hour: 0, index: 0, path: events.path(0) },
      ...amended.map((_, at) => ({ list: 'events', item: 2 + at, hour: 0, index: 2 + at, path: events.path(2 + at) })),
    ],
    rules,
    keys: { doc: manifest, sig: root.sign('tikvo/keys/v1', manifest) },
  };
}
