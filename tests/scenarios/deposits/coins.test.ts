import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import type { DepositLimits } from '#domain/deposits/rules.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import type { Approved } from '#server/approvals/index.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { coinAddressOf } from '#server/deposits/addresses.ts';
import { creditFinal } from '#server/deposits/credit.ts';
import { Deposits } from '#server/deposits/deposits.ts';
import { findingDecidedAct } from '#server/deposits/findings/decide.ts';
import { followWaiting } from '#server/deposits/follow-waiting.ts';
import { scan } from '#server/deposits/scan.ts';
import { creditedWithin } from '#server/deposits/store-limits.ts';
import { balancesOf, checkLedger } from '#server/ledger/index.ts';
import { Networks } from '#server/networks/index.ts';
import { ADMIN_ORIGIN } from '#tests/office-calls.ts';
import { caller, type Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { HAS_COIN_CHAIN, startCoinChain, type CoinWorld } from '#tests/worlds/coin-world.ts';

const api = '/api/v2/transaction/deposit';
/** That people of the test have from the start. */
const PLAY_MONEY = 1_000_000_000n;
const NEEDED = LOCAL_COIN_NETWORK.confirmations;
/** 94.61 a coin. */
const PRICE = 946_100;
let server: TestServer;
let ask: Ask;
let chain: CoinWorld;
let price: number | null = PRICE;
/** Later than the real time, ms. */
let later = 0;
const excluded = new Set<string>();
const listed = new Set<string>();
const limited = new Map<string, DepositLimits<Usdt | null>>();

/** What looks at the chain, as often as the test says so. */
function eyes() {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const config = readConfig({ RPC_LOCAL_COIN: chain.url, RPC_LOCAL_COIN_COOKIE: chain.cookieFile });
  const clock = { now: () => systemClock.now() + later };
  const networks = new Networks({ config, clock, log });
  const [at] = networks.coins;
  if (at === undefined) throw new Error('no network');
  const board = () => ({
    pair: { no: 7, scale: 4 },
    kind: 'simulated',
    status: 'ONLINE',
    last: price === null ? null : { seq: 9, t: clock.now(), price },
  });
  const parts = {
    config,
    db: server.pool,
    bus: createLocalBus(),
    clock,
    log,
    networks,
    pairCache: { find: async () => board() as never },
    standingOf: async (_db: unknown, userId: string) => ({
      selfExcluded: excluded.has(userId),
      pausedUntil: null,
      depositLimits: limited.get(userId) ?? { day: null, week: null, month: null },
    }),
    depositedWithin: creditedWithin,
    isListedAddress: async (_db: unknown, address: string) => listed.has(address),
    payees: { stateOf: async () => 'open' as const },
  };
  const look = async () => {
    await scan(parts, at);
    await followWaiting(parts, at);
    await creditFinal(parts, at);
  };
  return { parts, at, look };
}

async function depositor(): Promise<{ person: Person; address: string }> {
  const person = await personOf(server, 'USER');
  const { parts, at } = eyes();
  return { person, address: await coinAddressOf(parts, person.id, at) };
}
const stands = async ({ id }: Person) => {
  const { rows } = await server.pool.query<{ text: string }>(
    `SELECT concat_ws(' ', state, reason, amount, nullif(held_raw, 0)) AS text FROM deposit WHERE user_id = $1 ORDER BY seen_at, log_index`,
    [id],
  );
  return rows.map(({ text }) => text);
};
/** What a person has beyond the play money of a sandbox, 10^-6. */
const cash = async ({ id }: Person) =>
  (await balancesOf(server.pool, { ownerId: id, realm: 'real' })).cash - PLAY_MONEY;
const both = async (person: Person) => [await stands(person), await cash(person)];

describe.runIf(HAS_COIN_CHAIN)('a deposit of coins', () => {
  beforeAll(async () => {
    chain = await startCoinChain();
    server = await startTestServer({
      env: { ADMIN_ORIGIN, RPC_LOCAL_COIN: 'http://127.0.0.1:9', RPC_LOCAL_COIN_COOKIE: chain.cookieFile },
    });
    ask = caller(server.origin);
    await eyes().look();
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    await chain.stop();
  });

  it('is shown before a block has it, and credited once at the price of its last confirmation', async () => {
    const { person, address } = await depositor();
    const { parts, look } = eyes();
    await chain.send({ [address]: '1.5' });
    await look();
    expect(await both(person)).toEqual([['SEEN 141915000'], 0n]);
    const list = async () => (await new Deposits(parts).list(person.id))[0];
    expect(await list()).toMatchObject({
      status: 'CONFIRMING',
      confirmations: 0,
      needed: NEEDED,
      coins: '1.50000000',
      rate: null,
    });
    await chain.mine();
    await look();
    expect(await list()).toMatchObject({ status: 'CONFIRMING', confirmations: 1, coin: 'LTC' });
    await chain.mine(NEEDED - 2);
    price = 1_000_000;
    await look();
    expect(await both(person)).toEqual([['CONFIRMING 141915000'], 0n]);
    await chain.mine();
    await Promise.all([
      eyes()
        .look()
        .catch(() => undefined),
      look().catch(() => undefined),
    ]);
    await eyes().look();
    expect(await both(person)).toEqual([['CREDITED 150000000'], 150_000_000n]);
    expect(await list()).toMatchObject({ status: 'CREDITED', amountStr: '150.00', rate: { rate: '100.0000', seq: 9 } });
    const { json } = await ask(`${api}/deposits`, { token: person.token });
    expect(json['items']![0 as never]).toMatchObject({ status: 'CREDITED', coin: 'LTC', amountStr: '150.00' });
    price = PRICE;
    // In the wallet's history too, with the coin, its price and its transaction.
    const txHash = (await list())?.txHash;
    const moved = `${api.replace('deposit', 'transactions')}?type=deposit`;
    const source = { network: 'Litecoin test chain', token: 'LTC', coins: '1.50000000', rate: '100.0000', txHash };
    const history = await ask(moved, { token: person.token });
    expect((history.json['items'] as unknown as { deposit: unknown }[]).map(({ deposit }) => deposit)).toEqual([
      { ...source, txLink: null },
    ]);
    const csv = await ask(moved, { token: person.token, headers: { accept: 'text/csv' } });
    const [head = '', row = ''] = csv.text.split('\r\n');
    expect(head).toMatch(/network,coin,coins,rate,address,transaction$/);
    expect(row).toContain(`Litecoin test chain,LTC,1.50000000,100.0000,,${txHash}`);
  }, 120_000);

  it('that is replaced before its block counts once, whichever of the two comes through', async () => {
    const { look } = eyes();
    for (const through of ['first', 'second'] as const) {
      const { person, address } = await depositor();
      const first = await chain.send({ [address]: '2' });
      const raw = await chain.client.call('getrawtransaction', [first]);
      await look();
      const second = await chain.replace(first, { [address]: '1' });
      await look();
      expect(await stands(person)).toEqual(['REPLACED 189220000', 'SEEN 94610000']);
      if (through === 'second') await chain.mine();
      // Who mines may have the first one still.
      else await chain.mineOnly([raw as string]);
      await chain.mine(NEEDED - 1);
      await look();
      await look();
      const [one, two] =
        through === 'first' ? ['CREDITED 189220000', 'REPLACED 94610000'] : ['REPLACED 189220000', 'CREDITED 94610000'];
      expect(await both(person), `${through} of ${first} ${second}`).toEqual([
        [one, two],
        through === 'first' ? 189_220_000n : 94_610_000n,
      ]);
    }
  }, 120_000);

  it('whose block is taken back waits, and is credited in another one (R-63)', async () => {
    const { person, address } = await depositor();
    const { look } = eyes();
    const txHash = await chain.send({ [address]: '3' });
    const block = await chain.mine();
    await look();
    expect(await stands(person)).toEqual(['CONFIRMING 283830000']);
    await chain.client.call('invalidateblock', [block]);
    await chain.mineOnly([]);
    await chain.mineOnly([]);
    await look();
    expect(await both(person)).toEqual([['ORPHANED 283830000'], 0n]);
    await chain.mineOnly([txHash]);
    await chain.mine(NEEDED - 1);
    await look();
    await look();
    expect(await both(person)).toEqual([['CREDITED 283830000'], 283_830_000n]);
  }, 120_000);

  it('that was credited and has left its chain is a finding; what spends the same coins is not credited again', async () => {
    const { person, address } = await depositor();
    const { look } = eyes();
    const first = await chain.send({ [address]: '4' });
    const block = await chain.mine();
    await chain.mine(NEEDED - 1);
    await look();
    expect(await both(person)).toEqual([['CREDITED 378440000'], 378_440_000n]);
    const raw = (await chain.client.call('getrawtransaction', [first])) as string;
    await chain.client.call('invalidateblock', [block]);
    const second = await chain.replace(first, { [address]: '3.5' });
    await chain.mine(NEEDED + 1);
    await look();
    await look();
    expect(await both(person)).toEqual([['QUARANTINE reorg 378440000', 'QUARANTINE replaced 331135000'], 378_440_000n]);
    // And back: the first chain wins in the end.
    const { hash } = (await chain.client.call('getblockheader', [await chain.client.call('getbestblockhash')])) as {
      hash: string;
    };
    const height = Number(await chain.client.call('getblockcount'));
    await chain.client.call('invalidateblock', [await chain.client.call('getblockhash', [height - NEEDED])]);
    await chain.mineOnly([raw]);
    await chain.mine(NEEDED + 2);
    await look();
    await look();
    expect(await both(person), `${second} ${hash}`).toEqual([
      ['CREDITED 378440000', 'QUARANTINE replaced 331135000'],
      378_440_000n,
    ]);
  }, 120_000);

  it('is two where one transaction pays one person twice', async () => {
    const { person, address } = await depositor();
    const { look, parts, at } = eyes();
    const other = await depositor();
    await chain.send({ [address]: '1', [other.address]: '2' });
    await chain.mine(NEEDED);
    await look();
    expect(await both(person)).toEqual([['CREDITED 94610000'], 94_610_000n]);
    expect(await both(other.person)).toEqual([['CREDITED 189220000'], 189_220_000n]);
    const twice = await chain.sendTwice(address, '0.5');
    await chain.mine(NEEDED);
    await look();
    expect(await both(person)).toEqual([['CREDITED 94610000', 'CREDITED 47305000', 'CREDITED 47305000'], 189_220_000n]);
    const found = await new Deposits(parts).find(person.id, { txHash: twice });
    expect(found).toMatchObject({ ok: true, value: { answer: 'found', network: at.network.id } });
  }, 120_000);

  it('of dust is kept until it is enough', async () => {
    const { person, address } = await depositor();
    const { look } = eyes();
    for (const [coins, states, after] of [
      ['0.01', ['DUST 946100'], 0n],
      ['0.005', ['CREDITED 946100', 'CREDITED 473050'], 1_419_150n],
    ] as const) {
      await chain.send({ [address]: coins });
      await chain.mine(NEEDED);
      await look();
      expect(await both(person)).toEqual([states, after]);
    }
  }, 120_000);

  it('without a price waits for one, then for people; so does one of a listed sender, as it came', async () => {
    const { person, address } = await depositor();
    const { look, at, parts } = eyes();
    price = null;
    await chain.send({ [address]: '1' });
    await chain.mine(NEEDED);
    await look();
    expect(await both(person)).toEqual([['CONFIRMING 0'], 0n]);
    later = 11 * 60_000;
    await look();
    expect(await both(person)).toEqual([['QUARANTINE unpriced 0 100000000'], 0n]);
    const act = findingDecidedAct({ ...parts, audit: { write: async () => undefined } });
    const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM deposit WHERE user_id = $1', [person.id]);
    const decided = (outcome: 'credited' | 'returned') =>
      transaction(server.pool, async (tx) => {
        const fields = { depositId: rows[0]?.id ?? '', userId: person.id, outcome, returnTx: '' };
        const by = { kind: 'approved', maker: person.id, checkers: [], requestId: '', reason: 'ticket 12' };
        return (await act.refuses?.(tx, fields)) ?? act.execute(tx, fields, by as unknown as Approved);
      });
    expect(await decided('credited')).toBe('There is no price of it now.');
    later = 0;
    price = PRICE;
    expect(await decided('returned')).toContain('hot wallet');
    expect(await decided('credited')).toEqual({ state: 'CREDITED' });
    expect(await decided('credited')).toContain('nobody');
    expect(await both(person)).toEqual([['CREDITED 94610000'], 94_610_000n]);
    const sanctioned = await depositor();
    const txHash = await chain.send({ [sanctioned.address]: '1' });
    const [sender = ''] = await at.readers[0].senders({ txHash });
    listed.add(sender);
    await chain.mine(NEEDED);
    await look();
    listed.clear();
    expect(await both(sanctioned.person)).toEqual([['QUARANTINE sanctioned 94610000 100000000'], 0n]);
  }, 120_000);

  it('above the limit of its person is theirs up to it, and the rest stays in the coin', async () => {
    const { person, address } = await depositor();
    const { look } = eyes();
    limited.set(person.id, { day: usdt(50_000_000n), week: null, month: null });
    await chain.send({ [address]: '1' });
    await chain.mine(NEEDED);
    await look();
    expect(await both(person)).toEqual([['QUARANTINE over_limit 94610000 47151463'], 50_000_000n]);
  }, 120_000);

  it('leaves books that add up in each asset', async () => {
    const { invariants } = await checkLedger(server.pool, { window: 'all' });
    expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
    const { rows } = await server.pool.query(
      `SELECT (SELECT sum(raw)::text FROM deposit WHERE state IN ('CREDITED', 'DUST') OR (state = 'QUARANTINE' AND reason <> 'replaced')) AS deposits,
         (SELECT sum(debits - credits)::text FROM account WHERE kind = 'treasury_deposit' AND asset = 3) AS books`,
    );
    expect(rows[0].deposits).toBe(rows[0].books);
  });
});
