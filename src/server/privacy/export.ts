import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '#domain/identity/actor.ts';
import { isReasonOfStaff } from '#domain/office/permissions.ts';
import { EXPORT_KEPT_MS, EXPORT_LINK_MS } from '#domain/privacy/closing.ts';
import { waitMs } from '#domain/waits.ts';
import type { ExportWire } from '#protocol/privacy.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { enqueueWith } from '#server/jobs/index.ts';
import { heldRows, type HeldRow } from '#server/personal-data/index.ts';
import type { ExportFile, Privacy } from './contract.ts';
import { readFileToken, signFileToken } from './file-token.ts';
import { MAKE_EXPORTS } from './jobs.ts';
import { pageLink, type PrivacyParts } from './parts.ts';
import {
  deleteExpired,
  findExport,
  findExportById,
  findPart,
  lockWaiting,
  insertExport,
  insertPart,
  listParts,
  markReady,
  type ExportRow,
} from './store-export.ts';

const FILE_PATH = '/api/v2/user/export/file';
/** The part that is the picture itself; all others are JSON. */
const PICTURE = 'avatar.png';

/** The file of everything we hold of a person. Those that were asked for are made by a job. */
export function createExports(
  parts: PrivacyParts,
): Pick<Privacy, 'askExport' | 'export' | 'exportFile' | 'makeExports'> {
  const { db, clock, audit } = parts;
  return {
    async askExport({ actor, locale, address }) {
      const { userId, role } = actor;
      await transaction(db, async (tx) => {
        await deleteExpired(tx, clock.now());
        if (!(await insertExport(tx, { id: uuidv7(), userId, language: locale, now: clock.now() }))) return;
        await audit.write(tx, {
          actorId: userId,
          role,
          action: 'export.asked',
          objectType: 'user',
          objectId: userId,
          address,
        });
        await enqueueWith(tx, MAKE_EXPORTS, { payload: {}, key: 'asked' });
      });
      return read(parts, userId);
    },
    export: (userId) => read(parts, userId),
    exportFile: (file) => fetchPart(parts, file),
    async makeExports() {
      await deleteExpired(db, clock.now());
      while (await makeOne(parts));
    },
  };
}

async function read(parts: PrivacyParts, userId: string): Promise<ExportWire> {
  const { db, clock, vault } = parts;
  const row = await findExport(db, userId);
  const now = clock.now();
  if (row === null || (row.expiresAt !== null && row.expiresAt <= now)) {
    return { state: 'none', askedAt: null, expiresAt: null, parts: [] };
  }
  const askedAt = new Date(row.askedAt).toISOString();
  if (row.expiresAt === null) return { state: 'waiting', askedAt, expiresAt: null, parts: [] };
  const token = signFileToken({ id: row.id, until: Math.min(now + EXPORT_LINK_MS, row.expiresAt) }, vault);
  const list = await listParts(db, row.id);
  return {
    state: 'ready',
    askedAt,
    expiresAt: new Date(row.expiresAt).toISOString(),
    parts: list.map(({ no, name }) => ({
      name,
      fileName: fileNameOf(name),
      url: `${FILE_PATH}?token=${token}&part=${no}`,
    })),
  };
}

async function fetchPart(
  { db, vault, clock }: PrivacyParts,
  { token, part, actor }: { readonly token: string; readonly part: number; readonly actor: Actor | null },
): Promise<Outcome<ExportFile>> {
  const unknown = refused({ code: 'IncorrectToken' });
  const id = readFileToken(token, { signer: vault, now: clock.now() });
  const row = id === null ? null : await findExportById(db, id);
  if (row === null || row.expiresAt === null || row.expiresAt <= clock.now()) return unknown;
  if (actor !== null && actor.userId !== row.userId) return refused({ code: 'PermissionsError' });
  const found = await findPart(db, { exportId: row.id, no: part });
  const text = found === null ? null : await vault.open(db, row.userId, found.sealed);
  if (found === null || text === null) return unknown;
  const isPicture = found.name === PICTURE;
  const bytes = Buffer.from(text, isPicture ? 'base64' : 'utf8');
  const type = isPicture ? 'image/png' : 'application/json; charset=utf-8';
  return ok({ fileName: fileNameOf(found.name), type, bytes });
}

