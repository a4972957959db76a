import type { KeptMail, MailThread } from './contract.ts';
import type { MailKind } from './kinds.ts';
import type { MailParts } from './mail.ts';
import { addressOf, type Letter } from './smtp.ts';
import type { TakenMail } from './store.ts';
import { langOf } from './texts.ts';
import type { MailRenderer, FinishedMail } from './render.ts';

/** What is sealed of a mail. */
export interface Sealed {
  readonly to: string;
  readonly written: FinishedMail;
  readonly thread?: MailThread | undefined;
}

/** The same in versions that wrote a mail out when it was sent: what its template was to be filled with. */
interface SealedValues {
  readonly to: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Why a mail has no words: its person was erased, or an older version left values that today's template cannot be filled with. */
export type Unreadable = 'erased' | 'outdated';

/** Mails of the outbox, opened. */
export interface StoredMailReader {
  letterOf(mail: TakenMail): Promise<Letter | Unreadable>;
  /** null: it has no words. */
  keptOf(mail: TakenMail): Promise<KeptMail | null>;
}

export function createStoredMailReader({ config, db, vault }: MailParts, write: MailRenderer): StoredMailReader {
  const { from } = config.mail;

  const open = async (mail: TakenMail): Promise<Sealed | Unreadable> => {
    const text = await vault.open(db, mail.userId, mail.sealed);
    if (text === null) return 'erased';
    const sealed = JSON.parse(text) as Sealed | SealedValues;
    if ('written' in sealed) return sealed;
    try {
      return { to: sealed.to, written: write({ ...mail, values: sealed.values, word: null }) };
    } catch {
      return 'outdated';
    }
  };

  return {
    letterOf: async (mail) => {
      const opened = await open(mail);
      if (typeof opened === 'string') return opened;
      return {
        to: opened.to,
        ...opened.written,
        // The same on every try: a relay or reader that got two drops one.
        messageId: opened.thread?.messageId ?? `<${mail.id}@${addressOf(from).split('@')[1] ?? 'localhost'}>`,
        thread: opened.thread ?? null,
        from,
        date: new Date(mail.createdAt),
        language: langOf(mail.language),
      };
    },
    keptOf: async (mail) => {
      const opened = await open(mail);
      if (typeof opened === 'string') return null;
      const { subject, html, text } = opened.written;
      return { to: opened.to, subject, html, text, id: mail.id, at: mail.createdAt, kind: mail.kind as MailKind };
    },
  };
}
