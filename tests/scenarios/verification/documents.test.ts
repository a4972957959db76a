import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import type { DocumentWire } from '#protocol/verification/documents.ts';
import type { Staff } from '#server/audit/index.ts';
import type { Staff as OfficeStaff } from '#server/desk/index.ts';
import { cleanUp, documentsSeat, endExpired, fileByLink, ringLate } from '#server/verification/documents/index.ts';
import {
  aheadOf,
  card,
  openDocumentsWorld,
  sendPassport,
  upload,
  type DocumentsWorld,
} from '#tests/worlds/documents-world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: DocumentsWorld;
let ada: string;
let first: Staff;
let second: Staff;

beforeAll(async () => {
  world = await openDocumentsWorld();
  first = await world.officer();
  second = await world.officer();
});
afterAll(() => world.close());
beforeEach(async () => {
  ada = await world.person();
});

/** Finishes an upload in a process that is killed in the middle; the signal that ended it. */
async function killedUpload(dataDir: string, url: string, env: Readonly<Record<string, string>>): Promise<unknown> {
  const child = fork(new URL('./upload-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent', ...env },
  });
  const [, signal] = (await once(child, 'exit')) as [unknown, unknown];
  return signal;
}

async function stateOf(document: DocumentWire['document'], userId = ada): Promise<DocumentWire> {
  const found = (await world.documents.read(userId)).documents.find((one) => one.document === document);
  if (found === undefined) throw new Error('not in the list');
  return found;
}
/** Nothing here asks for a second person. */
const NONE = { ask: () => Promise.reject(new Error('nobody is asked')) };
const refusalOf = (answer: { ok: boolean; refusal?: unknown }) => (answer.ok ? null : answer.refusal);

