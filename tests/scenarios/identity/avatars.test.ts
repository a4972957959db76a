import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createAvatars, type Avatars } from '#server/identity/avatar/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { until } from '#tests/http-calls.ts';

let database: TestDatabase;
let dataDir: string;
let avatars: Avatars;
let ada: string;

beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-avatars-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  avatars = createAvatars({ config, db: database.pool, clock: systemClock });
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await rm(join(dataDir, 'files'), { recursive: true, force: true });
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO app_user (id, role, created_at) VALUES (gen_random_uuid(), 'USER', now()) RETURNING id`,
  );
  ada = rows[0]?.id ?? '';
});

const files = () => readdir(join(dataDir, 'files/avatars')).then((names) => names.toSorted());
const draw = () => avatars.generate(ada, 'shapes');
const nameIn = (reply: Awaited<ReturnType<typeof draw>>) => (reply.ok ? `${reply.value.split('/').at(-1)}.png` : '');

describe('the pictures of a person', () => {
  it('are one, of two that come first at the same time too; none is left when they are forgotten', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE', [ada]);
    const both = Promise.all([draw(), draw()]);
    await until('both to wait', async () => {
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      return (await database.pool.query(waiting)).rowCount === 2 ? true : null;
    });
    await client.query('COMMIT');
    client.release();
    const names = (await both).map(nameIn);
    const left = await files();
    expect(left).toHaveLength(1);
    expect(names).toContain(left[0]);
    const next = nameIn(await draw());
    expect(await files()).toEqual([next]);
    await avatars.forget(ada);
    expect(await files()).toEqual([]);
  });

  it.each(['closed_at', 'blocked_at'])('are none for an account with %s, however late they come', async (column) => {
    await database.pool.query(`UPDATE app_user SET ${column} = now() WHERE id = $1`, [ada]);
    expect(await draw()).toEqual({ ok: false, refusal: { code: 'NotSignedIn' } });
    expect(await files()).toEqual([]);
    expect(await avatars.pictureOf(database.pool, ada)).toBeNull();
  });

  it('stay when what a crash left is swept away', async () => {
    const kept = nameIn(await draw());
    const [orphan, cut, young] = [`${'a'.repeat(32)}.png`, `${'b'.repeat(32)}.png`, `${'c'.repeat(32)}.png`];
    const folder = join(dataDir, 'files/avatars');
    for (const name of [orphan, `${cut}.new`, young]) await writeFile(join(folder, name), 'png');
    await avatars.sweep();
    expect(await files()).toHaveLength(4);
    const yesterday = Date.now() / 1_000 - 86_400;
    for (const name of [kept, orphan, `${cut}.new`]) await utimes(join(folder, name), yesterday, yesterday);
    await avatars.sweep();
    expect(new Set(await files())).toEqual(new Set([kept, young]));
  });

  it('are swept where there never was one', async () => {
    await avatars.sweep();
    await expect(files()).rejects.toThrow('ENOENT');
  });
});
