import pg from 'pg';

/** Commands of which one runs at a time on a database, by the number of their lock. */
const LOCKS = { backup: 7_345_002, archive: 7_345_003 } as const;

/** A session that holds the lock of a command; null: another holds it. It is let go of with the session, also when the process is killed. */
export async function holdCommandLock(url: string, command: keyof typeof LOCKS): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url, application_name: `tikvo ${command}`, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [LOCKS[command]]);
  if (rows[0]?.held === true) return client;
  await client.end();
  return null;
}
