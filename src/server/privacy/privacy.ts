import { createClosing } from './closing.ts';
import { createConsents } from './consents.ts';
import type { Privacy } from './contract.ts';
import { createEmailChanges } from './email.ts';
import { createExports } from './export.ts';
import type { PrivacyParts } from './parts.ts';
import { tidyChanges } from './store-email.ts';

const EVERY_MS = 5_000;
const CHANGES_KEPT_MS = 30 * 86_400_000;

/** A person's own data, as http uses it, with its jobs. */
export function createPrivacy(parts: PrivacyParts): Privacy {
  const { db, clock, log } = parts;
  const { endDue, ...closing } = createClosing(parts);
  const { makeDue, ...exports } = createExports(parts);
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const work = async () => {
    const now = clock.now();
    await tidyChanges(db, { now, before: now - CHANGES_KEPT_MS });
    await makeDue();
    await endDue();
  };
  const turn = () => {
    running = work()
      .catch((error: unknown) => log.warn({ err: error }, 'the work on personal data failed; it is tried again'))
      .then(() => {
        if (timer !== null) timer = setTimeout(turn, EVERY_MS).unref();
      });
  };
  return {
    ...createConsents(parts),
    ...createEmailChanges(parts),
    ...closing,
    ...exports,
    work,
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