function fileNameOf(part: string): string {
  return part === PICTURE ? part : `${part}.json`;
}

/** One file, its mail and its row in one transaction: cut in the middle, nothing of it is there and it is made again. */
async function makeOne(parts: PrivacyParts): Promise<boolean> {
  const { db, clock, config, mail } = parts;
  return transaction(db, async (tx) => {
    const row = await lockWaiting(tx);
    if (row === null) return false;
    await writeParts(parts, tx, row);
    const now = clock.now();
    const kept = waitMs(EXPORT_KEPT_MS, config.waits);
    await markReady(tx, { id: row.id, now, expiresAt: now + kept });
    await record(tx, [{ kind: 'security.changed', userId: row.userId, what: 'export_ready' }]);
    const to = await mailAddress(parts, tx, row.userId);
    if (to !== null) {
      const link = pageLink(parts, { site: 'dashboard', locale: row.language, path: 'settings/personal#export' });
      const values = { link, wait: String(kept) };
      await mail.send(tx, { userId: row.userId, to, kind: 'export_ready', language: row.language, values });
    }
    return true;
  });
}

async function mailAddress({ accounts, vault }: PrivacyParts, tx: PoolClient, userId: string): Promise<string | null> {
  const sealed = (await accounts.find(tx, userId))?.emailSealed ?? null;
  return sealed === null ? null : vault.open(tx, userId, sealed);
}

async function writeParts(
  { vault, audit, avatars, personalData }: PrivacyParts,
  tx: PoolClient,
  { id, userId }: ExportRow,
): Promise<void> {
  let no = 0;
  const seal = async (name: string, text: string) => {
    no += 1;
    await insertPart(tx, { exportId: id, no, name, sealed: await vault.seal(tx, userId, text) });
  };
  const write = async (name: string, rows: readonly HeldRow[], page: number) => {
    const title = page === 1 ? name : `${name}-${page}`;
    await seal(title, JSON.stringify({ part: title, rows }, null, 2));
  };
  for (const data of personalData.flatMap(({ tables }) => tables)) {
    let page = 0;
    for await (const rows of heldRows(tx, data, userId)) {
      const opened: HeldRow[] = [];
      for (const row of rows) opened.push(await openRow(row, { vault, tx, userId, sealed: data.sealed }));
      await write(data.table, opened, (page += 1));
    }
  }
  const picture = await avatars.pictureOf(tx, userId);
  if (picture !== null) await seal(PICTURE, picture.toString('base64'));
  for (const { name, pages } of personalData.flatMap(({ more = [] }) => more)) {
    let page = 0;
    for await (const rows of pages(tx, userId)) await write(name, rows, (page += 1));
  }
  const log = (await audit.about(tx, userId)).map(
    ({ seq, t, actorId, osUser: _osUser, sessionId: _sessionId, requestId: _requestId, reason, ...entry }) => ({
      ...entry,
      ...(reason === undefined || isReasonOfStaff(entry.action) ? {} : { reason }),
      at: new Date(t).toISOString(),
      // Which of us it was is not the person's data.
      actor: actorId === userId ? 'you' : 'us',
      no: String(seq),
    }),
  );
  if (log.length > 0) await write('log', log, 1);
}

async function openRow(
  row: HeldRow,
  by: Pick<PrivacyParts, 'vault'> & {
    readonly tx: PoolClient;
    readonly userId: string;
    readonly sealed: readonly string[];
  },
): Promise<HeldRow> {
  const opened: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const isSealed = by.sealed.includes(column) && Buffer.isBuffer(value);
    opened[column.replace(/_sealed$/, '')] = isSealed ? await by.vault.open(by.tx, by.userId, value) : value;
  }
  return opened;
}
