import { NOTIFICATION_KINDS, type NotificationKind } from '#protocol/notification-kinds.ts';
import type { Config } from '#server/config/config.ts';
import { mailLocaleOf } from '#server/mail/index.ts';
import { LANGUAGE_TAGS } from '#server/routing/language.ts';
import { textsOf } from '../notices.ts';

/** What the worker in the browser shows. */
export interface PushWords {
  readonly title: string;
  readonly text: string;
  /** The page that a press opens. */
  readonly url: string;
  /** One of a kind is shown at a time. */
  readonly tag: string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}

/**
 * What a push says of a kind: that it happened, and where it is to be read. Whoever looks at a locked screen sees no amount, no name and no
 * event.
 */
export function pushWords(
  { origins, brand }: Pick<Config, 'origins' | 'brand'>,
  { kind, language }: { readonly kind: NotificationKind; readonly language: string },
): PushWords {
  const locale = mailLocaleOf(language);
  const messages = textsOf(locale);
  const { site, path } = NOTIFICATION_KINDS[kind];
  const plain = messages[`notif.${kind}`] ?? '{';
  const title = messages[`mail.${kind}.title`] ?? (plain.includes('{') ? messages[`kind.${kind}`] : plain);
  return {
    title: title ?? brand,
    text: messages[`mail.${kind}`] ?? (messages['push.more'] ?? '').replace('{brand}', brand),
    url: `${origins[site]}/${locale}/${path}`,
    tag: kind,
    lang: LANGUAGE_TAGS[locale],
    dir: locale === 'ar' ? 'rtl' : 'ltr',
  };
}
