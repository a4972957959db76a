import { toIso } from '#protocol/codecs.ts';
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
}): Follower<'house.acted'> {
  return {
    name: 'house-mails',
    kinds: ['house.acted'],
    handle: async (tx, told) => {
      for (const { userId, what, at } of told) {
        const contact = await contactOf(tx, userId);
        if (contact === null) continue;
        const { email: to, language } = contact;
        await mail.send(tx, { userId, to, language, kind: 'house_acted', values: { state: what, at: toIso(at) } });
      }
    },
  };
}
