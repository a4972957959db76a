import { toDecimal, usdt } from '#domain/money.ts';
import { GROUP_RULES } from '#domain/prices/pair.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { leafHash } from '#domain/proofs/merkle.ts';
import { genesisHead } from '#domain/proofs/tick-record.ts';
import { toHex } from '#domain/proofs/hash.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import { rulesDocument } from '#domain/trading/rules.ts';
import { chance, playPredictions, playTicks, STREAM, T0, type Ended } from './play.ts';
import { createKeys } from './keys.ts';
import { digest, EMPTY_ROOT, plainLeaf, saltedLeaf, sha256, Tree, ZEROS } from './signers.ts';

/** Any JSON object: receipts are made as the paper says, not as a type of either side does. */
export type Doc = Record<string, unknown>;

export interface MadeReceipt {
  readonly kind: string;
  readonly receipt: Doc;
}

export interface MadeWorld {
  readonly root: string;
  readonly receipts: readonly MadeReceipt[];
  readonly hours: readonly { readonly doc: Doc; readonly sig: string }[];
  /** Signs another root for the hour: what a forked history looks like. */
  readonly signHour: (doc: Doc) => string;
  /** The key manifest after this one, in which every key ended at `at` (ms), and is lost. */
  readonly endedKeys: (at: number) => Doc;
  readonly ticks: readonly Tick[];
}

const us = (t: number) => t * 1_000;
const HOUR_MS = 3_600_000;

/** A world of ten minutes with about `count` receipts in it, all of them right. Same seed, same world (but for its keys). */
export function makeWorld(options: {
  readonly seed: number;
  readonly count: number;
  /** What a dishonest house would settle instead: it is signed like the truth. */
  readonly alter?: (ended: Ended, ticks: readonly Tick[]) => Ended;
}): MadeWorld {
  const next = chance(options.seed);
  const ticks = playTicks(next);
  const rules = rulesDocument({
    group: 'crypto',
    kind: 'replay',
    staleAfterMs: GROUP_RULES.crypto.staleAfterMs,
    maxEntryWaitMs: GROUP_RULES.crypto.maxEntryWaitMs,
    pairs: PAIRS,
  });
  const played = playPredictions(ticks, next, { count: options.count, rulesHash: digest(rules) });
  const { running } = played;
  const ended = played.ended.map((end) => options.alter?.(end, ticks) ?? end);
  const keys = createKeys();
  const segments = makeSegments(ticks);
  const admitted = [...ended.map(({ open }) => open), ...running];
  const admissions = new Batches('admit-batch', keys.batch);
  for (const open of admitted) admissions.add(open.prediction.admittedAt, open.prediction, admissionOf(open));
  const settlements = new Batches('settle-batch', keys.batch);
  const shown = new Map<string, Shown>();
  for (const end of ended) {
    const ticksShown = shownTicks(end, ticks);
    shown.set(end.open.prediction.id, ticksShown);
    settlements.add(end.at, end.open.prediction, settlementOf(end, ticksShown));
  }
  admissions.close();
  settlements.close();
  const hours = makeHours({ keys, segments, admissions, settlements });
  const receipts = [...ended, ...running.map((open) => ({ open }))].map((one) => {
    const { open } = one;
    const finished = 'finish' in one ? one : null;
    const ticksOf = shown.get(open.prediction.id) ?? entryTicks(open, ticks);
    const receipt = assemble({ open, ticks: ticksOf, segments, admissions, settlements, hours, rules, keys });
    return {
      kind: finished === null ? 'open' : (finished.finish.verdict.voidReason ?? finished.finish.verdict.outcome),
      receipt,
    };
  });
  return {
    root: keys.root.pub,
    receipts,
    hours: hours.map(({ doc, sig }) => ({ doc, sig })),
    signHour: (doc) => keys.hour.sign('tikvo/hour/v1', doc),
    endedKeys: keys.ended,
    ticks,
  };
}

