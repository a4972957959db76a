import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { ConfigError } from '../config/config.ts';
import { createPool } from './index.ts';
import { askDatabase, reachDatabase } from './reach-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const silent = { onAway: () => undefined };
const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

describe('the database of the settings', () => {
  it('is reached', async () => {
    await expect(reachDatabase(database.url, silent)).resolves.toBeUndefined();
  });

  it.each<[string, (url: URL) => void, RegExp]>([
    [
      'another password',
      (url) => (url.password = 'wrong'),
      /does not let \w+ in: look at the name and the password\.$/,
    ],
    [
      'an unknown user',
      (url) => (url.username = 'nobody'),
      /does not let nobody in: look at the name and the password\.$/,
    ],
    [
      'an unknown database',
      (url) => (url.pathname = '/none'),
      /names the database none, and there is none of that name at /,
    ],
    ['TLS where it has none', (url) => url.searchParams.set('sslmode', 'require'), /does not speak TLS: switch it on/],
  ])('is refused in one sentence with %s', async (_what, change, sentence) => {
    const error: unknown = await reachDatabase(changed(change), silent).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    const { mistakes } = error as ConfigError;
    expect(mistakes).toEqual([expect.stringMatching(sentence)]);
    expect(mistakes.join()).not.toContain('wrong');
  });

  it('is refused in one sentence where nobody can tell its address', async () => {
    await expect(reachDatabase('postgresql://tikvo:wrong@127.0.0.1:none/x', silent)).rejects.toThrow(
      /^DATABASE_URL must look like postgresql:\/\/user:password@host:5432\/database\.$/,
    );
  });

  it('is waited for while it is away, which is said once', async () => {
    const { hostname, port } = new URL(database.url);
    const door = createServer((socket) => pass(socket, connect(Number(port), hostname))).listen(0, '127.0.0.1');
    await once(door, 'listening');
    const at = (door.address() as AddressInfo).port;
    door.close();
    await once(door, 'close');
    await expect(askDatabase(changed((url) => (url.host = `127.0.0.1:${at}`)))).rejects.toThrow(
      `The database at 127.0.0.1:${at} does not answer.`,
    );
    const said: string[] = [];
    const reaching = reachDatabase(
      changed((url) => (url.host = `127.0.0.1:${at}`)),
      { onAway: (sentence) => said.push(sentence) },
    );
    await expect.poll(() => said.length).toBe(1);
    door.listen(at, '127.0.0.1');
    await reaching;
    expect(said).toEqual([`The database at 127.0.0.1:${at} does not answer: waiting until it does.`]);
    door.close();
  });

  it.each([
    { what: 'its role may not log in', on: 'NOLOGIN', off: 'LOGIN', why: /is not permitted to log in/ },
    {
      what: 'it takes no connections',
      on: 'ALLOW_CONNECTIONS false',
      off: 'ALLOW_CONNECTIONS true',
      why: /is not currently accepting/,
    },
  ])('is waited for while $what, as an operator has it for a while, which is said once', async ({ on, off, why }) => {
    const elsewhere = new URL(database.adminUrl);
    elsewhere.pathname = '/postgres';
    const server = createPool(elsewhere.href, { max: 1 });
    const name = new URL(database.url).pathname.slice(1);
    const role = `${name}_shut_out`;
    await server.query(`CREATE ROLE ${role} LOGIN PASSWORD 'right'`);
    const set = (words: string) =>
      server.query(/LOGIN/.test(words) ? `ALTER ROLE ${role} ${words}` : `ALTER DATABASE ${name} ${words}`);
    const url = changed((one) => {
      one.username = role;
      one.password = 'right';
    });
    try {
      await set(on);
      await expect(askDatabase(url)).rejects.toThrow(why);
      const said: string[] = [];
      const reaching = reachDatabase(url, { onAway: (sentence) => said.push(sentence) });
      await expect.poll(() => said.length).toBe(1);
      await set(off);
      await reaching;
      expect(said).toEqual([expect.stringMatching(/ does not let \w+ in \(.*\): waiting until it does\.$/)]);
      expect(said.join()).not.toContain('right');
    } finally {
      await set(off);
      await server.query(`DROP ROLE ${role}`);
      await server.end();
    }
  });

  it('is waited for while it is read-only, which is said once', async () => {
    const server = createPool(database.adminUrl, { max: 1, settings: { default_transaction_read_only: 'off' } });
    const name = new URL(database.url).pathname.slice(1);
    const set = (value: string) => server.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
    await set('on');
    const said: string[] = [];
    const reaching = reachDatabase(database.url, { onAway: (sentence) => said.push(sentence) });
    await expect.poll(() => said.length).toBe(1);
    await set('off');
    await server.end();
    await reaching;
    expect(said).toEqual([expect.stringMatching(/ is read-only: waiting until it can be written\.$/)]);
  });
});

function pass(one: Socket, other: Socket): void {
  for (const socket of [one, other]) socket.on('error', () => undefined);
  one.pipe(other).pipe(one);
}
