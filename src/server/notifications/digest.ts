import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import type { NotificationKind } from '#protocol/notification-kinds.ts';
import { moneyWords } from '#protocol/codecs.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { mailLocaleOf, type Mail } from '#server/mail/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { findContact } from './store.ts';
import { claimDigest, listDigests, type DigestSpan, type SpanOfPerson } from './store-digest.ts';
import { DAY_MS } from '#domain/time.ts';

export interface DigestParts {
  readonly config: Pick<Config, 'origins'>;
  readonly db: Pool;
  readonly mail: Pick<Mail, 'send'>;
  readonly vault: Pick<Vault, 'open'>;
}

interface Digest {
  /** Whoever wants this kind by e-mail gets it. */
  readonly kind: NotificationKind;
  readonly mail: 'prediction_digest' | 'week_summary';
  readonly days: number;
  /** The first moment of the span that ended last before `now`, both ms. */
  readonly from: (now: number) => number;
}

const WEEK = 7;
/** The first of January 1970 was a Thursday. */
const MONDAY = 4;

const DIGESTS: Readonly<Record<DigestSpan, Digest>> = {
  day: {
    kind: 'prediction_settled',
    mail: 'prediction_digest',
    days: 1,
    from: (now) => (Math.floor(now / DAY_MS) - 1) * DAY_MS,
  },
  week: {
    kind: 'week_summary',
    mail: 'week_summary',
    days: WEEK,
    from: (now) => {
      const days = Math.floor(now / DAY_MS);
      return (days - ((((days - MONDAY) % WEEK) + WEEK) % WEEK) - WEEK) * DAY_MS;
    },
  },
};

/**
 * Mails the results of the UTC day, or of the week from Monday on, that ended before `now` (ms) to those who asked for it, once each. Who
 * had none gets none. Returns how many went out.
 */
export async function sendDigests(parts: DigestParts, span: DigestSpan, now: number): Promise<number> {
  const { kind, days, from: begin } = DIGESTS[span];
  const from = begin(now);
  const date = new Date(from).toISOString().slice(0, 10);
  let sent = 0;
  for (const person of await listDigests(parts.db, { kind, span, from, to: from + days * DAY_MS, date }))
    sent += (await sendOne(parts, person, { span, date })) ? 1 : 0;
  return sent;
}

function sendOne(
  { config, db, mail, vault }: DigestParts,
  person: SpanOfPerson,
  { span, date }: { readonly span: DigestSpan; readonly date: string },
): Promise<boolean> {
  const { userId, right, wrong, returned, result } = person;
  return transaction(db, async (tx) => {
    const contact = await findContact(tx, userId);
    const to = contact === null ? null : await vault.open(tx, userId, contact.sealed);
    if (contact === null || to === null || !(await claimDigest(tx, { userId, date, span }))) return false;
    await mail.send(tx, {
      userId,
      to,
      kind: DIGESTS[span].mail,
      language: contact.language,
      values: {
        right: String(right),
        wrong: String(wrong),
        returned: String(returned),
        result: moneyWords(usdt(BigInt(result))),
        link: `${config.origins.main}/${mailLocaleOf(contact.language)}/trading-history`,
      },
    });
    return true;
  });
}
