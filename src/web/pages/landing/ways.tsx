import type { ReactNode } from 'react';
import type { EventCard } from '#protocol/events/events.ts';
import type { PairWire } from '#protocol/trading.ts';
import { chanceText, leaderOf } from '#web/features/events/chance-text.ts';
import { useEventLinks } from '#web/features/events/event-links.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Num } from '#web/ui/num.tsx';
import { useFormats, useShell } from '../../shell-context.ts';
import { pathOf } from '../../site.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PairIcon } from '../../ui/market/pair-icon.tsx';
import { usePairName } from '../../ui/market/pair-name.ts';
import { LivePrice, liveProps } from '../live-prices.tsx';
import { BOX, Section, glancePlaces } from './parts.tsx';

/** Of the card of Quick. */
const ROWS = 3;
const SHORTEST_SEC = 30;

interface Way {
  readonly title: string;
  readonly text: string;
  readonly go: string;
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function WayCard({ title, text, go, href, className, children }: Way) {
  return (
    <article className={cx(BOX, 'flex flex-col', className)}>
      <h3 className="text-18 font-620 tracking-[-.015em]">{title}</h3>
      <p className="mt-2 text-15 leading-[1.375rem] text-mut text-pretty">{text}</p>
      <div className="mt-auto pt-5">{children}</div>
      <a href={href} className={cx(buttonClass({ size: 'lg' }), 'mt-4 self-start')}>
        {go}
      </a>
    </article>
  );
}

function QuickRow({ pair }: { readonly pair: PairWire }) {
  const { t } = useTranslation('common');
  const formats = useFormats();
  const name = usePairName();
  return (
    <li
      className="flex items-center gap-3 tiny:flex-wrap rounded-field bg-s2 px-3.5 py-2.5"
      {...liveProps(pair, glancePlaces(pair))}
    >
      <PairIcon pair={pair.id} className="size-7" />
      <span className="min-w-0 flex-1 font-540">
        <bdi>{name(pair)}</bdi>
      </span>
      <span className="text-end">
        <LivePrice pair={pair} places={glancePlaces(pair)} className="block font-540" />
        <span className="block text-13 text-mut">
          {t('term.payout')} <Num className="font-620 text-text">{formats.percent(pair.payout)}</Num>
        </span>
      </span>
    </li>
  );
}

/** Name of a value that the script fills, and its words. */
function Value(props: { readonly label: string; readonly name: string; readonly tone?: string }) {
  return (
    <div className="rounded-field bg-s2 px-3.5 py-2.5">
      <dt className="text-12 text-mut">{props.label}</dt>
      <dd className={cx('text-16 font-620', props.tone)}>
        <Num {...{ [`data-${props.name}`]: '' }}>–</Num>
      </dd>
    </div>
  );
}

/** The round under way of a pair: its target, what its book says, when it closes. Filled by the script, in places that stay. */
function RoundNow({ pair }: { readonly pair: PairWire }) {
  const { t } = useTranslation(['landing', 'common']);
  return (
    <div data-round={pair.id} data-places={pair.precision} data-none="" className="group/round [--chance:0]">
      <p className="flex min-h-7 items-center gap-2.5 font-540">
        <PairIcon pair={pair.id} className="size-7" />
        <span className="grid items-center">
          <span className="[grid-area:1/1] group-data-none/round:invisible">
            {t('ways.round.question', { pair: pair.base })}
          </span>
          <span className="invisible text-mut [grid-area:1/1] group-data-none/round:visible">
            {t('ways.round.waiting')}
          </span>
        </span>
      </p>
      <div className="mt-3 flex items-center justify-between gap-3 text-13 text-mut">
        <span>{t('ways.round.chance')}</span>
        <span className="w-20 text-end text-16 font-620 text-text">
          <Num data-chance="">–</Num>
        </span>
      </div>
      <span className="mt-1.5 block h-2 overflow-hidden rounded-pill bg-s3">
        <span className="block h-full origin-left scale-x-(--chance) bg-brand-text rtl:origin-right" />
      </span>
      <dl className="mt-3 grid grid-cols-2 gap-2">
        <Value label={t('ways.round.target')} name="target" />
        <Value label={t('ways.round.ends')} name="ends" />
        <Value label={t('ways.round.up')} name="up" tone="text-up" />
        <Value label={t('ways.round.down')} name="down" tone="text-down" />
      </dl>
    </div>
  );
}

function EventRow({ event, href }: { readonly event: EventCard; readonly href: string }) {
  const formats = useFormats();
  const leader = leaderOf(event);
  const chance = (leader ?? (event.markets.length === 1 ? event.markets[0] : undefined))?.prices.chance ?? null;
  return (
    <li>
      <a href={href} className="flex min-h-14 items-center gap-3 rounded-field bg-s2 px-3.5 py-2.5 hover:bg-s3">
        <bdi lang={event.language} className="min-w-0 flex-1 font-540 text-pretty">
          {event.title}
        </bdi>
        <span className="max-w-1/3 text-end">
          <Num as="b" className="text-16 font-620">
            {chanceText(formats, chance)}
          </Num>
          {leader === null ? null : (
            <bdi lang={event.language} className="block text-12 text-mut [overflow-wrap:anywhere]">
              {leader.title}
            </bdi>
          )}
        </span>
      </a>
    </li>
  );
}

interface WaysProps {
  readonly pairs: readonly PairWire[];
  readonly round: PairWire | null;
  /** Those that are traded most. */
  readonly events: readonly EventCard[];
}

/** Quick against the house, rounds and events against others: each with what it is now. */
export function Ways(props: WaysProps) {
  const { pairs, round, events } = props;
  const links = useEventLinks('demo');
  const { t } = useTranslation(['landing', 'common']);
  const { locale } = useShell();
  const formats = useFormats();
  const demo = pathOf('trading-demo', locale);
  return (
    <Section id="ways" title={t('ways.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 xl:grid-cols-3">
        <WayCard
          title={t('ways.quick.title')}
          text={t('ways.quick.text', { time: formats.durationWords(SHORTEST_SEC) })}
          go={t('ways.quick.go')}
          href={demo}
        >
          <ul className="grid gap-2">
            {pairs.slice(0, ROWS).map((pair) => (
              <QuickRow key={pair.id} pair={pair} />
            ))}
          </ul>
        </WayCard>
        <WayCard
          title={t('ways.round.title')}
          text={t('ways.round.text', { amount: formats.money('1', { places: 0 }) })}
          go={t('ways.round.go')}
          href={`${demo}?tab=round${round === null ? '' : `&pair=${round.id}`}`}
        >
          {round === null ? null : <RoundNow pair={round} />}
        </WayCard>
        <WayCard
          className="lg:max-xl:col-span-2"
          title={t('common:nav.events')}
          text={t('ways.events.text', { amount: formats.money('1', { places: 0 }) })}
          go={t('ways.events.go')}
          href={links.list()}
        >
          <ul className="grid gap-2">
            {events.slice(0, ROWS).map((event) => (
              <EventRow key={event.id} event={event} href={links.event(event.slug)} />
            ))}
          </ul>
        </WayCard>
      </div>
    </Section>
  );
}
