import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { coinRpcNames } from './coin-networks.ts';
import { KNOWN_NETWORKS, LOCAL_NETWORK, type Network } from '#domain/cashier/networks.ts';

/** A network, and the nodes through which it is reached, the best first. Their addresses may hold keys. */
export interface NetworkPlace {
  readonly network: Network;
  readonly rpc: readonly string[];
}

const token = z.strictObject({
  coin: z.enum(['USDT', 'USDC']),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  decimals: z.int().min(6).max(18),
});

const row = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9]{1,19}$/),
  name: z.string().min(1).max(40),
  chainId: z.int().min(1),
  native: z.string().min(1).max(10),
  confirmations: z.int().min(1).max(64),
  blockMs: z.int().min(50).max(600_000),
  explorer: z.url({ protocol: /^https?$/ }).nullable(),
  tokens: z.array(token).min(1),
}) satisfies z.ZodType<Network>;

/** Of the phrase `test test ... junk`, which everybody knows: good for test money alone. Branch m/44'/60'/1'/0. */
const TEST_XPUB =
  'xpub6EFHUEbYV13535ChA9yg5xZTWowwFCmFoWnhLbwkd91xHoirGu89GTZwBSUBnBpFeY5EV2cgof8yuyDnkeGALcD8DgGYJSiQfkxKpunWTX1';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads `DEPOSIT_XPUB`, the public key whose children are the addresses of people, `RPC_<NETWORK>`, one or several addresses with commas, and `NETWORKS_FILE`, more rows than those the product knows. A network without a
 * node is not offered. `mistakes` are sentences for the person who starts the server.
 */
export function readNetworks(env: Environment): {
  readonly networks: readonly NetworkPlace[];
  readonly depositXpub: string;
  readonly mistakes: readonly string[];
} {
  const value = (name: string) => env[name]?.trim() ?? '';
  const mistakes: string[] = [];
  const isProduction = value('MODE') === 'production';
  const own = ownRows(value('NETWORKS_FILE'), mistakes);
  const known = [...(isProduction ? [] : [LOCAL_NETWORK]), ...KNOWN_NETWORKS];
  for (const { id, chainId } of own) {
    if (known.some((one) => one.id === id || one.chainId === chainId)) {
      mistakes.push(`NETWORKS_FILE has ${id} (chain ${chainId}), which is there already.`);
    }
  }
  const networks = [...known, ...own].flatMap((network): NetworkPlace[] => {
    const name = `RPC_${network.id.toUpperCase()}`;
    const rpc = value(name)
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== '');
    if (rpc.some((text) => !URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))) {
      mistakes.push(`${name} must be the address of a node, or several with commas.`);
      return [];
    }
    return rpc.length === 0 ? [] : [{ network, rpc }];
  });
  const names = new Set([...[...known, ...own].map(({ id }) => `RPC_${id.toUpperCase()}`), ...coinRpcNames(env)]);
  for (const name of Object.keys(env).filter((one) => /^RPC_[A-Z0-9_]+$/.test(one) && value(one) !== '')) {
    if (!names.has(name)) {
      mistakes.push(`${name} names no network: it is neither known nor in NETWORKS_FILE.`);
    }
  }
  const xpub = value('DEPOSIT_XPUB');
  if (xpub !== '' && !/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/.test(xpub)) {
    mistakes.push('DEPOSIT_XPUB must be an extended public key: xpub and 107 letters and digits.');
  }
  if (xpub === '' && networks.some(({ network }) => network !== LOCAL_NETWORK)) {
    mistakes.push(
      'DEPOSIT_XPUB is missing: without it the addresses of people would be of a key that everybody knows.',
    );
  }
  return { networks, depositXpub: xpub || TEST_XPUB, mistakes };
}

/** Every network that there may be here, with or without a node: for who signs, and asks none. */
export function networkRows(env: Environment): {
  readonly rows: readonly Network[];
  readonly mistakes: readonly string[];
} {
  const mistakes: string[] = [];
  const own = ownRows(env['NETWORKS_FILE']?.trim() ?? '', mistakes);
  const local = env['MODE']?.trim() === 'production' ? [] : [LOCAL_NETWORK];
  return { rows: [...local, ...KNOWN_NETWORKS, ...own], mistakes };
}

function ownRows(file: string, mistakes: string[]): readonly Network[] {
  if (file === '') return [];
  const path = resolve(file);
  try {
    const read = z.array(row).safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    mistakes.push(`NETWORKS_FILE names ${path}, and ${issue?.path.join('.') ?? 'it'} is wrong: ${issue?.message}.`);
  } catch (error) {
    mistakes.push(`NETWORKS_FILE names ${path}, which cannot be read: ${(error as Error).message}.`);
  }
  return [];
}
