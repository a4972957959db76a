import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** The port the cluster had last time if it is free, else a free one, kept for next time. */
export async function choosePort(portFile: string): Promise<number> {
  const kept = readPort(portFile);
  if (kept !== null && (await tryPort(kept)) !== null) return kept;
  const port = await tryPort(0);
  if (port === null) throw new Error('There is no free port on 127.0.0.1 for the database.');
  writeFileSync(portFile, `${port}\n`);
  return port;
}

function readPort(portFile: string): number | null {
  try {
    const port = Number(readFileSync(portFile, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
  } catch {
    return null;
  }
}

/** Listens for a moment: the port that was given, or null when it is taken. */
function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
