import { Clock3, Hourglass, TriangleAlert } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { useFeedReason, usePauseReason } from '#web/live/feed-reason.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { PairIcon, pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Num } from '#web/ui/num.tsx';
import { countdownParts } from '../ticket/opening.ts';
import { alternatives } from '../pairs/pair-filter.ts';
import { usePrice } from '../pairs/prices.ts';
import { useServerNow } from '#web/live/server-clock.ts';

/** On a low phone the chart has room for the time and the way out only. */
const NOT_IF_LOW = 'max-md:[@media(max-height:43.75rem)]:hidden';

export interface MarketCoverProps {
  readonly pair: PairWire;
  readonly pairs: readonly PairWire[];
  readonly connected: boolean;
  /** Server time of the first paint, ms. */
  readonly firstNow: number;
  readonly onSelect: (id: string) => void;
}

/** What stands over the chart when prices cannot be trusted or the market is closed: what it is, and what to do next. */
export function MarketCover(props: MarketCoverProps) {
  const tick = usePrice(props.pair);
  if (props.pair.status === 'closed') return <Closed {...props} />;
  if (props.connected && props.pair.status === 'online') return null;
  return props.connected && tick === null ? <Waiting {...props} /> : <Paused {...props} />;
}

const MIDDLE =
  'pointer-events-none absolute inset-0 z-3 grid place-content-center justify-items-center gap-3 bg-s1/70 p-3 text-center max-md:[@media(max-height:43.75rem)]:grid-flow-col max-md:[@media(max-height:43.75rem)]:items-center max-md:[@media(max-height:43.75rem)]:p-1';

/** There was no price yet, so that there is no chart to look at: why, in its middle. */
function Waiting({ pair, pairs, onSelect }: MarketCoverProps) {
  const { t } = useTranslation('trading');
  const reason = usePauseReason(pair);
  const others = alternatives(pairs, pair.id);
  return (
    <div dir="auto" className={MIDDLE}>
      <span className={cx('grid size-11 place-items-center rounded-field bg-warn-soft text-warn', NOT_IF_LOW)}>
        <Hourglass aria-hidden className="size-5" />
      </span>
      <output className="grid gap-1">
        <b className="text-16 font-620 max-md:[@media(max-height:43.75rem)]:text-13">{reason}</b>
        <span className={cx('text-13 text-mut', NOT_IF_LOW)}>{t('offline.begins')}</span>
      </output>
      {others.length === 0 ? null : (
        <div className={cx('pointer-events-auto mt-1 grid justify-items-center gap-2', NOT_IF_LOW)}>
          <p className="text-12 text-mut">{t('offline.others')}</p>
          <Others pairs={others} onSelect={onSelect} />
        </div>
      )}
    </div>
  );
}

function Paused({ pair, pairs, connected, onSelect }: MarketCoverProps) {
  const { t } = useTranslation('trading');
  const reason = useFeedReason(pair.reason);
  const others = connected ? alternatives(pairs, pair.id) : [];
  return (
    <div dir="auto" className="pointer-events-none absolute inset-0 z-3 flex flex-col justify-between p-3">
      <output className="flex items-start gap-2.5 rounded-field border border-warn-line bg-s1 bg-linear-to-r from-warn-soft to-warn-soft px-3.5 py-3 text-13 text-mut">
        <TriangleAlert aria-hidden className="mt-px size-[18px] shrink-0 text-warn" />
        <span>
          <b className="text-text">{connected ? (reason ?? t('offline.title')) : t('state.reconnecting')}</b>{' '}
          {connected ? t('offline.text') : t('reconnecting.text')}
        </span>
      </output>
      {others.length === 0 ? null : (
        <div className="pointer-events-auto mb-10 grid justify-items-center gap-2">
          <p className="text-12 text-mut">{t('offline.others')}</p>
          <Others pairs={others} onSelect={onSelect} />
        </div>
      )}
    </div>
  );
}

function Others({ pairs, onSelect }: { readonly pairs: readonly PairWire[]; readonly onSelect: (id: string) => void }) {
  const formats = useFormats();
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {pairs.map((pair) => (
        <Button key={pair.id} size="sm" className="border border-line2" onClick={() => onSelect(pair.id)}>
          <PairIcon pair={pair.id} className="size-5" />
          <bdi>{pairLabel(pair.id)}</bdi>
          <Num className="text-mut">{formats.percent(pair.payout)}</Num>
        </Button>
      ))}
    </div>
  );
}

function Closed({ pair, pairs, firstNow, onSelect }: MarketCoverProps) {
  const now = useServerNow(1_000, firstNow);
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const opens = pair.nextOpen === null ? null : Date.parse(pair.nextOpen);
  const crypto = alternatives(
    pairs.filter((one) => one.market === 'crypto'),
    pair.id,
  )[0];
  return (
    <div dir="auto" className={MIDDLE}>
      <span className={cx('grid size-11 place-items-center rounded-field bg-s2 text-brand-text', NOT_IF_LOW)}>
        <Clock3 aria-hidden className="size-5" />
      </span>
      <div className="grid gap-1">
        <p className="text-16 font-620 max-md:[@media(max-height:43.75rem)]:text-13">{t('state.market_closed')}</p>
        {/* On a low phone the buttons below say it. */}
        <p className={cx('text-13 text-mut', NOT_IF_LOW)}>
          {opens === null ? t('closed.no_opening') : t('closed.opens', { time: formats.deadline(opens) })}
        </p>
      </div>
      {opens === null ? null : <Countdown ms={opens - now} />}
      {crypto === undefined ? null : (
        <Button
          variant="primary"
          className="pointer-events-auto mt-1 max-md:[@media(max-height:43.75rem)]:mt-0 max-md:[@media(max-height:43.75rem)]:text-13"
          onClick={() => onSelect(crypto.id)}
        >
          {t('closed.crypto')}
        </Button>
      )}
    </div>
  );
}

function Countdown({ ms }: { readonly ms: number }) {
  const { t } = useTranslation('trading');
  const left = countdownParts(ms);
  const box = (count: number, unit: string) => (
    <span className="grid min-w-13 justify-items-center rounded-btn bg-s2 px-2 py-1.5">
      <Num className="text-18 leading-5 font-620">{String(count).padStart(2, '0')}</Num>
      <span className="text-12 text-mut">{unit}</span>
    </span>
  );
  return (
    <p dir="ltr" className={cx('flex gap-1.5', NOT_IF_LOW)} role="timer">
      {left.days > 0 ? box(left.days, t('closed.days', { count: left.days })) : null}
      {box(left.hours, t('closed.hours'))}
      {box(left.minutes, t('closed.minutes'))}
      {box(left.seconds, t('closed.seconds'))}
    </p>
  );
}
