import type { Pool, PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { HANDS, type EventState } from '#domain/events/life.ts';
import { CERTAIN, evenChance } from '#domain/events/opening.ts';
import { isSlug, MOST_OUTCOMES, slugOf, tagsOf } from '#domain/events/terms.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { actorOf } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import type { DraftTerms, EventAct, EventDraft, Events, MoveFault } from './contract.ts';
import { moveMarket, type MoveParts } from './moves.ts';
import { insertEvent, insertMarket, lockLinked, putOpening, updateDraft } from './store.ts';

export interface EventParts extends MoveParts {
  readonly db: Pool;
}

/** Events as staff and people work with them. */
export function createEvents(parts: EventParts): Events {
  const { db } = parts;
  const inTransaction = <T>(work: (tx: PoolClient) => Promise<T>) => transaction(db, work);
  return {
    draft: (draft, act) => inTransaction((tx) => draftEvent(parts, tx, { draft, act })),
    rewrite: (marketId, terms, act) => inTransaction((tx) => rewrite(parts, tx, { marketId, terms, act })),
    addOutcome: (marketId, title, act) => inTransaction((tx) => addOutcome(parts, tx, { marketId, title, act })),
    move: (marketId, move, { by, reason }) =>
      inTransaction((tx) => moveMarket(parts, tx, { marketId, move, by, reason })),
    propose: (marketId, result, { by, reason }) =>
      inTransaction((tx) => moveMarket(parts, tx, { marketId, move: 'propose', by, reason, result })),
    challenge: (marketId, { userId, text }) =>
      inTransaction((tx) =>
        moveMarket(parts, tx, {
          marketId,
          move: 'challenge',
          by: { kind: 'person', userId, text },
          reason: 'challenged',
        }),
      ),
  };
}

async function draftEvent(
  { audit }: EventParts,
  tx: PoolClient,
  { draft, act }: { readonly draft: EventDraft; readonly act: EventAct },
): Promise<Outcome<{ readonly eventId: string; readonly marketId: string; readonly slug: string }>> {
  const slug = slugOf(draft.title);
  const { terms, outcomes = [] } = draft;
  const isLinked = draft.outcomes !== undefined;
  if (isLinked && (outcomes.length < 2 || new Set(outcomes).size !== outcomes.length))
    return refused({ code: 'ActRefused', why: 'Two outcomes or more, each named once.' });
  if (!isSlug(slug)) return refused({ code: 'ActRefused', why: 'The title makes no address.' });
  const [eventId, marketId] = [uuidv7(), uuidv7()];
  const { category, title, summary } = draft;
  const event = { id: eventId, category, slug, tags: tagsOf(draft.tags), isSample: false, title, summary };
  if (!(await insertEvent(tx, { ...event, isLinked })))
    return refused({ code: 'ActRefused', why: `Another event is at ${slug}.` });
  const [first = terms.title, ...others] = outcomes;
  const opening = draft.opening ?? evenChance(CERTAIN, Math.max(2, outcomes.length));
  const rest = evenChance(CERTAIN - opening, others.length);
  await insertMarket(tx, { id: marketId, eventId, terms: { ...terms, title: first }, opening });
  for (const other of others)
    await insertMarket(tx, { id: uuidv7(), eventId, terms: { ...terms, title: other }, opening: rest });
  const about = { action: 'event.drafted', objectType: 'event_market', objectId: marketId, reason: act.reason };
  await audit.write(tx, { ...actorOf(act.by), ...about, after: { slug } });
  return ok({ eventId, marketId, slug });
}

async function rewrite(
  { audit }: EventParts,
  tx: PoolClient,
  { marketId, terms, act }: { readonly marketId: string; readonly terms: DraftTerms; readonly act: EventAct },
): Promise<MoveFault | EventState> {
  const markets = await lockLinked(tx, marketId);
  const market = markets.find(({ id }) => id === marketId);
  if (market === undefined) return 'no-market';
  if (market.state !== 'DRAFT') return 'state';
  if (!HANDS.submit.roles.some((role) => role === act.by.role)) return 'role';
  // Outcomes of one event have the same terms but for what each is called.
  for (const { id, terms: own } of markets)
    await updateDraft(tx, id, id === marketId ? terms : { ...terms, title: own.title });
  const { opening } = terms;
  if (opening !== undefined) await putOpening(tx, marketId, opening);
  const after = opening === undefined ? {} : { after: { opening } };
  const about = { action: 'event.rewritten', objectType: 'event_market', objectId: marketId, reason: act.reason };
  await audit.write(tx, { ...actorOf(act.by), ...about, ...after });
  return 'DRAFT';
}

async function addOutcome(
  { audit }: EventParts,
  tx: PoolClient,
  { marketId, title, act }: { readonly marketId: string; readonly title: string; readonly act: EventAct },
): Promise<Outcome<{ readonly marketId: string }>> {
  const markets = await lockLinked(tx, marketId);
  const [first] = markets;
  if (first === undefined) return refused({ code: 'ActRefused', why: 'There is no such market.' });
  if (markets.length < 2) return refused({ code: 'ActRefused', why: 'It is one question: it has no outcomes.' });
  if (first.state !== 'DRAFT') return refused({ code: 'ActRefused', why: 'Its state does not allow this now.' });
  if (markets.length >= MOST_OUTCOMES) return refused({ code: 'ActRefused', why: `It has ${MOST_OUTCOMES} outcomes.` });
  if (markets.some(({ terms }) => terms.title === title))
    return refused({ code: 'ActRefused', why: 'It has an outcome of this name.' });
  const id = uuidv7();
  const opening = evenChance(CERTAIN, markets.length + 1);
  await insertMarket(tx, { id, eventId: first.eventId, terms: { ...first.terms, title }, opening });
  const about = { action: 'event.outcome_added', objectType: 'event_market', objectId: id, reason: act.reason };
  await audit.write(tx, { ...actorOf(act.by), ...about, after: { title } });
  return ok({ marketId: id });
}
