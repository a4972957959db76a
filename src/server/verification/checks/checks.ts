import type { Pool } from 'pg';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { DOCUMENTS, type DocumentName } from '#domain/verification/documents.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Follower } from '#server/facts/index.ts';
import { defineJob, enqueue, JobFault, workOn, type JobWork } from '#server/jobs/index.ts';
import type { DeliveryHandler, OpenProvider, Providers } from '#server/providers/index.ts';
import type { LegalNames } from '../contract.ts';
import type { DocumentParts } from '../documents/parts.ts';
import { openFileKey, openObject } from '#server/vault/sealed-bytes.ts';
import { listFiles } from '../documents/store-files.ts';
import { countryOf } from '../store.ts';
import { CHECK_SEAT, type CheckedPicture, type CheckTypes } from './seat.ts';
import {
  findCheck,
  findId,
  findSent,
  keepCheck,
  quietChecks,
  saveOutcome,
  saveTheirs,
  type CheckRow,
} from './store-checks.ts';

export interface CheckParts extends Pick<DocumentParts, 'clock' | 'vault' | 'objects' | 'log'> {
  readonly db: Pool;
  readonly providers: Pick<Providers, 'at'>;
  readonly legalNames: Pick<LegalNames, 'of'>;
}

/** Sends what waits for review to the provider that is set up: 12 tries over about 16 hours. */
export const CHECK_DOCUMENT = defineJob({
  name: 'verification.check_document',
  payload: z.object({ userId: z.uuid(), document: z.enum(DOCUMENTS) }),
  tries: 12,
  longestMs: 120_000,
});

/** What is sent for review goes to a provider too. */
export const SENT: Follower<'document.sent'> = {
  name: 'verification-checks',
  kinds: ['document.sent'],
  handle: async (tx, facts) => {
    for (const { userId, document } of facts) await enqueue(tx, CHECK_DOCUMENT, { userId, document });
  },
};

export function checkJobs(parts: CheckParts): readonly JobWork[] {
  return [workOn(CHECK_DOCUMENT, () => (payload) => beginCheck(parts, payload))];
}

/** A message is news: what counts is what the provider says when it is asked. */
export function checkDeliveries(parts: CheckParts): DeliveryHandler<CheckTypes> {
  return {
    seat: CHECK_SEAT,
    personOf: async (db, reference) => (await findCheck(db, reference))?.userId ?? null,
    handle: async ({ provider: name, reference, at, receivedAt }) => {
      const check = await findCheck(parts.db, reference);
      if (check === null) {
        // A message may be here before the answer that names the check.
        if (parts.clock.now() - receivedAt < HOUR_MS) throw new JobFault('no such check yet');
        return;
      }
      if (at !== null && check.outcomeAt !== null && at < check.outcomeAt) return;
      const provider = parts.providers.at(CHECK_SEAT).find((one) => one.name === name);
      if (provider === undefined) throw new JobFault('the provider is not set up');
      await ask(parts, provider, { check, at });
    },
  };
}

/** Asks for checks that nobody told of for an hour. */
export async function lookAgain(parts: CheckParts): Promise<void> {
  for (const check of await quietChecks(parts.db, parts.clock.now() - HOUR_MS)) {
    const provider = parts.providers.at(CHECK_SEAT).find((one) => one.name === check.provider);
    if (provider !== undefined) await ask(parts, provider, { check, at: null }).catch(() => undefined);
  }
}

/** Asks how a check stands. A status without a row decides nothing: the seat has raised the alarm. */
async function ask(
  { db, clock }: CheckParts,
  provider: OpenProvider<CheckTypes>,
  { check, at }: { readonly check: CheckRow; readonly at: number | null },
): Promise<void> {
  const { id, theirs } = check;
  const found = await provider.calls.look({ reference: id, theirs });
  if (found.kind !== 'found') throw new JobFault(found.why);
  const outcome = provider.outcomeOf(found.status);
  if (outcome === null || outcome === 'IGNORE' || outcome === 'NEWS') return;
  if (theirs === null) await saveTheirs(db, id, found.theirs);
  await saveOutcome(db, { id, outcome, at, now: clock.now() });
}

async function beginCheck(
  parts: CheckParts,
  { userId, document }: { readonly userId: string; readonly document: DocumentName },
): Promise<void> {
  const { db, clock, log } = parts;
  const [provider] = parts.providers.at(CHECK_SEAT);
  const review = await findSent(db, { userId, document });
  if (provider === undefined || !provider.capabilities[document] || review === null) return;
  const row = { id: uuidv7(), userId, review: review.id, provider: provider.name, now: clock.now() };
  const check = await keepCheck(db, row);
  if (check === null || check.theirs !== null) return;
  const { first, last, birthDate } = await parts.legalNames.of(db, userId);
  const pictures = await picturesOf(parts, { userId, document, review });
  // The key of the person is gone, or there is nothing to look at.
  if (pictures.length === 0) return;
  const begun = await provider.calls.begin({
    reference: check.id,
    document,
    firstName: first ?? '',
    lastName: last ?? '',
    birthDate,
    country: await countryOf(db, userId),
    pictures,
  });
  if (begun.kind === 'begun') return saveTheirs(db, check.id, begun.theirs);
  if (begun.kind === 'failed') throw new JobFault(begun.why);
  log.warn({ provider: provider.name, why: begun.why, check: check.id }, 'a provider does not take a document');
  await saveOutcome(db, { id: check.id, outcome: 'UNDECIDED', at: null, now: clock.now() });
}

/** The pictures of a review; with a selfie those of the government ID, which it is compared with. */
async function picturesOf(
  { db, vault, objects }: CheckParts,
  {
    userId,
    document,
    review,
  }: {
    readonly userId: string;
    readonly document: DocumentName;
    readonly review: { readonly id: string; readonly form: string };
  },
): Promise<readonly CheckedPicture[]> {
  const governmentId = document === 'selfieWithId' ? await findId(db, userId) : null;
  const reviews = [review, ...(governmentId === null ? [] : [governmentId])];
  const forms = new Map(reviews.map(({ id, form }) => [id, form]));
  const pictures: CheckedPicture[] = [];
  for (const file of await listFiles(db, userId, [...forms.keys()])) {
    const form = file.review === null ? undefined : forms.get(file.review);
    const key = form === undefined ? null : await openFileKey(vault, db, file);
    const sealed = key === null || file.object === null ? null : await objects.get(file.object);
    if (form === undefined || key === null || sealed === null || file.object === null) continue;
    const bytes = openObject(sealed, { key, object: file.object });
    pictures.push({ document: file.document, form, side: file.side, media: file.media ?? '', bytes });
  }
  return pictures;
}
