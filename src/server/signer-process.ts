/** The signer: the only process that reads the secret keys of the proofs. Started by `start`, or alone (`npm run signer`) under a user or on a host of its own. */
import { readSignerSettings } from './config/signer.ts';
import { createLog } from './logging/log.ts';
import { KeyStore } from './proofs/keys/key-store.ts';
import type { LinePort } from './net/line-port.ts';
import { listenForSigning } from './proofs/signing/signer-port.ts';
import { EXIT } from './supervisor/exit-codes.ts';
import { watchLauncher } from './supervisor/launcher.ts';

async function run(): Promise<void> {
  const { settings, mistakes } = readSignerSettings(process.env);
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  const { dataDir, place } = settings;
  const log = createLog(settings);
  let port: LinePort | null = null;
  const end = () => void Promise.resolve(port?.close()).then(() => process.exit(EXIT.asked));
  const isChild = process.send !== undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A child outlives the server, which has its last batches signed: it ends with its parent's word, or its parent.
    process.on(signal, isChild ? () => undefined : end);
  }
  if (isChild) process.on('disconnect', end);
  else watchLauncher(end);
  const signer = new KeyStore(dataDir);
  // Keys that cannot be read are said now, not at the first batch.
  await signer.keys();
  port = await listenForSigning({ signer, path: place.socket, mode: place.own ? 0o600 : 0o660, log });
  log.info({ socket: place.socket }, 'the signer listens');
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(EXIT.cannotStart);
});
