import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAddress } from 'viem';
import { afterAll, describe, expect, it } from 'vitest';
import { KNOWN_NETWORKS, LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { readConfig } from './config.ts';
import { readNetworks } from './networks.ts';

const folder = mkdtempSync(join(tmpdir(), 'tikvo-networks-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (rows: unknown) => {
  const path = join(folder, 'networks.json');
  writeFileSync(path, JSON.stringify(rows));
  return path;
};
const TEST_KEY = readNetworks({}).depositXpub;
const KEY = { DEPOSIT_XPUB: TEST_KEY.replace(/1$/, '2') };
const [ethereum] = KNOWN_NETWORKS;
const row = { ...ethereum, id: 'base', name: 'Base', chainId: 8453 };
const idsOf = (env: Record<string, string>) => readNetworks(env).networks.map(({ network }) => network.id);

describe('the networks', () => {
  it('have contracts written with their checksums, each id and chain once', () => {
    const all = [LOCAL_NETWORK, ...KNOWN_NETWORKS];
    const addresses = all.flatMap(({ tokens }) => tokens.map(({ address }) => address));
    expect(addresses).toEqual(addresses.map((address) => getAddress(address)));
    for (const key of ['id', 'chainId'] as const) expect(new Set(all.map((one) => one[key])).size).toBe(all.length);
  });

  it('are those that have a node', () => {
    expect(readNetworks({ ...KEY, RPC_ETHEREUM: 'https://a.example/key, https://b.example' })).toEqual({
      networks: [{ network: ethereum, rpc: ['https://a.example/key', 'https://b.example'] }],
      depositXpub: KEY.DEPOSIT_XPUB,
      mistakes: [],
    });
    expect(idsOf({ NETWORKS_FILE: file([row]), RPC_BASE: 'https://a.example' })).toEqual(['base']);
    expect(idsOf({ NETWORKS_FILE: file([row]), RPC_BASE: ' ' })).toEqual([]);
  });

  it('have no chain of test money in production', () => {
    expect(idsOf({ RPC_LOCAL: 'http://127.0.0.1:8545' })).toEqual(['local']);
    expect(readNetworks({ RPC_LOCAL: 'http://127.0.0.1:8545', MODE: 'production' })).toEqual({
      networks: [],
      depositXpub: TEST_KEY,
      mistakes: ['RPC_LOCAL names no network: it is neither known nor in NETWORKS_FILE.'],
    });
    expect(readConfig({}).localChain).toBe(true);
    expect(readConfig({ LOCAL_CHAIN: 'off' }).localChain).toBe(false);
    expect(readConfig({ RPC_LOCAL: 'http://127.0.0.1:8545' }).localChain).toBe(false);
  });

  it.each([
    [{ RPC_ETHEREUM: 'wss://a.example' }, /^RPC_ETHEREUM must be the address of a node/],
    [{ RPC_ETHEREUM: 'https://a.example' }, /^DEPOSIT_XPUB is missing/],
    [{ DEPOSIT_XPUB: 'xprv9s21ZrQH' }, /^DEPOSIT_XPUB must be an extended public key/],
    [{ RPC_ETHERUM: 'https://a.example' }, /^RPC_ETHERUM names no network/],
    [{ NETWORKS_FILE: join(folder, 'none.json') }, /^NETWORKS_FILE names .*none\.json, which cannot be read/],
  ])('%j is answered with a sentence', (env, sentence) => {
    expect(readNetworks(env as Record<string, string>).mistakes).toEqual([expect.stringMatching(sentence)]);
  });

  it('of a file are checked field by field, and are none that is there already', () => {
    const told = (rows: unknown) => readNetworks({ NETWORKS_FILE: file(rows) }).mistakes[0];
    expect(told([{ ...row, confirmations: 0 }])).toMatch(/, and 0\.confirmations is wrong: /);
    expect(told([{ ...row, chainId: 1 }])).toMatch(/has base \(chain 1\), which is there already/);
  });
});
