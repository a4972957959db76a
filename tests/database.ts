import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Pool } from 'pg';
import { createPool } from '#server/db/index.ts';
import type { DatabaseServer } from './database-server.ts';
import { ownerOf, withDatabase } from './database-server.ts';

export interface TestDatabase {
  readonly url: string;
  /** The same database as the superuser: to write what the product may not. */
  readonly adminUrl: string;
  readonly pool: Pool;
  /** Closes the pool and removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/** What a query on a connection that the server ended fails with: the server's own word, the driver's, or that of the socket, whichever is read first. */
export const CUT_OFF = /terminat|connection|queryable|closed|ECONNRESET|EPIPE/i;

/** A fresh, migrated database of its own on the run's PostgreSQL. Durability is on, as in production. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = await askForServer();
  return create(server, server.template);
}

/** A database without a table. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return create(await askForServer(), 'template0');
}

async function create(server: DatabaseServer, template: string): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${ownerOf(server.url)}`);
  const url = withDatabase(server.url, name);
  // As the engine's own pool.
  const pool = createPool(url, { name, pipeline: true });
  return {
    url,
    adminUrl: withDatabase(server.adminUrl, name),
    pool,
    drop: async () => {
      if (!pool.ended) await pool.end();
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(server: DatabaseServer, sql: string): Promise<void> {
  const admin = createPool(server.adminUrl, { max: 1 });
  try {
    await admin.query(sql);
  } finally {
    await admin.end();
  }
}

/** The run's set-up listens on a port of this machine; the first question starts the server. */
function askForServer(): Promise<DatabaseServer> {
  const port = process.env['TIKVO_TEST_DATABASE_DOOR'];
  if (port === undefined) throw new Error('testDatabase() works in a vitest run with tests/database-server.ts only.');
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1');
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (text += part));
    socket.on('error', reject);
    socket.on('end', () => {
      const answer = JSON.parse(text) as DatabaseServer | { readonly error: string };
      if ('error' in answer) reject(new Error(answer.error));
      else resolve(answer);
    });
  });
}
