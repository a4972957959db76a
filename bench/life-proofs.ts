/** Proofs of `life.ts` in a process of their own, for in the product they stand on another thread than the engine. The signer is reached by its socket. */
import { join } from 'node:path';
import { pino } from 'pino';
import { portOf } from './process-port.ts';
import { createPortBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { createPool } from '#server/db/index.ts';
import { createProofs, SignerClient } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import { listenForSigning } from '#server/proofs/signing/signer-port.ts';

declare module '#server/bus/bus.ts' {
  interface Requests {
    /** Begins to prove what is committed. */
    'bench.proofs.start': { input: null; output: null };
    'bench.proofs.stop': { input: null; output: null };
  }
}

const [databaseUrl, dataDir] = process.argv.slice(2) as [string, string];
const bus = createPortBus(portOf(process));
const log = pino({ level: 'silent' });
const db = createPool(databaseUrl, { max: 4 });
const path = join(dataDir, 'signer.sock');

async function open() {
  // Over its socket, as in the product, though it stands in this process too.
  const signing = await listenForSigning({ signer: new KeyStore(dataDir), path, mode: 0o600, log });
  const signer = new SignerClient(path);
  return { signing, proofs: await createProofs({ config: { dataDir }, db, bus, clock: systemClock, log, signer }) };
}

const opened = open();
bus.answer('bench.proofs.start', async () => {
  (await opened).proofs.start();
  return null;
});
bus.answer('bench.proofs.stop', async () => {
  const { proofs, signing } = await opened;
  await proofs.stop();
  await signing.close();
  await db.end();
  return null;
});