describe('a file on its way', () => {
  it('goes on where it stopped, and is kept encrypted under a name that says nothing', async () => {
    const { documents } = world;
    const before = await world.objects();
    const bytes = await card();
    const ahead = aheadOf('governmentId', 'front', bytes);
    const begun = await documents.begin(ada, ahead);
    if (!begun.ok) throw new Error('refused');
    const { id } = begun.value;
    const half = bytes.length >> 1;
    await documents.addPart(ada, { id, at: 0, bytes: bytes.subarray(0, half) });
    expect(refusalOf(await documents.finish(ada, id))).toMatchObject({ code: 'InvalidRequest' });
    // The page was closed: the same file is known again, and what came is not sent twice.
    expect(await documents.begin(ada, ahead)).toMatchObject({ ok: true, value: { id, received: half, ready: false } });
    const again = await documents.addPart(ada, { id, at: 0, bytes: bytes.subarray(0, half) });
    expect(again).toMatchObject({ ok: true, value: { received: half } });
    const gap = await documents.addPart(ada, { id, at: half + 1, bytes: bytes.subarray(half + 1) });
    expect(refusalOf(gap)).toMatchObject({ fields: { at: 'too_large' } });
    await documents.addPart(ada, { id, at: half, bytes: bytes.subarray(half) });
    const [one, other] = await Promise.all([documents.finish(ada, id), documents.finish(ada, id)]);
    expect([one, other]).toMatchObject([{ value: { ready: true } }, { value: { ready: true, media: 'image/jpeg' } }]);
    expect(await documents.finish(ada, id)).toMatchObject({ ok: true, value: { ready: true } });
    const [object = '', ...more] = (await world.objects()).filter((name) => !before.includes(name));
    expect([object, more]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), []]);
    const folder = join(world.config.dataDir, 'files', 'objects', object.slice(0, 2));
    expect(await readdir(folder)).toEqual([object]);
    const kept = await readFile(join(folder, object));
    expect(kept.includes('JFIF')).toBe(false);
    await expect(sharp(kept).metadata()).rejects.toThrow('unsupported image format');
    expect(await world.database.pool.query('SELECT 1 FROM document_part WHERE file = $1', [id])).toMatchObject({
      rowCount: 0,
    });
  });

  it.each(['before', 'after'] as const)(
    'is whole or nothing when the process is killed %s its object is written',
    async (when) => {
      const { documents, config, database } = world;
      const was = await world.objects();
      const bytes = await card(when === 'before' ? 11 : 12);
      const begun = await documents.begin(ada, aheadOf('governmentId', 'front', bytes));
      if (!begun.ok) throw new Error('refused');
      const { id } = begun.value;
      await documents.addPart(ada, { id, at: 0, bytes });
      const kill = () => killedUpload(config.dataDir, database.url, { KILL: when, PERSON: ada, FILE: id });
      expect(await kill()).toBe('SIGKILL');
      expect((await stateOf('governmentId')).unsent).toMatchObject([{ id, ready: false, received: bytes.length }]);
      // The person goes on: one object, which opens.
      expect(await documents.finish(ada, id)).toMatchObject({ ok: true, value: { ready: true } });
      expect((await world.objects()).filter((name) => !was.includes(name))).toHaveLength(1);
      const link = await documents.link(ada, id);
      const token = link.ok ? (link.value.url.split('/').at(-1) ?? '') : '';
      expect((await fileByLink(world.parts, token))?.media).toBe('image/jpeg');
      // Or they never come back: nothing is left of it.
      await documents.drop(ada, id);
      const again = await documents.begin(ada, aheadOf('governmentId', 'front', bytes));
      if (!again.ok) throw new Error('refused');
      await documents.addPart(ada, { id: again.value.id, at: 0, bytes });
      const lost = { KILL: when, PERSON: ada, FILE: again.value.id };
      expect(await killedUpload(config.dataDir, database.url, lost)).toBe('SIGKILL');
      const now = world.clock.at;
      world.clock.at = Date.now() + 8 * DAY;
      await cleanUp(world.parts);
      world.clock.at += 2 * HOUR;
      await cleanUp(world.parts);
      world.clock.at = now;
      expect((await world.objects()).filter((name) => !was.includes(name))).toEqual([]);
      const left = await database.pool.query('SELECT 1 FROM document_file WHERE user_id = $1', [ada]);
      expect(left.rowCount).toBe(0);
    },
  );

  it('is not kept where it is another than was said, or no picture', async () => {
    const { documents } = world;
    const bytes = await card();
    const begun = await documents.begin(ada, aheadOf('governmentId', 'front', bytes));
    if (!begun.ok) throw new Error('refused');
    const other = Buffer.from(bytes);
    other[100] = (other[100] ?? 0) ^ 1;
    await documents.addPart(ada, { id: begun.value.id, at: 0, bytes: other });
    expect(refusalOf(await documents.finish(ada, begun.value.id))).toMatchObject({ fields: { sha256: 'malformed' } });
    const text = upload(documents, ada, { document: 'governmentId', bytes: Buffer.from('no picture') });
    await expect(text).rejects.toThrow('WRONG_FORMAT_FILE');
    expect((await stateOf('governmentId')).unsent).toEqual([]);
    const large = { ...aheadOf('governmentId', 'front', bytes), size: 11 * 1_048_576 };
    expect(refusalOf(await documents.begin(ada, large))).toMatchObject({ fields: { size: 'too_large' } });
    const back = aheadOf('selfieWithId', 'back', bytes);
    expect(refusalOf(await documents.begin(ada, back))).toMatchObject({ fields: { side: 'unknown' } });
  });

  it('is nobody else’s, and is taken back with its object', async () => {
    const eve = await world.person();
    const id = await upload(world.documents, ada, { document: 'governmentId' });
    for (const act of ['finish', 'drop', 'link'] as const) {
      expect(refusalOf(await world.documents[act](eve, id)), act).toEqual({ code: 'NotFound' });
    }
    const part = await world.documents.addPart(eve, { id, at: 0, bytes: Buffer.from('x') });
    expect(refusalOf(part)).toEqual({ code: 'NotFound' });
    const before = (await world.objects()).length;
    expect(await world.documents.drop(ada, id)).toMatchObject({ ok: true });
    expect((await world.objects()).length).toBe(before - 1);
    expect((await stateOf('governmentId')).unsent).toEqual([]);
  });
});

