/** The product as `npm start` starts it, on a chain behind two nodes that can be made to lie, with people whose money moves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Hex } from 'viem';
import { expect } from 'vitest';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { openCommandDatabase } from '#server/command-database.ts';
import { readConfig } from '#server/config/config.ts';
import { balancesOf } from '#server/ledger/index.ts';
import { LocalFaucet } from '#server/networks/local/faucet.ts';
import { keepLocalChain } from '#server/networks/local/keep.ts';
import { LocalRpc } from '#server/networks/local/rpc.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { approveDocuments, proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, officeOf } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import type { StartingPlace } from '#tests/processes/starting-place.ts';
import type { Started } from '#tests/started.ts';
import { lyingNode, type LyingNode } from '#tests/worlds/lying-node.ts';

const api = '/api/v2/transaction';
const USDT = LOCAL_NETWORK.tokens[0]?.address as Hex;
const UNIT = 1_000_000n;
/** That people of the test have from the start, by an adjustment. */
const START = 1_000n * UNIT;
const tells = { info: () => undefined, warn: (...told: unknown[]) => console.warn(...told) };

/** Somebody whose money is counted here beside the product. */
export interface Counted extends Person {
  readonly name: string;
  /** Where money is sent to. */
  readonly depositTo: Hex;
  /** Of their own, where it arrives. */
  readonly wallet: Hex;
  /** What must be theirs in the end, and what must have arrived at their wallet, 10^-6. */
  cash: bigint;
  arrived: bigint;
}

export interface MoneyWorld {
  readonly started: Started;
  readonly ask: Ask;
  readonly db: Pool;
  /** Of the chain itself, without a lie. */
  readonly rpc: LocalRpc;
  readonly nodes: readonly [LyingNode, LyingNode];
  person(name: string): Promise<Counted>;
  /** Sends whole dollars to the address of somebody. Gives the hash; nothing is counted. */
  send(to: Counted, dollars: bigint): Promise<string>;
  /** Pays whole dollars out, of which the fee is one. Gives the id, and counts. */
  withdraw(who: Counted, dollars: bigint): Promise<string>;
  pay(from: Counted, to: Counted, dollars: bigint): Promise<string>;
  /** A cashier approves a withdrawal that waits for people. */
  approve(id: string): Promise<void>;
  /** What a command of the operator printed; fails where it ended with another code than 0. */
  command(file: string, ...words: readonly string[]): Promise<string>;
  depositState(hash: string): Promise<string | null>;
  withdrawalState(id: string): Promise<string | null>;
  /** What people have and what has arrived at their wallets, beside what is counted here. */
  compare(people: readonly Counted[]): Promise<void>;
  stop(): Promise<void>;
}

