import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_NETWORK, type Network } from '#domain/cashier/networks.ts';
import type { DepositLimits } from '#domain/deposits/rules.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { systemClock } from '#server/clock.ts';
import { Deposits } from '#server/deposits/deposits.ts';
import { balancesOf, checkLedger } from '#server/ledger/index.ts';
import { RICH } from '#server/networks/local/blocks.ts';
import { LocalFaucet } from '#server/networks/local/faucet.ts';
import { Networks } from '#server/networks/index.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, rowsOf } from '#tests/office-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { caller, type Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { depositEyes } from '#tests/worlds/deposit-eyes.ts';
import { lyingNode } from '#tests/worlds/lying-node.ts';

const api = '/api/v2/transaction/deposit';
const USDT = LOCAL_NETWORK.tokens[0]?.address as Hex;
/** That people of the test have from the start. */
const PLAY_MONEY = 1_000_000_000n;
const NEEDED = LOCAL_NETWORK.confirmations;
let server: TestServer;
let ask: Ask;
let chain: ChainWorld;

beforeAll(async () => {
  chain = await startChain();
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

/** What looks at the chain, as often as the test says so. The server of the test has no network of its own. */
const eyes = (on: { network?: Network; rpc?: readonly string[] } = {}) =>
  depositEyes(server.pool, { rpc: [chain.url], ...on }, { excluded, limited, listed });
const excluded = new Set<string>();
const limited = new Map<string, DepositLimits<Usdt | null>>();
const listed = new Set<string>();

async function depositor(): Promise<{ person: Person; address: string }> {
  const person = await personOf(server, 'USER');
  const { addressOf } = await import('#server/deposits/addresses.ts');
  return { person, address: await addressOf(eyes().parts, person.id) };
}
const stands = async ({ id }: Person) => {
  const { rows } = await server.pool.query<{ text: string }>(
    `SELECT concat_ws(' ', state, reason, amount) AS text FROM deposit WHERE user_id = $1 ORDER BY seen_at, log_index`,
    [id],
  );
  return rows.map(({ text }) => text);
};
/** What a person has beyond the play money of a sandbox, 10^-6. */
const cash = async ({ id }: Person) =>
  (await balancesOf(server.pool, { ownerId: id, realm: 'real' })).cash - PLAY_MONEY;

describe('a deposit', () => {
  it('is seen in its block, credited at the last confirmation, and once', async () => {
    const { person, address } = await depositor();
    const { look } = eyes();
    await look();
    await chain.send({ token: USDT, to: address, amount: 25_500_000n });
    await chain.mine();
    await look();
    expect(await stands(person)).toEqual(['CONFIRMING 25500000']);
    await chain.mine(NEEDED - 2);
    await look();
    expect([await stands(person), await cash(person)]).toEqual([['CONFIRMING 25500000'], 0n]);
    await chain.mine();
    // Two processes at once, and again after a restart.
    await Promise.all([
      eyes()
        .look()
        .catch(() => undefined),
      look().catch(() => undefined),
    ]);
    await eyes().look();
    expect([await stands(person), await cash(person)]).toEqual([['CREDITED 25500000'], 25_500_000n]);
    const { json } = await ask(`${api}/deposits`, { token: person.token });
    expect(json['items']![0 as never]).toMatchObject({ status: 'CREDITED', coin: 'USDT', amountStr: '25.50' });
  }, 120_000);

  it.each([1, 2, 3, NEEDED - 1])(
    'that its chain takes back with %i blocks is not credited; back in another block it is (R-63)',
    async (depth) => {
      const { person, address } = await depositor();
      const { look } = eyes();
      const hash = await chain.send({ token: USDT, to: address, amount: 5_000_000n });
      const raw = await chain.rpc.call('eth_getRawTransactionByHash', [hash]);
      await chain.mine(depth);
      await look();
      await chain.reorganise(depth);
      await look();
      expect(await stands(person)).toEqual(['ORPHANED 5000000']);
      await chain.mine(NEEDED + 1);
      await look();
      expect(await cash(person)).toBe(0n);
      await chain.rpc.call('eth_sendRawTransaction', [raw]).catch(() => undefined);
      await chain.mine(NEEDED + 1);
      await look();
      expect([await stands(person), await cash(person)]).toEqual([['CREDITED 5000000'], 5_000_000n]);
    },
    120_000,
  );

  it('stays where it is while the first node is behind, and is read on when that has caught up', async () => {
    const { person, address } = await depositor();
    const node = await lyingNode(chain.url);
    const { look } = eyes({ rpc: [node.url, chain.url] });
    await look();
    await node.tell('behind');
    await chain.send({ token: USDT, to: address, amount: 5_000_000n });
    await chain.mine(NEEDED);
    // Whoever asks another node has it.
    await eyes().look();
    expect(await stands(person)).toEqual(['CREDITED 5000000']);
    await look();
    expect([await stands(person), await cash(person)]).toEqual([['CREDITED 5000000'], 5_000_000n]);
    await node.tell(null);
    await chain.send({ token: USDT, to: address, amount: 6_000_000n });
    await chain.mine(NEEDED);
    await look();
    expect([await stands(person), await cash(person)]).toEqual([['CREDITED 5000000', 'CREDITED 6000000'], 11_000_000n]);
    await node.stop();
  }, 120_000);

  it('too small is kept until it is enough', async () => {
    const { person, address } = await depositor();
    const { look } = eyes();
    for (const [amount, after, states] of [
      [600_000n, 0n, ['DUST 600000']],
      [400_000n, 1_000_000n, ['CREDITED 600000', 'CREDITED 400000']],
    ] as const) {
      await chain.send({ token: USDT, to: address, amount });
      await chain.mine(NEEDED);
      await look();
      expect([await stands(person), await cash(person)]).toEqual([states, after]);
    }
  }, 120_000);

  it('of a token that only looks like one, or of nothing, is credited nothing (R-64)', async () => {
    const { person, address } = await depositor();
    const { look } = eyes();
    const fake = await chain.deploy({ symbol: 'USDT' });
    await chain.send({ token: fake, to: address, amount: 9_000_000n });
    await chain.send({ token: USDT, to: address, amount: 0n });
    await chain.mine(NEEDED + 1);
    await look();
    expect([await stands(person), await cash(person)]).toEqual([['QUARANTINE unknown_token 0'], 0n]);
  }, 120_000);

  it('of a token that keeps a part is what arrived (R-64)', async () => {
    const { person, address } = await depositor();
    const token = await chain.deploy({ symbol: 'USDT', feeBps: 200 });
    const network = { ...LOCAL_NETWORK, id: 'keeps', tokens: [{ coin: 'USDT', address: token, decimals: 6 }] } as const;
    const { look } = eyes({ network });
    await look();
    await chain.send({ token, to: RICH, amount: 10_000_000n });
    await chain.mine();
    await chain.transfer({ token, to: address, amount: 10_000_000n });
    await chain.mine(NEEDED);
    await look();
    expect([await stands(person), await cash(person)]).toEqual([['CREDITED 9800000'], 9_800_000n]);
  }, 120_000);

  it('is found by a second node, or by a second look, where the first one leaves it out', async () => {
    const { person, address } = await depositor();
    const lying = await lyingNode(chain.url);
    const both = eyes({ network: { ...LOCAL_NETWORK, id: 'two' }, rpc: [lying.url, chain.url] });
    const alone = eyes({ network: { ...LOCAL_NETWORK, id: 'one' }, rpc: [lying.url] });
    await both.look();
    await alone.look();
    await chain.send({ token: USDT, to: address, amount: 2_000_000n });
    await chain.mine();
    await lying.tell('no logs');
    await both.look();
    await alone.look();
    // The same payment on what the test makes two networks.
    expect(await stands(person)).toEqual(['CONFIRMING 2000000']);
    await lying.tell(null);
    await chain.mine(NEEDED - 1);
    await alone.look();
    await both.look();
    expect([await stands(person), await cash(person)]).toEqual([['CREDITED 2000000', 'CREDITED 2000000'], 4_000_000n]);
    await lying.stop();
  }, 120_000);

  it('waits while its node leaves its log out at the last confirmation', async () => {
    const { person, address } = await depositor();
    const lying = await lyingNode(chain.url);
    const { look } = eyes({ network: { ...LOCAL_NETWORK, id: 'late' }, rpc: [lying.url] });
    await look();
    await chain.send({ token: USDT, to: address, amount: 2_000_000n });
    await chain.mine();
    await look();
    await lying.tell('no logs');
    await chain.mine(NEEDED - 1);
    await look();
    expect([await stands(person), await cash(person)]).toEqual([['CONFIRMING 2000000'], 0n]);
    await lying.tell(null);
    await look();
    expect([await stands(person), await cash(person)]).toEqual([['CREDITED 2000000'], 2_000_000n]);
    await lying.stop();
  }, 120_000);

  it('of somebody who has excluded themself is kept apart for people', async () => {
    const { person, address } = await depositor();
    excluded.add(person.id);
    await chain.send({ token: USDT, to: address, amount: 7_000_000n });
    await chain.mine(NEEDED);
    await eyes().look();
    expect([await stands(person), await cash(person)]).toEqual([['QUARANTINE excluded 7000000'], 0n]);
    const { parts } = eyes();
    const asked = (standing: object) =>
      new Deposits({
        ...parts,
        standingOf: async () => ({ ...(await parts.standingOf(null, person.id)), ...standing }),
      }).address(person.id);
    const until = systemClock.now() + 60_000;
    expect(await asked({})).toMatchObject({ ok: false, refusal: { code: 'SelfExcluded' } });
    // A break, and one that is over.
    expect(await asked({ selfExcluded: false, pausedUntil: until })).toMatchObject({ refusal: { until } });
    expect(await asked({ selfExcluded: false, pausedUntil: until - 120_000 })).toMatchObject({ ok: true });
  }, 120_000);

  it('above the limit of its person is theirs up to it, and the rest is held for people', async () => {
    const { person, address } = await depositor();
    const { look } = eyes();
    limited.set(person.id, { day: usdt(50_000_000n), week: null, month: usdt(60_000_000n) });
    const arrives = async (amount: bigint) => {
      await chain.send({ token: USDT, to: address, amount });
      await chain.mine(NEEDED);
      await look();
      return cash(person);
    };
    expect([await arrives(20_000_000n), await arrives(45_000_000n), await arrives(5_000_000n)]).toEqual([
      20_000_000n,
      50_000_000n,
      50_000_000n,
    ]);
    expect(await stands(person)).toEqual([
      'CREDITED 20000000',
      'QUARANTINE over_limit 45000000',
      'QUARANTINE over_limit 5000000',
    ]);
    const { rows } = await server.pool.query(
      'SELECT held::text FROM deposit WHERE user_id = $1 ORDER BY seen_at, log_index',
      [person.id],
    );
    expect(rows.map(({ held }: { held: string }) => held)).toEqual(['0', '15000000', '5000000']);
    const { json } = await ask('/api/v2/transaction/balance', { token: person.token });
    const parts = json['parts'] as unknown as { part: string; amountStr: string }[];
    expect(Object.fromEntries(parts.map(({ part, amountStr }) => [part, amountStr]))).toMatchObject({
      available: '1050.00',
      held_deposits: '20.00',
    });
    // An adjustment, which the rest of it is, needs no playing.
    expect(json).toMatchObject({ totalStr: '1070.00', toPlayStr: '50.00', freeStr: '1000.00' });
  }, 120_000);

  it('of a sender whom a list of sanctions names is held for people', async () => {
    const { person, address } = await depositor();
    const { look } = eyes();
    await chain.send({ token: USDT, to: RICH, amount: 8_000_000n });
    await chain.mine();
    await chain.transfer({ token: USDT, to: address, amount: 8_000_000n });
    listed.add(RICH.toLowerCase());
    await chain.mine(NEEDED);
    await look();
    listed.clear();
    expect([await stands(person), await cash(person)]).toEqual([['QUARANTINE sanctioned 8000000'], 0n]);
  }, 120_000);

  it('that is held is credited by two people, or kept for a reason, and never by itself', async () => {
    const { person, address } = await depositor();
    const { look } = eyes();
    limited.set(person.id, { day: usdt(10_000_000n), week: null, month: null });
    for (const amount of [30_000_000n, 6_000_000n]) {
      await chain.send({ token: USDT, to: address, amount });
      await chain.mine(NEEDED);
      await look();
    }
    const office = officeOf(server);
    const [cashier, officer] = [await personOf(server, 'CASHIER'), await personOf(server, 'COMPLIANCE')];
    const { rows } = await server.pool.query<{ id: string }>(
      'SELECT id FROM deposit WHERE user_id = $1 ORDER BY seen_at, log_index',
      [person.id],
    );
    const [more = '', less = ''] = rows.map(({ id }) => id);
    const listed = rowsOf(await office('/api/v2/office/desks/findings', cashier)).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining([more, less]));
    const act = async (id: string, what: string, fields = {}) => {
      await proveAgain(server, cashier.id);
      const { json } = await actsBy(office)(`findings/${id}`, what, cashier)({ reason: 'ticket 12', fields });
      return json['said'] ?? json['error']?.code;
    };
    expect(await act(more, 'take')).toBe('It is yours.');
    expect(await act(more, 'credit')).toBe('Asked. It waits in Approvals for a second person.');
    expect(await cash(person)).toBe(10_000_000n);
    await approveOpen(server, office, officer);
    expect(await cash(person)).toBe(30_000_000n);
    expect(await act(more, 'credit')).toBe('NotFound');
    // The books of the wallet hold nothing yet that could have been sent back.
    expect(await act(less, 'return', { hash: `0x${'1'.repeat(64)}` })).toBe('ActRefused');
    expect(await act(less, 'keep')).toBe('It is kept.');
    expect(await stands(person)).toEqual(['CREDITED 30000000', 'KEPT over_limit 6000000']);
  }, 120_000);

  it('is estimated by the one rule of decimals', async () => {
    const deposits = new Deposits(eyes().parts);
    const estimated = async (amount: string) => {
      const told = await deposits.estimate({ token: 'USDT', network: LOCAL_NETWORK.id, amount });
      return told.ok ? told.value.receiveStr : 'fields' in told.refusal && told.refusal.fields['amount'];
    };
    const asked = ['5.5000000', '5.0000001', '05'].map(estimated);
    expect(await Promise.all(asked)).toEqual(['5.50', 'decimals', 'malformed']);
  });

  it('that somebody misses is told of in words, by the hash of its transaction', async () => {
    const { person, address } = await depositor();
    const other = await depositor();
    const { look, parts } = eyes();
    const away = new Networks({
      config: {
        networks: [...eyes().places, { network: { ...LOCAL_NETWORK, id: 'away' }, rpc: ['http://127.0.0.1:1'] }],
      },
      clock: systemClock,
      log: parts.log,
    });
    const finder = new Deposits({ ...parts, networks: away });
    const told = async (txHash: string) => {
      const found = await finder.find(person.id, { txHash });
      if (!found.ok) throw new Error(found.refusal.code);
      const { answer, network, away: silent, deposits } = found.value;
      return [answer, network, silent.join(), deposits.map(({ status, coin }) => `${status} ${coin}`).join()]
        .join(' ')
        .trim();
    };
    await look();
    const fake = await chain.deploy({ symbol: 'USDT' });
    const sent = {
      good: await chain.send({ token: USDT, to: address, amount: 3_000_000n }),
      fake: await chain.send({ token: fake, to: address, amount: 3_000_000n }),
      ether: await new LocalFaucet(chain.url).sendEther(address, 10n ** 18n),
      theirs: await chain.send({ token: USDT, to: other.address, amount: 3_000_000n }),
    };
    expect(await told(sent.good)).toBe('waiting local away');
    await chain.mine();
    // Nobody has looked at the block yet.
    expect(await told(sent.good)).toBe('waiting local away');
    expect(await told(sent.fake)).toBe('wrong_token local away');
    await look();
    expect(await told(sent.good.toUpperCase().replace('0X', '0x'))).toBe('found local  CONFIRMING USDT');
    expect(await told(sent.fake)).toBe('found local  SUPPORT null');
    expect(await told(sent.ether)).toBe('native local away');
    expect(await told(sent.theirs)).toBe('other local away');
    expect(await told(`0x${'ab'.repeat(32)}`)).toBe('unknown  away');
  }, 120_000);

  it('leaves the ledger whole', async () => {
    const { invariants } = await checkLedger(server.pool, { window: 'all' });
    expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
  });
});