describe('what is sent for review', () => {
  it('wants the name, the ID before the selfie, each side, and something that looks into videos', async () => {
    const nameless = await world.person('nameless');
    const refused = async (userId: string, document: DocumentWire['document']) =>
      refusalOf(await world.documents.begin(userId, aheadOf(document, 'front', await card())));
    expect(await refused(nameless, 'governmentId')).toMatchObject({ reason: 'NAME_REQUIRED' });
    expect(await refused(ada, 'selfieWithId')).toMatchObject({ reason: 'GOVERNMENT_ID_REQUIRED' });
    expect(await refused(ada, 'complianceVideo')).toMatchObject({ reason: 'VIDEO_UNAVAILABLE' });
    expect((await stateOf('selfieWithId')).closed).toBe('GOVERNMENT_ID_REQUIRED');
    const front = await upload(world.documents, ada, { document: 'governmentId' });
    const half = await world.documents.send(ada, { document: 'governmentId', form: 'id_card', files: [front] });
    expect(refusalOf(half)).toMatchObject({ fields: { files: 'missing' } });
    const back = await upload(world.documents, ada, { document: 'governmentId', side: 'back', bytes: await card(90) });
    const whole = { document: 'governmentId', form: 'id_card', files: [front, back] } as const;
    expect(await world.documents.send(ada, whole)).toMatchObject({ ok: true });
    // Its answer was lost: the same again is no second review, and another one is not taken.
    expect(await world.documents.send(ada, whole)).toMatchObject({ ok: true });
    expect((await world.reviews.waiting()).filter(({ userId }) => userId === ada)).toHaveLength(1);
    expect(await refused(ada, 'governmentId')).toMatchObject({ reason: 'PENDING_APPROVE' });
    expect(await refused(ada, 'selfieWithId')).toBeNull();
    const state = await stateOf('governmentId');
    expect(state).toMatchObject({ status: 'PENDING_APPROVE', form: 'id_card', reason: null });
    expect(state.sent.map(({ side }) => side)).toEqual(['front', 'back']);
    expect(Date.parse(state.dueAt ?? '') - Date.parse(state.sentAt ?? '')).toBe(DAY);
    expect(Date.parse(state.supportFrom ?? '') - Date.parse(state.sentAt ?? '')).toBe(600_000);
  });
});