export async function moneyWorld(place: StartingPlace): Promise<MoneyWorld> {
  const chain = await keepLocalChain({ dataDir: join(place.dataDir, 'apart'), log: tells });
  const rpc = new LocalRpc(chain.url);
  await until('the chain', async () => ((await rpc.answers()) ? true : null));
  const nodes = [await lyingNode(chain.url), await lyingNode(chain.url)] as const;
  const env = { RPC_LOCAL: nodes.map(({ url }) => url).join(','), WAITS: 'short', ADMIN_ORIGIN };
  const started = place.begin(env);
  await started.answers('/readyz');
  const { db, close } = await openCommandDatabase(readConfig({ DATA_DIR: place.dataDir }), { name: 'money', max: 2 });
  const on = { pool: db, config: { dataDir: place.dataDir } };
  const ask = caller(started.origin);
  const stateOf = async (sql: string, value: string) =>
    (await db.query<{ state: string }>(sql, [value])).rows[0]?.state ?? null;
  await until('the wallet of the house', async () => (await db.query('SELECT 1 FROM payout_wallet')).rows[0]);
  const faucet = new LocalFaucet(chain.url);
  const cashier = await personOf(on, 'CASHIER');
  const post = async (who: Person, path: string, body: object) => {
    await proveAgain(on, who.id);
    const answer = await ask(`${api}${path}`, { method: 'POST', token: who.token, body });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  return {
    started,
    ask,
    db,
    rpc,
    nodes,
    person: (name) => newPerson({ on, ask, post }, name),
    async send(to, dollars) {
      const hash = await faucet.send({ token: USDT, to: to.depositTo, amount: dollars * UNIT });
      await until(`${hash} to be mined`, () => rpc.call('eth_getTransactionReceipt', [hash]));
      return hash;
    },
    async withdraw(who, dollars) {
      const body = { transfer: false, network: 'local', token: 'USDT', address: who.wallet, amount: String(dollars) };
      const { id } = await post(who, '/withdraw', body);
      who.cash -= dollars * UNIT;
      who.arrived += (dollars - 1n) * UNIT;
      return String(id);
    },
    async pay(from, to, dollars) {
      const body = { transfer: true, to: to.id, amount: String(dollars), confirmed: to.id };
      return String((await post(from, '/withdraw', body))['id']);
    },
    async approve(id) {
      await proveAgain(on, cashier.id);
      const act = actsBy(officeOf(started))(`withdrawals/${id}`, 'approve', cashier);
      expect((await act({ reason: 'looked at closely', fields: {} })).status).toBe(200);
    },
    async command(file, ...words) {
      const own = { ...process.env, ...env, DATA_DIR: place.dataDir, DATABASE_URL: '', MODE: '', LOCAL_CHAIN: 'off' };
      // Its nodes are in this process, which goes on meanwhile.
      const run = spawn(process.execPath, [join(place.build, file), ...words], { env: own });
      const [said, wrong, [code]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'exit')]);
      expect([code, wrong], said).toEqual([0, '']);
      return said;
    },
    // Of one that came back under another number of its log, what became of it there.
    depositState: (hash) => stateOf(`SELECT state FROM deposit WHERE tx_hash = $1 ORDER BY state = 'ORPHANED'`, hash),
    withdrawalState: (id) => stateOf('SELECT state FROM withdrawal WHERE id = $1', id),
    async compare(people) {
      const has = async ({ name, id, wallet }: Counted) => {
        const data = `0x70a08231${wallet.slice(2).padStart(64, '0')}`;
        const arrived = BigInt(String(await rpc.call('eth_call', [{ to: USDT, data }, 'latest'])));
        return { name, cash: (await balancesOf(db, { ownerId: id, realm: 'real' })).cash, arrived };
      };
      const counted = people.map(({ name, cash, arrived }) => ({ name, cash, arrived }));
      expect(await Promise.all(people.map(has))).toEqual(counted);
    },
    async stop() {
      await close();
      // The product first: it asks the nodes until it ends.
      started.process.kill('SIGTERM');
      await started.ended;
      await Promise.all(nodes.map((node) => node.stop()));
      await chain.stop();
    },
  };
}

interface Making {
  readonly on: { readonly pool: Pool; readonly config: { readonly dataDir: string } };
  readonly ask: Ask;
  readonly post: (who: Person, path: string, body: object) => Promise<unknown>;
}

/** Somebody known for a week, with documents, and with an address of their own that waits no more. */
async function newPerson({ on, ask, post }: Making, name: string): Promise<Counted> {
  const person = await personOf(on, 'USER');
  const { token, id } = person;
  const sql = (text: string) => on.pool.query(text, [id]);
  const wallet: Hex = `0x5aaeb605${randomUUID().replaceAll('-', '')}`;
  expect((await ask(`${api}/address-book`, { token })).status).toBe(200);
  await post(person, '/address-book', { network: 'local', address: wallet, label: 'Main' });
  await sql('UPDATE saved_address SET usable_from = now(), proved_at = now() WHERE user_id = $1');
  await sql(`UPDATE app_user SET created_at = now() - interval '7 days', country = 'DE' WHERE id = $1`);
  // They have traded for long.
  await sql('UPDATE payer SET played = 1000000000000 WHERE user_id = $1');
  await approveDocuments(on, id);
  const made = await ask(`${api}/deposit/address`, { method: 'POST', token });
  const depositTo = String(made.json['address']).toLowerCase() as Hex;
  return { ...person, name, wallet, depositTo, cash: START, arrived: 0n };
}
