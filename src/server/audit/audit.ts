import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Role } from '#domain/identity/actor.ts';
import { canonicalJson, type CanonicalValue } from '#domain/proofs/canonical.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { rowHash } from './chain.ts';
import {
  append,
  appendObject,
  lockHead,
  newestAbout,
  newestOf,
  newestRows,
  rowsAbout,
  type AuditRow,
  type OfObject,
} from './store.ts';
import { PEOPLE_LOG, verifyLog, type BadRow } from './verify.ts';

/** One thing that somebody did. Ids are opaque; `reason` is written by the actor. */
export interface AuditEntry {
  /** null: the product itself, e.g. a job. */
  readonly actorId: string | null;
  readonly role: Role | 'SYSTEM';
  /** `email.changed`: object and past tense. */
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  /** Whose key seals the text. Else the object where it is a user, else the actor. */
  readonly subjectId?: string | undefined;
  readonly reason?: string | undefined;
  /** Kept as digests only, of canonical JSON: the values themselves live elsewhere. */
  readonly before?: CanonicalValue | undefined;
  readonly after?: CanonicalValue | undefined;
  /** Network address of the actor. */
  readonly address?: string | undefined;
  /** Of a colleague in the back office. */
  readonly sessionId?: string | undefined;
  /** User of the operating system, of an act at the shell. */
  readonly osUser?: string | undefined;
  /** The request that two people or more have approved. */
  readonly requestId?: string | undefined;
}

/** An entry as it can be read again. Digests are SHA-256, hex. */
export interface AuditRecord extends Omit<AuditEntry, 'before' | 'after' | 'subjectId'> {
  readonly seq: bigint;
  /** ms. */
  readonly t: number;
  readonly beforeDigest?: string;
  readonly afterDigest?: string;
}

export interface Audit {
  /**
   * Appends to the chain in the transaction of the action. Last in it: the end of the log is held until it commits.
   */
  write(tx: Queryable, entry: AuditEntry): Promise<void>;
  /** The first row that is not as it was written; null when the chain is whole. */
  verify(db: Pool): Promise<BadRow | null>;
  /** What the log tells of a person before a time (ms; null: up to now), newest first; nothing after erasure. */
  recent(
    db: Queryable,
    asked: { readonly subjectId: string; readonly before: number | null; readonly limit: number },
  ): Promise<readonly AuditRecord[]>;
  /** Entries before a number (null: up to the end), newest first. Those of people whose key is destroyed say only when. */
  page(
    db: Queryable,
    asked: { readonly before: bigint | null; readonly limit: number },
  ): Promise<readonly AuditRecord[]>;
  /** What the log tells of a thing that is no person, newest first. */
  of(db: Queryable, asked: OfObject): Promise<readonly AuditRecord[]>;
  /** What the log tells of a person, oldest first; nothing after erasure. */
  about(db: Queryable, subjectId: string): Promise<readonly AuditRecord[]>;
}

/** Its key seals what is about nobody, or about somebody whose key is destroyed. */
const HOUSE = '00000000-0000-0000-0000-000000000000';
const ID_BYTES = 16;
/** Found by whom an entry is about. */
const OF_PEOPLE: readonly string[] = ['user', 'people'];

export function createAudit({ vault, clock }: { readonly vault: Vault; readonly clock: Pick<Clock, 'now'> }): Audit {
  /** Each with the key of whom it tells of. */
  const opened = async (db: Queryable, rows: readonly AuditRow[]): Promise<readonly AuditRecord[]> => {
    const records: AuditRecord[] = [];
    for (const row of rows) {
      const text = await vault.open(db, idText(row.body), row.body.subarray(ID_BYTES));
      const said = text === null ? GONE : (JSON.parse(text) as Omit<AuditRecord, 'seq' | 't'>);
      records.push({ seq: row.seq, t: row.t, ...said });
    }
    return records;
  };
  return {
    async write(tx, entry) {
      const subjectId = entry.subjectId ?? (entry.objectType === 'user' ? entry.objectId : entry.actorId) ?? HOUSE;
      const text = JSON.stringify(bodyOf(entry));
      const owner = (await vault.isDestroyed(tx, subjectId)) ? HOUSE : subjectId;
      const body = Buffer.concat([idBytes(owner), await vault.seal(tx, owner, text)]);
      const head = await lockHead(tx, PEOPLE_LOG);
      const row = { seq: head.seq + 1n, t: clock.now(), body };
      await append(tx, PEOPLE_LOG, { ...row, hash: rowHash(row, head.hash) });
      const { objectType, objectId } = entry;
      if (!OF_PEOPLE.includes(objectType)) await appendObject(tx, PEOPLE_LOG, { seq: row.seq, objectType, objectId });
    },
    verify: async (db) => (await verifyLog(db)).bad,
    async recent(db, asked) {
      const records: AuditRecord[] = [];
      for (const row of await newestAbout(db, PEOPLE_LOG, asked)) {
        const text = await vault.open(db, asked.subjectId, row.body.subarray(ID_BYTES));
        if (text !== null)
          records.push({ seq: row.seq, t: row.t, ...(JSON.parse(text) as Omit<AuditRecord, 'seq' | 't'>) });
      }
      return records;
    },
    page: async (db, asked) => opened(db, await newestRows(db, PEOPLE_LOG, asked)),
    of: async (db, asked) => opened(db, await newestOf(db, PEOPLE_LOG, asked)),
    async about(db, subjectId) {
      const records: AuditRecord[] = [];
      for (const row of await rowsAbout(db, PEOPLE_LOG, subjectId)) {
        const text = await vault.open(db, subjectId, row.body.subarray(ID_BYTES));
        if (text === null) continue;
        records.push({ seq: row.seq, t: row.t, ...(JSON.parse(text) as Omit<AuditRecord, 'seq' | 't'>) });
      }
      return records;
    },
  };
}

/** In place of what the key of an erased person sealed. */
const GONE = { actorId: null, role: 'SYSTEM', action: 'erased', objectType: 'erased', objectId: '' } as const;

/** The id whose key seals a body: its first bytes. */
function idText(body: Buffer): string {
  const hex = body.subarray(0, ID_BYTES).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function bodyOf(entry: AuditEntry): Omit<AuditRecord, 'seq' | 't'> {
  const { actorId, role, action, objectType, objectId, reason, before, after, address, sessionId, osUser, requestId } =
    entry;
  return {
    actorId,
    role,
    action,
    objectType,
    objectId,
    ...(reason === undefined ? {} : { reason }),
    ...(before === undefined ? {} : { beforeDigest: digestOf(before) }),
    ...(after === undefined ? {} : { afterDigest: digestOf(after) }),
    ...(address === undefined ? {} : { address }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(osUser === undefined ? {} : { osUser }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

function digestOf(value: CanonicalValue): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function idBytes(id: string): Buffer {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  if (bytes.length !== ID_BYTES) throw new Error('An audit entry is about a person, who is named by a uuid.');
  return bytes;
}
