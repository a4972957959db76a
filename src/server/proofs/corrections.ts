import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Role } from '#domain/identity/actor.ts';
import { predictionCorrected } from '#domain/ledger/entries.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { asymmetryOf, type JudgedPrediction } from '#domain/proofs/correction.ts';
import { documentHash, joined, NO_PREV } from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { correctionDocument } from '#domain/proofs/publication.ts';
import type { Realm } from '#domain/realm.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { ConfigError } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { houseAccounts, personAccounts, postNew } from '#server/ledger/index.ts';
import type { AccountId, HouseAccounts, PersonAccounts } from '#server/ledger/contract.ts';
import { lockAccounts, type LockedAccount } from '#server/ledger/post.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { admissionOf, correctedOf, settlementOf } from './receipts/proofs-of.ts';
import { Prover, SHARD } from './prover.ts';
import type { EngineRows } from './engine-rows.ts';
import { RulesCache } from './rules-cache.ts';
import { SigningService } from './signing/signing-service.ts';
import type { Signer } from './signing/signer.ts';
import {
  correctionsBetween,
  lockProposal,
  insertCorrection,
  insertProposal,
  insertTakenBack,
  lastCorrectionBefore,
  nameOfStream,
  openOn,
  overlapsCorrection,
  streamOf,
  type Proposal,
} from './store-corrections.ts';
import { lastArchived } from './store-archive.ts';
import { settledOn, type ProvenPrediction } from './store-predictions.ts';

/** A range that somebody holds to be wrong. `stream`: pair id, with `#replay` or `#simulated` behind it for those feeds. */
export interface WrongTicks {
  readonly stream: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Why, for everybody to read. */
  readonly clause: string;
  /** SHA-256 of what shows it. */
  readonly evidence: Buffer;
}

/** What a correction did. Sums of stakes, 10^-6. */
export interface Corrected {
  readonly no: number;
  readonly count: number;
  readonly sum: Readonly<Record<Realm, Usdt>>;
}

export type CorrectionRefusal =
  | 'no-stream'
  | 'not-there-yet'
  | 'no-range'
  | 'no-proposal'
  | 'approved-already'
  | 'same-person'
  | 'overlaps'
  | 'still-open'
  | 'archived';

/** Who acts: an administrator or a resolver. */
export interface Corrector {
  readonly userId: string;
  readonly role: Role;
}

/** Two different people take back every prediction on a range of wrong ticks, whatever its outcome (rule I18). */
export interface Corrections {
  propose(by: Corrector, wrong: WrongTicks): Promise<{ readonly id: string } | CorrectionRefusal>;
  /** 'still-open': predictions on the range have not ended; approve again when they have. */
  approve(by: Corrector, proposalId: string): Promise<Corrected | CorrectionRefusal>;
}

export interface CorrectionsParts {
  readonly db: Pool;
  readonly signer: Signer;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Pick<Logger, 'error'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly engine: Pick<EngineRows, 'markCorrected'>;
}

/** Throws ConfigError where the signer has other keys than the proofs, SignerAway where it does not answer. */
export async function createCorrections(parts: CorrectionsParts): Promise<Corrections> {
  const { db, clock, audit, engine } = parts;
  const service = new SigningService(parts);
  if (!(await service.ready())) throw new ConfigError(['The keys of the proofs are with another signer.']);
  const rules = new RulesCache();
  const prover = new Prover({ db, service, rules });
  return {
    propose: (by, wrong) =>
      transaction(db, async (tx) => {
        const stream = await streamOf(tx, wrong.stream);
        if (stream === null) return 'no-stream';
        if (!(wrong.fromSeq >= 1 && wrong.toSeq >= wrong.fromSeq)) return 'no-range';
        if (wrong.toSeq >= stream.lastSeq) return 'not-there-yet';
        const proposal = {
          id: randomUUID(),
          ...wrong,
          stream: stream.stream,
          proposedBy: by.userId,
          proposedAt: clock.now(),
        };
        await insertProposal(tx, proposal);
        await audit.write(tx, entryOf('ticks.correction_proposed', by, proposal));
        return { id: proposal.id };
      }),
    async approve(by, proposalId) {
      // Every prediction on the range has its salt and its proof then.
      await prover.catchUp();
      return transaction(db, async (tx) => {
        const proposal = await lockProposal(tx, proposalId);
        const refusal = await refuse(tx, proposal, by.userId);
        if (refusal !== null || proposal === null) return refusal ?? 'no-proposal';
        const done = await correct(tx, { proposal, by: by.userId, at: clock.now(), service, rules, ...engine });
        await audit.write(tx, entryOf('ticks.corrected', by, proposal));
        return done;
      });
    },
  };
}

