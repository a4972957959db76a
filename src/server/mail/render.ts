import { MAIL_KINDS, type MailKind } from './kinds.ts';
import type { MailParts } from './mail.ts';
import { renderMail, type RenderedMail } from './template.ts';
import { loadMailTexts, mailLocaleOf } from './texts.ts';
import { makeUnsubscribeToken } from './unsubscribe-token.ts';

/** What a mail says, whole: whatever version of the product sends it, and whatever values its template wants by then. */
export interface FinishedMail extends RenderedMail {
  /** null: a mail of the account itself. */
  readonly unsubscribeLink: string | null;
}

export interface MailToRender {
  readonly userId: string;
  readonly kind: string;
  readonly language: string;
  readonly values: Readonly<Record<string, string>>;
  /** The person's own; null: they have none, or it goes to an address that is not proved to be theirs. */
  readonly word: string | null;
}

/** Writes mails out in the language of their person. It throws when a value is missing, or there is no such kind. */
export type MailRenderer = (mail: MailToRender) => FinishedMail;

export function createMailRenderer({ config, vault }: Pick<MailParts, 'config' | 'vault'>): MailRenderer {
  const texts = loadMailTexts();
  return ({ userId, kind, language, values, word }) => {
    if (!isKind(kind)) throw new Error(`there are no mails ${kind}`);
    const unsubscribeLink = MAIL_KINDS[kind].service
      ? null
      : `${config.origins.main}/unsubscribe?token=${makeUnsubscribeToken(userId, vault)}`;
    const rendered = renderMail({
      kind,
      values,
      texts: texts(mailLocaleOf(language)),
      brand: config.brand,
      home: config.origins.main,
      unsubscribeLink,
      word,
    });
    return { ...rendered, unsubscribeLink };
  };
}

function isKind(kind: string): kind is MailKind {
  return Object.hasOwn(MAIL_KINDS, kind);
}

/** Of the account itself? Not where nobody knows the kind any more. */
export function isServiceMail(kind: string): boolean {
  return isKind(kind) && MAIL_KINDS[kind].service;
}
