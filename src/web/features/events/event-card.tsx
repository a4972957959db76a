import { Check, Clock, Layers, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventCard as Card } from '#protocol/events/events.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { centsOf } from '#web/shares/cents.ts';
import { Num } from '#web/ui/num.tsx';
import { cx } from '#web/ui/cx.ts';
import { buyPrices, chanceText } from './chance-text.ts';
import { CATEGORY_ICONS, StateChip } from './event-icons.tsx';

type Market = Card['markets'][number];

/** Rows of outcomes on a card. */
const ROWS = 3;

interface CardProps {
  readonly event: Card;
  readonly href: string;
  readonly now: number;
  /** At the end of its first line. */
  readonly corner?: ReactNode;
}

/** An event in the list: what is asked, what the books say, and the way to its slip. */
export function EventCard({ event, href, now, corner }: CardProps) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const [only, ...others] = event.markets;
  const single = only !== undefined && others.length === 0 ? only : null;
  const shown = event.markets.toSorted((a, b) => (b.prices.chance ?? -1) - (a.prices.chance ?? -1)).slice(0, ROWS);
  const more = event.markets.length - shown.length;
  return (
    <article className="card flex min-h-[12.5rem] flex-col p-4" data-event={event.slug}>
      <div className="flex items-start gap-3">
        <span className="grid size-10.5 shrink-0 place-items-center rounded-[11px] bg-s2 text-brand-text [&_svg]:size-5">
          {CATEGORY_ICONS[event.category]}
        </span>
        <div className="min-w-0 flex-1">
          {event.isSample ? <p className="text-12 leading-4 text-mut">{t('sample')}</p> : null}
          <h2 className="text-15 font-620 text-pretty">
            <a href={href} lang={event.language} className="rounded-chip hover:text-brand-text">
              <bdi>{event.title}</bdi>
            </a>
          </h2>
        </div>
        {single === null ? null : <Chance market={single} />}
        {corner === undefined ? null : <span className="-my-1.5 -me-2">{corner}</span>}
      </div>
      {single === null ? (
        <ul className="mt-auto pt-3">
          {shown.map((market) => (
            <OutcomeRow key={market.marketId} market={market} href={href} language={event.language} />
          ))}
          {more > 0 ? <li className="py-1 text-12 text-faint">{t('card.more', { count: more })}</li> : null}
        </ul>
      ) : (
        <div className="mt-auto pt-4">
          {single.state === 'OPEN' ? <Sides market={single} href={href} /> : <Afterwards market={single} />}
        </div>
      )}
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-mut [&_svg]:size-3.5 [&_svg]:shrink-0">
        <span className="flex items-center gap-1.5">
          <Layers aria-hidden />
          {t('card.traded', { shares: formats.number(volumeOf(event), 0) })}
        </span>
        <CloseTime event={event} now={now} />
      </p>
    </article>
  );
}

/** Of all its books, shares. */
export function volumeOf({ markets }: Pick<Card, 'markets'>): number {
  return markets.reduce((sum, { prices }) => sum + prices.volume, 0);
}

function Chance({ market }: { readonly market: Market }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  if (market.outcome !== null || market.prices.chance === null) return null;
  return (
    <p className="shrink-0 text-end leading-tight">
      <Num as="b" className="block text-18 font-680 tracking-[-.02em]">
        {chanceText(formats, market.prices.chance)}
      </Num>
      <span className="text-12 text-mut">{t('card.chance')}</span>
    </p>
  );
}

/** Where it stands, while or once nobody trades on it; of one that goes on later the price that it had. */
function Afterwards({ market }: { readonly market: Market }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const { last } = market.prices;
  const price = last === null ? null : centsOf(formats, Math.round(last * 1_000));
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5">
      <StateChip state={market.state} />
      {market.state === 'PAUSED' ? (
        <span className="text-13 text-mut">{price === null ? t('card.no_price') : t('card.last', { price })}</span>
      ) : null}
      {market.outcome === null ? null : (
        <b className="text-13 font-620">{t('result', { outcome: t(`outcome.${market.outcome}`) })}</b>
      )}
    </p>
  );
}

export const SIDE_LOOKS = {
  YES: 'bg-up-soft text-up hover:brightness-110 aria-pressed:bg-up aria-pressed:text-on-up',
  NO: 'bg-down-soft text-down hover:brightness-110 aria-pressed:bg-down aria-pressed:text-on-down',
} as const;

/** The address of the slip of an outcome. */
function slipOf(href: string, market: Market, outcome: 'YES' | 'NO'): string {
  return `${href}?${new URLSearchParams({ market: market.marketId, side: outcome }).toString()}`;
}

function Sides({ market, href }: { readonly market: Market; readonly href: string }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const prices = buyPrices(market.prices);
  return (
    <div className="grid grid-cols-2 gap-2">
      {(['YES', 'NO'] as const).map((outcome) => {
        const price = prices[outcome];
        return (
          <a
            key={outcome}
            href={slipOf(href, market, outcome)}
            className={cx(
              'flex min-h-11 items-center justify-center gap-2 rounded-field px-2 text-14 font-620',
              SIDE_LOOKS[outcome],
            )}
          >
            <SideIcon outcome={outcome} className="size-4 shrink-0 stroke-[2.75]" />
            {t(`outcome.${outcome}`)}
            {price === null ? null : <Num>{centsOf(formats, price)}</Num>}
          </a>
        );
      })}
    </div>
  );
}

export function SideIcon({ outcome, className }: { readonly outcome: 'YES' | 'NO'; readonly className?: string }) {
  return outcome === 'YES' ? <Check aria-hidden className={className} /> : <X aria-hidden className={className} />;
}

function OutcomeRow(props: { readonly market: Market; readonly href: string; readonly language: string }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const { market, href, language } = props;
  const open = market.state === 'OPEN';
  return (
    <li className="flex min-h-10 items-center gap-2 text-13">
      <bdi lang={language} className="min-w-0 flex-1 truncate font-540">
        {market.title}
      </bdi>
      {market.state === 'PAUSED' ? <StateChip state={market.state} /> : null}
      {market.outcome === null ? (
        <Num as="b" className="font-620">
          {chanceText(formats, market.prices.chance)}
        </Num>
      ) : (
        <b className="font-620">{t(`outcome.${market.outcome}`)}</b>
      )}
      {open
        ? (['YES', 'NO'] as const).map((outcome) => (
            <a
              key={outcome}
              href={slipOf(href, market, outcome)}
              aria-label={`${market.title}: ${t(`outcome.${outcome}`)}`}
              className={cx(
                'flex min-h-8 items-center rounded-[9px] px-2.5 text-12 font-620 pointer-coarse:min-h-11 pointer-coarse:px-3.5',
                SIDE_LOOKS[outcome],
              )}
            >
              {t(`outcome.${outcome}`)}
            </a>
          ))
        : null}
    </li>
  );
}

/** How long until its next market closes; the day it closed. The server does not know the viewer's clock, so that it is a span from now. */
function CloseTime({ event, now }: { readonly event: Card; readonly now: number }) {
  const { t } = useTranslation('events');
  const formats = useFormats();
  const times = event.markets.map(({ cutOffAt }) => Date.parse(cutOffAt));
  const next = Math.min(...times.filter((time) => time > now));
  const isOpen = Number.isFinite(next);
  return (
    <span className="flex items-center gap-1.5">
      <Clock aria-hidden />
      {isOpen
        ? t('card.closes', { time: formats.span(next - now) })
        : t('card.closed', { time: formats.date(Math.max(...times)) })}
    </span>
  );
}
