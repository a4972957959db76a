import type { KeptMail } from './contract.ts';
import { MAIL_KINDS, type MailKind } from './kinds.ts';
import type { MailParts } from './mail.ts';
import { addressOf, type Letter } from './smtp.ts';
import type { TakenMail } from './store.ts';
import { renderMail, type RenderedMail } from './template.ts';
import { loadMailTexts, mailLocaleOf } from './texts.ts';
import { makeUnsubscribeToken } from './unsubscribe-token.ts';

/** What is sealed of a mail. */
export interface Sealed {
  readonly to: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Mails of the outbox, opened and written out; null where the person was erased. */
export interface Opener {
  letterOf(mail: TakenMail): Promise<Letter | null>;
  keptOf(mail: TakenMail): Promise<KeptMail | null>;
}

export function createOpener({ config, db, vault }: MailParts): Opener {
  const texts = loadMailTexts();
  const { from } = config.mail;

  const unsubscribeLinkOf = (mail: TakenMail): string | null =>
    MAIL_KINDS[mail.kind as MailKind].service
      ? null
      : `${config.origins.main}/unsubscribe?token=${makeUnsubscribeToken(mail.userId, vault)}`;

  const open = async (mail: TakenMail): Promise<(RenderedMail & { readonly to: string }) | null> => {
    const text = await vault.open(db, mail.userId, mail.sealed);
    if (text === null) return null;
    const { to, values } = JSON.parse(text) as Sealed;
    const rendered = renderMail({
      kind: mail.kind as MailKind,
      values,
      texts: texts(mailLocaleOf(mail.language)),
      brand: config.brand,
      home: config.origins.main,
      unsubscribeLink: unsubscribeLinkOf(mail),
    });
    return { to, ...rendered };
  };

  return {
    letterOf: async (mail) => {
      const opened = await open(mail);
      if (opened === null) return null;
      return {
        ...opened,
        // The same on every try: a relay or reader that got two drops one.
        messageId: `<${mail.id}@${addressOf(from).split('@')[1] ?? 'localhost'}>`,
        from,
        date: new Date(mail.createdAt),
        language: texts(mailLocaleOf(mail.language)).lang,
        unsubscribeLink: unsubscribeLinkOf(mail),
      };
    },
    keptOf: async (mail) => {
      const opened = await open(mail);
      return opened === null ? null : { ...opened, id: mail.id, at: mail.createdAt, kind: mail.kind as MailKind };
    },
  };
}