function entryOf(action: string, by: Corrector, proposal: Proposal): Parameters<Audit['write']>[1] {
  return {
    actorId: by.userId,
    role: by.role,
    action,
    objectType: 'tick_correction',
    objectId: proposal.id,
    reason: proposal.clause,
    after: { stream: proposal.stream, fromSeq: proposal.fromSeq, toSeq: proposal.toSeq },
  };
}

async function refuse(
  tx: PoolClient,
  proposal: (Proposal & { readonly approved: boolean }) | null,
  by: string,
): Promise<CorrectionRefusal | null> {
  if (proposal === null) return 'no-proposal';
  if (proposal.approved) return 'approved-already';
  if (proposal.proposedBy === by) return 'same-person';
  if (await overlapsCorrection(tx, proposal)) return 'overlaps';
  if ((await openOn(tx, proposal)).count > 0) return 'still-open';
  // What was given out as final, and cannot be shown to follow from its ticks any more.
  const archived = (await lastArchived(tx))?.toBatch ?? 0;
  const settled = await settledOn(tx, proposal);
  return settled.some(({ end }) => end !== null && end.batch <= archived) ? 'archived' : null;
}

interface Correcting {
  readonly proposal: Proposal;
  readonly by: string;
  readonly at: number;
  readonly service: SigningService;
  readonly rules: RulesCache;
  readonly markCorrected: EngineRows['markCorrected'];
}

async function correct(tx: PoolClient, what: Correcting): Promise<Corrected> {
  const { proposal, by, at, service } = what;
  await service.renew(tx);
  const all = await settledOn(tx, proposal);
  const taken = all.filter((one) => !one.corrected && one.end?.outcome !== 'VOID');
  requireEven(proposal, all);
  const leaves: Uint8Array[] = [];
  for (const prediction of taken) leaves.push(await newLeaf(tx, prediction, what));
  const no = (await lastCorrectionBefore(tx, Number.MAX_SAFE_INTEGER)) + 1;
  const [last] = await correctionsBetween(tx, no - 2, no - 1);
  const sum = { demo: sumOf(taken, 'demo'), real: sumOf(taken, 'real') };
  const doc = correctionDocument(sha256, {
    ...proposal,
    no,
    name: await nameOfStream(tx, proposal.stream),
    evidenceSha256: proposal.evidence.toString('hex'),
    approvedBy: [proposal.proposedBy, by],
    at,
    sum,
    voided: leaves,
    prev: last === undefined ? NO_PREV : toHex(documentHash(sha256, JSON.parse(last.doc) as typeof doc)),
    keyId: service.keyId('batch', at),
  });
  await insertCorrection(tx, {
    ...proposal,
    no,
    proposal: proposal.id,
    approvedBy: by,
    at,
    doc: canonicalJson(doc),
    sig: await service.sign('correction', doc),
    leaves: Buffer.from(joined(...leaves)),
  });
  await moveMoney(tx, taken, { correction: no, markCorrected: what.markCorrected });
  return { no, count: taken.length, sum };
}

