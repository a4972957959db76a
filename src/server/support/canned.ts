import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { repositoryRoot } from '#server/root.ts';
import { LANGUAGE_TAGS, type Locale } from '#server/routing/language.ts';

/** Ready answers, and what an agent knows each by. Their words stand in the namespace `support` of each language. */
export const CANNED = {
  looking: 'We’re looking into it',
  more: 'We need to know more',
  receipt: 'How to check a result',
  withdrawal: 'How long a withdrawal takes',
  documents: 'Why a document wasn’t taken',
  complaint: 'We have your complaint',
} as const;
export type CannedName = keyof typeof CANNED;

/** One of them in the language of the ticket. `name`: the first name its sender gave; `number`: of the ticket. */
export function cannedText(
  name: CannedName,
  {
    language,
    values,
  }: { readonly language: string; readonly values: { readonly name: string; readonly number: string } },
): string {
  const file = join(repositoryRoot(), 'src/web/i18n/locales', language, 'support.json');
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
  const message = texts[`canned.${name}`];
  if (message === undefined) throw new Error(`no ready answer ${name} in ${language}`);
  return String(new IntlMessageFormat(message, LANGUAGE_TAGS[language as Locale]).format(values));
}
