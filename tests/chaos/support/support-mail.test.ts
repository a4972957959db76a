/** kill -9 while a mail to support is taken: what nobody said yes to is sent again, and is there once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CrashPoint } from '#server/crash-points.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { freePort } from '#tests/worlds/free-port.ts';
import { bundleOf } from '../engine-channel.ts';
import { runToEnd } from '../run-to-end.ts';
import { LIMIT_MS } from '../size.ts';

/** Where, and whether the mail is in the database then. */
const POINTS: readonly (readonly [CrashPoint, number])[] = [
  ['mail.stored', 0],
  ['mail.committed', 1],
];

let db: TestDatabase;
let folder: string;
let bundle: string;

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-support-mail-'));
  bundle = await bundleOf(fileURLToPath(new URL('./support-mail-process.ts', import.meta.url)));
});
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function count(table: 'support_mail' | 'support_message' | 'mail_outbox', from: string): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return (rows[0]?.count ?? 0) - (before.get(`${table} ${from}`) ?? 0);
}
const before = new Map<string, number>();

it(
  `kill -9 at ${POINTS.length} places of a mail`,
  async () => {
    for (const [point, kept] of POINTS) {
      const from = `${point}@people.example`;
      const tables = ['support_mail', 'support_message', 'mail_outbox'] as const;
      for (const table of tables) before.set(`${table} ${from}`, await count(table, ''));
      const env = {
        DATABASE_URL: db.url,
        DATA_DIR: folder,
        SUPPORT_SMTP_PORT: String(await freePort()),
        FROM: from,
        ID: `<${point}@people.example>`,
      };
      expect(await runToEnd({ bundle, env, crash: point }), point).toBe('SIGKILL');
      for (const table of tables) expect(await count(table, from), `${point} ${table}`).toBe(kept);
      // Whoever was not told that it is kept sends it again.
      expect(await runToEnd({ bundle, env }), point).toBe(0);
      for (const table of tables) expect(await count(table, from), `${point} ${table}`).toBe(1);
    }
    process.stdout.write(`mails to support: ${POINTS.length} kills, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);
