import { usdt } from '#domain/money.ts';
import { moneyWords, toIso } from '#protocol/codecs.ts';
import type { Follower } from '#server/facts/index.ts';
import type { Mail } from '#server/mail/index.ts';
import type { AccountAdmin } from './account-admin.ts';

/** Tells people by mail what staff did with their account. Whoever did it, shell or back office, only records the fact. */
export function houseMails({
  mail,
  contactOf,
}: {
  readonly mail: Pick<Mail, 'send'>;
  readonly contactOf: AccountAdmin['contactOf'];
}): Follower<'house.acted' | 'balance.adjusted'> {
  return {
    name: 'house-mails',
    kinds: ['house.acted', 'balance.adjusted'],
    handle: async (tx, told) => {
      for (const fact of told) {
        const { userId } = fact;
        const contact = await contactOf(tx, userId);
        if (contact === null) continue;
        const { email: to, language } = contact;
        const at = toIso(fact.at);
        if (fact.kind === 'house.acted') {
          await mail.send(tx, { userId, to, language, kind: 'house_acted', values: { state: fact.what, at } });
        } else {
          const values = { state: fact.way, amount: moneyWords(usdt(BigInt(fact.amount))), at };
          await mail.send(tx, { userId, to, language, kind: 'balance_adjusted', values });
        }
      }
    },
  };
}
