/** The queue of jobs on its database: when a job begins, what becomes of one that fails, and what is said of it. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changeJob, showJobs } from '#server/admin/jobs.ts';
import { thisShell } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import {
  createJobs,
  defineJob,
  enqueue,
  enqueueWith,
  JobFault,
  listJobs,
  retryJob,
  workOn,
  type JobHandler,
  type Jobs,
} from '#server/jobs/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { until } from '#tests/http-calls.ts';

const COUNT = defineJob({
  name: 'test.count',
  payload: z.object({ id: z.uuid() }),
  tries: 3,
  longestMs: 60_000,
});
const BY = thisShell();

let db: TestDatabase;
let jobs: Jobs;
let said = '';
const log = pino({}, new Writable({ write: (line, _encoding, done) => ((said += String(line)), done()) }));
const audited: unknown[] = [];
const audit = { write: (_tx: unknown, entry: object) => Promise.resolve(void audited.push(entry)) };

beforeAll(async () => {
  db = await testDatabase();
});
afterEach(async () => {
  await jobs.stop();
  await db.pool.query('DELETE FROM graphile_worker._private_jobs');
});
afterAll(() => db.drop());

/** Begins to work with one handler, which is given each id. */
function begin(handle: JobHandler<{ readonly id: string }>, job = COUNT): void {
  jobs = createJobs({ db: db.pool, log });
  jobs.add(workOn(job, () => handle));
  jobs.start();
}

const put = (id: string, when = {}) =>
  transaction(db.pool, (tx) => enqueueWith(tx, COUNT, { payload: { id }, ...when }));
const listed = () => listJobs(db.pool, { limit: 10 });

describe('a job', () => {
  it('is done when its transaction has committed, not when it was rolled back, and is not kept', async () => {
    const done: string[] = [];
    begin(({ id }) => Promise.resolve(void done.push(id)));
    const [gone, kept] = [randomUUID(), randomUUID()];
    const broken = transaction(db.pool, async (tx) => {
      await enqueue(tx, COUNT, { id: gone });
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    await put(kept);
    await until('the job to be gone', async () => ((await listed()).length === 0 ? true : null));
    expect(done).toEqual([kept]);
  });

  it('is put in once by a key while it waits, with the newest payload, and waits for its time', async () => {
    const done: string[] = [];
    const [first, second] = [randomUUID(), randomUUID()];
    const at = Date.now() + 3_600_000;
    await put(first, { key: 'one', at });
    await put(second, { key: 'one', at });
    expect(await listed()).toMatchObject([{ job: 'test.count', state: 'scheduled', attempts: 0, tries: 3 }]);
    begin(({ id }) => Promise.resolve(void done.push(id)));
    await put(second, { key: 'one' });
    await until('the job', () => done[0] ?? null);
    expect(done).toEqual([second]);
  });

  it('of the clock is one with an empty payload: when it was due, which the queue writes into it, is none', async () => {
    const CLOCK = defineJob({ name: 'test.clock', payload: z.strictObject({}), tries: 1, longestMs: 60_000 });
    const done: object[] = [];
    jobs = createJobs({ db: db.pool, log });
    jobs.add(workOn(CLOCK, () => (payload) => Promise.resolve(void done.push(payload)), { schedule: '0 0 1 1 *' }));
    jobs.start();
    const due = JSON.stringify({ _cron: { ts: new Date().toISOString(), backfilled: false } });
    await db.pool.query('SELECT graphile_worker.add_job($1, payload := $2::json)', [CLOCK.name, due]);
    await until('the job', () => done[0] ?? null);
    expect(done[0]).toEqual({});
  });

  it('takes nothing that is not of its type', async () => {
    jobs = createJobs({ db: db.pool, log });
    await expect(put('ada@example.org')).rejects.toThrow(z.ZodError);
  });
});

describe('a job that fails', () => {
  it('is tried again, then given up; a person sees its code and never what was said, and tries or cancels it', async () => {
    let tries = 0;
    let isMended = false;
    begin((_payload, { attempt, isLast }) => {
      tries += 1;
      if (isMended) return Promise.resolve();
      throw attempt === 1
        ? new Error('550 no such person as ada@example.org')
        : new JobFault(isLast ? '451 at last' : '451');
    });
    await put(randomUUID());
    const first = await until('its first failure', async () => {
      const [row] = await listed();
      return row?.state === 'scheduled' && row.fault !== null ? row : null;
    });
    expect(first).toMatchObject({ attempts: 1, tries: 3, fault: 'Error' });
    expect(first.dueAt).toBeGreaterThan(Date.now());
    const givenUp = await until(
      'its end',
      async () => {
        const [row] = await listed();
        return row?.state === 'failed' ? row : null;
      },
      60_000,
    );
    expect(givenUp).toMatchObject({ attempts: 3, fault: '451 at last' });
    expect(tries).toBe(3);
    expect(said).toContain('a job was given up');
    const kept = await db.pool.query<{ text: string }>('SELECT j::text AS text FROM graphile_worker._private_jobs j');
    expect(JSON.stringify(kept.rows)).not.toContain('ada@');

    expect((await showJobs({ db: db.pool }, 'failed')).lines).toEqual([
      expect.stringMatching(/^\d+ {2}test\.count {2}failed {2}try 3 of 3 {2}due 2.*Z {2}451 at last$/),
    ]);
    isMended = true;
    const act = { id: givenUp.id, by: BY, reason: 'the relay is back' };
    expect(await transaction(db.pool, (tx) => retryJob(tx, act, audit))).toBe(true);
    await until('it to be gone', async () => ((await listed()).length === 0 ? true : null));
    expect(await transaction(db.pool, (tx) => retryJob(tx, act, audit))).toBe(false);
    await put(randomUUID(), { at: Date.now() + 3_600_000 });
    expect((await showJobs({ db: db.pool }, 'failed')).lines).toEqual(['There are none.']);
    const id = (await listed())[0]?.id ?? '';
    const cancel = ['cancel-job', [id, '--reason', 'the relay is back']] as const;
    expect(await changeJob({ db: db.pool, audit }, ...cancel)).toMatchObject({ ok: true });
    expect(await changeJob({ db: db.pool, audit }, ...cancel)).toMatchObject({ ok: false });
    expect(await listed()).toEqual([]);
    expect(audited).toEqual([
      expect.objectContaining({ action: 'job.retried', objectId: givenUp.id, reason: act.reason }),
      expect.objectContaining({ action: 'job.cancelled', objectId: id, after: { job: 'test.count' } }),
    ]);
  });

  it('has failed when it takes longer than it may', async () => {
    const never = new Promise<void>(() => undefined);
    let wasTold = false;
    begin(
      (_payload, { signal }) => {
        signal.addEventListener('abort', () => (wasTold = true));
        return never;
      },
      { ...COUNT, longestMs: 50 },
    );
    await put(randomUUID());
    await until('its failure', async () => ((await listed())[0]?.fault === 'too long' ? true : null));
    expect(wasTold).toBe(true);
  });
});

describe('the schema of the queue', () => {
  it('is what the library wants: none of its own migrations is left for it to make', async () => {
    const folder = join(createRequire(import.meta.url).resolve('graphile-worker'), '../../sql');
    const wanted = (await readdir(folder)).map((name) => Number(name.slice(0, 6))).toSorted((a, b) => a - b);
    const { rows } = await db.pool.query<{ id: number }>('SELECT id FROM graphile_worker.migrations ORDER BY id');
    expect(rows.map(({ id }) => id)).toEqual(wanted);
  });
});
