import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import { documentsOf } from '#tests/worlds/documents-world.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAudit, thisShell } from '#server/audit/index.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { accountClosing, createAccountAdmin } from '#server/identity/index.ts';
import { findEnds } from '#server/identity/store.ts';
import { createLog } from '#server/logging/log.ts';
import { createMail } from '#server/mail/index.ts';
import { createPrivacy } from '#server/privacy/index.ts';
import { createVault } from '#server/vault/index.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { connectLive, type LiveClient } from '#tests/live-client.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
const sockets: LiveClient[] = [];
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.end();
});
afterAll(() => server.stop());

async function keyOf({ token }: Person, realm: string): Promise<string> {
  const body = { name: 'Bot', kind: 'bearer', realm, scopes: ['read'] };
  const made = await ask('/api/v2/user/api-keys', { method: 'POST', token, body });
  if (made.status !== 201) throw new Error(made.text);
  return String(made.json['secret']);
}

/** A private socket that a token speaks for. */
async function socketOf(token: string): Promise<LiveClient> {
  const socket = await connectLive(server.origin, '/private');
  sockets.push(socket);
  socket.say({ op: 'auth', token });
  await socket.next('the answer to auth', (message) => message['op'] === 'ok');
  return socket;
}

async function closeHere({ token }: Person): Promise<void> {
  const closed = await ask('/api/v2/user/close', { method: 'POST', token, body: { leaveBalance: true } });
  if (closed.status !== 200) throw new Error(closed.text);
}

/** At another process on the same database, with a bus of its own. */
async function closeElsewhere({ id }: Person): Promise<void> {
  const { config, pool: db } = server;
  const [clock, log, vault, bus] = [systemClock, createLog(config), createVault({ config }), createLocalBus()];
  const mail = createMail({ config, db, clock, log, vault });
  const audit = createAudit({ vault, clock });
  const avatars = { forget: () => Promise.resolve(), pictureOf: () => Promise.resolve(null) };
  const privacy = createPrivacy({
    config,
    settings: STANDARD_SETTINGS,
    db,
    bus,
    clock,
    log,
    vault,
    audit,
    mail,
    accounts: accountClosing,
    personalData: [],
    avatars,
    documents: documentsOf({ config, db, clock, log, vault, audit }),
  });
  const actor = { userId: id, sessionId: '', role: 'USER', realm: 'real' } as const;
  const closed = await privacy.close({ actor, address: '192.0.2.7', locale: 'en' }, true);
  if (!closed.ok) throw new Error(closed.refusal.code);
}

async function blockElsewhere({ id }: Person): Promise<void> {
  const vault = createVault({ config: server.config });
  const accountAdmin = await createAccountAdmin({ config: server.config, vault, clock: systemClock });
  await transaction(server.pool, (tx) => accountAdmin.block(tx, { userId: id, by: thisShell(), reason: 'fraud' }));
}

describe('an account that is shut', () => {
  it.each([
    ['by its person', closeHere],
    ['by its person at another web process', closeElsewhere],
    ['by staff', blockElsewhere],
  ])('%s ends its keys, and closes their sockets too', async (_how, shut) => {
    const person = await personOf(server, 'USER');
    await proveAgain(server, person.id);
    const tokens = [person.token, await keyOf(person, 'real'), await keyOf(person, 'demo')];
    const opened = await Promise.all(tokens.map(socketOf));
    await shut(person);
    const ends = await Promise.all(opened.map((socket) => until('the close', () => socket.closed())));
    expect(ends).toEqual([4001, 4001, 4001]);
    const { rowCount } = await server.pool.query('SELECT 1 FROM api_key WHERE user_id = $1 AND ended_at IS NULL', [
      person.id,
    ]);
    expect(rowCount).toBe(0);
    for (const token of tokens) expect((await ask('/api/v2/trade/predictions', { token })).status).toBe(401);
  });

  it.each(['closed_at', 'blocked_at'])(
    'with %s is spoken for by nobody, whatever the rows of its keys say',
    async (column) => {
      const person = await personOf(server, 'USER');
      await proveAgain(server, person.id);
      await keyOf(person, 'real');
      const living = async () => {
        const { rows } = await server.pool.query<{ id: string }>(
          'SELECT id FROM api_key WHERE user_id = $1 UNION ALL SELECT id FROM session WHERE user_id = $1',
          [person.id],
        );
        return (
          await findEnds(
            server.pool,
            rows.map(({ id }) => id),
          )
        ).size;
      };
      expect(await living()).toBe(2);
      await server.pool.query(`UPDATE app_user SET ${column} = now() WHERE id = $1`, [person.id]);
      expect(await living()).toBe(0);
    },
  );
});