/** Rule I18, asked once more of what is about to be done. Throws where the two sides would not be treated alike. */
function requireEven(proposal: Proposal, all: readonly ProvenPrediction[]): void {
  const judged = all.map((one): JudgedPrediction => ({
    ...one,
    entrySeq: one.entrySeq,
    exitSeq: one.end?.exitSeq ?? null,
  }));
  const uneven = asymmetryOf(proposal, judged, new Set(all.map(({ id }) => id)));
  if (uneven !== null) throw new Error(`a correction would be uneven: ${JSON.stringify(uneven)}`);
}

async function newLeaf(tx: PoolClient, prediction: ProvenPrediction, { rules, at }: Correcting): Promise<Uint8Array> {
  const { userSalt } = prediction;
  if (userSalt === null) throw new Error(`prediction ${prediction.id} is not proven`);
  const scale = await rules.scaleOf(tx, prediction);
  const admission = admissionOf(prediction, { userSalt, scale });
  const settlement = settlementOf(prediction, admission);
  return correctedOf(prediction, { admission, settlement, at }).leaf;
}

function sumOf(predictions: readonly ProvenPrediction[], realm: Realm): Usdt {
  return usdt(predictions.filter((one) => one.realm === realm).reduce((sum, one) => sum + one.stake, 0n));
}

interface Moving {
  readonly correction: number;
  readonly markCorrected: EngineRows['markCorrected'];
  readonly house: HouseAccounts;
  readonly people: ReadonlyMap<string, PersonAccounts>;
  readonly cash: Map<AccountId, bigint>;
}

/** Reversing journals: what each prediction brought or cost goes back, as far as it is still there. */
async function moveMoney(
  tx: PoolClient,
  taken: readonly ProvenPrediction[],
  with_: Pick<Moving, 'correction' | 'markCorrected'>,
): Promise<void> {
  const house = await houseAccounts(tx, SHARD);
  const people = await accountsOf(tx, taken);
  // All at once in the order of ids, as every writer locks.
  const locked = await lockAccounts(tx, [
    ...new Set([...people.values()].map(({ cash }) => cash).concat(house.demo.pnl, house.real.pnl)),
  ]);
  const cash = new Map([...locked].map(([id, account]) => [id, balanceOf(account)]));
  for (const prediction of taken) await moveOne(tx, prediction, { ...with_, house, people, cash });
}

async function moveOne(tx: PoolClient, prediction: ProvenPrediction, with_: Moving): Promise<void> {
  const { realm, id, stake } = prediction;
  const account = with_.people.get(personKey(prediction))?.cash;
  if (account === undefined) throw new Error(`no accounts of ${prediction.userId}`);
  const there = with_.cash.get(account) ?? 0n;
  const gain = (prediction.end?.credit ?? stake) - stake;
  const due = gain > 0n ? gain : 0n;
  const back = due < there ? due : there;
  const given = gain < 0n ? -gain : 0n;
  const journal = predictionCorrected({
    realm,
    predictionId: id,
    cash: account,
    pnl: with_.house[realm].pnl,
    taken: usdt(back),
    given: usdt(given),
  });
  if (journal !== null) await postNew(tx, journal);
  with_.cash.set(account, there - back + given);
  await insertTakenBack(tx, { id, realm, correction: with_.correction, credit: stake, shortfall: usdt(due - back) });
  await with_.markCorrected(tx, { id, realm });
}

async function accountsOf(
  tx: PoolClient,
  predictions: readonly ProvenPrediction[],
): Promise<ReadonlyMap<string, PersonAccounts>> {
  const accounts = new Map<string, PersonAccounts>();
  for (const realm of ['real', 'demo'] as const) {
    const ownerIds = [...new Set(predictions.filter((one) => one.realm === realm).map(({ userId }) => userId))];
    if (ownerIds.length === 0) continue;
    for (const [userId, found] of await personAccounts(tx, { ownerIds, realm })) {
      accounts.set(personKey({ realm, userId }), found);
    }
  }
  return accounts;
}

function personKey({ realm, userId }: { readonly realm: Realm; readonly userId: string }): string {
  return `${realm}/${userId}`;
}

function balanceOf({ normal, credits, debits }: LockedAccount): bigint {
  return normal === 'C' ? credits - debits : debits - credits;
}
