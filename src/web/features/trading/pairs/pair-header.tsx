import { ChevronDown, Moon, Newspaper, Star, WifiOff } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Change } from '#web/ui/market/change.tsx';
import { cx } from '#web/ui/cx.ts';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import { usePairName } from '#web/ui/market/pair-name.ts';
import { Num } from '#web/ui/num.tsx';
import { Chip } from '#web/ui/states.tsx';
import { Term } from '#web/ui/term.tsx';
import { FeedMark } from './feed-mark.tsx';
import { usePrice } from './prices.ts';
import { SlotBox } from '../ticket/slot-box.tsx';

export interface PairHeaderProps {
  readonly pair: PairWire;
  /** Of the duration chosen in the ticket, bps. */
  readonly payoutBps: number;
  readonly favourite: boolean;
  readonly connected: boolean;
  readonly now: number;
  readonly onFavourite: (id: string) => void;
  readonly onOpenList: () => void;
  /** Takes the place of range and payout while a round is chosen. */
  readonly onHead?: (element: HTMLElement | null) => void;
}

/** Prices older than this carry their age. */
const AGE_SHOWN_MS = 5_000;

/** Pair, price, change, high and low, payout, and which kind of prices these are. */
export function PairHeader(props: PairHeaderProps) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { locale } = useShell();
  const { pair } = props;
  const label = pairLabel(pair.id);
  const name = usePairName();
  const round = props.onHead !== undefined;
  return (
    <div
      className={cx(
        'flex min-w-0 items-center gap-4 bg-s1 px-4 py-[11px] max-[106.1875rem]:py-1.5 max-lg:gap-2.5 max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-y-0.5 max-md:px-3 max-md:py-2 tiny:flex tiny:flex-col tiny:items-start',
        round && 'md:row-start-1 roomy:min-[80rem]:col-span-2',
      )}
    >
      <h1 className="vh">{t('screen.title', { pair: label })}</h1>
      <button
        type="button"
        onClick={props.onOpenList}
        className="flex min-h-9 shrink-0 items-center gap-2.5 rounded-field text-start max-md:row-span-2 max-md:min-h-11 max-md:bg-s2 max-md:px-2 xl:pointer-events-none"
      >
        <PairIcon
          pair={pair.id}
          className={cx('size-[34px] max-md:size-7 max-[22.4375rem]:hidden', round && 'md:max-[56.1875rem]:hidden')}
        />
        <span>
          <span className="flex items-center gap-1.5 text-16 leading-5 font-620 max-md:text-15">
            <bdi>{label}</bdi>
            <ChevronDown aria-hidden className="size-4 text-mut xl:hidden" />
          </span>
          <span className="block text-12 text-faint max-md:hidden">
            <bdi>{name(pair)}</bdi>
          </span>
        </span>
        <span className="vh">{t('pairs.choose')}</span>
      </button>
      <PriceNow {...props} />
      {props.onHead === undefined ? (
        <DayRange {...props} />
      ) : (
        <SlotBox onElement={props.onHead} className="min-w-0 max-md:hidden" />
      )}
      <span className="min-w-0 flex-1 max-md:hidden" />
      <span className="flex items-center max-md:col-start-3 max-md:row-start-1">
        {!round || pair.status !== 'online' || !props.connected ? <PayoutChip {...props} /> : null}
      </span>
      <a
        href={`${pathOf('news', locale)}?pair=${pair.id}`}
        aria-label={t('pairs.news', { pair: label })}
        title={t('pairs.news', { pair: label })}
        className="-me-2.5 grid size-9 shrink-0 place-items-center rounded-btn text-mut transition-colors duration-120 hover:bg-s2 hover:text-text max-lg:hidden pointer-coarse:size-11 [&_svg]:size-4.5"
      >
        <Newspaper aria-hidden />
      </a>
      <IconButton
        className="max-lg:hidden"
        label={
          props.favourite ? t('pairs.remove_favourite', { pair: label }) : t('pairs.add_favourite', { pair: label })
        }
        aria-pressed={props.favourite}
        onClick={() => props.onFavourite(pair.id)}
      >
        <Star aria-hidden className={cx(props.favourite && 'fill-current text-warn')} />
      </IconButton>
      <span className="vh">{formats.percent(props.payoutBps / 10_000)}</span>
    </div>
  );
}

/**
 * The price, its change, and which kind of prices these are. The mark keeps its words on every size: it stands below the price where the
 * row is full, and on phones the change gives way to it.
 */
