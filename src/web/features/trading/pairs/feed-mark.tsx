import { Activity, FlaskConical, History, Moon, WifiOff } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairWire } from '#protocol/trading.ts';
import { flowOf } from '#web/live/price-flow.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { cx } from '#web/ui/cx.ts';
import { Popover } from '#web/ui/menu.tsx';

const LOOK = {
  live: { icon: Activity, tone: 'bg-ok-soft text-ok' },
  simulated: { icon: FlaskConical, tone: 'bg-warn-soft text-warn' },
  replay: { icon: History, tone: 'bg-info-soft text-info' },
  stopped: { icon: WifiOff, tone: 'bg-warn-soft text-warn' },
  closed: { icon: Moon, tone: 'bg-s2 text-mut' },
} as const;

/** The name of a kind of prices: live, simulated, recorded. */
export function useFeedKind(kind: PairWire['feed']['kind']): string {
  const { t } = useTranslation('trading');
  if (kind === 'live') return t('state.live');
  return kind === 'simulated' ? t('state.simulated') : t('state.recorded');
}

/** When a recorded price was recorded, in ms; null for other kinds of prices. */
export function recordedTime(feed: PairWire['feed'], wallMs: number): number | null {
  if (feed.kind !== 'replay' || feed.anchor === undefined || feed.firstTs === undefined) return null;
  return feed.firstTs + (wallMs - feed.anchor) * (feed.speed ?? 1);
}

/** Says at all times which kind of prices the screen shows; a press explains it. */
export function FeedMark({
  pair,
  now,
  className,
}: {
  readonly pair: PairWire;
  readonly now: number;
  readonly className?: string;
}) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { locale } = useShell();
  const { kind } = pair.feed;
  const flow = flowOf([pair]);
  const stoppedName =
    pair.priceTime === null
      ? t('state.no_prices')
      : t('state.no_prices_for', { time: formats.span(now - pair.priceTime) });
  const names = { flows: useFeedKind(kind), stopped: stoppedName, closed: t('state.market_closed') };
  const name = names[flow];
  const { icon: Icon, tone } = LOOK[flow === 'flows' ? kind : flow];
  const recorded = recordedTime(pair.feed, now);
  const closed =
    pair.nextOpen === null
      ? t('feed.reason.closed')
      : t('state.closed_until', { time: formats.deadline(Date.parse(pair.nextOpen)) });
  return (
    <Popover
      align="start"
      trigger={
        <button
          type="button"
          data-feed-mark={kind}
          aria-label={`${t('feed.kind')}: ${name}`}
          className={cx(
            'inline-flex min-h-7 shrink-0 items-center gap-1.5 rounded-pill px-2.5 text-12 font-620 whitespace-nowrap tiny:shrink tiny:whitespace-normal',
            tone,
            className,
          )}
        >
          <Icon aria-hidden className="size-3.5" />
          <span>{name}</span>
        </button>
      }
    >
      <div className="grid gap-2 text-13 text-mut">
        <p className="font-620 text-text">{name}</p>
        <p>{flow === 'closed' ? closed : t(`feed.explain.${flow === 'stopped' ? 'none' : kind}`)}</p>
        {recorded === null ? null : (
          <p className="text-text">{t('feed.recorded_at', { time: formats.dateTime(recorded) })}</p>
        )}
        {pair.priceTime === null || flow !== 'flows' ? null : (
          <p>{t('feed.age', { seconds: String(Math.max(0, Math.round((now - pair.priceTime) / 1000))) })}</p>
        )}
        <a className="font-540 text-brand-text" href={pathOf('feeds', locale)}>
          {t('feed.all_pairs')}
        </a>
      </div>
    </Popover>
  );
}
