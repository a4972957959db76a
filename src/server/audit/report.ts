import { ConfigError } from '#server/config/config.ts';
import type { AuditHead } from './store.ts';
import type { AuditReport, BadRow } from './verify.ts';

const WHY: Readonly<Record<BadRow['why'], string>> = {
  altered: 'is not as it was written',
  missing: 'is missing',
  beyond: 'lies behind the end of the log',
};

/** What `npm run check:audit` prints. */
export function auditLines({ rows, head, bad }: AuditReport): readonly string[] {
  const walked = `${rows} rows of the audit log follow from each other; its head is ${head.seq}:${head.hash.toString('hex')}`;
  return bad === null
    ? [walked, 'the audit log is whole']
    : [walked, `FAULT: row ${bad.seq} of ${bad.log} ${WHY[bad.why]}`];
}

/** The head after `--known`, as the report prints it; null without the word. Throws a sentence when it is something else. */
export function knownHead(words: readonly string[]): AuditHead | null {
  const at = words.indexOf('--known');
  if (at === -1) return null;
  const found = /^(\d{1,18}):([0-9a-f]{64})$/.exec(words[at + 1] ?? '');
  if (found === null)
    throw new ConfigError(['--known takes a head as the report prints it: <number>:<64 hex digits>.']);
  return { seq: BigInt(found[1] ?? ''), hash: Buffer.from(found[2] ?? '', 'hex') };
}
