import { joined, toHex } from './crypto/bytes.ts';
import { Fault, must } from './codes.ts';
import type { Code } from './codes.ts';
import type { Case, Terms } from './case.ts';
import { leafHash } from './crypto/merkle.ts';
import { FLAG } from './tick.ts';
import type { BatchProof, Receipt, Segment } from './documents.ts';
import type { KeyRing, Notary } from './crypto/signatures.ts';

const FEED_NO = { live: 0, replay: 1, simulated: 2 } as const;
const HOUR_US = 3_600_000_000;
/** In this order they are hashed into the settlement (docs/receipts.md 4.2). */
const HASHED_ROLES = ['e-1', 'e', 'x', 'x+1', 's-1', 's'] as const;
/** The texts of the rules that this verifier knows how to compute. */
const KNOWN_TIE = 'stake back';
const KNOWN_PROFIT = 'floor(stake*payout_bps/10000)';

/** Step 1, what the form alone does not say. */
export function checkIds({ notary, receipt }: { notary: Notary; receipt: Receipt }): void {
  const { id, realm, admission, result, correction } = receipt;
  const named = [admission, ...(result === null ? [] : [result]), ...(correction === null ? [] : [correction.result])];
  must(
    named.every((one) => one.id === id && one.realm === realm),
    'IDS_DIFFER',
    'receipt, admission and result name different predictions or realms',
  );
  must(receipt.tick_proofs.length === receipt.ticks.length, 'FORM', 'not one proof for each tick');
  must((result === null) === (receipt.settle_proof === null), 'FORM', 'a result without its proof, or the reverse');
  must(result !== null || correction === null, 'FORM', 'a correction of no result');
  const terms = notary.digest(admission);
  must(
    named.slice(1).every((one) => 'admission' in one && one.admission === terms),
    'RESULT_OF_ANOTHER',
    'the result is of another admission',
  );
}

/** Step 2: every signature's key is in the manifest, for its use and its time. */
export function checkKeys({ ring, receipt }: { ring: KeyRing; receipt: Receipt }): void {
  const batches = [receipt.admit_proof.batch, ...(receipt.settle_proof === null ? [] : [receipt.settle_proof.batch])];
  for (const batch of batches) ring.valid(batch.key, 'batch', batch.t);
  if (receipt.correction !== null) ring.valid(receipt.correction.doc.key, 'batch', receipt.correction.doc.t);
  for (const { doc } of receipt.hours) ring.valid(doc.key, 'hour', hourStart(doc.hour) + HOUR_US);
}

/** Start of the hour, us. */
export function hourStart(hour: string): number {
  const start = Date.parse(hour);
  must(Number.isSafeInteger(start), 'FORM', `${hour} is no hour`);
  return start * 1_000;
}

/** Step 3: the admission stands in a signed batch of its time. */
export function checkAdmission({ notary, ring, receipt }: Omit<Case, 'ticks' | 'terms'>): void {
  const { admission, admit_proof: proof } = receipt;
  must(proof.batch.type === 'admit-batch', 'ADMISSION_ROOT', 'the batch is not one of admissions');
  checkBatch({ notary, ring, proof, document: admission, codes: ['ADMISSION_ROOT', 'ADMISSION_SIGNATURE'] });
  must(proof.batch.t === admission.t_adm, 'ADMISSION_TIME', 'the batch is of another time than the admission');
}

/** Leaf to batch root to signature. */
export function checkBatch(of: {
  readonly notary: Notary;
  readonly ring: KeyRing;
  readonly proof: BatchProof;
  readonly document: unknown;
  readonly codes: readonly [root: Code, signature: Code];
}): void {
  const { notary, ring, proof, document, codes } = of;
  const { index, count, path, batch } = proof;
  const leaf = notary.saltedLeaf(proof.salt, document);
  const stands = batch.count === count && notary.stands(leaf, { index, count, path, root: batch.root });
  must(stands, codes[0], 'the document does not stand at its place of the batch');
  ring.mustSign('batch', { doc: batch, sig: proof.sig }, codes[1]);
}

/** Step 4: the rules are those that the admission names, and this verifier knows them. Returns their timing, ms. */
export function checkRules({ notary, receipt }: { notary: Notary; receipt: Receipt }): Terms {
  const { rules, admission } = receipt;
  must(notary.digest(rules) === admission.rules_hash, 'RULES_HASH', 'the rules are not those of the admission');
  const terms = {
    deltaMs: numberIn(rules, 'entry', 'deltaMs'),
    maxWaitMs: numberIn(rules, 'entry', 'maxWaitMs'),
    staleAfterMs: numberIn(rules, 'exit', 'staleAfterMs'),
    timeoutMs: lateIn(rules),
  };
  const known = rules['tie'] === KNOWN_TIE && rules['profit'] === KNOWN_PROFIT && Array.isArray(rules['void']);
  must(known, 'RULES_UNKNOWN', 'rules of another version than this verifier computes');
  const { pairs } = rules;
  const pair = (Array.isArray(pairs) ? pairs : []).find(
    (one: unknown) => fieldOf(one, 'id') === admission.pair,
  ) as unknown;
  const scale = fieldOf(pair, 'scale');
  must(
    scale === admission.scale,
    'RULES_PAIR',
    `the rules do not name ${admission.pair} with ${admission.scale} digits`,
  );
  must(rules['feed'] === admission.feed, 'RULES_PAIR', 'the rules are those of another feed');
  return terms;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** How late is too late, ms. Rules that do not say have nothing that is. */
export function lateIn(rules: Readonly<Record<string, unknown>>): number {
  const late = fieldOf(rules['exit'], 'timeoutMs');
  return typeof late === 'number' ? late : Number.POSITIVE_INFINITY;
}

function numberIn(rules: Readonly<Record<string, unknown>>, group: string, field: string): number {
  const value = fieldOf(rules[group], field);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new Fault('RULES_UNKNOWN', `the rules do not say ${group}.${field}`);
  }
  return value;
}