type Keys = ReturnType<typeof createKeys>;

interface MadeSegment {
  readonly doc: Doc;
  readonly first: number;
  readonly last: number;
  readonly tree: Tree;
  readonly hour: number;
}

function makeSegments(ticks: readonly Tick[]): readonly MadeSegment[] {
  const made: MadeSegment[] = [];
  for (const hour of new Set(ticks.map(({ t }) => Math.floor(t / HOUR_MS)))) {
    const own = ticks.filter(({ t }) => Math.floor(t / HOUR_MS) === hour);
    const [first, last] = [own[0]!, own.at(-1)!];
    const before =
      ticks[first.seq - 2]?.head ?? genesisHead(sha256, { stream: STREAM, t0: T0, name: 'BTC-USD#replay' });
    const tree = new Tree(own.map(({ record }) => leafHash(sha256, record)));
    const doc = {
      v: 1,
      type: 'tick-segment',
      pair: 'BTC-USD#replay',
      pair_id: STREAM,
      scale: 2,
      hour: hourName(hour),
      first_seq: first.seq,
      last_seq: last.seq,
      count: own.length,
      head_before: toHex(before),
      head_after: toHex(last.head),
      root: tree.root(),
      file_sha256: digest({ file: hour }),
      prev: made.length === 0 ? ZEROS : digest(made.at(-1)!.doc),
    };
    made.push({ doc, first: first.seq, last: last.seq, tree, hour });
  }
  return made;
}

function hourName(hour: number): string {
  return new Date(hour * HOUR_MS).toISOString().replace('.000', '');
}

interface BatchLeaf {
  readonly id: string;
  readonly salt: string;
  readonly document: Doc;
}

/** Batches of one type: leaves of one time stand together, in the order of their ids. */
class Batches {
  readonly #type: string;
  readonly #signer: Keys['batch'];
  readonly #open = new Map<number, BatchLeaf[]>();
  readonly #places = new Map<string, { batch: number; index: number }>();
  readonly made: {
    readonly doc: Doc;
    readonly sig: string;
    readonly tree: Tree;
    readonly leaves: readonly BatchLeaf[];
  }[] = [];

  constructor(type: string, signer: Keys['batch']) {
    this.#type = type;
    this.#signer = signer;
  }

  add(t: number, { id, salt }: { readonly id: string; readonly salt: string }, document: Doc): void {
    this.#open.set(t, [...(this.#open.get(t) ?? []), { id, salt, document }]);
  }

