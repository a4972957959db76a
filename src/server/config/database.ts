import { statSync } from 'node:fs';
import { isThisMachine } from './metrics.ts';
import type { Settings } from './config.ts';

/** What may stand after `sslmode=`. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** What is wrong with how the database is reached, in sentences. Passwords are looked at in config-production.ts. */
export function databaseMistakes({ DATABASE_URL, MODE }: Settings): readonly string[] {
  if (DATABASE_URL === undefined || !URL.canParse(DATABASE_URL)) return [];
  const { hostname, searchParams } = new URL(DATABASE_URL);
  const [mode, certificate] = [searchParams.get('sslmode'), searchParams.get('sslrootcert')];
  const mistakes: string[] = [];
  if (mode !== null && !SSL_MODES.includes(mode)) {
    mistakes.push(`sslmode in DATABASE_URL must be one of ${SSL_MODES.join(', ')}.`);
  }
  if (certificate !== null && statSync(certificate, { throwIfNoEntry: false })?.isFile() !== true) {
    mistakes.push(`DATABASE_URL names ${certificate} as sslrootcert, and there is no such file.`);
  }
  // A path in place of a host is a socket of this machine.
  const isHere = hostname === '' || hostname.startsWith('%2F') || isThisMachine(hostname) || searchParams.has('host');
  const isSaid = mode !== null || searchParams.has('ssl');
  if (MODE === 'production' && !isHere && !isSaid) {
    mistakes.push(
      'MODE=production needs sslmode in a DATABASE_URL of another machine: verify-full, or disable where nobody else is on the network between.',
    );
  }
  return mistakes;
}
