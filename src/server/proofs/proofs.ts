import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ProofDocument } from '#domain/proofs/documents.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { loadPairs } from '#server/prices/index.ts';
import { Absence } from './receipts/absence.ts';
import { anchorDue } from './anchors/anchors.ts';
import { forgetOldTicks, TICKS_KEPT_MS } from './archive.ts';
import { areLost, transparencyFolder, writeEventReceipts, writeFiles, writeRounds } from './files.ts';
import { Loop } from './loop.ts';
import { Prover, SHARD } from './prover.ts';
import { publishDue } from './publisher.ts';
import { documentProof } from './receipts/document-proof.ts';
import { receiptOf, type ReceiptKey } from './receipts/receipt.ts';
import { RulesCache } from './rules-cache.ts';
import { SigningService } from './signing/signing-service.ts';
import { SignerAway, type Signer } from './signing/signer.ts';
import { readHead } from './store-batches.ts';
import { manifestNo, newestManifest } from './keys/store-keys.ts';
import { Trees } from './receipts/trees.ts';
import { watchWaiting } from './waiting.ts';
import { HOUR_MS } from '#domain/time.ts';

/** A batch is proven at most this long after its commit where nobody told us of it, ms. */
const POLL_MS = 400;
/** What a hint waits for, so that a busy second is a few steps and not hundreds, ms. */
const GATHER_MS = 100;
const PUBLISH_MS = 20_000;
/** A round's last tick may come ten minutes late, and the hour root of it an hour after that, ms. */
const LATE_ROUNDS_MS = 6 * HOUR_MS;

export interface ProofsParts {
  readonly config: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'archiveDir'>>;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signer: Signer;
}

export interface Proofs {
  /** Begins to follow the batches and to publish the hours. */
  start(): void;
  stop(): Promise<void>;
  /** Proves every committed batch that is not proven yet; nothing while the signer is away. */
  prove(): Promise<void>;
  /** Signs the roots of hours that are over, and writes the files that are missing. */
  publish(): Promise<void>;
  /** A receipt of an own prediction; null: there is none; `elsewhere`: in an archive that cannot be read from here. Throws NotProvenYet. */
  receipt(key: ReceiptKey): Promise<ProofDocument | 'elsewhere' | null>;
  /** The hour root that holds a document of the list `events`, with its proof, and the keys; `hours` is empty while none holds it. */
  documentProof(name: string): Promise<ProofDocument>;
  /** H(JCS()) of the newest admit-batch record, hex. */
  admitHead(): string;
  /** Is the signer there? Never rejects. */
  signerAnswers(): Promise<boolean>;
  /** Folder of the transparency files. */
  readonly folder: string;
  /** Where older segments are; null: nowhere. */
  readonly archive: string | null;
}

/** What lets people check results: proofs of batches, hour roots, files, receipts. Begins without the signer: it may come later. */
export async function createProofs({ config, db, bus, clock, log, signer }: ProofsParts): Promise<Proofs> {
  const service = new SigningService({ db, signer, clock, log });
  const absence = new Absence({ clock, log });
  const archive = config.archiveDir ?? null;
  const rules = new RulesCache();
  const prover = new Prover({ db, service, rules });
  const trees = new Trees(db, archive);
  const folder = transparencyFolder(config.dataDir);
  let head = (await readHead(db, SHARD)).admit.hash.toString('hex');
  let publishing: Loop | null = null;
  const signing = (work: () => Promise<void>) =>
    asFarAsSigned({ service, absence, came: () => publishing?.soon(GATHER_MS) }, work);
  const prove = () =>
    signing(async () => {
      if ((await prover.catchUp()) > 0) head = (await readHead(db, SHARD)).admit.hash.toString('hex');
    });
  /** Files may be missing: after the start, and after a failure between root and files. */
  let behind = true;
  /** Number of the newest manifest among the files. */
  let keysShown = 0;
  const publish = async () => {
    await prove();
    let hours: readonly number[] = [];
    let anchors = 0;
    await signing(async () => {
      hours = await publishDue({ db, service, scaleOf, rules }, clock.now());
      anchors = await anchorDue({ db, service }, clock.now());
    });
    const manifest = await newestManifest(db);
    if (manifest === null) return;
    const lost = behind || (await areLost(folder));
    const keys = manifestNo(manifest);
    if (hours.length === 0 && anchors === 0 && !lost && keys === keysShown) return;
    behind = true;
    await writeFiles({ db, folder, archive, log });
    await writeRounds({ db, rules, trees, folder }, clock.now() - (lost ? TICKS_KEPT_MS : LATE_ROUNDS_MS));
    await writeEventReceipts({ db, rules, trees, folder }, lost ? 0 : clock.now() - LATE_ROUNDS_MS);
    behind = false;
    keysShown = keys;
    if (hours.length === 0) return;
    const removed = await forgetOldTicks(folder, { archive, now: clock.now() });
    log.info({ hours: hours.length, removed }, 'hour roots published');
    await trees.openHour(Math.max(...hours));
  };
  const stops: (() => unknown)[] = [];
  return {
    folder,
    archive,
    start() {
      const proving = new Loop({ name: 'proving', everyMs: POLL_MS, gatherMs: GATHER_MS, run: prove, log });
      publishing = new Loop({ name: 'publishing', everyMs: PUBLISH_MS, gatherMs: GATHER_MS, run: publish, log });
      const looking = watchWaiting({ db, clock, log }, SHARD);
      const unsubscribe = bus.subscribe('trading.prediction', () => proving.soon(GATHER_MS));
      stops.push(unsubscribe, ...[proving, publishing, looking].map((loop) => () => loop.stop()));
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
    prove,
    publish,
    receipt: (key) => receiptOf({ db, rules, trees, archive, catchUp: prove }, key),
    documentProof: (name) => documentProof({ db, trees }, name),
    admitHead: () => head,
    signerAnswers: () =>
      signer.keys().then(
        () => true,
        () => false,
      ),
  };
}

/** Does what needs signatures, as far as there is a signer with our keys: what is missing is made up later. `came`: what is due was missed meanwhile. */
async function asFarAsSigned(
  {
    service,
    absence,
    came,
  }: { readonly service: SigningService; readonly absence: Absence; readonly came: () => void },
  work: () => Promise<void>,
): Promise<void> {
  try {
    const mayProve = await service.ready();
    if (absence.back()) came();
    if (mayProve) await work();
  } catch (error) {
    if (!(error instanceof SignerAway)) throw error;
    absence.away(error);
  }
}

const SCALES: ReadonlyMap<string, number> = new Map(loadPairs().map((pair) => [pair.id, pair.scale]));

function scaleOf(pairId: string): number {
  const scale = SCALES.get(pairId);
  if (scale === undefined) throw new Error(`there are ticks of the unknown pair ${pairId}`);
  return scale;
}
