import { createClosing } from './closing.ts';
import { createConsents } from './consents.ts';
import type { Privacy } from './contract.ts';
import { createExports } from './export.ts';
import { readLooks } from './looks.ts';
import type { PrivacyParts } from './parts.ts';

const EVERY_MS = 5_000;

/** A person's own data, as http uses it, with its jobs. */
export function createPrivacy(parts: PrivacyParts): Privacy {
  const { log } = parts;
  const { endDue, ...closing } = createClosing(parts);
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const turn = () => {
    running = endDue()
      .catch((error: unknown) => log.warn({ err: error }, 'the work on personal data failed; it is tried again'))
      .then(() => {
        if (timer !== null) timer = setTimeout(turn, EVERY_MS).unref();
      });
  };
  return {
    ...createConsents(parts),
    ...closing,
    ...createExports(parts),
    looks: (userId) => readLooks(parts, userId),
    work: endDue,
    start: () => {
      timer ??= setTimeout(turn, EVERY_MS).unref();
    },
    stop: async () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}
