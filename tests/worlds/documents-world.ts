import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import sharp from 'sharp';
import type { DocumentName, DocumentSide } from '#domain/verification/documents.ts';
import { createAudit, type Audit, type Staff } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { createLog } from '#server/logging/log.ts';
import { openObjects, type Objects } from '#server/objects/index.ts';
import { createVault, type Vault } from '#server/vault/index.ts';
import {
  createDocuments,
  createReviews,
  type DocumentParts,
  type Documents,
  type Reviews,
} from '#server/verification/documents/index.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import { createLegalNames, type LegalNames } from '#server/verification/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';

/** The parts of documents on what a world has. No video is taken: nothing here looks into one. */
export function documentPartsOf(has: {
  readonly config: Config;
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: DocumentParts['log'];
  readonly vault: Vault;
  readonly audit: Audit;
  readonly objects?: Objects;
}): DocumentParts {
  const names = createLegalNames(has);
  return {
    ...has,
    objects: has.objects ?? openObjects(has.config.objects),
    settings: STANDARD_SETTINGS,
    nameGiven: async (db, userId) => (await names.of(db, userId)).status !== 'PENDING_NAME',
    videoTaken: () => Promise.resolve(false),
  };
}

export const documentsOf = (has: Parameters<typeof documentPartsOf>[0]): Documents =>
  createDocuments(documentPartsOf(has));

/** Documents on a database and a folder of their own, with a clock that stands until it is moved. */
export interface DocumentsWorld {
  readonly parts: DocumentParts;
  readonly documents: Documents;
  readonly reviews: Reviews;
  readonly database: TestDatabase;
  readonly config: Config;
  readonly audit: Audit;
  readonly names: LegalNames;
  readonly clock: { at: number };
  /** Somebody with an account, who gave a legal name unless said. */
  person(name?: 'named' | 'nameless'): Promise<string>;
  officer(): Promise<Staff>;
  /** Names of the objects that are kept. */
  objects(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openDocumentsWorld(): Promise<DocumentsWorld> {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tikvo-documents-'));
  const config = readConfig({ PORT: '3000', DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const clock = { at: Date.UTC(2026, 10, 20, 12), now: () => clock.at };
  const vault = createVault({ config });
  const audit = createAudit({ vault, clock });
  const parts = documentPartsOf({ config, db: database.pool, clock, log: createLog(config), vault, audit });
  const account = async (role: string) => {
    const id = randomUUID();
    await database.pool.query('INSERT INTO app_user (id, role, created_at) VALUES ($1, $2, now())', [id, role]);
    return id;
  };
  return {
    parts,
    documents: createDocuments(parts),
    reviews: createReviews(parts),
    database,
    config,
    audit,
    names: createLegalNames({ config, vault, clock }),
    clock,
    person: async (name = 'named') => {
      const id = await account('USER');
      if (name === 'named') {
        await database.pool.query(`INSERT INTO legal_name (user_id, status) VALUES ($1, 'APPROVED')`, [id]);
      }
      return id;
    },
    officer: async () => ({
      kind: 'staff',
      userId: await account('COMPLIANCE'),
      role: 'COMPLIANCE',
      sessionId: randomUUID(),
    }),
    objects: () => objectsIn(dataDir),
    close: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Names of the objects that are kept in a data folder. */
export async function objectsIn(dataDir: string): Promise<readonly string[]> {
  const folder = join(dataDir, 'files', 'objects');
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** A picture of a card with something on it; another one for each `shade`. */
export async function card(shade = 40): Promise<Buffer> {
  const bars = { create: { width: 500, height: 120, channels: 3 as const, background: { r: shade, g: 20, b: 60 } } };
  return sharp({ create: { width: 640, height: 420, channels: 3, background: { r: 220, g: 224, b: 232 } } })
    .composite([{ input: bars, top: 60, left: 70 }])
    .jpeg()
    .toBuffer();
}

/** What a person says of a file before it comes. */
export const aheadOf = (document: DocumentName, side: DocumentSide, bytes: Buffer) => ({
  document,
  side,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Uploads a file in one part; the id of it. Throws where it is refused. */
export async function upload(
  documents: Documents,
  userId: string,
  file: { readonly document: DocumentName; readonly side?: DocumentSide; readonly bytes?: Buffer },
): Promise<string> {
  const { document, side = 'front', bytes = await card() } = file;
  const begun = await documents.begin(userId, aheadOf(document, side, bytes));
  if (!begun.ok) throw new Error(JSON.stringify(begun.refusal));
  const { id } = begun.value;
  await documents.addPart(userId, { id, at: 0, bytes });
  const kept = await documents.finish(userId, id);
  if (!kept.ok) throw new Error(JSON.stringify(kept.refusal));
  return id;
}

/** Sends a passport for review; the id of the review. */
export async function sendPassport(world: DocumentsWorld, userId: string): Promise<string> {
  const file = await upload(world.documents, userId, { document: 'governmentId' });
  const sent = await world.documents.send(userId, { document: 'governmentId', form: 'passport', files: [file] });
  if (!sent.ok) throw new Error(JSON.stringify(sent.refusal));
  const review = (await world.reviews.waiting()).find((one) => one.userId === userId);
  if (review === undefined) throw new Error('what was sent does not wait');
  return review.id;
}
