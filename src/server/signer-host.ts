import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { SignerAway, SignerClient, type Signer } from './proofs/index.ts';
import { entry } from './config/entry.ts';
import { bareEnvironment, keepProcess, type KeptProcess } from './supervisor/keep-process.ts';

interface HostParts {
  readonly config: Pick<Config, 'dataDir' | 'logLevel' | 'signer'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

const ANSWER_TRIES = 100;

/** Runs the signer on the data folder and starts it again whenever it ends: the product goes on without it, unproven. */
export function keepSigner({ config, log }: HostParts): KeptProcess {
  const { dataDir, logLevel } = config;
  // Nothing that the product knows goes to it: no database, no key of the vault, no mail.
  const env = bareEnvironment([], { DATA_DIR: dataDir, LOG_LEVEL: logLevel });
  return keepProcess({ file: entry('signer-process'), name: 'the signer', env, log });
}

const WALLET_SETTINGS = [
  'MODE',
  'NETWORKS_FILE',
  'WALLET_KEYS_FILE',
  'WALLET_MAX_PAYMENT',
  'WALLET_MAX_HOUR',
  'WALLET_MAX_DAY',
  'WALLET_MAX_FEE',
];

/** Runs the wallet's signer likewise: while it is away, nothing is paid out. Its limits are settings that the server's process does not have. */
export function keepWallet({ config, log }: Pick<HostParts, 'config' | 'log'>): KeptProcess {
  const { dataDir, logLevel } = config;
  const env = bareEnvironment(WALLET_SETTINGS, { DATA_DIR: dataDir, LOG_LEVEL: logLevel });
  return keepProcess({ file: entry('wallet-process'), name: "the wallet's signer", env, log });
}

/** For a command: the signer that runs, or one of its own for that time where the product is not running. */
export async function reachSigner(parts: HostParts): Promise<{ readonly signer: Signer; release(): Promise<void> }> {
  const { socket, own } = parts.config.signer;
  const signer = new SignerClient(socket);
  if (!own || (await answers(signer))) return { signer, release: async () => undefined };
  const child = keepSigner(parts);
  for (let tries = 0; tries < ANSWER_TRIES && !(await answers(signer)); tries += 1) await pause(100);
  return { signer, release: () => child.stop() };
}

async function answers(signer: Signer): Promise<boolean> {
  try {
    await signer.keys();
    return true;
  } catch (error) {
    if (error instanceof SignerAway) return false;
    throw error;
  }
}
