import type { Code } from '../../src/verify/codes.ts';
import type { Doc } from './maker.ts';

type Draw = (below: number) => number;

/** One way to forge a receipt. `apply` changes the copy in place and says whether it could. */
export interface Mutation {
  readonly name: string;
  /** What the verifier must say. */
  readonly codes: readonly Code[];
  readonly apply: (receipt: Forged, draw: Draw) => boolean;
}

/** A receipt as forgers see it. */
interface Forged extends Doc {
  id: string;
  realm: string;
  admission: Record<string, string | number>;
  admit_proof: Proof;
  ticks: { role: string; rec: string }[];
  segments: Record<string, string | number>[];
  tick_proofs: ({ segment: number; index: number; path: string[] } | null)[];
  result: Record<string, string | number | null> | null;
  settle_proof: Proof | null;
  hours: { doc: Record<string, unknown>; sig: string }[];
  hour_proofs: { list: string; item: number; hour: number; index: number; path: string[] }[];
  rules: Record<string, unknown>;
  keys: { doc: { root: string; keys: Record<string, string | number | null>[] }; sig: string };
}

interface Proof {
  salt: string;
  index: number;
  count: number;
  path: string[];
  batch: Record<string, string | number>;
  sig: string;
}

/** One hex digit becomes another. */
export function flipped(hex: string, draw: Draw): string {
  const at = draw(hex.length);
  const digit = ((Number.parseInt(hex[at]!, 16) + 1 + draw(15)) % 16).toString(16);
  return hex.slice(0, at) + digit + hex.slice(at + 1);
}

/** A byte of the record of `role`, from `from` to `to`. */
const turnByte = (role: string, from: number, to: number) => (receipt: Forged, draw: Draw) => {
  const tick = receipt.ticks.find((one) => one.role === role);
  if (tick === undefined || receipt.result === null) return false;
  const at = 2 * (from + draw(to - from));
  tick.rec = tick.rec.slice(0, at) + flipped(tick.rec.slice(at, at + 2), draw) + tick.rec.slice(at + 2);
  return true;
};

const edit = (change: (receipt: Forged, draw: Draw) => void) => (receipt: Forged, draw: Draw) => {
  change(receipt, draw);
  return true;
};
const settled = (change: (receipt: Forged, draw: Draw) => void) => (receipt: Forged, draw: Draw) => {
  if (receipt.result === null) return false;
  change(receipt, draw);
  return true;
};
const pick = <T>(list: readonly T[], draw: Draw): T => list[draw(list.length)]!;

