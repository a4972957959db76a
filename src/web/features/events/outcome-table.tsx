import type { PositionWire } from '#protocol/exchange.ts';
import type { EventWire } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IfSold } from '#web/shares/own/if-sold.tsx';
import type { PositionValues } from '#web/shares/own/position-values.tsx';
import { centsOf } from '#web/shares/cents.ts';
import { lotsWords, useOutcomeWord, wireCents } from '#web/shares/words.ts';
import { lotsOf } from '#web/shares/ticket/share-math.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { buyPrices, chanceText } from './chance-text.ts';
import { SIDE_LOOKS, SideIcon } from './event-card.tsx';
import { LINE_COLOURS } from './event-chart.tsx';
import { StateChip } from './event-icons.tsx';
import type { BookNow } from './follow-books.tsx';

type Market = EventWire['markets'][number];

export interface TableProps {
  readonly event: EventWire;
  readonly books: ReadonlyMap<string, BookNow>;
  readonly chances: ReadonlyMap<string, number | null>;
  readonly held: readonly PositionWire[];
  readonly values: PositionValues;
  readonly chosen: { readonly marketId: string; readonly outcome: string };
  readonly onChoose: (marketId: string, outcome: 'YES' | 'NO') => void;
}

/** Each outcome with its chance, what one holds of it, and what both sides cost now. */
export function OutcomeTable(props: TableProps) {
  const { t } = useTranslation('events');
  return (
    <section aria-label={t('outcomes.title')} className="card overflow-hidden">
      <ul>
        {props.event.markets.map((market, at) => (
          <Row key={market.id} {...props} market={market} at={at} />
        ))}
      </ul>
    </section>
  );
}

function Row(props: TableProps & { readonly market: Market; readonly at: number }) {
  const { t } = useTranslation('events');
  const { market, at, event, chances } = props;
  const own = props.held.filter((one) => one.market.marketId === market.marketId);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 not-first:border-t not-first:border-line md:px-5">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="flex items-center gap-2.5 text-15 font-620">
          <i
            aria-hidden
            className={cx('size-2.5 shrink-0 rounded-[3px] bg-current', LINE_COLOURS[at] ?? 'text-faint')}
          />
          <bdi lang={event.language} className="min-w-0 [overflow-wrap:anywhere]">
            {market.title}
          </bdi>
        </p>
        <p className="mt-0.5 ms-5 flex flex-wrap items-baseline gap-x-2 text-13">
          {market.outcome === null ? (
            <Chance market={market} chance={chances.get(market.marketId) ?? null} />
          ) : (
            <b>{t('result', { outcome: t(`outcome.${market.outcome}`) })}</b>
          )}
        </p>
      </div>
      {own.map((position) => (
        <Held key={position.outcome} position={position} values={props.values} />
      ))}
      {market.state === 'OPEN' ? <Buttons {...props} /> : <StateChip state={market.state} />}
    </li>
  );
}

/** How likely its books hold it; where they say nothing, as while it is paused, the price it had last. */
function Chance({ market, chance }: { readonly market: Market; readonly chance: number | null }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const { last, dayAgo } = market.prices;
  const change = changeOf(chance, dayAgo);
  if (chance === null) {
    const price = last === null ? null : centsOf(formats, Math.round(last * 1_000));
    return <span className="text-mut">{price === null ? t('card.no_price') : t('card.last', { price })}</span>;
  }
  return (
    <>
      <Num as="b" className="text-18 font-680">
        {chanceText(formats, chance)}
      </Num>
      <span className="text-mut">{t('card.chance')}</span>
      {change === null ? null : (
        <Num className="font-540 text-mut">{formats.percent(change, { places: 0, signed: true })}</Num>
      )}
    </>
  );
}

/** Of the last 24 hours, where it is worth telling. */
function changeOf(chance: number | null, dayAgo: number | null): number | null {
  if (chance === null || dayAgo === null) return null;
  const change = Math.round((chance - dayAgo) * 100) / 100;
  return change === 0 ? null : change;
}

function Held({ position, values }: { readonly position: PositionWire; readonly values: PositionValues }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const word = useOutcomeWord();
  return (
    <p className="text-13" data-part="held">
      <span className="vh">{t('outcomes.yours')}: </span>
      <b className="font-620">
        {t('outcomes.held', {
          shares: lotsWords(formats, lotsOf(position.shares)),
          outcome: word(position.outcome),
          price:
            position.averagePrice === null
              ? '–'
              : wireCents(formats, Math.round(position.averagePrice * 1_000) / 1_000),
        })}
      </b>{' '}
      <IfSold position={position} values={values} />
    </p>
  );
}

function Buttons({ market, books, chosen, onChoose }: TableProps & { readonly market: Market }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const prices = buyPrices(books.get(market.marketId) ?? market.prices);
  return (
    <div className="grid min-w-0 flex-[0_1_17rem] grid-cols-2 gap-2 max-md:flex-[1_1_100%]">
      {(['YES', 'NO'] as const).map((outcome) => {
        const price = prices[outcome];
        return (
          <button
            key={outcome}
            type="button"
            data-buy={outcome}
            aria-pressed={chosen.marketId === market.marketId && chosen.outcome === outcome}
            onClick={() => onChoose(market.marketId, outcome)}
            className={cx(
              'flex min-h-11 min-w-0 items-center justify-center gap-2 rounded-field px-2 text-14 font-620',
              SIDE_LOOKS[outcome],
            )}
          >
            <SideIcon outcome={outcome} className="size-4 shrink-0 stroke-[2.75]" />
            {t(`outcome.${outcome}`)}
            {price === null ? null : <Num>{centsOf(formats, price)}</Num>}
          </button>
        );
      })}
    </div>
  );
}
