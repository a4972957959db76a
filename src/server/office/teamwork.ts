import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import { ok, refused } from '#domain/outcome.ts';
import { toIso } from '#protocol/codecs.ts';
import type { OfficeNote, OfficeRecord, OfficeView } from '#protocol/office/office.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import type { Desks, Staff } from '#server/desk/index.ts';
import type { Vault } from '#server/vault/index.ts';
import type { ColleagueOf, Teamwork } from './contract.ts';
import { deskFor, NOT_THERE, openRecord, type Opened } from './reach.ts';
import {
  deleteView,
  insertNote,
  leaveLock,
  lockOf,
  notesOf,
  putTags,
  putView,
  tagsOf,
  takeLock,
  viewsFor,
  type NoteRow,
  type RecordKey,
  type ViewRow,
} from './store.ts';

export interface TeamworkParts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly audit: Pick<Audit, 'write'>;
  readonly vault: Pick<Vault, 'seal' | 'open' | 'isDestroyed'>;
  readonly desks: Desks;
  readonly colleagueOf: ColleagueOf;
}

/** How long somebody works on a record before others may take it without asking, ms. */
const LOCK_MS = 15 * 60_000;
const MOST_NOTES = 100;
const MOST_VIEWS = 50;
/** Its key seals notes that are about nobody. */
const HOUSE = '00000000-0000-0000-0000-000000000000';

/** The line of the audit log for something done to a record. */
function entryOf(by: Staff, { desk, id, head }: Opened, action: string) {
  return {
    actorId: by.userId,
    role: by.role,
    action,
    objectType: desk,
    objectId: id,
    address: by.address,
    ...(head.subjectId === null ? {} : { subjectId: head.subjectId }),
  };
}

export function createTeamwork(parts: TeamworkParts): Teamwork {
  const { db, clock, audit, desks } = parts;
  return {
    async on(by, record) {
      const key = keyOf(record);
      const [rows, tags, lock] = await Promise.all([
        notesOf(db, key, MOST_NOTES),
        tagsOf(db, key),
        lockShown(parts, by, key),
      ]);
      const notes: OfficeNote[] = [];
      for (const row of rows) {
        const note = await readNote(parts, row);
        if (note !== null) notes.push(note);
      }
      return { notes, tags: [...tags], lock };
    },
    async note(by, record, text) {
      const opened = await openRecord(desks, by, record);
      if (!opened.ok) return opened;
      const { subjectId } = opened.value.head;
      const userId = subjectId !== null && (await parts.vault.isDestroyed(db, subjectId)) ? null : subjectId;
      const row = { id: uuidv7(), author: by.userId, userId, at: clock.now() };
      await transaction(db, async (tx) => {
        const textSealed = await parts.vault.seal(tx, userId ?? HOUSE, text);
        await insertNote(tx, keyOf(record), { ...row, textSealed });
        await audit.write(tx, { ...entryOf(by, opened.value, 'note.written'), after: { note: row.id, text } });
      });
      return ok({ id: row.id, text, by: await parts.colleagueOf(by.userId), at: toIso(row.at) });
    },
    async tag(by, record, asked) {
      const opened = await openRecord(desks, by, record);
      if (!opened.ok) return opened;
      const tags = [...new Set(asked)].toSorted();
      await transaction(db, async (tx) => {
        const before = await tagsOf(tx, keyOf(record));
        await putTags(tx, keyOf(record), { tags, userId: opened.value.head.subjectId });
        await audit.write(tx, { ...entryOf(by, opened.value, 'tags.set'), before: [...before], after: tags });
      });
      return ok({ tags });
    },
    async lock(by, record, how) {
      const opened = await openRecord(desks, by, record);
      if (!opened.ok) return opened;
      const key = keyOf(record);
      if (how === 'leave') {
        await leaveLock(db, key, by.userId);
        return ok({ lock: await lockShown(parts, by, key) });
      }
      const now = clock.now();
      await transaction(db, async (tx) => {
        const before = await lockOf(tx, key, now);
        await takeLock(tx, key, { holder: by.userId, until: now + LOCK_MS, now, force: how === 'take' });
        if (how === 'take' && before !== null && before.holder !== by.userId) {
          await audit.write(tx, { ...entryOf(by, opened.value, 'lock.taken'), before: { holder: before.holder } });
        }
      });
      return ok({ lock: await lockShown(parts, by, key) });
    },
    ...viewsOf(parts),
  };
}

function viewEntry({ userId, role, address }: Staff, objectId: string, action: string) {
  return { actorId: userId, role, action, objectType: 'office_view', objectId, address };
}

/** Saved filters of desks. */
function viewsOf({ db, clock, audit }: TeamworkParts): Pick<Teamwork, 'views' | 'saveView' | 'dropView'> {
  return {
    views: async (by) => ({ views: (await viewsFor(db, by)).map((row) => viewShown(row, by)) }),
    async saveView(by, { desk, name, filter, shared }) {
      const found = deskFor(by, desk);
      if (!found.ok) return found;
      const row = { id: uuidv7(), owner: by.userId, role: shared ? by.role : null, desk, name, filter };
      const id = await transaction(db, async (tx) => {
        const put = await putView(tx, { ...row, madeAt: clock.now(), most: MOST_VIEWS });
        if (put !== null) await audit.write(tx, viewEntry(by, put, 'view.saved'));
        return put;
      });
      if (id === null) return refused({ code: 'ActRefused', why: `You have ${MOST_VIEWS} views. Delete one first.` });
      return ok(viewShown({ ...row, id }, by));
    },
    async dropView(by, id) {
      const gone = await transaction(db, async (tx) => {
        const deleted = await deleteView(tx, { id, owner: by.userId });
        if (deleted) await audit.write(tx, viewEntry(by, id, 'view.deleted'));
        return deleted;
      });
      return gone ? ok(null) : refused(NOT_THERE);
    },
  };
}

function keyOf({ desk, id }: { readonly desk: string; readonly id: string }): RecordKey {
  return { desk, record: id };
}

/** null: its person's key is destroyed. */
async function readNote({ db, vault, colleagueOf }: TeamworkParts, row: NoteRow): Promise<OfficeNote | null> {
  const text = await vault.open(db, row.userId ?? HOUSE, row.textSealed);
  return text === null ? null : { id: row.id, text, by: await colleagueOf(row.author), at: toIso(row.at) };
}

async function lockShown(
  { db, clock, colleagueOf }: TeamworkParts,
  by: Staff,
  key: RecordKey,
): Promise<OfficeRecord['lock']> {
  const lock = await lockOf(db, key, clock.now());
  if (lock === null) return null;
  return { by: await colleagueOf(lock.holder), until: toIso(lock.until), mine: lock.holder === by.userId };
}

function viewShown({ id, owner, role, desk, name, filter }: ViewRow, by: Staff): OfficeView {
  return { id, desk, name, filter, shared: role !== null, mine: owner === by.userId };
}
