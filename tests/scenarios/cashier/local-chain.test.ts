import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { systemClock } from '#server/clock.ts';
import { Networks } from '#server/networks/index.ts';
import { keepLocalChain, type LocalChain } from '#server/networks/local/keep.ts';
import { scratch } from '#tests/scratch.ts';
import { compileTestToken } from '../../../scripts/compile-test-token.ts';
import TEST_TOKEN from '#server/networks/local/test-token.json' with { type: 'json' };

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PERSON = '0x00000000000000000000000000000000000000aa';
const [usdt] = LOCAL_NETWORK.tokens;
const token = usdt?.address.toLowerCase() as Hex;
let dataDir: string;
let chain: LocalChain | null = null;

beforeEach(() => {
  dataDir = mkdtempSync(join(scratch(), 'tikvo-chain-'));
});
afterEach(async () => {
  await chain?.stop();
  chain = null;
  rmSync(dataDir, { recursive: true, force: true });
});

/** The chain of the folder, once its coins are there. */
async function begin() {
  chain = await keepLocalChain({ dataDir, log });
  const config = { networks: [{ network: LOCAL_NETWORK, rpc: [chain.url] }] };
  const network = new Networks({ config, clock: systemClock, log }).find('local');
  if (network === null) throw new Error('no local network');
  const { client } = network;
  const codes = async () => {
    const viem = await client.viem();
    return Promise.all(LOCAL_NETWORK.tokens.map(({ address }) => viem.getCode({ address: address as Hex })));
  };
  await expect
    .poll(
      () =>
        codes().then(
          (all) => all.every((code) => code !== undefined),
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  return network;
}

it('has coins that the faucet gives away in the next block, and keeps them over a stop', async () => {
  const first = await begin();
  const hash = (await first.faucet?.send({ token, to: PERSON, amount: 25_000_000n })) as Hex;
  await expect.poll(() => first.client.receipt(hash), { timeout: 60_000 }).not.toBeNull();
  const receipt = await first.client.receipt(hash);
  const block = receipt?.blockHash as Hex;
  const logs = await first.client.transfers({ block, tokens: [token], to: [PERSON] });
  expect(logs).toEqual([
    expect.objectContaining({ txHash: hash, token, to: PERSON, value: 25_000_000n, blockHash: block }),
  ]);
  expect(await first.state()).toBe('open');
  await expect(first.client.transfers({ block: `0x${'12'.repeat(32)}` })).rejects.toThrow(/unknown block/i);
  // Whoever asks at the same moment has theirs too.
  const people = Array.from({ length: 8 }, (_, no) => `0x${String(no).padStart(40, '1')}`);
  const sent = await Promise.all(people.map(async (to) => first.faucet?.send({ token, to, amount: 1n })));
  expect(new Set(sent).size).toBe(8);
  await chain?.stop();
  await expect(first.client.head()).rejects.toThrow('HTTP request failed');
  const again = await begin();
  expect(await again.client.balance(PERSON, token)).toBe(25_000_000n);
  expect((await again.client.block(block))?.hash).toBe(block);
}, 120_000);

it('begins anew where its file cannot be read', async () => {
  mkdirSync(join(dataDir, 'chain'));
  writeFileSync(join(dataDir, 'chain/state.json'), '{"half": ');
  const network = await begin();
  expect(await network.client.balance(PERSON, token)).toBe(0n);
}, 120_000);

it('has the test token of its source', () => {
  expect(compileTestToken()).toBe(TEST_TOKEN.bytecode);
}, 120_000);
