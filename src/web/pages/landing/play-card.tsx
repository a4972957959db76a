import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Num } from '#web/ui/num.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { flowOf } from '../../live/price-flow.ts';
import { useFormats, useShell } from '../../shell-context.ts';
import { pathOf } from '../../site.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FeedKindChip } from '../../ui/market/feed-kind.tsx';
import { PairIcon } from '../../ui/market/pair-icon.tsx';
import { LiveChange, LiveLost, LivePrice, liveProps } from '../live-prices.tsx';
import { MiniChart } from './mini-chart.tsx';
import type { Offer } from './offer.ts';

/** What the card stakes, of practice money. */
const STAKE = 10;

const GO =
  'flex min-h-15 items-center justify-center gap-2 rounded-trade text-18 font-680 transition-[filter,transform] duration-120 ease-out hover:brightness-105 active:scale-[.985] [&_svg]:size-[21px] [&_svg]:stroke-[2.75]';

/** All parts lie in one place, as high as the highest: whichever is shown, nothing moves. */
const PART = 'invisible flex flex-col [grid-area:1/1] outline-none';

function Figure(props: { readonly label: string; readonly tone: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-mut">{props.label}</dt>
      <dd className={cx('text-15 font-620', props.tone)}>{props.children}</dd>
    </div>
  );
}

/** Before the tap: what can be won and lost, in one size, and the two answers. Without the script they lead into the demo. */
function Idle({ offer }: { readonly offer: Offer }) {
  const { t } = useTranslation(['landing', 'common']);
  const { locale } = useShell();
  const formats = useFormats();
  const { pair, payout, durationSec, isOpen } = offer;
  // Without a price there is nothing to predict: the answers are not offered as if there were.
  const tone = (bright: string) => (isOpen ? bright : 'bg-s3 text-faint');
  const note = isOpen
    ? t('card.stake', {
        amount: formats.money(String(STAKE), { places: 0 }),
        time: formats.durationWords(durationSec),
      })
    : t('card.away', { pair: pair.base });
  return (
    <div data-part="idle" tabIndex={-1} className={cx(PART, 'group-data-[play=idle]/play:visible')}>
      <dl className="mb-3 grid grid-cols-3 gap-2">
        <Figure label={t('card.right')} tone="text-up">
          <Num data-gain="">{formats.money((STAKE * payout).toFixed(2), { signed: true })}</Num>
        </Figure>
        <Figure label={t('card.wrong')} tone="text-down">
          <Num>{formats.money(String(-STAKE), { signed: true })}</Num>
        </Figure>
        <Figure label={t('card.same')} tone="text-text">
          <Num>{formats.money('0')}</Num>
        </Figure>
      </dl>
      <form action={pathOf('trading-demo', locale)} className="grid grid-cols-2 gap-2.5">
        <input type="hidden" name="pair" value={pair.id} />
        <button type="submit" data-direction={isOpen ? 'UP' : undefined} className={cx(GO, tone('bg-up text-on-up'))}>
          <ArrowUp aria-hidden />
          {t('common:dir.up')}
        </button>
        <button
          type="submit"
          data-direction={isOpen ? 'DOWN' : undefined}
          className={cx(GO, tone('bg-down text-on-down'))}
        >
          <ArrowDown aria-hidden />
          {t('common:dir.down')}
        </button>
      </form>
      <p data-note="" data-say="" className="mt-2.5 min-h-8 text-12 text-mut text-pretty">
        {note}
      </p>
    </div>
  );
}

/** The side that was chosen, in its colour, with its arrow. */
function Chosen() {
  const { t } = useTranslation('common');
  const side = 'hidden items-center gap-1.5 font-680 [&_svg]:size-[18px] [&_svg]:stroke-[2.75]';
  return (
    <>
      <span className={cx(side, 'text-up group-data-[direction=UP]/play:inline-flex')} data-say="">
        <ArrowUp aria-hidden />
        {t('dir.up')}
      </span>
      <span className={cx(side, 'text-down group-data-[direction=DOWN]/play:inline-flex')} data-say="">
        <ArrowDown aria-hidden />
        {t('dir.down')}
      </span>
    </>
  );
}

