/** Fields in which an event and its terms are typed, and how they are read. */
import { CATEGORIES, type MarketTerms } from '#domain/events/terms.ts';
import { toIso } from '#protocol/codecs.ts';
import { draftBody } from '#protocol/events/events.ts';
import type { ActField } from '#protocol/office/cells.ts';
import { sentence } from '#server/desk/cells.ts';
import type { ActDoing } from '#server/desk/contract.ts';
import type { EventHead } from '../store.ts';

const TERM_LABELS: Readonly<Record<keyof Texts, string>> = {
  title: 'Title',
  rules: 'Rules: what makes it YES',
  source: 'Source',
  backupSource: 'Backup source',
  threshold: 'Threshold and rounding',
  ifTied: 'If tied',
  ifPostponed: 'If postponed',
  ifCancelled: 'If cancelled',
  timeZone: 'Time zone, IANA',
};

const LIVE_LABEL = 'Traded while its event goes on: orders that meet others wait';
const YES_OR_NO = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
];

type Texts = Omit<MarketTerms, 'cutOffAt' | 'isLive' | 'ticks'>;

/** Texts of terms as they were typed. */
export const textsOf = (fields: ActDoing['fields']) =>
  Object.fromEntries(Object.keys(TERM_LABELS).map((name) => [name, (fields[name] ?? '').trim()])) as unknown as Texts;

/** Of the terms, as they stand; null: of none yet. */
export function termFields(terms: Partial<MarketTerms> | null): readonly ActField[] {
  const texts = Object.entries(TERM_LABELS).map(([name, label]): ActField => ({
    name,
    label,
    kind: name === 'rules' ? 'long' : 'text',
    value: terms?.[name as keyof typeof TERM_LABELS] ?? '',
    optional: true,
  }));
  const cutOff = terms?.cutOffAt === undefined ? {} : { value: toIso(terms.cutOffAt) };
  return [
    ...texts,
    { name: 'cutOffAt', label: 'Cut-off, UTC', kind: 'text', ...cutOff },
    {
      name: 'isLive',
      label: LIVE_LABEL,
      kind: 'choice',
      options: YES_OR_NO,
      value: terms?.isLive === true ? 'yes' : 'no',
      optional: true,
    },
  ];
}

/** Of the opening chance as it stands, thousandths; null: of none yet. */
export const openingField = (opening: number | null): ActField => ({
  name: 'openingPercent',
  label: 'Chance of YES that the house begins with, %',
  kind: 'number',
  ...(opening === null ? {} : { value: String(opening / 10) }),
  optional: true,
});

/** Of an event beside its terms, as it stands; null: of none yet. */
export const headFields = (head: EventHead | null): readonly ActField[] => [
  {
    name: 'category',
    label: 'Category',
    kind: 'choice',
    options: CATEGORIES.map((value) => ({ value, label: sentence(value) })),
    ...(head === null ? {} : { value: head.category }),
  },
  { name: 'event', label: 'Event: what it asks', kind: 'text', ...(head === null ? {} : { value: head.title }) },
  { name: 'summary', label: 'Summary', kind: 'text', value: head?.summary ?? '', optional: true },
  { name: 'tags', label: 'Tags, with commas', kind: 'text', value: head?.tags.join(', ') ?? '', optional: true },
];

/** What stands between signs, without what is empty. */
export const parted = (typed: string | undefined, by: RegExp) =>
  (typed ?? '').split(by).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

/** What was typed of an event beside its terms. */
export const readHead = (fields: ActDoing['fields']) => ({
  category: fields['category'] ?? '',
  title: (fields['event'] ?? '').trim(),
  summary: (fields['summary'] ?? '').trim(),
  tags: parted(fields['tags'], /,/),
});

/** The field of an act in which the first thing stands that cannot be read. */
export function fieldAt(path: readonly PropertyKey[]): string {
  const [first, second] = path.map(String);
  if (first === 'market') return second ?? 'cutOffAt';
  return first === 'title' ? 'event' : (first ?? 'event');
}

export const HEAD = draftBody.pick({ category: true, title: true, summary: true, tags: true });
/** The opening chance of YES, percent. */
export const PERCENT = draftBody.shape.openingPercent;
export const BEGUN = draftBody.omit({ reason: true });
