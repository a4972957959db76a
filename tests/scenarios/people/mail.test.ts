import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { migrate, transaction } from '#server/db/index.ts';
import { createJobs, JobFault, listJobs, type Jobs } from '#server/jobs/index.ts';
import { deliverMail } from '#server/mail/delivery.ts';
import { createMail, type Mail, type MailRequest } from '#server/mail/index.ts';
import { createStoredMailReader } from '#server/mail/stored-mail.ts';
import { RelayWatch } from '#server/mail/relay-watch.ts';
import { createRelay, type Relay } from '#server/mail/smtp.ts';
import { insertMail } from '#server/mail/store.ts';
import { createMailRenderer } from '#server/mail/render.ts';
import { createVault, type Vault } from '#server/vault/index.ts';
import { emptyDatabase, testDatabase, type TestDatabase } from '#tests/database.ts';
import { until } from '#tests/http-calls.ts';
import { startMailSink, type MailSink } from '#tests/worlds/mail-sink.ts';
import { ROOT } from '#tests/tree.ts';

const ADA = 'ada@example.org';
const HOME = 'http://localhost:3000';
let db: TestDatabase;
let sink: MailSink;
let vault: Vault;
let mail: Mail;
let jobs: Jobs;
let dataDir: string;
let said: string;
let watch: RelayWatch;
let late: number;

const log = pino(
  { level: 'trace' },
  new Writable({ write: (line, _encoding, done) => ((said += String(line)), done()) }),
);
const clock: Clock = { now: () => Date.now() + late, monotonic: () => performance.now() };
const parts = (url: string | null = sink.url) => ({
  config: readConfig(url === null ? {} : { SMTP_URL: url, MAIL_FROM: 'Tikvo <post@tikvo.example>' }),
  db: db.pool,
  clock,
  log,
  vault,
});

beforeEach(async () => {
  said = '';
  late = 0;
  watch = new RelayWatch(log);
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-mail-'));
  [db, sink] = await Promise.all([testDatabase(), startMailSink()]);
  vault = createVault({ config: { dataDir, vaultKeys: [] } });
  mail = createMail(parts());
  jobs = createJobs({ db: db.pool, log });
});
afterEach(async () => {
  await jobs.stop();
  await Promise.all([db.drop(), sink.stop(), rm(dataDir, { recursive: true, force: true })]);
});

const code = (userId: string): MailRequest => ({
  userId,
  to: ADA,
  kind: 'forgot_password',
  language: 'de',
  values: { code: '402913', minutes: '30', link: `${HOME}/de/auth/reset?token=secret-token` },
});
const digest = (userId: string): MailRequest => ({
  userId,
  to: ADA,
  kind: 'prediction_digest',
  language: 'ar-u-nu-latn',
  values: { right: '2', wrong: '1', returned: '0', result: '-4.50', link: `${HOME}/ar/trading-history` },
});
const send = (request: MailRequest, by: Mail = mail) => transaction(db.pool, (tx) => by.send(tx, request));

/** Does the jobs of `by` from now on. */
function begin(by: Mail = mail): void {
  for (const one of by.jobs) jobs.add(one);
  jobs.start();
}

interface Row {
  state: string;
  attempts: number;
  fault: string | null;
  sealed: Buffer | null;
}

async function rows(): Promise<Row[]> {
  const { rows: found } = await db.pool.query<Row>(
    'SELECT state, attempts, fault, sealed FROM mail_outbox ORDER BY created_at',
  );
  return found;
}

/** One try of each mail that has not ended, by a process whose way to the relay is `relay`. Answers the faults of those to be tried again. */
async function round(
  relay: Relay = createRelay({ url: sink.url, requireTls: false }),
  isLast = false,
): Promise<readonly string[]> {
  const delivery = {
    ...parts(),
    relay,
    watch,
    opener: createStoredMailReader(parts(), createMailRenderer(parts())),
    isUnwanted: () => Promise.resolve(false),
  };
  const { rows: open } = await db.pool.query<{ id: string }>(
    `SELECT id FROM mail_outbox WHERE state IN ('WAITING', 'HANDED') ORDER BY created_at`,
  );
  const faults: string[] = [];
  for (const { id } of open) {
    await deliverMail(delivery, { id, isLast }).catch((error: unknown) => {
      if (!(error instanceof JobFault)) throw error;
      faults.push(error.message);
    });
  }
  return faults;
}

