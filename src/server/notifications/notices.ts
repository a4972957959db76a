import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import type { PoolClient } from 'pg';
import { NOTIFICATION_KINDS } from '#protocol/notification-kinds.ts';
import type { Config } from '#server/config/config.ts';
import { mailLocaleOf, type MailRequest } from '#server/mail/index.ts';
import { repositoryRoot } from '#server/root.ts';
import { LANGUAGE_TAGS } from '#server/routing/language.ts';
import type { Vault } from '#server/vault/index.ts';
import type { Draft } from './drafts.ts';
import { findContact } from './store.ts';

const texts = new Map<string, Readonly<Record<string, string>>>();

/** The texts of notifications in a language, read once. */
export function textsOf(language: string): Readonly<Record<string, string>> {
  const known = texts.get(language);
  if (known !== undefined) return known;
  const file = join(repositoryRoot(), 'src/web/i18n/locales', language, 'notifications.json');
  const read = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
  texts.set(language, read);
  return read;
}

/**
 * A notification as a mail; null for people who cannot be reached. Only for kinds whose mail says no more than their name; of a document its
 * subject says which one and how it stands.
 */
export async function noticeOf(
  { config, vault }: { readonly config: Pick<Config, 'origins'>; readonly vault: Pick<Vault, 'open'> },
  tx: PoolClient,
  { userId, kind, values }: Pick<Draft, 'userId' | 'kind' | 'values'>,
): Promise<MailRequest | null> {
  const contact = await findContact(tx, userId);
  const to = contact === null ? null : await vault.open(tx, userId, contact.sealed);
  if (contact === null || to === null) return null;
  const language = mailLocaleOf(contact.language);
  const messages = textsOf(language);
  const say = (key: string, filled: Readonly<Record<string, string>>): string =>
    String(new IntlMessageFormat(messages[key] ?? '', LANGUAGE_TAGS[language]).format(filled));
  const page = NOTIFICATION_KINDS[kind];
  return {
    userId,
    to,
    kind: 'notice',
    language,
    values: {
      // Where what the product says has values in it, the mail has a title of its own.
      title:
        kind === 'verification'
          ? say('notif.verification', { status: say('verification.status', values) })
          : (messages[`mail.${kind}.title`] ?? messages[`notif.${kind}`] ?? ''),
      text: messages[`mail.${kind}`] ?? '',
      link: `${config.origins[page.site]}/${language}/${page.path}`,
    },
  };
}
