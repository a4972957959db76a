import { movedBy } from '#domain/events/life.ts';
import { questionsOf, type TermQuestion } from '#domain/events/lint.ts';
import type { EventCard, EventMarketWire, EventWire, PublicState } from '#protocol/events/events.ts';
import { moneyPair, toIso } from '#protocol/codecs.ts';
import { usdt } from '#domain/money.ts';
import type { BarredKinds } from './integrity/store-restricted.ts';
import type { MakerOfBooks } from './house-maker.ts';
import type { PricesOfBooks } from './prices.ts';
import type { EventRow, OpenedMarket } from './store-public.ts';

const iso = (at: string | null) => (at === null ? null : toIso(Number(at)));
/** What was opened is neither draft nor in review. */
const publicState = (market: Pick<OpenedMarket, 'state'>) => market.state as PublicState;

function outcomeOf({
  result,
  won,
  void_value: value,
}: Pick<OpenedMarket, 'result' | 'won' | 'void_value'>): EventMarketWire['outcome'] {
  // In a dead heat of others it has lost.
  if (result === 'TIE' && value === 0) return 'NO';
  return result === 'WON' ? (won === 0 ? 'YES' : 'NO') : result;
}

function paysOf({ state, result, won, void_value: value }: OpenedMarket): number | null {
  if (state !== 'RESOLVED' && state !== 'PAID' && state !== 'VOIDED' && state !== 'CORRECTED') return null;
  if (result === 'WON') return won === 0 ? 1 : 0;
  return (value ?? 500) / 1_000;
}

function headOf(event: EventRow): Omit<EventCard, 'markets'> {
  const { id, slug, category, tags, title, summary, language, is_stale: isStale, is_sample: isSample } = event;
  return { id, slug, category, tags, title, summary, language, isStale, isSample };
}

function cardMarketOf(market: OpenedMarket, prices: PricesOfBooks): EventCard['markets'][number] {
  return {
    marketId: market.book,
    title: market.title,
    state: publicState(market),
    cutOffAt: toIso(Number(market.cut_off_at)),
    prices: prices(market),
    outcome: outcomeOf(market),
  };
}

export function eventCardOf(event: EventRow, markets: readonly OpenedMarket[], prices: PricesOfBooks): EventCard {
  const own = markets.filter((market) => market.event_id === event.id);
  return { ...headOf(event), markets: own.map((market) => cardMarketOf(market, prices)) };
}

/** What the books say of markets, and of the house maker in them, and what is before and after the event in its series. */
export interface EventNow extends BooksNow {
  readonly series: EventWire['series'];
  readonly restricted: BarredKinds | null;
}

interface BooksNow {
  readonly prices: PricesOfBooks;
  readonly maker: MakerOfBooks;
}

export function eventWireOf(event: EventRow, markets: readonly OpenedMarket[], now: EventNow): EventWire {
  const { series } = now;
  const restricted = now.restricted === null ? null : { ...now.restricted, kinds: [...now.restricted.kinds] };
  return { ...headOf(event), series, restricted, markets: markets.map((market) => marketWireOf(market, now)) };
}

function undoneOf({ undone }: OpenedMarket): EventMarketWire['undone'] {
  if (undone === null) return null;
  const { fills, lots, borne, at } = undone;
  return { fills, shares: lots / 100, ...moneyPair('borne', usdt(BigInt(borne))), at: toIso(at) };
}

/** Of the rules as they count, with what was said of them since. */
function leftOpen(market: OpenedMarket): readonly TermQuestion[] {
  const { source, backup_source: backupSource, threshold, if_postponed: ifPostponed, clarifications } = market;
  const rules = [market.own_rules ?? market.rules, ...clarifications.map(({ text }) => text)].join('\n');
  return questionsOf({ title: market.own_title ?? market.title, rules, source, backupSource, threshold, ifPostponed });
}

function marketWireOf(market: OpenedMarket, { prices, maker }: BooksNow): EventMarketWire {
  return {
    ...cardMarketOf(market, prices),
    maker: maker(market),
    id: market.id,
    opensAt: toIso(Number(market.opens_at)),
    timeZone: market.time_zone,
    rules: market.rules,
    isStale: market.is_stale,
    source: market.source,
    backupSource: market.backup_source,
    threshold: market.threshold,
    ifTied: market.if_tied,
    ifPostponed: market.if_postponed,
    ifCancelled: market.if_cancelled,
    isLive: market.is_live,
    byPrices: market.by_prices,
    rulesHash: market.rules_hash,
    leftOpen: [...leftOpen(market)],
    clarifications: market.clarifications.map(({ text, at, exitUntil, price }) => ({
      text,
      at: toIso(at),
      exitUntil: toIso(exitUntil),
      price: price / 1_000,
    })),
    factAt: iso(market.fact_at),
    challengeUntil: iso(market.challenge_until),
    voidReason: market.void_reason,
    pays: paysOf(market),
    moves: market.moves.map((made) => {
      const by = movedBy(made.move, made.people);
      // What the clock proposes rests on our prices: its reason names them.
      const isSaid = made.move === 'propose' || (by !== 'CLOCK' && by !== 'PERSON');
      const reason = isSaid ? made.reason : null;
      return { move: made.move, state: publicState(made), at: toIso(made.at), by, people: made.people, reason };
    }),
    undone: undoneOf(market),
    corrections: market.corrections.map(({ at, people, borne, doneAt, ...was }) => ({
      at: toIso(at),
      was: outcomeOf({ ...was, void_value: was.value }) ?? 'VOID',
      people,
      ...moneyPair('borne', usdt(BigInt(borne < 0 ? 0 : borne))),
      doneAt: doneAt === null ? null : toIso(doneAt),
    })),
    evidence: market.evidence.map(({ factAt, ...seen }) => ({ ...seen, factAt: toIso(factAt) })),
  };
}
