import { Logger as LibraryLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/**
 * Of the library its own trouble alone: what jobs say is told where they are tried. It looks for jobs each second, and says each time what
 * it fails with: the line has its error apart, so that the log counts what repeats.
 */
export function libraryLog(log: Pick<Logger, 'warn'>): LibraryLogger {
  return new LibraryLogger(() => (level, message, meta) => {
    if (level !== 'error' || meta?.['failure'] === true) return;
    const err = meta?.['error'] instanceof Error ? meta['error'] : new Error(message);
    const [what = message] = message.split(/[;:] |\n/);
    log.warn({ from: 'graphile-worker', err }, what);
  });
}
