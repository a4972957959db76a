import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fromDecimal } from '#domain/money.ts';
import type { WalletLimits } from '#domain/treasury/wallet-limits.ts';
import { addressOf, LONGEST_ADDRESS } from '../net/lines.ts';

/** Where the wallet's signer is asked. */
export interface WalletPlace {
  readonly socket: string;
  /** Started and ended with the product, on its data folder; else it runs by itself. */
  readonly own: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads `WALLET_SOCKET`. Unset: a sandbox starts a signer of its own; in production nothing is paid out. `mistakes` are sentences for the
 * person who starts a process.
 */
export function readWallet(
  env: Environment,
  dataDir: string,
): { readonly wallet: WalletPlace | null; readonly mistakes: readonly string[] } {
  const given = env['WALLET_SOCKET']?.trim() ?? '';
  if (given === '' && env['MODE']?.trim() === 'production') return { wallet: null, mistakes: [] };
  const own = given === '';
  const socket = own ? join(dataDir, 'wallet.sock') : resolve(given);
  const mistakes: string[] = [];
  // Of a data folder, the socket of the proofs' signer says so already.
  if (!own && Buffer.byteLength(addressOf(socket)) > LONGEST_ADDRESS) {
    mistakes.push(`WALLET_SOCKET is too long a path: at most ${LONGEST_ADDRESS} bytes.`);
  }
  if (!own && statSync(dirname(socket), { throwIfNoEntry: false })?.isDirectory() !== true) {
    mistakes.push(`WALLET_SOCKET names ${socket}, and there is no folder ${dirname(socket)}.`);
  }
  return { wallet: { socket, own }, mistakes };
}

/** Settings of the process of the wallet's signer. */
export interface WalletSettings {
  readonly dataDir: string;
  readonly place: WalletPlace;
  readonly keysFile: string;
  /** Keys that are missing are made: good for test money. */
  readonly makesKeys: boolean;
  /** 10^-6 */
  readonly limits: WalletLimits;
  /** wei */
  readonly mostFee: bigint;
  readonly logLevel: string;
}

const WEI_OF_MICRO = 1_000_000_000_000n;

/**
 * Reads `DATA_DIR`, `WALLET_SOCKET`, `WALLET_KEYS_FILE`, `LOG_LEVEL` and the limits, which no other process can raise: `WALLET_MAX_PAYMENT`,
 * `WALLET_MAX_HOUR`, `WALLET_MAX_DAY` (dollars) and `WALLET_MAX_FEE` (of a network's native coin, for one transaction).
 */
export function readWalletSettings(env: Environment): {
  readonly settings: WalletSettings;
  readonly mistakes: readonly string[];
} {
  const mistakes: string[] = [];
  const amount = (name: string, or: string): bigint => {
    const read = fromDecimal(env[name]?.trim() || or, 6);
    if (read !== null && read > 0n) return read;
    mistakes.push(`${name} must be an amount above 0, with 6 decimals at most.`);
    return 0n;
  };
  const given = env['DATA_DIR']?.trim() ?? '';
  if (given === '') mistakes.push("The wallet's signer needs DATA_DIR: its book is in the folder wallet there.");
  const dataDir = resolve(given);
  const isProduction = env['MODE']?.trim() === 'production';
  const { wallet, mistakes: placeMistakes } = readWallet(env, dataDir);
  if (wallet === null) mistakes.push("The wallet's signer needs WALLET_SOCKET in production: where it is asked.");
  const keys = env['WALLET_KEYS_FILE']?.trim() ?? '';
  const keysFile = keys === '' ? join(dataDir, 'keys', 'wallet.json') : resolve(keys);
  if (isProduction && statSync(keysFile, { throwIfNoEntry: false })?.isFile() !== true) {
    mistakes.push(
      `WALLET_KEYS_FILE names ${keysFile}, and there is no such file: nobody makes keys of real money by themselves.`,
    );
  }
  return {
    settings: {
      dataDir,
      place: wallet ?? { socket: join(dataDir, 'wallet.sock'), own: true },
      keysFile,
      makesKeys: !isProduction,
      limits: {
        payment: amount('WALLET_MAX_PAYMENT', '50000'),
        hour: amount('WALLET_MAX_HOUR', '100000'),
        day: amount('WALLET_MAX_DAY', '250000'),
      },
      mostFee: amount('WALLET_MAX_FEE', '0.05') * WEI_OF_MICRO,
      logLevel: env['LOG_LEVEL']?.trim() || 'info',
    },
    mistakes: [...mistakes, ...placeMistakes],
  };
}
