import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { HDKey, PrivateKeyAccount } from 'viem/accounts';
import { z } from 'zod';
import { LOCAL_COIN_NETWORK } from '#domain/cashier/coin-networks.ts';
import {
  coinKeyForm,
  coinKeyOf,
  TEST_COIN_DEPOSITS,
  TEST_COIN_LIMITS,
  type CoinKey,
  type DepositKeys,
} from './coin-keys.ts';

const form = z.strictObject({
  /** Of the wallet from which people are paid. */
  wallet: z.string().regex(/^0x[0-9a-f]{64}$/),
  /** Whose children are the keys of deposit addresses. */
  deposits: z.string().regex(/^xprv[1-9A-HJ-NP-Za-km-z]{107}$/),
  /** Of networks of the Bitcoin family, by their id: what has no key here is not paid. */
  coins: z.record(z.string(), coinKeyForm).default({}),
});

/** The secret keys of the wallet, in the process of its signer alone. */
export interface WalletKeys {
  readonly wallet: PrivateKeyAccount;
  readonly xpub: string;
  /** Of a deposit address. */
  child(no: number): PrivateKeyAccount;
  /** Of networks of the Bitcoin family, by their id. */
  readonly coins: ReadonlyMap<string, CoinKey>;
}

/** Of the phrase that everybody knows: the key behind the addresses of a sandbox's test chain. */
const TEST_PHRASE = 'test test test test test test test test test test test junk';

/** Reads the keys. Where `make` says so, a file that is missing is made, with a wallet of its own and the deposit key of test money. */
export async function readWalletKeys(path: string, { make }: { readonly make: boolean }): Promise<WalletKeys> {
  const { HDKey: Key, mnemonicToAccount, privateKeyToAccount } = await import('viem/accounts');
  if (make && !existsSync(path)) {
    const { privateExtendedKey } = mnemonicToAccount(TEST_PHRASE, { path: "m/44'/60'/1'/0" }).getHdKey();
    const secret = () => `0x${randomBytes(32).toString('hex')}`;
    const coins = { [LOCAL_COIN_NETWORK.id]: { key: secret(), ...TEST_COIN_LIMITS, deposits: TEST_COIN_DEPOSITS } };
    writeOnce(path, JSON.stringify({ wallet: secret(), deposits: privateExtendedKey, coins }));
  }
  const { wallet, deposits, coins } = form.parse(JSON.parse(readFileSync(path, 'utf8')));
  const branch: HDKey = Key.fromExtendedKey(deposits);
  const depositKeys = (network: string, key: string | undefined): DepositKeys | null => {
    // The file of an older sandbox has none.
    const own = key ?? (make && network === LOCAL_COIN_NETWORK.id ? TEST_COIN_DEPOSITS : null);
    return own === null ? null : depositKeysOf(Key.fromExtendedKey(own));
  };
  return {
    wallet: privateKeyToAccount(wallet as `0x${string}`),
    xpub: branch.publicExtendedKey,
    coins: new Map(
      Object.entries(coins).map(([network, key]) => [network, coinKeyOf(key, depositKeys(network, key.deposits))]),
    ),
    child(no) {
      const secret = branch.deriveChild(no).privateKey;
      if (secret === null) throw new Error(`child ${no} of the deposit key has no secret`);
      return privateKeyToAccount(`0x${Buffer.from(secret).toString('hex')}`);
    },
  };
}

function depositKeysOf(branch: HDKey): DepositKeys {
  return {
    xpub: branch.publicExtendedKey,
    child(no) {
      const { privateKey, publicKey } = branch.deriveChild(no);
      if (privateKey === null || publicKey === null) throw new Error(`child ${no} of the deposit key has no secret`);
      return { secret: privateKey, publicKey };
    },
  };
}

/** Whole before it has its name; never over a file that is there. */
function writeOnce(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    rmSync(draft, { force: true });
  }
}
