import { joined, toHex, utf8 } from '../crypto/bytes.ts';
import { ms } from '../case.ts';
import { must } from '../codes.ts';
import { hourStart } from '../evidence.ts';
import { leafHash, nodeHash } from '../crypto/merkle.ts';
import type { RoundReceipt, RunName } from './round-document.ts';
import { bytesOf } from '../crypto/signatures.ts';
import type { Notary } from '../crypto/signatures.ts';
import { readRecord } from '../tick.ts';
import type { TickRecord } from '../tick.ts';

const HOUR_US = 3_600_000_000;
const FEED_MARKS = ['', '#replay', '#simulated'] as const;

/** Name of the stream of a round's prices. */
function streamName({ pair, pair_id: id }: RoundReceipt['result']): string {
  return `${pair}${FEED_MARKS[id % 4] ?? '#'}`;
}

/** The id of a round is the hash of what it is about (docs/receipts.md 6.5): nobody can call another round by it. */
export function checkMarket({ sha256 }: Notary, { result }: RoundReceipt): void {
  const seconds = ms(result.end - result.start) / 1_000;
  const key = `${result.realm}/${streamName(result)}/${seconds}/${ms(result.start)}`;
  const bytes = sha256(joined(utf8('tikvo/round/v1\0'), utf8(key))).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  must(toHex(bytes) === result.market.replaceAll('-', ''), 'IDS_DIFFER', 'the round is of another id');
}

/** The receipt of a round, or of an event. */
type Resulting = Pick<RoundReceipt, 'hours' | 'hour_proofs'> & {
  readonly result: Pick<RoundReceipt['result'], 't' | 'rules_hash'>;
};

/** When the hour began (us) in whose root a document stands among the events, as number `item`. */
export function hourOfEvent(
  notary: Notary,
  receipt: Pick<Resulting, 'hours' | 'hour_proofs'>,
  { item, document }: { readonly item: number; readonly document: unknown },
): number {
  const proof = receipt.hour_proofs.find(({ list, item: of }) => list === 'events' && of === item);
  const hour = proof === undefined ? undefined : receipt.hours[proof.hour]?.doc;
  must(proof !== undefined && hour !== undefined, 'FORM', 'no hour holds the result, or its rules');
  const at = { index: proof.index, count: hour.events.n, path: proof.path, root: hour.events.root };
  const stands = notary.stands(notary.plainLeaf(document), at);
  must(stands, 'HOUR_ROOT', `the result or its rules do not stand in the root of ${hour.hour}`);
  return hourStart(hour.hour);
}

/** The result stands in the root of an hour, and its rules in the same or an earlier one. */
export function checkResultHour(notary: Notary, receipt: Resulting): void {
  const { result } = receipt;
  const settled = hourOfEvent(notary, receipt, { item: 0, document: result });
  const rules = { v: 1, type: 'rules', rules_hash: result.rules_hash };
  const ruled = hourOfEvent(notary, receipt, { item: 1, document: rules });
  must(ruled <= settled, 'HOUR_ROOT', 'the rules were published after the result');
  must(result.t < settled + HOUR_US, 'HOUR_ROOT', 'the result is of a later time than the hour that holds it');
}

/** Each segment in the root of an hour. */
export function checkSegments(notary: Notary, receipt: RoundReceipt): void {
  for (const [item, one] of receipt.segments.entries()) {
    const proof = receipt.hour_proofs.find(({ list: kind, item: of }) => kind === 'ticks' && of === item);
    const hour = proof === undefined ? undefined : receipt.hours[proof.hour]?.doc;
    must(proof !== undefined && hour !== undefined, 'FORM', `no hour holds the segment ${item}`);
    const at = { index: proof.index, count: hour.ticks.n, path: proof.path, root: hour.ticks.root };
    must(notary.stands(notary.plainLeaf(one), at), 'HOUR_ROOT', `the segment ${item} does not stand in ${hour.hour}`);
    const same = one.pair_id === receipt.result.pair_id && one.pair === streamName(receipt.result);
    const whole = same && one.count === one.last_seq - one.first_seq + 1;
    must(whole && one.scale === receipt.result.scale, 'SEGMENT_SHAPE', `the segment ${item} is of another pair`);
  }
}

/** The ticks of a run, each proved in its segment; null: the receipt shows none. */
export function ticksOf(notary: Notary, receipt: RoundReceipt, name: RunName): readonly TickRecord[] | null {
  const run = receipt.runs.find((one) => one.end === name);
  if (run === undefined) return null;
  const ticks: TickRecord[] = [];
  let before: RoundReceipt['segments'][number] | null = null;
  for (const part of run.parts) {
    const own: RoundReceipt['segments'][number] | undefined = receipt.segments[part.segment];
    must(own !== undefined && part.recs.length > 0, 'FORM', 'a part of a run without its segment');
    const records = part.recs.map(bytesOf);
    const leaves = records.map((bytes) => leafHash(notary.sha256, bytes));
    const root = rangeRoot(notary, leaves, { first: part.first, count: own.count, nodes: part.nodes });
    must(root === own.root, 'TICK_ROOT', 'the run does not stand in its segment');
    const joins =
      before === null || (before.head_after === own.head_before && before.last_seq + 1 === own.first_seq + part.first);
    must(joins, 'SEGMENTS_APART', 'the parts of the run do not join');
    for (const [i, bytes] of records.entries()) {
      const tick = readRecord(bytes);
      must(tick !== null, 'TICK_RECORD', 'a record of the run is none');
      must(
        tick.stream === receipt.result.pair_id && tick.seq === own.first_seq + part.first + i,
        'TICK_PAIR',
        'a tick of another pair',
      );
      ticks.push(tick);
    }
    before = own;
  }
  return ticks;
}

/** Root from a run of leaves and the nodes beside it; null when they do not fit the tree. */
function rangeRoot(
  notary: Notary,
  leaves: readonly Uint8Array[],
  of: { readonly first: number; readonly count: number; readonly nodes: readonly string[] },
): string | null {
  const [a, b] = [of.first, of.first + leaves.length];
  if (a < 0 || b > of.count) return null;
  const left = of.nodes.map(bytesOf);
  const build = (low: number, high: number): Uint8Array | null => {
    if (high <= a || low >= b) return left.shift() ?? null;
    if (high - low === 1) return leaves[low - a] ?? null;
    let split = 1;
    while (split * 2 < high - low) split *= 2;
    const [one, other] = [build(low, low + split), build(low + split, high)];
    return one === null || other === null ? null : nodeHash(notary.sha256, one, other);
  };
  const root = build(0, of.count);
  return root === null || left.length > 0 ? null : toHex(root);
}