/** Forged terms, evidence, results and keys. What is signed cannot be changed unseen; what is computed is computed again. */
export const MUTATIONS: readonly Mutation[] = [
  { name: 'a field left out', codes: ['FORM'], apply: edit((r, draw) => delete r[pick(Object.keys(r), draw)]) },
  { name: 'a field too many', codes: ['FORM'], apply: edit((r) => (r.admission['bonus'] = 1)) },
  { name: 'an amount in other words', codes: ['FORM'], apply: edit((r) => (r.admission['stake'] = '1e3')) },
  { name: 'a fraction in a number', codes: ['FORM'], apply: edit((r) => (r.admission['payout_bps'] = 8200.5)) },
  {
    name: 'hex in capitals',
    codes: ['FORM'],
    apply: edit((r) => (r.admit_proof.sig = `F${r.admit_proof.sig.slice(1)}`)),
  },
  {
    name: 'another id',
    codes: ['IDS_DIFFER'],
    apply: edit((r, draw) => (r.id = flipped(r.id.slice(0, 8), draw) + r.id.slice(8))),
  },
  {
    name: 'the other realm',
    codes: ['IDS_DIFFER'],
    apply: edit((r) => (r.realm = r.realm === 'demo' ? 'real' : 'demo')),
  },
  {
    name: 'the result of other terms',
    codes: ['RESULT_OF_ANOTHER'],
    apply: settled((r, draw) => (r.result!['admission'] = flipped(String(r.result!['admission']), draw))),
  },
  {
    name: 'a larger stake',
    codes: ['RESULT_OF_ANOTHER'],
    apply: settled((r) => (r.admission['stake'] = '99999.000000')),
  },
  {
    name: 'the other direction',
    codes: ['RESULT_OF_ANOTHER'],
    apply: settled((r) => (r.admission['dir'] = r.admission['dir'] === 'UP' ? 'DOWN' : 'UP')),
  },
  {
    name: 'other terms before the settlement',
    codes: ['ADMISSION_ROOT'],
    apply: (r) => r.result === null && ((r.admission['payout_bps'] = 9_500), true),
  },
  {
    name: 'a root key of somebody else',
    codes: ['ROOT_KEY'],
    apply: edit((r, draw) => (r.keys.doc.root = flipped(r.keys.doc.root, draw))),
  },
  {
    name: 'a forged manifest signature',
    codes: ['MANIFEST_SIGNATURE'],
    apply: edit((r, draw) => (r.keys.sig = flipped(r.keys.sig, draw))),
  },
  {
    name: 'a key slipped into the manifest',
    codes: ['MANIFEST_SIGNATURE'],
    apply: edit((r, draw) => (r.keys.doc.keys[0]!['pub'] = flipped(String(r.keys.doc.keys[0]!['pub']), draw))),
  },
  {
    name: 'a batch of a key nobody knows',
    codes: ['KEY_UNKNOWN'],
    apply: edit((r, draw) => (r.admit_proof.batch['key'] = flipped(String(r.admit_proof.batch['key']), draw))),
  },
  {
    name: 'a batch signed by the key of the hours',
    codes: ['KEY_USE'],
    apply: edit((r) => (r.admit_proof.batch['key'] = r.keys.doc.keys[1]!['key_id']!)),
  },
  {
    name: 'a batch of a time before the key',
    codes: ['KEY_NOT_VALID_THEN'],
    apply: edit((r) => (r.admit_proof.batch['t'] = 1_000)),
  },
  {
    name: 'another salt',
    codes: ['ADMISSION_ROOT'],
    apply: edit((r, draw) => (r.admit_proof.salt = flipped(r.admit_proof.salt, draw))),
  },
  {
    name: 'another root of the batch',
    codes: ['ADMISSION_ROOT'],
    apply: edit((r, draw) => (r.admit_proof.batch['root'] = flipped(String(r.admit_proof.batch['root']), draw))),
  },
  { name: 'another place in the batch', codes: ['ADMISSION_ROOT'], apply: edit((r) => (r.admit_proof.index += 1)) },
  {
    name: 'a longer path',
    codes: ['ADMISSION_ROOT'],
    apply: edit((r) => r.admit_proof.path.push(r.admission['h_adm'] as string)),
  },
  {
    name: 'a forged batch signature',
    codes: ['ADMISSION_SIGNATURE'],
    apply: edit((r, draw) => (r.admit_proof.sig = flipped(r.admit_proof.sig, draw))),
  },
  {
    name: 'another number of the batch',
    codes: ['ADMISSION_SIGNATURE'],
    apply: edit((r) => (r.admit_proof.batch['no'] = 999)),
  },
  { name: 'other rules', codes: ['RULES_HASH'], apply: edit((r) => (r.rules['guardMs'] = 1)) },
  {
    name: 'no delay before the entry',
    codes: ['RULES_HASH'],
    apply: edit((r) => (r.rules['entry'] = { deltaMs: 0, maxWaitMs: 5_000, timeoutMs: 60_000 })),
  },
  {
    name: 'a record of another version',
    codes: ['TICK_RECORD'],
    apply: (r) => r.ticks.length > 0 && ((r.ticks[0]!.rec = `02${r.ticks[0]!.rec.slice(2)}`), true),
  },
  { name: 'another pair in a record', codes: ['TICK_PAIR'], apply: turnByte('e', 4, 8) },
  { name: 'another entry price', codes: ['TICKS_HASH'], apply: turnByte('e', 36, 40) },
  { name: 'another exit price', codes: ['TICKS_HASH'], apply: turnByte('x', 36, 40) },
  { name: 'other source quotes', codes: ['TICKS_HASH'], apply: turnByte('x', 44, 76) },
  {
    name: 'other sources of the tick after the exit',
    codes: ['TICKS_HASH'],
    apply: turnByte('x+1', 2, 4),
  },
  {
    name: 'another price of what came too late',
    codes: ['TICK_ROOT'],
    apply: turnByte('n', 36, 40),
  },
  {
    name: 'another root of the segment',
    codes: ['TICK_ROOT'],
    apply: (r, draw) =>
      r.segments.length > 0 && ((r.segments[0]!['root'] = flipped(String(r.segments[0]!['root']), draw)), true),
  },
  {
    name: 'another place in the segment',
    codes: ['TICK_ROOT'],
    apply: (r) => r.ticks.length > 0 && ((r.tick_proofs[0]!.index += 1), true),
  },
  {
    name: 'a segment that counts wrong',
    codes: ['SEGMENT_SHAPE'],
    apply: (r) => r.segments.length > 0 && ((r.segments[0]!['count'] = 3), true),
  },
  {
    name: 'a segment of another pair',
    codes: ['SEGMENT_SHAPE'],
    apply: (r) => r.segments.length > 0 && ((r.segments[0]!['pair'] = 'BTC-USD'), true),
  },
  {
    name: 'a segment with another end',
    codes: ['HOUR_ROOT', 'SEGMENTS_APART'],
    apply: (r, draw) =>
      r.segments.length > 0 &&
      ((r.segments[0]!['head_after'] = flipped(String(r.segments[0]!['head_after']), draw)), true),
  },
  {
    name: 'another root in the hour',
    codes: ['HOUR_SIGNATURE'],
    apply: edit(
      (r, draw) =>
        ((r.hours[0]!.doc['admit'] as Record<string, string>)['root'] = flipped(
          (r.hours[0]!.doc['admit'] as Record<string, string>)['root']!,
          draw,
        )),
    ),
  },
  {
    name: 'a forged hour signature',
    codes: ['HOUR_SIGNATURE'],
    apply: edit((r, draw) => (pick(r.hours, draw).sig = flipped(r.hours[0]!.sig, draw))),
  },
  {
    name: 'another way up to the hour',
    codes: ['HOUR_ROOT'],
    apply: (r, draw) => {
      const proof = r.hour_proofs.find(({ path }) => path.length > 0);
      if (proof === undefined) return false;
      proof.path[0] = flipped(proof.path[0]!, draw);
      return true;
    },
  },
  {
    name: 'a win out of a loss',
    codes: ['OUTCOME', 'ENTRY_MISSING', 'EXIT_MISSING', 'VOID_REASON', 'NOT_FRESH'],
    apply: (r) => r.result !== null && r.result['outcome'] !== 'WIN' && ((r.result['outcome'] = 'WIN'), true),
  },
  {
    name: 'a loss out of a win',
    codes: ['OUTCOME'],
    apply: (r) => r.result?.['outcome'] === 'WIN' && ((r.result['outcome'] = 'LOSE'), true),
  },
  {
    name: 'a void out of a win',
    codes: ['VOID_UNFOUNDED'],
    apply: (r) =>
      r.result?.['outcome'] === 'WIN' &&
      (Object.assign(r.result, { outcome: 'VOID', reason: 'STALE_EXIT', credit: r.admission['stake'] }), true),
  },
  {
    name: 'a void out of a win by a word alone',
    codes: ['VOID_UNFOUNDED'],
    apply: (r, draw) => {
      if (r.result?.['outcome'] !== 'WIN') return false;
      const reason = pick(['SESSION_CLOSED', 'SOURCE_CORRECTION', 'DUPLICATE_ADMIN'], draw);
      Object.assign(r.result, { outcome: 'VOID', reason, credit: r.admission['stake'] });
      return true;
    },
  },
  {
    name: 'a void for an entry that is there',
    codes: ['NO_ENTRY_UNFOUNDED'],
    apply: (r) =>
      r.result?.['outcome'] === 'LOSE' &&
      (Object.assign(r.result, { outcome: 'VOID', reason: 'NO_ENTRY', credit: r.admission['stake'] }), true),
  },
  {
    name: 'a stale exit that was paid',
    codes: ['NOT_FRESH', 'EXIT_MISSING'],
    apply: (r) =>
      r.result?.['reason'] === 'STALE_EXIT' &&
      (Object.assign(r.result, { outcome: 'LOSE', reason: null, credit: '0.000000' }), true),
  },
  {
    name: 'a void without a reason',
    codes: ['VOID_REASON'],
    apply: (r) => r.result?.['reason'] === 'STALE_EXIT' && ((r.result['reason'] = null), true),
  },
  {
    name: 'a reason that no first result has',
    codes: ['VOID_UNFOUNDED'],
    apply: (r) => r.result?.['reason'] === 'STALE_EXIT' && ((r.result['reason'] = 'MARKET_VOID'), true),
  },
  { name: 'more money', codes: ['CREDIT'], apply: settled((r) => (r.result!['credit'] = '123456.000000')) },
  {
    name: 'an entry of another name',
    codes: ['ENTRY_MISSING'],
    apply: settled((r) => (r.result!['entry_seq'] = Number(r.result!['entry_seq'] ?? 0) + 1)),
  },
  {
    name: 'an exit of another name',
    codes: ['EXIT_NAMES_ANOTHER', 'EXIT_MISSING'],
    apply: settled((r) => (r.result!['exit_seq'] = Number(r.result!['exit_seq'] ?? 0) + 1)),
  },
  {
    name: 'the ticks of another settlement',
    codes: ['TICKS_HASH'],
    apply: settled((r, draw) => (r.result!['ticks'] = flipped(String(r.result!['ticks']), draw))),
  },
  {
    name: 'a settlement at another time',
    codes: ['SETTLEMENT_ROOT'],
    apply: settled((r) => (r.result!['t'] = Number(r.result!['t']) + 1_000)),
  },
  {
    name: 'another salt of the settlement',
    codes: ['SETTLEMENT_ROOT'],
    apply: settled((r, draw) => (r.settle_proof!.salt = flipped(r.settle_proof!.salt, draw))),
  },
  {
    name: 'a forged settlement signature',
    codes: ['SETTLEMENT_SIGNATURE'],
    apply: settled((r, draw) => (r.settle_proof!.sig = flipped(r.settle_proof!.sig, draw))),
  },
  {
    name: 'the admission in place of the settlement',
    codes: ['HOUR_ROOT', 'SETTLEMENT_ROOT'],
    apply: settled((r) => (r.settle_proof = structuredClone(r.admit_proof))),
  },
  { name: 'no proof of the settlement', codes: ['FORM'], apply: settled((r) => (r.settle_proof = null)) },
  {
    name: 'ticks with the same name',
    codes: ['FORM'],
    apply: (r) => r.ticks.length > 1 && ((r.ticks[1]!.role = r.ticks[0]!.role), true),
  },
];

/** The first of some receipts, in a drawn order, that can be forged in this way; null: none of many. */
export function forgeOne<T>(
  mutation: Mutation,
  receipts: readonly T[],
  given: { readonly draw: Draw; readonly receiptOf: (one: T) => unknown; readonly tries?: number },
): { readonly from: T; readonly forged: unknown } | null {
  for (let tries = 0; tries < (given.tries ?? 5_000); tries++) {
    const from = pick(receipts, given.draw);
    const forged = structuredClone(given.receiptOf(from));
    if (mutation.apply(forged as Forged, given.draw)) return { from, forged };
  }
  return null;
}
