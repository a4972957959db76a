/** Markets that our own published prices decide: their terms are made of what is asked, so that words and data say the same. */
import { CATEGORIES, tagsOf, type MarketTerms } from '#domain/events/terms.ts';
import { COMPARISONS, tickRuleFault, type Comparison, type TickRule } from '#domain/events/tick-rule.ts';
import { ok, type Refused } from '#domain/outcome.ts';
import { priceFromText, priceToText } from '#domain/prices/price-text.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { toIso } from '#protocol/codecs.ts';
import type { ActField } from '#protocol/office/cells.ts';
import { deskPath } from '#protocol/office/desks.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { sentence } from '#server/desk/cells.ts';
import type { ActDoing, ActSeat } from '#server/desk/contract.ts';
import { readMoment, wrongField } from '#server/desk/fields.ts';
import type { PairCache } from '#server/engine-client/index.ts';
import { MOVE_SAYS } from '../acts.ts';
import { eventHead, findMarket, lockMarket, putHead } from '../store.ts';
import { tickTerms } from '../ticks/terms.ts';
import { saidOfMove, type DraftParts } from './draft-acts.ts';
import { BEGUN, fieldAt, headFields, readHead } from './draft-fields.ts';
import { NEW } from './events-desk.ts';

export interface TickActParts extends Omit<DraftParts, 'config'> {
  readonly config: DraftParts['config'] & Pick<Config, 'origins'>;
  readonly pairCache: Pick<PairCache, 'all' | 'find'>;
}

/** Begins a market of our prices, and changes what its draft asks. */
export function tickActs(parts: TickActParts): readonly ActSeat[] {
  return [beginAct(parts), changeAct(parts)];
}

const WORDS: Readonly<Record<Comparison, string>> = {
  above: 'Above: exactly the same is NO',
  below: 'Below: exactly the same is NO',
  at_least: 'At or above: exactly the same is YES',
  at_most: 'At or below: exactly the same is YES',
};

/** Of what is asked, as it stands; null: of nothing yet. */
async function fieldsOf({ pairCache }: TickActParts, terms: MarketTerms | null): Promise<readonly ActField[]> {
  const rule = terms?.ticks ?? null;
  const pairs = (await pairCache.all()).map(({ pair }) => ({ value: pair.id, label: pair.id }));
  const against = rule?.against ?? null;
  const threshold =
    rule !== null && against !== null && 'threshold' in against ? priceToText(against.threshold, rule.scale) : '';
  const since = against !== null && 'since' in against ? toIso(against.since) : '';
  const closes = terms === null || rule === null ? 0 : (rule.at - terms.cutOffAt) / MINUTE_MS;
  return [
    { name: 'pair', label: 'Pair', kind: 'choice', options: pairs, value: rule?.pair ?? '' },
    {
      name: 'comparison',
      label: 'YES if its price is',
      kind: 'choice',
      options: COMPARISONS.map((value) => ({ value, label: WORDS[value] })),
      value: rule?.comparison ?? 'above',
    },
    { name: 'threshold', label: 'This threshold', kind: 'text', value: threshold, optional: true },
    { name: 'since', label: 'Or its price at this earlier moment, UTC', kind: 'text', value: since, optional: true },
    { name: 'at', label: 'At this moment, UTC', kind: 'text', value: rule === null ? '' : toIso(rule.at) },
    { name: 'closes', label: 'Closes, minutes before the moment', kind: 'number', value: String(closes) },
    { name: 'backupSource', label: 'Backup source', kind: 'text', value: terms?.backupSource ?? '' },
  ];
}

/** A price as it was typed, 10^-scale; null: none, or one with more decimals than the pair has. */
function readPrice(typed: string, scale: number): number | null {
  const [, decimals = ''] = typed.split('.');
  return /^\d{1,15}(\.\d+)?$/.test(typed) && decimals.length <= scale ? priceFromText(typed, scale) : null;
}

/** Moment in ms or threshold of what the price is held against; or the field that is wrong. */
function readAgainst(fields: ActDoing['fields'], scale: number): TickRule['against'] | Refused {
  const [typed, earlier] = [(fields['threshold'] ?? '').trim(), (fields['since'] ?? '').trim()];
  if ((typed === '') === (earlier === '')) return wrongField('threshold', typed === '' ? 'missing' : 'malformed');
  if (typed !== '') {
    const threshold = readPrice(typed, scale);
    return threshold === null ? wrongField('threshold', 'malformed') : { threshold };
  }
  const since = readMoment(earlier);
  return typeof since === 'string' ? wrongField('since', since) : { since };
}

