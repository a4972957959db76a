/** Fields in which a series is typed, and how they are read. */
import { z } from 'zod';
import { MOST_OPEN, type SeriesPlan } from '#domain/events/series.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { FieldFault } from '#domain/refusals.ts';
import { toIso } from '#protocol/codecs.ts';
import type { ActField } from '#protocol/office/cells.ts';
import { linesText, lineText } from '#protocol/texts.ts';
import type { ActDoing } from '#server/desk/contract.ts';
import { LOCALES } from '#server/routing/language.ts';
import type { Series, SeriesTemplate, Translated } from '../series/store-series.ts';
import { BEGUN, fieldAt, headFields, parted, readHead, termFields, textsOf } from './draft-fields.ts';

/** What is done with what was typed: its dates are shown, or it is written down. */
export const STEP = 'step';
export const SHOW = 'show';
export const WRITE = 'write';

const hours = (ms: number | undefined, unless: string) => (ms === undefined ? unless : String(ms / HOUR_MS));

/** Of a series, as it stands; null: of none yet. */
export function seriesFields(series: Series | null): readonly ActField[] {
  const { template = null, plan = null } = series ?? {};
  const terms = template === null ? null : { ...template.terms, timeZone: plan?.timeZone ?? '' };
  const head = headFields(template).map((field) =>
    field.name === 'event'
      ? { ...field, label: 'Event: what it asks, with {date} and {time} where those of each are put' }
      : field,
  );
  const texts = termFields(terms).filter(({ name }) => name !== 'cutOffAt' && name !== 'timeZone');
  return [
    ...head,
    ...texts.map((field) => (field.name === 'title' ? { ...field, label: 'Question, if not as above' } : field)),
    {
      name: 'openingPercent',
      label: 'Chance of YES that the house begins with, %',
      kind: 'number',
      value: template === null ? '50' : String(template.opening / 10),
    },
    ...planFields(plan),
    {
      name: 'translations',
      label: 'Translations, a line each: language | event | summary | question | rules',
      kind: 'long',
      value: Object.entries(template?.translations ?? {})
        .map(([language, { title, summary, question, rules }]) =>
          [language, title, summary, question, rules.replaceAll('\n', ' ')].join(' | '),
        )
        .join('\n'),
      optional: true,
    },
    {
      name: STEP,
      label: 'Then',
      kind: 'choice',
      value: SHOW,
      options: [
        { value: SHOW, label: 'Show its next dates and what its terms leave open' },
        { value: WRITE, label: 'Write it down' },
      ],
    },
  ];
}

const planFields = (plan: SeriesPlan | null): readonly ActField[] => [
  {
    name: 'rule',
    label: 'Repeats (RRULE): FREQ=DAILY, or FREQ=WEEKLY;BYDAY=MO,FR',
    kind: 'text',
    value: plan?.rule ?? 'FREQ=DAILY',
  },
  {
    name: 'firstAt',
    label: 'First start by the clocks of its time zone: 2026-12-24 09:00',
    kind: 'text',
    value: plan?.firstAt.replace('T', ' ') ?? '',
  },
  { name: 'timeZone', label: 'Time zone, IANA', kind: 'text', value: plan?.timeZone ?? 'UTC' },
  {
    name: 'opensBefore',
    label: 'Opens, hours before its start',
    kind: 'number',
    value: hours(plan?.opensBefore, '24'),
  },
  {
    name: 'closesBefore',
    label: 'Closes, hours before its start',
    kind: 'number',
    value: hours(plan?.closesBefore, '0'),
  },
  {
    name: 'mostOpen',
    label: `Open at once, at most (1 to ${MOST_OPEN})`,
    kind: 'number',
    value: String(plan?.mostOpen ?? 1),
  },
];

export interface SeriesTyped {
  readonly template: SeriesTemplate;
  readonly plan: SeriesPlan;
}

interface Wrong {
  readonly field: string;
  readonly fault: FieldFault;
}

/** What was typed, or the first field that cannot be read. Whether a series may be so is asked of it afterwards. */
export function readSeries(fields: ActDoing['fields']): SeriesTyped | Wrong {
  const { timeZone, title: question, ...texts } = textsOf(fields);
  const head = readHead(fields);
  const title = question === '' ? head.title : question;
  const openingPercent = Number(fields['openingPercent'] ?? 'none');
  const cutOffAt = toIso(0);
  const read = BEGUN.safeParse({ ...head, market: { ...texts, title, timeZone, cutOffAt }, openingPercent });
  if (!read.success) return { field: fieldAt(read.error.issues[0]?.path ?? []), fault: 'malformed' };
  const plan = readPlan(fields, timeZone);
  if ('field' in plan) return plan;
  const translations = readTranslations(fields['translations']);
  if (translations === null) return { field: 'translations', fault: 'malformed' };
  const { market, category, summary, tags } = read.data;
  const { cutOffAt: _cutOffAt, timeZone: _timeZone, ...terms } = market;
  const isLive = fields['isLive'] === 'yes';
  const opening = openingPercent * 10;
  const event = { category, title: read.data.title, summary, tags };
  return { template: { ...event, terms: { ...terms, isLive }, opening, translations }, plan };
}

/** Hours as they were typed, ms; null: none, or of parts of a minute. */
function readHours(typed: string | undefined): number | null {
  const text = (typed ?? '').trim();
  const ms = /^\d{1,5}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * HOUR_MS) : null;
  return ms !== null && ms % 60_000 === 0 ? ms : null;
}

function readPlan(fields: ActDoing['fields'], timeZone: string): SeriesPlan | Wrong {
  const [opensBefore, closesBefore] = [readHours(fields['opensBefore']), readHours(fields['closesBefore'])];
  if (opensBefore === null) return { field: 'opensBefore', fault: 'malformed' };
  if (closesBefore === null) return { field: 'closesBefore', fault: 'malformed' };
  const firstAt = (fields['firstAt'] ?? '').trim().replace(' ', 'T');
  const rule = (fields['rule'] ?? '').trim();
  return { rule, firstAt, timeZone, opensBefore, closesBefore, mostOpen: Number(fields['mostOpen'] ?? 'none') };
}

const TRANSLATED = z.strictObject({
  title: lineText.min(5).max(200).includes('{date}'),
  summary: lineText.max(500),
  question: lineText.min(1).max(500),
  rules: linesText.min(1).max(10_000),
});
const PARTS = 5;

/** null: a line that is none, or a language twice or not ours. */
function readTranslations(typed: string | undefined): Readonly<Record<string, Translated>> | null {
  const read: Record<string, Translated> = {};
  for (const line of parted(typed, /\n/)) {
    const parts = line.split('|').map((part) => part.trim());
    const [language = '', title, summary, question, rules] = parts;
    const said = TRANSLATED.safeParse({ title, summary, question, rules });
    const isOurs = language !== 'en' && LOCALES.some((one) => one === language);
    if (!said.success || parts.length !== PARTS || !isOurs || language in read) return null;
    read[language] = said.data;
  }
  return read;
}