describe('the outbox', () => {
  it('sends what its transaction committed, and nothing of one that was rolled back', async () => {
    const userId = randomUUID();
    const broken = transaction(db.pool, async (tx) => {
      await mail.send(tx, digest(userId));
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    await send(code(userId));
    begin();
    await until('the mail', () => sink.mails[0]);
    const [got] = sink.mails;
    expect(got).toMatchObject({
      subject: 'Neues Passwort festlegen',
      from: { name: 'Tikvo', address: 'post@tikvo.example' },
      to: [{ address: ADA }],
    });
    expect(got?.text).toContain('402913');
    expect(got?.html).toContain(`${HOME}/de/auth/reset?token=secret-token`);
    const headers = Object.fromEntries(got?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'content-language': 'de' });
    expect(headers).not.toHaveProperty('list-unsubscribe');
    await until('its end', async () => ((await rows())[0]?.state === 'SENT' ? true : null));
    expect(await rows()).toMatchObject([{ state: 'SENT', attempts: 1, sealed: null }]);
    expect(sink.mails).toHaveLength(1);
  });

  it('says nothing of whom or what in rows and logs', async () => {
    await send(code(randomUUID()));
    const { rows: kept } = await db.pool.query<{ text: string }>('SELECT mail_outbox::text AS text FROM mail_outbox');
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const word of [ADA, '402913', 'secret-token', hex(ADA), hex('402913')])
      expect(kept[0]?.text).not.toContain(word);
    sink.manners.push('refuse');
    await round();
    expect(await rows()).toMatchObject([{ state: 'FAILED', fault: '550 EMESSAGE', sealed: null }]);
    expect(said).toContain('a mail was given up');
    expect(said).not.toMatch(/ada@|402913|secret-token/);
  });

  it('offers one click to those who want no more, in mails that the account does not need', async () => {
    const userId = randomUUID();
    await send(digest(userId));
    await round();
    const headers = Object.fromEntries(sink.mails[0]?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const token =
      /^<http:\/\/localhost:3000\/unsubscribe\?token=([\w.-]+)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    expect(token).toBe(mail.unsubscribeToken(userId));
    expect(sink.mails[0]?.html).toContain('dir="rtl"');
    expect(await mail.unsubscribe({ token: `${token}x`, reasons: [], comment: '' })).toBe(false);
    expect(await mail.unsubscribe({ token, reasons: ['spam'], comment: ' enough, says ada ' })).toBe(true);
    expect(await mail.unsubscribe({ token, reasons: [], comment: '' })).toBe(true);
    await send(digest(userId));
    await send(code(userId));
    await round();
    expect(sink.mails.map(({ subject }) => subject)).toEqual([sink.mails[0]?.subject, 'Neues Passwort festlegen']);
    const { rows: answers } = await db.pool.query<{ reasons: string[]; comment: Buffer }>(
      'SELECT reasons, comment FROM unsubscribe_answer',
    );
    expect(answers[0]?.reasons).toEqual(['spam']);
    expect(answers[0]?.comment.toString('latin1')).not.toContain('enough');
    expect(await vault.open(db.pool, userId, answers[0]?.comment ?? Buffer.of())).toBe('enough, says ada');
  });

  it('leaves out whoever keeps away from trading, a mail that waited already too, but for mails of the account', async () => {
    const userId = randomUUID();
    let away = false;
    const post = createMail({ ...parts(), keepsAway: () => Promise.resolve(away) });
    await send(digest(userId), post);
    away = true;
    await send(digest(userId), post);
    await send(code(userId), post);
    begin(post);
    await until('both to have ended', async () => {
      const states = (await rows()).map(({ state }) => state);
      return states.length === 2 && !states.includes('WAITING') && !states.includes('HANDED') ? true : null;
    });
    expect(sink.mails).toHaveLength(1);
    expect((await rows()).map(({ state, fault }) => [state, fault])).toEqual([
      ['DROPPED', 'unwanted'],
      ['SENT', null],
    ]);
  });

  it('takes no link that leads elsewhere, and no mail to an erased person', async () => {
    const userId = randomUUID();
    const foreign = {
      ...code(userId),
      values: { code: '1', minutes: '1', link: 'https://evil.example/' },
    } as MailRequest;
    await expect(send(foreign)).rejects.toThrow('outside of our origins');
    await send(code(userId));
    await transaction(db.pool, (tx) => vault.destroy(tx, userId));
    await round();
    expect(sink.mails).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'DROPPED', sealed: null }]);
  });
});