/** Terms of what was typed, or what is wrong with it. */
async function readTerms(parts: TickActParts, fields: ActDoing['fields']): Promise<MarketTerms | Refused> {
  const board = await parts.pairCache.find(fields['pair'] ?? '');
  if (board === null) return wrongField('pair', 'unknown');
  const { pair, kind: feed } = board;
  const against = readAgainst(fields, pair.scale);
  if ('refusal' in against) return against;
  const at = readMoment(fields['at']);
  if (typeof at === 'string') return wrongField('at', at);
  const comparison = COMPARISONS.find((one) => one === fields['comparison']);
  if (comparison === undefined) return wrongField('comparison', 'unknown');
  const closes = (fields['closes'] ?? '').trim();
  if (!/^\d{1,5}$/.test(closes)) return wrongField('closes', 'malformed');
  const ticks = { pair: pair.id, feed, scale: pair.scale, comparison, at, against };
  const cutOffAt = at - Number(closes) * MINUTE_MS;
  const fault = tickRuleFault(ticks, cutOffAt);
  if (fault !== null) return wrongField(fault, 'malformed');
  return tickTerms(ticks, {
    cutOffAt,
    origin: parts.config.origins.main,
    backupSource: (fields['backupSource'] ?? '').trim(),
  });
}

function beginAct(parts: TickActParts): ActSeat {
  return {
    desk: 'events',
    id: 'begin-ticks',
    label: 'Begin by our prices',
    text: 'Its rules are made of what is asked. When the moment is over and its hour is published, the result is proposed by itself, with the tick as its evidence.',
    permission: 'events.write',
    rule: 'A title that no other event has.',
    order: 6,
    on: (id) => id === NEW,
    fields: async () => [
      ...headFields(null).map((field): ActField =>
        field.name === 'event'
          ? { ...field, label: 'Event: what it asks, if not as it is made', optional: true }
          : field.name === 'category'
            ? { ...field, options: CATEGORIES.map((value) => ({ value, label: sentence(value) })), value: 'crypto' }
            : field,
      ),
      ...(await fieldsOf(parts, null)),
      { name: 'openingPercent', label: 'Chance of YES that the house begins with, %', kind: 'number', value: '50' },
    ],
    refuses: () => Promise.resolve(null),
    run: async ({ by, reason, fields }) => {
      const terms = await readTerms(parts, fields);
      if ('refusal' in terms) return terms;
      const { ticks: _ticks, isLive: _isLive, cutOffAt, ...texts } = terms;
      const head = readHead(fields);
      const title = head.title === '' ? terms.title : head.title;
      const openingPercent = Number(fields['openingPercent'] ?? 'none');
      const market = { ...texts, cutOffAt: toIso(cutOffAt) };
      const read = BEGUN.safeParse({ ...head, title, market, openingPercent });
      if (!read.success) return wrongField(fieldAt(read.error.issues[0]?.path ?? []), 'malformed');
      const { category, summary, tags } = read.data;
      const event = { category, title: read.data.title, summary, tags: tagsOf(tags) };
      const made = await parts.events.draft({ ...event, terms, opening: openingPercent * 10 }, { by, reason });
      return made.ok ? ok({ said: 'It is a draft now.', opens: deskPath('events', made.value.marketId) }) : made;
    },
  };
}

/** An event that was called as its market was made is called so still. */
function retitle(
  { db }: TickActParts,
  { id, before, title }: { readonly id: string; readonly before: string | undefined; readonly title: string },
): Promise<void> {
  return transaction(db, async (tx) => {
    const [market, head] = [await lockMarket(tx, id), await eventHead(tx, id)];
    if (market?.state === 'DRAFT' && head !== null && head.title === before)
      await putHead(tx, market.eventId, { ...head, title });
  });
}

function changeAct(parts: TickActParts): ActSeat {
  return {
    desk: 'events',
    id: 'rewrite-ticks',
    label: 'Change what is asked of our prices',
    text: 'Its rules are made anew. Translations made before are stale then.',
    permission: 'events.write',
    rule: 'Before its review, of a market that our prices decide.',
    order: 9,
    on: (id) => id !== NEW,
    fields: async ({ id }) => fieldsOf(parts, await findMarket(parts.db, id).then((market) => market?.terms ?? null)),
    refuses: async ({ id }) => {
      const market = await findMarket(parts.db, id);
      if (market?.terms.ticks === undefined) return 'Our prices do not decide it.';
      return market.state === 'DRAFT' ? null : MOVE_SAYS.state;
    },
    run: async ({ id, by, reason, fields }) => {
      const terms = await readTerms(parts, fields);
      if ('refusal' in terms) return terms;
      const before = (await findMarket(parts.db, id))?.terms.title;
      const done = await parts.events.rewrite(id, terms, { by, reason });
      if (done === 'DRAFT') await retitle(parts, { id, before, title: terms.title });
      return saidOfMove(done);
    },
  };
}
