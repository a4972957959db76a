/** A chain that takes blocks back down to the deepest that we follow, and contracts that say what is not so. */
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEEPEST_REORG, LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { addressOf } from '#server/deposits/addresses.ts';
import { balancesOf, checkLedger } from '#server/ledger/index.ts';
import { RICH } from '#server/networks/local/blocks.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { startChain, type ChainWorld } from '#tests/worlds/chain-world.ts';
import { depositEyes } from '#tests/worlds/deposit-eyes.ts';

const USDT = LOCAL_NETWORK.tokens[0]?.address as Hex;
/** That people of the test have from the start. */
const PLAY_MONEY = 1_000_000_000n;
/** Final behind the deepest fork that is followed. */
const DEEP = { ...LOCAL_NETWORK, id: 'deep', confirmations: DEEPEST_REORG + 1 };
/** Of the chain's own accounts, without any token. */
const OTHER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
let server: TestServer;
let chain: ChainWorld;

beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.stop());
/** Of each part its own: after some hundred blocks a chain of anvil forgets contracts when it goes far back. */
const newChain = async (blocks: number) => {
  chain = await startChain();
  await chain.mine(blocks);
};

async function depositor(): Promise<{ person: Person; address: string }> {
  const person = await personOf(server, 'USER');
  return { person, address: await addressOf(depositEyes(server.pool, { rpc: [chain.url] }).parts, person.id) };
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
/** The hash of `Transfer(address,address,uint256)`. */
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (text: string) => text.replace('0x', '').padStart(64, '0');
const rpc = (method: string, ...params: readonly unknown[]) => chain.rpc.call(method, [...params]);

describe('a deposit whose chain takes its blocks back (R-63)', () => {
  const FATES = ['dropped', 'moved', 'moved behind another'] as const;
  const DEPTHS = [1, 2, 5, 13, 32, DEEPEST_REORG - 1, DEEPEST_REORG];
  // A fork of 64 needs as many blocks behind it.
  beforeEach(() => newChain(DEEPEST_REORG + 2), 60_000);
  afterEach(() => chain.stop());

  it.each(DEPTHS.flatMap((depth) => FATES.map((fate) => [depth, fate] as const)))(
    '%i of them, and is %s, is credited once where it is final, and nowhere else',
    async (depth, fate) => {
      const { person, address } = await depositor();
      const network = { ...DEEP, id: `deep-${depth}-${FATES.indexOf(fate)}` };
      const { look } = depositEyes(server.pool, { network, rpc: [chain.url] });
      // A pass reads 50 blocks.
      const lookOn = async () => {
        for (let passes = 0; passes < 4; passes += 1) await look();
      };
      await lookOn();
      const hash = await chain.send({ token: USDT, to: address, amount: 5_000_000n });
      const raw = await rpc('eth_getRawTransactionByHash', hash);
      await chain.mine(depth);
      await lookOn();
      expect([await stands(person), await cash(person)]).toEqual([['CONFIRMING 5000000'], 0n]);
      await chain.reorganise(depth);
      await lookOn();
      expect(await stands(person)).toEqual(['ORPHANED 5000000']);
      if (fate === 'moved behind another') {
        // A transfer of nothing, which pays more for its place.
        const data = `0xa9059cbb${word(address)}${word('0x0')}`;
        const gas = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x174876e800' };
        await rpc('eth_sendTransaction', { from: OTHER, to: USDT, data, ...gas });
      }
      if (fate !== 'dropped') await rpc('eth_sendRawTransaction', raw);
      await chain.mine(DEEPEST_REORG);
      await lookOn();
      expect(await cash(person)).toBe(0n);
      await chain.mine();
      await lookOn();
      await lookOn();
      const credited = await stands(person);
      expect(credited.filter((one) => one.startsWith('CREDITED'))).toEqual(
        fate === 'dropped' ? [] : ['CREDITED 5000000'],
      );
      expect(await cash(person)).toBe(fate === 'dropped' ? 0n : 5_000_000n);
      const { rows } = await server.pool.query<{ no: number }>(
        `SELECT log_index AS no FROM deposit WHERE user_id = $1 AND state <> 'ORPHANED'`,
        [person.id],
      );
      expect(rows).toEqual(fate === 'dropped' ? [] : [{ no: fate === 'moved' ? 0 : 1 }]);
    },
    120_000,
  );
});

describe('what looks like a deposit (R-64)', () => {
  beforeAll(() => newChain(1), 60_000);
  afterAll(() => chain.stop());
  /** A contract of these bytes, at a new place. */
  const contract = async (no: number, bytes: string): Promise<Hex> => {
    const address: Hex = `0x${'c0de'.padEnd(36, '0')}${no.toString(16).padStart(4, '0')}`;
    await rpc('anvil_setCode', address, bytes);
    return address;
  };
  /** Of a transfer it writes the log, moves nothing and answers `false`: what it is asked for is 0. */
  const LIAR = `0x602435600052600435337f${TRANSFER}60206000a3600060005260206000f3`;
  /** Answers `false` to everything, and does nothing else. */
  const IDLE = '0x60206000f3';
  const transfer = async (token: Hex, to: string, amount: bigint) =>
    rpc('eth_sendTransaction', {
      from: RICH,
      to: token,
      data: `0xa9059cbb${word(to)}${word(`0x${amount.toString(16)}`)}`,
      gas: '0x30d40',
    });

  it.each([
    ['whose contract writes a log and moves nothing', LIAR, ['DUST 0']],
    ['whose contract answers that it did not move', IDLE, []],
  ])('of a token that is taken, %s, is credited nothing', async (name, bytes, expected) => {
    const { person, address } = await depositor();
    const token = await contract(bytes.length, bytes);
    const network = {
      ...LOCAL_NETWORK,
      id: name.slice(-9),
      tokens: [{ coin: 'USDT', address: token, decimals: 6 }],
    } as const;
    const { look } = depositEyes(server.pool, { network, rpc: [chain.url] });
    await look();
    await transfer(token, address, 5_000_000n);
    await chain.mine(LOCAL_NETWORK.confirmations + 1);
    await look();
    await look();
    expect([await stands(person), await cash(person)]).toEqual([expected, 0n]);
  });

  it('but is the coin of the chain, sent by hand or from inside a contract, is credited nothing', async () => {
    const { person, address } = await depositor();
    const { look } = depositEyes(server.pool, { rpc: [chain.url] });
    await look();
    await rpc('eth_sendTransaction', { from: RICH, to: address, value: '0xde0b6b3a7640000' });
    // Passes what it is sent on to the address of its first word.
    const passes = await contract(7, '0x600060006000600034600035' + '5af1' + '00');
    await rpc('eth_sendTransaction', {
      from: RICH,
      to: passes,
      value: '0xde0b6b3a7640000',
      data: `0x${word(address)}`,
      gas: '0x30d40',
    });
    await chain.mine(LOCAL_NETWORK.confirmations + 1);
    await look();
    await look();
    expect(BigInt(String(await rpc('eth_getBalance', address, 'latest')))).toBe(2n * 10n ** 18n);
    expect([await stands(person), await cash(person)]).toEqual([[], 0n]);
  });

  it('leaves books in which each cent has its place', async () => {
    const { invariants } = await checkLedger(server.pool, { window: 'all' });
    expect(invariants.filter(({ found }) => found > 0)).toEqual([]);
  });
});