  close(): void {
    for (const [t, unsorted] of [...this.#open].toSorted(([a], [b]) => a - b)) {
      const leaves = unsorted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const tree = new Tree(leaves.map(({ salt, document }) => saltedLeaf(salt, document)));
      const before = this.made.at(-1);
      const doc = {
        v: 1,
        type: this.#type,
        shard: 0,
        no: this.made.length + 1,
        batch: this.made.length + 1,
        epoch: 1,
        t: us(t),
        count: leaves.length,
        root: tree.root(),
        prev: before === undefined ? ZEROS : digest(before.doc),
        key: this.#signer.id,
      };
      for (const [index, { id }] of leaves.entries()) this.#places.set(id, { batch: this.made.length, index });
      this.made.push({ doc, sig: this.#signer.sign('tikvo/batch/v1', doc), tree, leaves });
    }
  }

  /** The proof of docs/receipts.md 6, and which batch it is; null: not in any. */
  proof(id: string): { readonly proof: Doc; readonly document: Doc; readonly no: number } | null {
    const place = this.#places.get(id);
    if (place === undefined) return null;
    const { doc, sig, tree, leaves } = this.made[place.batch]!;
    const { salt, document } = leaves[place.index]!;
    const proof = { salt, index: place.index, count: leaves.length, path: tree.path(place.index), batch: doc, sig };
    return { proof, document, no: place.batch };
  }
}

function admissionOf({ prediction }: OpenPrediction): Doc {
  return {
    v: 1,
    type: 'admission',
    id: prediction.id,
    realm: prediction.realm,
    user: digest(prediction.userId),
    pair: prediction.pairId,
    feed: prediction.feed,
    pair_id: STREAM,
    scale: 2,
    dir: prediction.direction,
    stake: toDecimal(prediction.stake),
    payout_bps: prediction.payoutBps,
    rules_hash: prediction.rulesHash,
    t_adm: us(prediction.admittedAt),
    k_adm: prediction.kAdm,
    h_adm: prediction.hAdm,
    duration_us: us(prediction.durationMs),
  };
}

type Shown = readonly { readonly role: string; readonly tick: Tick }[];

function entryTicks({ prediction }: OpenPrediction, ticks: readonly Tick[]): Shown {
  const seq = prediction.entry?.seq;
  if (seq === undefined) return [];
  return roles(ticks, [
    ['e-1', seq - 1],
    ['e', seq],
  ]);
}

function roles(ticks: readonly Tick[], wanted: readonly (readonly [string, number])[]): Shown {
  return wanted.flatMap(([role, seq]) => {
    const tick = ticks[seq - 1];
    return tick === undefined ? [] : [{ role, tick }];
  });
}

function shownTicks({ open, finish }: Ended, ticks: readonly Tick[]): Shown {
  const entry = entryTicks(open, ticks);
  if (finish.exit !== null)
    return [
      ...entry,
      ...roles(ticks, [
        ['x', finish.exit.seq],
        ['x+1', finish.exit.seq + 1],
      ]),
    ];
  const { kAdm, admittedAt, expiresAt, entry: mark } = open.prediction;
  const [above, until] =
    mark === null || expiresAt === null ? [kAdm, admittedAt + open.rule.maxEntryWaitMs] : [mark.seq, expiresAt];
  const n = ticks.find((tick) => tick.seq > above && tick.t > until);
  const fault =
    n === undefined
      ? []
      : roles(ticks, [
          ['n-1', n.seq - 1],
          ['n', n.seq],
        ]);
  return [...entry, ...fault];
}

/** H over the records of the roles that the settlement binds. */
export function ticksHash(shown: readonly { readonly role: string; readonly record: Uint8Array }[]): string {
  const bound = ['e-1', 'e', 'x', 'x+1', 's-1', 's'].flatMap(
    (role) => shown.find((one) => one.role === role)?.record ?? [],
  );
  return toHex(sha256(Buffer.concat(bound)));
}

function settlementOf({ open, finish, at }: Ended, shown: Shown): Doc {
  const { prediction } = open;
  return {
    v: 1,
    type: 'settlement',
    id: prediction.id,
    realm: prediction.realm,
    admission: digest(admissionOf(open)),
    outcome: finish.verdict.outcome,
    credit: toDecimal(usdt(finish.verdict.credit)),
    reason: finish.verdict.voidReason,
    entry_seq: prediction.entry?.seq ?? null,
    exit_seq: finish.exit?.seq ?? null,
    ticks: ticksHash(shown.map(({ role, tick }) => ({ role, record: tick.record }))),
    t: us(at),
    sale: null,
    replaces: null,
  };
}

interface MadeHour {
  readonly doc: Doc;
  readonly sig: string;
  readonly trees: Readonly<Record<'ticks' | 'admit' | 'settle', Tree>>;
}

interface HourParts {
  readonly keys: Keys;
  readonly segments: readonly MadeSegment[];
  readonly admissions: Batches;
  readonly settlements: Batches;
}

/** One root for each hour with a segment; a batch stands in the root of its hour. */
function makeHours({ keys, segments, admissions, settlements }: HourParts): readonly MadeHour[] {
  const made: MadeHour[] = [];
  for (const { hour, doc: segment } of segments) {
    const inHour = (batches: Batches) =>
      batches.made.filter(({ doc }) => Math.floor(Number(doc['t']) / us(HOUR_MS)) === hour);
    const trees = {
      ticks: new Tree([plainLeaf(segment)]),
      admit: new Tree(inHour(admissions).map(({ doc }) => plainLeaf(doc))),
      settle: new Tree(inHour(settlements).map(({ doc }) => plainLeaf(doc))),
    };
    const part = (tree: Tree) => ({ n: tree.count, root: tree.root() });
    const doc = {
      v: 1,
      type: 'hour',
      hour: hourName(hour),
      prev: made.length === 0 ? ZEROS : digest(made.at(-1)!.doc),
      ticks: part(trees.ticks),
      admit: part(trees.admit),
      settle: part(trees.settle),
      fair: { n: 0, root: EMPTY_ROOT },
      events: { n: 0, root: EMPTY_ROOT },
      corrections: { n: 0, root: EMPTY_ROOT },
      audit: { seq: 1, head: ZEROS },
      ledger: [{ shard: 0, batch: 1, head: ZEROS }],
      key: keys.hour.id,
    };
    made.push({ doc, sig: keys.hour.sign('tikvo/hour/v1', doc), trees });
  }
  return made;
}

interface Assembly extends HourParts {
  readonly open: OpenPrediction;
  readonly ticks: Shown;
  readonly hours: readonly MadeHour[];
  readonly rules: unknown;
}

function assemble({ open, ticks, segments, admissions, settlements, hours, rules, keys }: Assembly): Doc {
  const { id, realm } = open.prediction;
  const admitted = admissions.proof(id)!;
  const settled = settlements.proof(id);
  const segmentOf = (tick: Tick) => segments.findIndex(({ first, last }) => first <= tick.seq && tick.seq <= last);
  const used = [...new Set(ticks.map(({ tick }) => segmentOf(tick)))];
  const hourProofs: Doc[] = [];
  const usedHours: number[] = [];
  const prove = (list: 'ticks' | 'admit' | 'settle', item: number, at: { hour: number; index: number }) => {
    if (!usedHours.includes(at.hour)) usedHours.push(at.hour);
    const path = hours[at.hour]!.trees[list].path(at.index);
    hourProofs.push({ list, item, hour: usedHours.indexOf(at.hour), index: at.index, path });
  };
  for (const [item, segment] of used.entries()) prove('ticks', item, { hour: segment, index: 0 });
  prove('admit', 0, placeOf(admissions, admitted.no, segments));
  if (settled !== null) prove('settle', 0, placeOf(settlements, settled.no, segments));
  return {
    v: 1,
    type: 'receipt',
    id,
    realm,
    admission: admitted.document,
    admit_proof: admitted.proof,
    ticks: ticks.map(({ role, tick }) => ({ role, rec: toHex(tick.record) })),
    segments: used.map((segment) => segments[segment]!.doc),
    tick_proofs: ticks.map(({ tick }) => {
      const segment = segmentOf(tick);
      const index = tick.seq - segments[segment]!.first;
      return { segment: used.indexOf(segment), index, path: segments[segment]!.tree.path(index) };
    }),
    result: settled?.document ?? null,
    settle_proof: settled?.proof ?? null,
    correction: null,
    hours: usedHours.map((hour) => ({ doc: hours[hour]!.doc, sig: hours[hour]!.sig })),
    hour_proofs: hourProofs,
    rules,
    keys: keys.manifest,
  };
}

/** Which hour a batch stands in, and where. */
function placeOf(batches: Batches, no: number, segments: readonly MadeSegment[]): { hour: number; index: number } {
  const hourOf = (doc: Doc) => Math.floor(Number(doc['t']) / us(HOUR_MS));
  const own = hourOf(batches.made[no]!.doc);
  const index = batches.made.filter(({ doc }, i) => i < no && hourOf(doc) === own).length;
  return { hour: segments.findIndex(({ hour }) => hour === own), index };
}
