import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { addressOf, LONGEST_ADDRESS } from '../net/lines.ts';

/** Where the signer is asked. */
export interface SignerPlace {
  readonly socket: string;
  /** Started and ended with the product, on its data folder; else it runs by itself. */
  readonly own: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `SIGNER_SOCKET`. `mistakes` are sentences for the person who starts a process. */
export function readSigner(
  env: Environment,
  dataDir: string,
): { readonly signer: SignerPlace; readonly mistakes: readonly string[] } {
  const given = env['SIGNER_SOCKET']?.trim() ?? '';
  const own = given === '';
  const socket = own ? join(dataDir, 'signer.sock') : resolve(given);
  const mistakes: string[] = [];
  if (Buffer.byteLength(addressOf(socket)) > LONGEST_ADDRESS) {
    mistakes.push(
      own
        ? `DATA_DIR is too long a path for the socket in it, ${socket}: at most ${LONGEST_ADDRESS} bytes.`
        : `SIGNER_SOCKET is too long a path: at most ${LONGEST_ADDRESS} bytes.`,
    );
  }
  if (!own && statSync(dirname(socket), { throwIfNoEntry: false })?.isDirectory() !== true) {
    mistakes.push(`SIGNER_SOCKET names ${socket}, and there is no folder ${dirname(socket)}.`);
  }
  if (!own && statSync(socket, { throwIfNoEntry: false })?.isSocket() === false) {
    mistakes.push(`SIGNER_SOCKET names ${socket}, which is no socket.`);
  }
  return { signer: { socket, own }, mistakes };
}

/** Settings of the signer's process: three, for nothing else may come near the keys. */
export interface SignerSettings {
  readonly dataDir: string;
  readonly place: SignerPlace;
  readonly logLevel: string;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads `DATA_DIR`, `SIGNER_SOCKET` and `LOG_LEVEL`. `mistakes` are sentences for the person who starts the process. */
export function readSignerSettings(env: Environment): {
  readonly settings: SignerSettings;
  readonly mistakes: readonly string[];
} {
  const given = env['DATA_DIR']?.trim() ?? '';
  const dataDir = resolve(given);
  const logLevel = env['LOG_LEVEL']?.trim() || 'info';
  const { signer, mistakes } = readSigner(env, dataDir);
  return {
    settings: { dataDir, place: signer, logLevel },
    mistakes: [
      ...(given === '' ? ['The signer needs DATA_DIR: its keys are in the folder keys there.'] : mistakes),
      ...(LEVELS.includes(logLevel) ? [] : [`LOG_LEVEL must be one of ${LEVELS.join(', ')}.`]),
    ],
  };
}