function PriceNow(props: PairHeaderProps) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { pair, connected, now } = props;
  const tick = usePrice(pair);
  const online = pair.status === 'online' && connected;
  return (
    <div className="grid shrink-0 grid-cols-[auto_1fr] items-center gap-x-2 gap-y-0.5 max-md:contents min-[106.25rem]:grid-cols-[auto_auto_auto] min-[106.25rem]:gap-x-3">
      {tick === null ? (
        <p className="text-14 text-mut max-md:col-start-2 max-md:row-start-1 max-md:text-12 max-md:leading-4">
          {t('header.no_price')}
        </p>
      ) : (
        <Num
          as="p"
          className={cx(
            'text-24 leading-7 font-620 whitespace-nowrap max-md:col-start-2 max-md:row-start-1 max-md:justify-self-start max-md:text-18 max-md:leading-6',
            !online && 'text-mut',
          )}
        >
          {formats.price(tick.price, pair.precision)}
        </Num>
      )}
      <div className="max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:flex max-md:h-6 max-md:flex-row-reverse max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-y-3 max-md:overflow-clip max-md:[overflow-clip-margin:5px] tiny:h-auto tiny:items-start tiny:gap-1 md:contents">
        <ChangeOrAge {...props} age={tick === null ? null : now - tick.time} />
        <FeedMark
          pair={pair}
          now={now}
          className="max-md:-order-1 max-md:min-h-6 max-md:px-2 max-md:text-11 md:max-[106.1875rem]:col-span-2 md:max-[106.1875rem]:min-h-6 md:max-[106.1875rem]:justify-self-start"
        />
      </div>
    </div>
  );
}

/** How the price moved in a day; of prices that stopped, how old the last one is. */
function ChangeOrAge({ pair, connected, onHead, age }: PairHeaderProps & { readonly age: number | null }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const online = pair.status === 'online' && connected;
  if (!online && pair.status !== 'closed' && age !== null && age > AGE_SHOWN_MS) {
    return <Chip tone="warn">{t('header.age', { seconds: String(Math.round(age / 1000)) })}</Chip>;
  }
  if (age === null || pair.change24h === null) return <span />;
  return (
    <span
      title={t('header.change')}
      className={cx('max-[22.4375rem]:hidden', onHead !== undefined && 'md:max-[56.1875rem]:*:hidden')}
    >
      <Change
        value={pair.change24h}
        text={formats.percent(Math.abs(pair.change24h), { places: 2 })}
        className="text-13 font-540"
      />
    </span>
  );
}

function DayRange({ pair }: PairHeaderProps) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const tick = usePrice(pair);
  // A newer price than the server's high and low moves them.
  const within = (bound: number | null, pick: (...prices: number[]) => number) =>
    bound === null || tick === null || pair.status === 'closed' ? bound : pick(bound, tick.price);
  const entry = (label: string, value: number | null) =>
    value === null ? null : (
      <div>
        <dt className="text-11 leading-[0.9375rem] whitespace-nowrap text-faint">{label}</dt>
        <dd className="text-13 font-540">
          <Num>{formats.price(value, pair.precision)}</Num>
        </dd>
      </div>
    );
  return (
    <dl className="hidden gap-4 2xl:flex">
      {entry(t('header.high'), within(pair.high24h, Math.max))}
      {entry(t('header.low'), within(pair.low24h, Math.min))}
    </dl>
  );
}

function PayoutChip({ pair, payoutBps, connected }: PairHeaderProps) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  if (pair.status === 'closed') return <Chip icon={<Moon aria-hidden />}>{t('feeds.status.closed')}</Chip>;
  if (pair.status === 'offline' || !connected) {
    return (
      <Chip tone="warn" icon={<WifiOff aria-hidden />}>
        {connected ? (
          t('feeds.status.offline')
        ) : (
          // On phones there is no room for it beside the price; over the chart it stands in words.
          <span className="max-md:vh">{t('state.reconnecting')}</span>
        )}
      </Chip>
    );
  }
  return (
    <Term
      name="payout"
      title={t('term.payout')}
      className="my-0! min-h-7 gap-1.5! rounded-pill! bg-up-soft px-2.5 text-13 font-620 whitespace-nowrap text-up! max-md:min-h-6 max-[22.4375rem]:[&_svg]:hidden"
    >
      <span className="max-[63.9375rem]:vh">{t('term.payout')}</span>
      <Num>{formats.percent(payoutBps / 10_000)}</Num>
    </Term>
  );
}
