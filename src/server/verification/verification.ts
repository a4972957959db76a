import type { Pool } from 'pg';
import { transaction } from '#server/db/index.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { Follower } from '#server/facts/index.ts';
import { enqueue, workOn, type JobWork } from '#server/jobs/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { escalateDue } from './cases/store-cases.ts';
import { RESCREEN, SCREEN_PERSON } from './screening/jobs.ts';
import { addList } from './screening/lists.ts';
import { PRACTICE_LIST } from './screening/practice-list.ts';
import { findList } from './screening/store-lists.ts';
import { bumpName, findName } from './store.ts';

export interface VerificationParts {
  readonly config: Pick<Config, 'mode'>;
  readonly db: Pool;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly audit: Pick<Audit, 'write'>;
  readonly settings: Pick<LiveSettings, 'values'>;
}

/** Whoever moved is screened again. */
export const MOVED: Follower<'residence.changed'> = {
  name: 'verification-moved',
  kinds: ['residence.changed'],
  handle: async (tx, facts) => {
    for (const userId of new Set(facts.map((fact) => fact.userId))) {
      await bumpName(tx, userId);
      const { status } = await findName(tx, userId);
      if (status === 'APPROVED' || status === 'PENDING_APPROVE') await enqueue(tx, SCREEN_PERSON, { userId });
    }
  },
};

/** What screens people, one and all. What it needs is loaded with the first job. */
export function screeningJobs(parts: VerificationParts): readonly JobWork[] {
  const load = async () => {
    const [screen, { createOpenLists }] = await Promise.all([
      import('./screening/screen.ts'),
      import('./screening/screeners.ts'),
    ]);
    return { ...screen, with: { ...parts, openLists: createOpenLists(parts) } };
  };
  let loaded: ReturnType<typeof load> | null = null;
  const screening = () => (loaded ??= load());
  return [
    workOn(SCREEN_PERSON, async () => {
      const { screenPerson, with: all } = await screening();
      return ({ userId }) => screenPerson(all, userId);
    }),
    workOn(RESCREEN, async () => {
      const { screenAll, with: all } = await screening();
      return ({ sheetId }, { signal }) => screenAll(all, sheetId, signal);
    }),
  ];
}

/** A sandbox screens against a list of nobody, unless it was given one. */
export async function keepPracticeList(parts: VerificationParts): Promise<void> {
  if (parts.config.mode !== 'sandbox') return;
  await transaction(parts.db, async (tx) => {
    if ((await findList(tx)) === null)
      await addList(parts, tx, { name: 'practice', entries: PRACTICE_LIST, act: null });
  });
}

export async function escalateCases({ db, clock }: VerificationParts): Promise<void> {
  await escalateDue(db, clock.now());
}
