import { IntlMessageFormat } from 'intl-messageformat';
import { htmlOf, plainOf, type MailBody } from './layout.ts';
import type { MailKind, MailValue } from './kinds.ts';
import { MAIL_KINDS } from './kinds.ts';
import { marked, withIsolates } from './marks.ts';
import type { MailTexts } from './texts.ts';
import { HOUR_MS } from '#domain/time.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface MailToRender {
  readonly kind: MailKind;
  readonly values: Readonly<Record<string, string>>;
  readonly texts: MailTexts;
  readonly brand: string;
  /** Where the mail's logo leads. */
  readonly home: string;
  /** null: a mail of the account itself. */
  readonly unsubscribeLink: string | null;
  /** That the person chose to know our mails by. */
  readonly word: string | null;
}

/** Counts that a text may put into a plural. */
const NUMBERS: ReadonlySet<string> = new Set<MailValue>(['hours', 'minutes', 'days', 'right', 'wrong', 'returned']);

/** Words that a text chooses by, never shown themselves. */
const CHOICES: ReadonlySet<string> = new Set<MailValue>(['state', 'ended']);

/** Fills the template of a kind. Throws when the language lacks one of its texts, or a value is missing. */
export function renderMail(mail: MailToRender): RenderedMail {
  const { kind, texts, values } = mail;
  const given = shownValues(mail);
  const say = (key: string): string => {
    const message = texts.message(key);
    if (message === null) throw new Error(`no text ${key} for mails in ${texts.locale}`);
    return fill(message, given, texts.tag);
  };
  const own = kind === 'notice' ? { subject: marked(values['title'] ?? ''), text: marked(values['text'] ?? '') } : null;
  const subject = own?.subject ?? say(`${kind}.subject`);
  const body: MailBody = {
    texts,
    brand: mail.brand,
    home: mail.home,
    word: mail.word === null ? null : { label: say('layout.word'), word: mail.word },
    title: subject,
    text: own?.text ?? say(`${kind}.text`),
    said: values['said'] ?? null,
    note: texts.message(`${kind}.note`) === null ? null : say(`${kind}.note`),
    code: values['code'] === undefined ? null : { label: say('layout.code'), code: values['code'] },
    button:
      values['link'] === undefined
        ? null
        : { label: say(`${kind}.button`), link: values['link'], hint: say('layout.hint') },
    footer: say(texts.message(`${kind}.why`) === null ? 'layout.why' : `${kind}.why`),
    unsubscribe:
      mail.unsubscribeLink === null ? null : { label: say('layout.unsubscribe'), link: mail.unsubscribeLink },
  };
  return {
    subject: withIsolates(subject, texts.dir).replaceAll(/[\r\n]+/g, ' '),
    html: htmlOf(body),
    text: plainOf(body),
  };
}

function fill(message: string, values: Readonly<Record<string, unknown>>, tag: string): string {
  return String(new IntlMessageFormat(message, tag).format(values as Record<string, string>));
}

/** Values as the language shows them: dates with their zone, countries by name, counts as numbers. */
function shownValues({ kind, values, texts, brand }: MailToRender): Readonly<Record<string, string | number>> {
  const shown: Record<string, string | number> = { brand: marked(brand) };
  for (const name of MAIL_KINDS[kind].values) {
    const value = values[name];
    if (value === undefined) throw new Error(`a mail ${kind} without ${name}`);
    shown[`has_${name}`] = value === '' ? 'no' : 'yes';
    if (CHOICES.has(name)) shown[name] = value;
    else if (NUMBERS.has(name)) shown[name] = Number(value);
    else shown[name] = marked(value === '' ? '' : shownText(name, value, texts.tag));
  }
  return shown;
}

function shownText(name: MailValue, value: string, tag: string): string {
  if (name === 'at' || name === 'until') return timeText(value, tag);
  if (name === 'wait') return waitText(Number(value), tag);
  if (name === 'country') return new Intl.DisplayNames(tag, { type: 'region' }).of(value) ?? value;
  if (name === 'result') return moneyText(value, tag, 'exceptZero');
  if (name === 'amount') return moneyText(value, tag, 'auto');
  return value;
}

/** Whole hours, or minutes below one, rounded up. */
function waitText(ms: number, tag: string): string {
  const [unit, length] = ms >= HOUR_MS ? (['hour', HOUR_MS] as const) : (['minute', 60_000] as const);
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(ms / length));
}

function timeText(iso: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(iso));
}

function moneyText(amount: string, tag: string, signDisplay: 'auto' | 'exceptZero'): string {
  return new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    useGrouping: 'always',
    signDisplay,
  })
    .format(amount as Intl.StringNumericLiteral)
    .replaceAll('-', '\u2212');
}