/** From the tap to the result. */
function Running() {
  const { t } = useTranslation('landing');
  return (
    <div
      data-part="placing open"
      tabIndex={-1}
      className={cx(PART, 'gap-3 group-data-[play=open]/play:visible group-data-[play=placing]/play:visible')}
    >
      <div className="flex items-center justify-between gap-3 text-18">
        <Chosen />
        <span data-say="" className="text-15 text-mut group-data-[play=open]/play:hidden">
          {t('card.placing')}
        </span>
        <Num data-left="" className="hidden text-24 font-620 group-data-[play=open]/play:inline">
          –
        </Num>
      </div>
      <span className="block h-1.5 overflow-hidden rounded-pill bg-s3">
        <span className="block h-full origin-left scale-x-(--passed) bg-brand-text rtl:origin-right" />
      </span>
      <dl className="grid grid-cols-2 gap-2">
        <Figure label={t('card.entry')} tone="text-text">
          <Num data-entry="" data-say="">
            –
          </Num>
        </Figure>
        <Figure label={t('card.now')} tone="group-data-[lead=up]/play:text-up group-data-[lead=down]/play:text-down">
          <Num data-now="">–</Num>
        </Figure>
      </dl>
    </div>
  );
}

const RESULTS = { won: 'card.won', lost: 'card.lost', same: 'card.same', void: 'card.void' } as const;
const SHOWN_AT = {
  won: 'group-data-[result=won]/play:inline',
  lost: 'group-data-[result=lost]/play:inline',
  same: 'group-data-[result=same]/play:inline',
  void: 'group-data-[result=void]/play:inline',
} as const;

/** The result in place, the way to its receipt, and the next step. A loss is told as large as a win. */
function Done() {
  const { t } = useTranslation('landing');
  const { locale } = useShell();
  const receipt = pathOf('checked-result-demo', locale);
  return (
    <div
      data-part="done"
      tabIndex={-1}
      className={cx(PART, 'justify-between gap-3 group-data-[play=done]/play:visible')}
    >
      <div className="flex items-baseline justify-between gap-3 text-18 font-620">
        <span className="flex gap-2">
          <Chosen />
          {(Object.keys(RESULTS) as (keyof typeof RESULTS)[]).map((result) => (
            <span key={result} data-say="" className={cx('hidden', SHOWN_AT[result])}>
              {t(RESULTS[result])}
            </span>
          ))}
        </span>
        <Num
          data-profit=""
          data-say=""
          className="text-24 font-620 group-data-[result=lost]/play:text-down group-data-[result=won]/play:text-up"
        >
          –
        </Num>
      </div>
      <dl className="grid grid-cols-2 gap-2">
        <Figure label={t('card.entry')} tone="text-text">
          <Num data-entry="">–</Num>
        </Figure>
        <Figure label={t('card.exit')} tone="text-text">
          <Num data-exit="">–</Num>
        </Figure>
      </dl>
      <div className="flex flex-wrap gap-2">
        <a href={receipt} data-receipt={receipt} className={cx(buttonClass({ size: 'lg' }), 'flex-auto')}>
          {t('card.check')}
        </a>
        <button
          type="button"
          data-again=""
          className={cx(buttonClass({ variant: 'outline', size: 'lg' }), 'flex-auto')}
        >
          {t('card.again')}
        </button>
      </div>
    </div>
  );
}

/** The question of the product, on a pair that moves: an answer is a prediction of the demo, made and settled in place. */
export function PlayCard({ offer }: { readonly offer: Offer }) {
  const { t } = useTranslation(['landing', 'common']);
  const formats = useFormats();
  const { pair, payout, durationSec } = offer;
  const stake = formats.money(String(STAKE), { places: 0 });
  const time = formats.durationWords(durationSec);
  return (
    <section
      aria-label={t('card.label')}
      className="min-w-0 rounded-[22px] border border-line bg-s1 p-4 md:p-5"
      {...liveProps(pair)}
    >
      <div className="flex items-center gap-2.5 md:gap-3">
        <PairIcon pair={pair.id} className="size-[38px]" />
        <div className="min-w-0 flex-1">
          <h2 className="text-16 leading-5 font-620">{t('card.question', { pair: pair.base, time })}</h2>
          <p className="text-12 text-mut sm:text-13">{t('card.note')}</p>
        </div>
        <div className="text-end">
          <LivePrice pair={pair} className="block text-18 leading-6 font-620" />
          <LiveChange pair={pair} className="block text-13 font-540" />
        </div>
      </div>
      <MiniChart pair={pair} />
      <div className="mt-2.5 flex min-h-[1.375rem] items-center justify-between gap-2">
        <FeedKindChip kind={pair.feed.kind} flow={flowOf([pair])} />
        <LiveLost />
      </div>
      <div
        data-play="idle"
        data-pair={pair.id}
        data-sec={durationSec}
        data-stake={STAKE}
        data-payout={payout}
        data-places={pair.precision}
        data-idle={t('card.stake', { amount: stake, time })}
        data-offline={t('card.offline')}
        className="group/play mt-3 grid [--passed:0]"
      >
        <Idle offer={offer} />
        <Running />
        <Done />
        <output data-status="" className="vh" />
      </div>
    </section>
  );
}