describe('a review', () => {
  it('is one officer’s for 15 min, who sees the picture for a minute; the person sees who looked', async () => {
    const id = await sendPassport(world, ada);
    const opened = await world.reviews.open(id, first, false);
    const file = opened?.files[0]?.id ?? '';
    expect(opened).toMatchObject({ heldBy: first.userId, timesBack: 0, earlier: [] });
    expect(await world.reviews.link(id, file, second)).toBe('taken');
    expect(await world.reviews.decide(id, { outcome: 'approved', validUntil: null }, second)).toBe('taken');
    const link = await world.reviews.link(id, file, first);
    if (typeof link === 'string') throw new Error(link);
    expect(link.url).not.toContain(ada);
    const token = link.url.split('/').at(-1) ?? '';
    const seen = await fileByLink(world.parts, token);
    expect((await sharp(seen?.bytes ?? Buffer.alloc(0)).metadata()).format).toBe('jpeg');
    const forged = token.replace(/\.(.)(?=[^.]*$)/, (_, first) => (first === 'A' ? '.B' : '.A'));
    expect(await fileByLink(world.parts, forged)).toBeNull();
    world.clock.at += 60_000;
    expect(await fileByLink(world.parts, token)).toBeNull();
    world.clock.at += 15 * 60_000;
    expect((await world.reviews.open(id, second, false))?.heldBy).toBe(second.userId);
    const views = await world.documents.views(ada);
    expect(views.map(({ what }) => what)).toEqual(['opened', 'picture', 'opened']);
    expect(new Set(views.map(({ officer }) => officer)).size).toBe(2);
    const actions = (await world.audit.about(world.database.pool, ada)).map(({ action }) => action);
    expect(actions).toEqual(['document.sent', 'document.opened', 'document.picture', 'document.opened']);
  });

  it('that sends back says why and where; the person sends another, and it is approved until its last day', async () => {
    const id = await sendPassport(world, ada);
    const mark = { side: 'front', x: 500, y: 100, width: 200, height: 150 } as const;
    expect(await world.reviews.decide(id, { outcome: 'retry', reason: 'glare', mark }, first)).toBe('done');
    expect(await world.reviews.decide(id, { outcome: 'approved', validUntil: null }, second)).toBe('not_now');
    const back = await stateOf('governmentId');
    expect(back).toMatchObject({
      status: 'REJECTED',
      isFinal: false,
      reason: 'glare',
      mark,
      timesBack: 1,
      closed: null,
    });
    const next = await sendPassport(world, ada);
    expect((await world.reviews.open(next, first, false))?.earlier).toMatchObject([{ id, reason: 'glare' }]);
    await world.reviews.decide(next, { outcome: 'approved', validUntil: '2026-12-31' }, first);
    expect(await stateOf('governmentId')).toMatchObject({ status: 'APPROVED', validUntil: '2026-12-31', timesBack: 0 });
    expect((await world.documents.read(ada)).monthOut).toBe('2000.00');
    await endExpired(world.parts);
    expect((await stateOf('governmentId')).status).toBe('APPROVED');
    const today = world.clock.at;
    world.clock.at = Date.UTC(2027, 0, 1);
    await endExpired(world.parts);
    world.clock.at = today;
    expect(await stateOf('governmentId')).toMatchObject({ status: 'APPROVED_REJECTED', closed: null });
    const { rows } = await world.database.pool.query<{ body: { status: string } }>(
      `SELECT body FROM fact WHERE kind = 'document.decided' AND body ->> 'userId' = $1 ORDER BY no`,
      [ada],
    );
    expect(rows.map(({ body }) => body.status)).toEqual(['REJECTED', 'APPROVED', 'APPROVED_REJECTED']);
  });

  it('that refuses for good ends in an appeal, which somebody else decides', async () => {
    const id = await sendPassport(world, ada);
    expect(await world.reviews.decide(id, { outcome: 'final', reason: 'other_person', mark: null }, first)).toBe(
      'done',
    );
    expect(await stateOf('governmentId')).toMatchObject({ isFinal: true, canAppeal: true, closed: 'BLOCKED' });
    expect(await world.documents.appeal(ada, 'governmentId')).toMatchObject({ ok: true });
    expect(await world.documents.appeal(ada, 'governmentId')).toMatchObject({ ok: true });
    const [appeal] = (await world.reviews.waiting()).filter(({ userId }) => userId === ada);
    const appealId = appeal?.id ?? '';
    expect(await world.reviews.open(appealId, second, false)).toMatchObject({ refusedBy: first.userId, files: [{}] });
    world.clock.at += HOUR;
    expect(await world.reviews.decide(appealId, { outcome: 'approved', validUntil: null }, first)).toBe('same_officer');
    expect(await world.reviews.decide(appealId, { outcome: 'approved', validUntil: null }, second)).toBe('done');
    expect((await stateOf('governmentId')).status).toBe('APPROVED');
    const own = await sendPassport(world, await world.person());
    const [{ userId } = { userId: '' }] = (await world.reviews.waiting()).filter((one) => one.id === own);
    expect(await world.reviews.decide(own, { outcome: 'approved', validUntil: null }, { ...first, userId })).toBe(
      'own',
    );
  });

  it('rings at 20 and at 24 h, once each', async () => {
    const lines: string[] = [];
    const parts = {
      ...world.parts,
      log: { ...world.parts.log, error: (_: unknown, text?: string) => void lines.push(text ?? '') },
    };
    const id = await sendPassport(world, ada);
    const alarms = async () =>
      (await world.database.pool.query<{ alarms: number }>('SELECT alarms FROM document_review WHERE id = $1', [id]))
        .rows[0]?.alarms;
    await ringLate(parts);
    expect(await alarms()).toBe(0);
    world.clock.at += 20 * HOUR;
    for (let times = 0; times < 2; times += 1) await ringLate(parts);
    expect(await alarms()).toBe(1);
    expect(lines).toEqual(['documents wait for 20 h']);
    world.clock.at += 4 * HOUR;
    await ringLate(parts);
    expect(await alarms()).toBe(2);
    expect(lines.at(-1)).toBe('documents wait for 24 h');
  });
});