describe('a mail that waits while the product is upgraded', () => {
  /** As a version left it whose mails were written out when they were sent. */
  const left = (kind: string, values: object, state: 'WAITING' | 'KEPT') =>
    transaction(db.pool, async (tx) => {
      const [id, userId] = [randomUUID(), randomUUID()];
      const sealed = await vault.seal(tx, userId, JSON.stringify({ to: ADA, values }));
      await insertMail(tx, { id, userId, kind, language: 'en', sealed, state, now: clock.now() });
    });

  it.each(['new_device', 'a_kind_of_old'])(
    'says what it said, though its template is by now that of %s',
    async (kind) => {
      await send(code(randomUUID()));
      await db.pool.query('UPDATE mail_outbox SET kind = $1', [kind]);
      begin();
      await until('the mail', () => sink.mails[0]);
      expect(sink.mails[0]).toMatchObject({ subject: 'Neues Passwort festlegen' });
      expect(sink.mails[0]?.text).toContain('402913');
      await until('its end', async () => ((await rows())[0]?.state === 'SENT' ? true : null));
    },
  );

  it('is filled in if its values are enough, and given up with a word if they are not', async () => {
    const link = `${HOME}/en/confirm-email?token=secret-token`;
    await left('email_change', { link, wait: '86400000' }, 'WAITING');
    await round();
    expect(sink.mails).toMatchObject([{ subject: 'Confirm your new email' }]);
    await left('email_change', { link, hours: '24' }, 'WAITING');
    await left('a_kind_of_old', { link }, 'WAITING');
    await round();
    expect(sink.mails).toHaveLength(1);
    expect(await rows()).toMatchObject([
      { state: 'SENT' },
      { state: 'FAILED', fault: 'outdated', attempts: 1, sealed: null },
      { state: 'FAILED', fault: 'outdated', attempts: 1, sealed: null },
    ]);
    expect(said).toContain('cannot be written out any more');
    expect(said).not.toContain('secret-token');
  });

  it('becomes a job where a version left it that looked through the outbox', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tikvo-older-'));
    const migrations = join(ROOT, 'src/server/db/migrations');
    for (const name of await readdir(migrations))
      if (name < '0075') await copyFile(join(migrations, name), join(folder, name));
    const database = await emptyDatabase();
    try {
      await migrate(database.pool, { folder: pathToFileURL(`${folder}/`) });
      const dueAt = Date.parse('2038-01-19T03:14:07Z');
      const sql = `INSERT INTO mail_outbox (id, user_id, kind, language, state, next_at, created_at)
        SELECT gen_random_uuid(), gen_random_uuid(), 'new_device', 'en', state, $1, now() FROM unnest(ARRAY['WAITING', 'SENT']) state`;
      await database.pool.query(sql, [new Date(dueAt)]);
      await migrate(database.pool);
      expect(await listJobs(database.pool, { limit: 9 })).toMatchObject([{ job: 'mail.send', tries: 11, dueAt }]);
    } finally {
      await database.drop();
      await rm(folder, { recursive: true });
    }
  });

  it('hides no other mail of the inbox of a sandbox', async () => {
    const sandbox = createMail(parts(null));
    await left('email_change', { link: HOME, hours: '24' }, 'KEPT');
    await send(code(randomUUID()), sandbox);
    expect((await sandbox.kept(10)).map(({ kind }) => kind)).toEqual(['forgot_password']);
  });
});

