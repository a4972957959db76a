import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { Networks, type OpenCoinNetwork } from '#server/networks/index.ts';
import { HAS_COIN_CHAIN, startCoinChain, type CoinWorld } from '#tests/worlds/coin-world.ts';

let chain: CoinWorld;
let at: OpenCoinNetwork;
const said: string[] = [];

/** Networks of settings that name this chain. */
function networks(env: Readonly<Record<string, string>>): OpenCoinNetwork {
  const log = { warn: () => undefined, error: (_: unknown, words?: string) => void said.push(words ?? '') };
  const [first] = new Networks({ config: readConfig(env), clock: systemClock, log }).coins;
  if (first === undefined) throw new Error('no network');
  return first;
}

describe.runIf(HAS_COIN_CHAIN)('a node of the Bitcoin family', () => {
  beforeAll(async () => {
    chain = await startCoinChain();
    at = networks({ RPC_LOCAL_COIN: chain.url, RPC_LOCAL_COIN_COOKIE: chain.cookieFile });
  }, 60_000);
  afterAll(() => chain.stop());

  it('is open where it is of the right chain', async () => {
    expect(await at.state()).toBe('open');
    const [key] = [at.xpub.replace(/4$/, '5')];
    const other = { RPC_LITECOIN: chain.url, RPC_LITECOIN_COOKIE: chain.cookieFile, DEPOSIT_XPUB_LITECOIN: key };
    expect(await networks(other).state()).toBe('maintenance');
    expect(said).toEqual(['the node is of another chain']);
    const login = chain.url.replace('//', '//nobody:wrong@');
    expect(await networks({ RPC_LOCAL_COIN: login }).state()).toBe('maintenance');
  });

  it('tells of each output of a block, exactly, and of who paid it', async () => {
    const [reader] = at.readers;
    const [one, two] = [await chain.address(), await chain.address()];
    const txHash = await chain.send({ [one]: '0.12345678', [two]: '20.00000001' });
    const waiting = (await reader.waiting()).filter(({ to }) => to === one);
    expect(waiting).toMatchObject([{ txHash, value: 12_345_678n, token: 'native' }]);
    const hash = await chain.mine();
    const head = await reader.head();
    const paid = await reader.payments({ block: hash, to: [one, two] });
    expect(head.hash).toBe(hash);
    expect(new Map(paid.map(({ to, value }) => [to, value]))).toEqual(
      new Map([
        [one, 12_345_678n],
        [two, 2_000_000_001n],
      ]),
    );
    const [first] = paid;
    if (first === undefined) throw new Error('no payment');
    expect(first).toMatchObject({ txHash, blockNumber: head.number, blockHash: hash });
    expect([await reader.has(first), await reader.arrived(first)]).toEqual([true, first.value]);
    expect(await reader.has({ ...first, value: first.value + 1n })).toBe(false);
    const [sender] = await reader.senders({ txHash });
    expect(sender).toMatch(/^rltc1/);
    const block = await reader.block(head.number);
    expect(block).toEqual(head);
    expect(await reader.block(head.number + 1n)).toBeNull();
    expect([
      await reader.sight({ hash: txHash, address: one }),
      await reader.sight({ hash: txHash, address: 'rltc1other' }),
      await reader.sight({ hash: 'ab'.repeat(32), address: one }),
      await reader.sight({ hash: `0x${txHash}`, address: one }),
    ]).toEqual(['waiting', 'other', null, null]);
  });

  it('says of a reward that it cannot be spent yet', async () => {
    const [reader] = at.readers;
    const block = await chain.mine();
    const [reward] = await reader.payments({ block, to: null });
    if (reward === undefined) throw new Error('no reward');
    expect([reward.inputs, await reader.arrived(reward)]).toEqual([[], 'wait']);
    await chain.mine(100);
    expect(await reader.arrived(reward)).toBe(reward.value);
  });

  it('knows a replaced payment from one that is there, also in a block that is no longer', async () => {
    const [reader] = at.readers;
    const to = await chain.address();
    const first = await chain.send({ [to]: '3' });
    const [seen] = (await reader.waiting()).filter(({ txHash }) => txHash === first);
    if (seen === undefined) throw new Error('not seen');
    expect(await reader.fate(seen)).toBe('there');
    const second = await chain.replace(first, { [to]: '2' });
    expect(await reader.fate(seen)).toBe('replaced');
    const block = await chain.mine();
    const [paid] = await reader.payments({ block, to: [to] });
    expect(paid).toMatchObject({ txHash: second, inputs: seen.inputs });
    // Its block is gone, and nothing else has spent what it spends.
    await chain.client.call('invalidateblock', [block]);
    expect(await reader.has(paid as never)).toBe(true);
    expect((await reader.block(paid?.blockNumber ?? 0n))?.hash).not.toBe(block);
    expect(await reader.fate(paid as never)).toBe('there');
  });
});