describe('the desk', () => {
  it('shows what waits, the pictures to whoever took it, and decides with what the person sees', async () => {
    const id = await sendPassport(world, ada);
    const seat = documentsSeat({ ...world.parts, reviews: world.reviews, legalNames: world.names, approvals: NONE });
    const desk = seat.desks?.[0];
    const [by, other] = [first, second] as unknown as readonly [OfficeStaff, OfficeStaff];
    const page = { limit: 100, after: null };
    const list = await desk?.list?.read({ ...page, by, filter: {} });
    expect(list?.rows.map((row) => row.id)).toContain(id);
    expect(await desk?.record?.read(id, by)).toMatchObject({ title: 'Government ID', subjectId: ada });
    const tab = seat.parts?.find((part) => part.id === 'pictures');
    const pictures = async (who: OfficeStaff) =>
      tab?.place === 'tab' ? (await tab.table.read({ ...page, id, by: who })).rows.map(({ cells }) => cells[1]) : [];
    expect(await pictures(by)).toMatchObject([{ t: 'picture', media: 'image/jpeg' }]);
    expect(await pictures(other)).toMatchObject([{ t: 'text' }]);
    const act = (name: string) => seat.acts?.find((one) => one.id === name);
    expect(await act('approve')?.refuses({ id, by })).toBeNull();
    expect(await act('approve')?.refuses({ id, by: other })).toContain('Somebody else');
    const fields = { what: 'glare', place: 'top_right' };
    expect(await act('send_back')?.run({ id, by, reason: 'seen', fields })).toMatchObject({ ok: true });
    const mark = { side: 'front', x: 666, y: 0, width: 333, height: 333 };
    expect(await stateOf('governmentId')).toMatchObject({ status: 'REJECTED', reason: 'glare', mark });
    expect(await act('approve')?.refuses({ id, by })).toBe('It was decided already.');
    const views = (await world.documents.views(ada)).map(({ what }) => what);
    expect(views).toEqual(['sent_back', 'picture', 'opened']);
    const asked = { reason: 'the limit', fields: { document: 'complianceVideo' } };
    expect(await act('ask_document')?.run({ id: ada, by, ...asked })).toMatchObject({ ok: true });
    expect((await stateOf('complianceVideo')).status).toBe('PENDING_DOCUMENT');
  });
});

describe('what nobody needs any more', () => {
  it('goes: what was never sent after a week, what was replaced after the years of the law, but not under a hold', async () => {
    const lost = await world.person();
    await upload(world.documents, lost, { document: 'governmentId' });
    const held = await world.person();
    await world.database.pool.query('INSERT INTO legal_hold (user_id, set_at) VALUES ($1, now())', [held]);
    // Where the law wants it for ten years.
    const elsewhere = await world.person();
    await world.database.pool.query(`UPDATE app_user SET country = 'IT' WHERE id = $1`, [elsewhere]);
    const config = { ...world.parts.config, recordYears: { everywhere: 5, countries: new Map([['IT', 10]]) } };
    const parts = { ...world.parts, config };
    for (const person of [ada, held, elsewhere]) {
      const old = await sendPassport(world, person);
      await world.reviews.decide(old, { outcome: 'retry', reason: 'blurred', mark: null }, first);
      world.clock.at += 1_000;
      const now = await sendPassport(world, person);
      await world.reviews.decide(now, { outcome: 'approved', validUntil: null }, first);
    }
    const keptOf = async (userId: string) =>
      (
        await world.database.pool.query<{ n: number }>(
          'SELECT count(*)::int AS n FROM document_file WHERE user_id = $1 AND object IS NOT NULL',
          [userId],
        )
      ).rows[0]?.n;
    const before = (await world.objects()).length;
    await cleanUp(parts);
    expect((await world.objects()).length).toBe(before);
    const goesBy = async (years: number) => {
      world.clock.at += years * 366 * DAY + DAY;
      await cleanUp(parts);
      world.clock.at += 2 * HOUR;
      await cleanUp(parts);
      return Promise.all([lost, ada, held, elsewhere].map(keptOf));
    };
    expect(await goesBy(5)).toEqual([0, 1, 2, 2]);
    expect(await goesBy(5)).toEqual([0, 1, 2, 1]);
    expect((await stateOf('governmentId')).status).toBe('APPROVED');
    const actions = (await world.audit.about(world.database.pool, ada)).map(({ action }) => action);
    expect(actions).toContain('document.erased');
  });
});