/** Step 5: everything shown stands in the public record. Returns what is not there yet. */
export function checkRecord(given: Case): readonly string[] {
  const { notary, ring, receipt, ticks } = given;
  const { admission, result, segments } = receipt;
  for (const [role, tick] of ticks) {
    must(tick.stream === admission.pair_id, 'TICK_PAIR', `the tick ${role} is of another pair`);
  }
  must(admission.pair_id % 4 === FEED_NO[admission.feed], 'TICK_PAIR', 'the pair number is of another feed');
  if (result !== null)
    must(ticksHash(given) === result.ticks, 'TICKS_HASH', 'the ticks are not those of the signed settlement');
  for (const one of segments) checkSegment(one, receipt);
  const missing = checkTickProofs(given);
  for (const hour of receipt.hours) ring.mustSign('hour', hour, 'HOUR_SIGNATURE');
  return [...missing, ...checkHourProofs(notary, receipt)];
}

function ticksHash({ notary, ticks }: Case): string {
  const bytes = HASHED_ROLES.flatMap((role) => ticks.get(role)?.bytes ?? []);
  return toHex(notary.sha256(joined(...bytes)));
}

function checkSegment(segment: Segment, { admission }: Receipt): void {
  const name = admission.feed === 'live' ? admission.pair : `${admission.pair}#${admission.feed}`;
  const same = segment.pair_id === admission.pair_id && segment.pair === name && segment.scale === admission.scale;
  const whole =
    segment.first_seq >= 1 && segment.count === segment.last_seq - segment.first_seq + 1 && segment.count >= 1;
  must(same && whole, 'SEGMENT_SHAPE', `the segment of ${segment.hour} is of another pair, or its numbers do not fit`);
}

function checkTickProofs({ notary, receipt, ticks }: Case): readonly string[] {
  const missing: string[] = [];
  for (const [role, tick] of ticks) {
    const proof = receipt.tick_proofs[tick.at];
    if (proof === undefined || proof === null) {
      missing.push(`tick ${role}`);
      continue;
    }
    const segment = receipt.segments[proof.segment];
    must(segment !== undefined, 'FORM', `the tick ${role} names a segment that is not there`);
    const { count, root, first_seq: first } = segment;
    const leaf = leafHash(notary.sha256, tick.bytes);
    const stands = notary.stands(leaf, { index: proof.index, count, path: proof.path, root });
    must(stands && proof.index === tick.seq - first, 'TICK_ROOT', `the tick ${role} does not stand in its segment`);
  }
  return missing;
}

function checkHourProofs(notary: Notary, receipt: Receipt): readonly string[] {
  const found = new Set<string>();
  for (const proof of receipt.hour_proofs) {
    const hour = receipt.hours[proof.hour]?.doc;
    const document = listed(receipt, proof.list, proof.item);
    must(hour !== undefined && document !== null, 'FORM', 'an hour proof of what is not there');
    const { n, root } = hour[proof.list];
    const stands = notary.stands(notary.plainLeaf(document), { index: proof.index, count: n, path: proof.path, root });
    must(stands, 'HOUR_ROOT', `${proof.list} ${proof.item} does not stand in the root of ${hour.hour}`);
    found.add(`${proof.list} ${proof.item}`);
  }
  return wantedInHours(receipt).filter((name) => !found.has(name));
}

function listed(receipt: Receipt, list: Receipt['hour_proofs'][number]['list'], item: number): unknown {
  if (list === 'ticks') return receipt.segments[item] ?? null;
  if (item !== 0) return null;
  if (list === 'admit') return receipt.admit_proof.batch;
  if (list === 'settle') return receipt.settle_proof?.batch ?? null;
  return list === 'corrections' ? (receipt.correction?.doc ?? null) : null;
}

function wantedInHours(receipt: Receipt): readonly string[] {
  return [
    ...receipt.segments.map((_, item) => `ticks ${item}`),
    'admit 0',
    ...(receipt.settle_proof === null ? [] : ['settle 0']),
    ...(receipt.correction === null ? [] : ['corrections 0']),
  ];
}

/** Step 6: what is called neighbouring is. */
export function checkAdjacent({ notary, receipt, ticks }: Case): void {
  for (const [first, second] of [
    ['e-1', 'e'],
    ['x', 'x+1'],
    ['s-1', 's'],
    ['n-1', 'n'],
  ] as const) {
    const [before, after] = [ticks.get(first), ticks.get(second)];
    if (before === undefined || after === undefined) continue;
    const [one, other] = [before, after].map(({ at }) => {
      const proof = receipt.tick_proofs[at];
      return proof === null || proof === undefined ? undefined : receipt.segments[proof.segment];
    });
    const ordered = after.t >= before.t && after.tSource >= before.tSource;
    const ends =
      one !== undefined && other !== undefined && one.last_seq === before.seq && other.first_seq === after.seq;
    // What was lost between two segments of one chain shows in the first tick behind it.
    const lost = second === 'n' && (after.flags & FLAG.break) !== 0 && ends && other.prev === notary.digest(one);
    must(ordered && (lost || after.seq === before.seq + 1), 'NOT_ADJACENT', `${second} does not follow ${first}`);
    if (lost || one === undefined || other === undefined || one === other) continue;
    must(
      ends && one.head_after === other.head_before,
      'SEGMENTS_APART',
      `the segments of ${first} and ${second} do not join`,
    );
  }
}