describe('a relay that fails', () => {
  it('is asked again later, when it says so and when the line was cut in the middle', async () => {
    await send(code(randomUUID()));
    sink.manners.push('busy', 'cut');
    const relay = createRelay({ url: sink.url, requireTls: false });
    await round();
    expect(await rows()).toMatchObject([{ state: 'WAITING', attempts: 1, fault: '451 EMESSAGE' }]);
    // The mark of the point of no return is slower than the cut: the mail cannot be there, and is not given up.
    const cut = () => until('the cut', () => (sink.cuts() > 0 ? true : null));
    await round({ deliver: (letter, hand) => relay.deliver(letter, () => cut().then(hand)) });
    expect(await rows()).toMatchObject([{ state: 'WAITING', attempts: 2 }]);
    await round();
    expect(await rows()).toMatchObject([{ state: 'SENT', attempts: 3 }]);
    expect(sink.mails).toHaveLength(1);
  });

  it('is not sent a mail twice that it may have', async () => {
    await send(code(randomUUID()));
    sink.manners.push('mute');
    await round();
    expect(await rows()).toMatchObject([{ state: 'UNSURE', attempts: 1, sealed: null }]);
    late += 86_400_000;
    expect(await round()).toEqual([]);
    expect(sink.mails).toHaveLength(1);
  });

  it('is given up at the last try, and is told of at the first of them, once', async () => {
    const closed = await startMailSink();
    await closed.stop();
    const gone = createRelay({ url: closed.url, requireTls: false });
    await send(code(randomUUID()));
    const alarms = () => said.split('\n').filter((line) => line.includes('"alarm":"mail"')).length;
    expect(await round(gone)).toEqual(['ESOCKET']);
    expect([alarms(), said.includes('"fault":"ESOCKET"')]).toEqual([1, true]);
    for (let tries = 2; tries <= 11; tries += 1) await round(gone, tries === 11);
    expect(await rows()).toMatchObject([{ state: 'FAILED', attempts: 11, sealed: null }]);
    expect(alarms()).toBe(1);
    await send(code(randomUUID()));
    await round();
    expect(said).toContain('the mail relay takes mails again');
  });

  it('is tried at the start: a wrong address is told before there is a mail', async () => {
    const closed = await startMailSink();
    await closed.stop();
    const early = createMail(parts(closed.url));
    await early.checkRelay();
    expect(said).toContain('the mail relay takes no mails');
  });
});

describe('a process that ends', () => {
  const never = new Promise<never>(() => undefined);

  it('between handing over and noting: the next one does not send again', async () => {
    await send(code(randomUUID()));
    const relay = createRelay({ url: sink.url, requireTls: false });
    void round({ deliver: (letter, hand) => relay.deliver(letter, hand).then(() => never) });
    await until('the mail', () => sink.mails[0]);
    expect(await rows()).toMatchObject([{ state: 'HANDED' }]);
    expect(await round()).toEqual(['handed over']);
    late += 121_000;
    expect(await round()).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'UNSURE', fault: 'lost', sealed: null }]);
    expect(sink.mails).toHaveLength(1);
    expect(said).toContain('not sent again');
  });

  it('before the last byte: the next one sends it, and the first cannot finish any more', async () => {
    await send(code(randomUUID()));
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const relay = createRelay({ url: sink.url, requireTls: false });
    const slow = round({ deliver: (letter, hand) => relay.deliver(letter, () => held.then(hand)) });
    await until('the first try', async () => ((await rows())[0]?.attempts === 1 ? true : null));
    await round();
    expect(sink.mails).toHaveLength(1);
    goOn();
    await slow;
    expect(sink.mails).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'SENT', attempts: 2 }]);
  });
});

describe('the sandbox without a relay', () => {
  it('keeps mails, newest first, and shows them whole', async () => {
    const sandbox = createMail(parts(null));
    const userId = randomUUID();
    await send(code(userId), sandbox);
    await send(digest(userId), sandbox);
    const kept = await sandbox.kept(10);
    expect(kept.map(({ kind }) => kind)).toEqual(['prediction_digest', 'forgot_password']);
    expect(kept[1]).toMatchObject({ to: ADA, subject: 'Neues Passwort festlegen' });
    expect(kept[1]?.text).toContain('402913');
    expect(await sandbox.keptOne(kept[1]?.id ?? '')).toEqual(kept[1]);
    expect(await sandbox.keptOne(userId)).toBeNull();
    expect(await rows()).toMatchObject([{ state: 'KEPT' }, { state: 'KEPT' }]);
    late += 31 * 86_400_000;
    await sandbox.forgetOld();
    expect(await sandbox.kept(10)).toEqual([]);
    late += 366 * 86_400_000;
    await sandbox.forgetOld();
    expect(await rows()).toEqual([]);
  });
});
