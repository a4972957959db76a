import type { PoolClient } from 'pg';
import type { Usdt } from '#domain/money.ts';
import { moneyWords, toIso } from '#protocol/codecs.ts';
import type { Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { record } from '#server/facts/index.ts';
import type { Mail } from '#server/mail/index.ts';
import type { ContactOf } from './contract.ts';
import { findHouseLimit, insertHouseLimit } from './store-house.ts';
import { lockControls } from './store.ts';

export interface HouseParts {
  readonly config: Pick<Config, 'origins'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly mail: Pick<Mail, 'send'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly contactOf: ContactOf;
}

/** What staff decide of a person: the highest stake of their quick predictions from now on, 10^-6; null: none. */
export interface HouseAsk {
  readonly userId: string;
  readonly value: Usdt | null;
  /** For the audit log. */
  readonly why: string;
  /** One sets or lowers a limit; what two people have approved may also raise or end it. */
  readonly by: By | Approved;
}

/**
 * Sets or ends the limit of the house, tells the person by mail and in the product, and writes it into the audit log, all in one transaction.
 * What is open stays as it is. 'as-before': it was so before, and nothing was done; 'two-people': to raise or end one must be approved.
 */
export async function setHouseLimit(
  parts: HouseParts,
  tx: PoolClient,
  { userId, value, why, by }: HouseAsk,
): Promise<'set' | 'as-before' | 'two-people'> {
  await lockControls(tx, userId);
  const before = await findHouseLimit(tx, userId);
  const limit = before?.value ?? null;
  if (limit === value) return 'as-before';
  if (limit !== null && (value === null || value > limit) && by.kind !== 'approved') return 'two-people';
  const now = parts.clock.now();
  await insertHouseLimit(tx, { userId, value, now });
  await inform(parts, tx, { userId, value, now });
  await parts.audit.write(tx, {
    ...actorOf(by),
    action: value === null ? 'house_limit.ended' : 'house_limit.set',
    objectType: 'user',
    objectId: userId,
    reason: why,
    before: { value: limit?.toString() ?? null },
    after: { value: value?.toString() ?? null },
  });
  return 'set';
}

async function inform(
  parts: HouseParts,
  tx: PoolClient,
  { userId, value, now }: { readonly userId: string; readonly value: Usdt | null; readonly now: number },
): Promise<void> {
  const amount = value === null ? null : moneyWords(value);
  await record(tx, [
    { kind: 'eligibility.changed', userId },
    amount === null
      ? { kind: 'limit.changed', userId, what: 'house_limit_ended' }
      : { kind: 'limit.changed', userId, what: 'house_limit_set', amount },
  ]);
  const contact = await parts.contactOf(tx, userId);
  if (contact === null) return;
  const { email: to, language } = contact;
  const values = { at: toIso(now), link: `${parts.config.origins.dashboard}/${language}/settings/limits` };
  if (amount === null) await parts.mail.send(tx, { userId, to, language, kind: 'house_limit_ended', values });
  else await parts.mail.send(tx, { userId, to, language, kind: 'house_limit_set', values: { ...values, amount } });
}
