import { KNOWN_COIN_NETWORKS, LOCAL_COIN_NETWORK, type CoinNetwork } from '#domain/cashier/coin-networks.ts';

/** A network of the Bitcoin family, and the nodes through which it is reached, the best first. Their addresses may hold passwords. */
export interface CoinPlace {
  readonly network: CoinNetwork;
  readonly rpc: readonly string[];
  /** null: the addresses say who calls, or nobody needs to. */
  readonly cookieFile: string | null;
  /** The extended public key whose children are the addresses of people. */
  readonly xpub: string;
}

/** Of the phrase `test test ... junk`, which everybody knows: good for test money alone. Branch m/84'/1'/0'/0. */
const TEST_XPUB =
  'xpub6E9KhRJ8w5gSejgdKWs7Wiof9N544zp21sZf2nWseaLctWvAk9B177y3PeZ729xyAsvQeCUdRfkqx9FcxVSeQHMZRzdLT8vPf4NP5MY1vw4';

type Environment = Readonly<Record<string, string | undefined>>;

const nameOf = ({ id }: CoinNetwork) => id.toUpperCase().replace('-', '_');

/** Those that there are, with a node or without. */
export function coinNetworkRows(env: Environment): readonly CoinNetwork[] {
  return [...(env['MODE']?.trim() === 'production' ? [] : [LOCAL_COIN_NETWORK]), ...KNOWN_COIN_NETWORKS];
}

/** Names of settings that begin with `RPC_` and belong to these networks. */
export function coinRpcNames(env: Environment): readonly string[] {
  return coinNetworkRows(env).flatMap((network) => [`RPC_${nameOf(network)}`, `RPC_${nameOf(network)}_COOKIE`]);
}

/**
 * Reads `RPC_BITCOIN` and the like, one or several addresses with commas, `RPC_<NETWORK>_COOKIE`, the file of a node's own password, and
 * `DEPOSIT_XPUB_<NETWORK>`. A network without a node is not offered. `mistakes` are sentences for the person who starts the server.
 */
export function readCoinNetworks(env: Environment): {
  readonly coinNetworks: readonly CoinPlace[];
  readonly mistakes: readonly string[];
} {
  const value = (name: string) => env[name]?.trim() ?? '';
  const mistakes: string[] = [];
  const coinNetworks = coinNetworkRows(env).flatMap((network): CoinPlace[] => {
    const name = nameOf(network);
    const rpc = value(`RPC_${name}`)
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== '');
    if (rpc.length === 0) return [];
    if (rpc.some((text) => !URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))) {
      mistakes.push(`RPC_${name} must be the address of a node, or several with commas.`);
    }
    const xpub = value(`DEPOSIT_XPUB_${name}`);
    if (xpub !== '' && !/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/.test(xpub)) {
      mistakes.push(`DEPOSIT_XPUB_${name} must be an extended public key: xpub and 107 letters and digits.`);
    }
    if (xpub === '' && network !== LOCAL_COIN_NETWORK) {
      mistakes.push(
        `DEPOSIT_XPUB_${name} is missing: without it the addresses of people would be of a key that everybody knows.`,
      );
    }
    const cookieFile = value(`RPC_${name}_COOKIE`);
    return [{ network, rpc, cookieFile: cookieFile || null, xpub: xpub || TEST_XPUB }];
  });
  return { coinNetworks: mistakes.length === 0 ? coinNetworks : [], mistakes };
}
