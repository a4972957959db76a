import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { toDecimal } from '#domain/money.ts';
import type { Direction } from '#domain/trading/prediction.ts';
import { useFormats } from '#web/shell-context.ts';
import { useNumberField } from '#web/ui/use-number-field.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Banner } from '#web/ui/states.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import type { QuickTrading } from '../quick-trading-parts.tsx';
import {
  PERCENT_PLACES,
  scheduledProblem,
  nextAt,
  readPercent,
  readPrice,
  type ScheduledDraft,
  type ScheduledProblem,
} from './scheduled.ts';
import { AmountField, DurationField, useBlockedReason } from '../ticket/prediction-ticket.tsx';
import { usePrice } from '../pairs/prices.ts';
import { BLOCKING, chosenDuration, summary } from '../ticket/ticket.ts';
import { useMedia } from '../use-media.ts';
import { useSchedule } from './use-schedule.ts';
import WaitingList, { type WaitingListProps } from './waiting-list.tsx';

interface Later {
  readonly quick: QuickTrading;
  readonly draft: ScheduledDraft;
  readonly change: (part: Partial<ScheduledDraft>) => void;
}

export interface ScheduledSheetProps {
  readonly quick: QuickTrading;
  readonly list: WaitingListProps;
  readonly onClose: () => void;
}

/** The ticket of a prediction that opens when a price or a time is reached; on phones, where the panel below the chart is not, with the list of what waits. */
export default function ScheduledSheet({ quick, list, onClose }: ScheduledSheetProps) {
  const { t } = useTranslation('later');
  const panelFits = useMedia('(min-width: 48rem)');
  const { ticket } = quick;
  const [draft, setDraft] = useState<ScheduledDraft>(() => ({
    kind: 'price',
    price: '',
    time: '',
    least: String(ticket.payoutBps / 100),
  }));
  const background: Later = { quick, draft, change: (part) => setDraft((was) => ({ ...was, ...part })) };
  const waiting = (
    <WaitingList
      pairs={list.pairs}
      onSelect={(id) => {
        list.onSelect(id);
        onClose();
      }}
    />
  );
  // What waits can be taken back, though nothing new is taken.
  if (quick.restriction !== null) {
    return (
      <Sheet open onOpenChange={onClose} title={t('tab')}>
        {waiting}
      </Sheet>
    );
  }
  return (
    <Sheet open onOpenChange={onClose} title={t('title')} description={t('text')}>
      <div className="grid gap-4">
        <Segments
          label={t('when')}
          value={draft.kind}
          onChange={(kind) => background.change({ kind })}
          items={[
            { value: 'price', label: t('at_price') },
            { value: 'time', label: t('at_time') },
          ]}
        />
        {draft.kind === 'price' ? <PriceField {...background} /> : <TimeField {...background} />}
        <div className="grid grid-cols-1 gap-y-2 max-md:grid-cols-2 max-md:gap-2.5">
          <DurationField ticket={ticket.ticket} scene={ticket.scene} onDuration={ticket.setDuration} />
          <AmountField
            pair={ticket.pair}
            ticket={ticket.ticket}
            onAmount={ticket.setAmount}
            predictionMax={quick.own.predictionMax}
            problem={null}
          />
        </div>
        <LeastField {...background} />
        <Place {...background} onClose={onClose} />
        {panelFits ? null : (
          <section aria-label={t('tab')} className="grid gap-2.5 border-t border-line pt-4">
            <h3 className="text-14 font-620">{t('tab')}</h3>
            {waiting}
          </section>
        )}
      </div>
    </Sheet>
  );
}

function PriceField({ quick, draft, change }: Later) {
  const { t } = useTranslation('later');
  const formats = useFormats();
  const { pair } = quick.ticket;
  const field = useNumberField(pair.precision, (price) => change({ price }));
  const now = usePrice(pair);
  const wished = Number(readPrice(draft.price, pair.precision) ?? NaN);
  const shown = (price: number) => formats.price(price, pair.precision);
  const hint =
    now === null
      ? undefined
      : Number.isNaN(wished) || wished === now.price
        ? t('price_now', { price: shown(now.price) })
        : t('price_if', {
            crosses: wished < now.price ? 'DOWN' : 'UP',
            pair: pairLabel(pair.id),
            price: shown(wished),
          });
  return (
    <Field
      label={t('price')}
      data-need="price"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={draft.price}
      {...field}
      hint={hint}
    />
  );
}

function TimeField({ quick, draft, change }: Later) {
  const { t } = useTranslation('later');
  const formats = useFormats();
  const at = nextAt(draft.time, quick.ticket.scene.now);
  return (
    <Field
      label={t('time')}
      data-need="time"
      type="time"
      value={draft.time}
      onChange={(event) => change({ time: event.currentTarget.value })}
      hint={at === null ? undefined : t('opens', { time: formats.deadline(at) })}
    />
  );
}

function LeastField({ quick, draft, change }: Later) {
  const { t } = useTranslation('later');
  const formats = useFormats();
  const field = useNumberField(PERCENT_PLACES, (least) => change({ least }));
  return (
    <Field
      label={t('least')}
      data-need="least"
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      value={draft.least}
      {...field}
      hint={t('least_now', { percent: formats.percent(quick.ticket.payoutBps / 10_000) })}
    />
  );
}

/** The two directions; what is missing stands below them. */
function Place({ quick, draft, onClose }: Later & { readonly onClose: () => void }) {
  const id = useId();
  const { ticket } = quick;
  const { pair, scene } = ticket;
  const now = usePrice(pair);
  const found = scheduledProblem(draft, {
    ticket: ticket.ticket,
    scene,
    precision: pair.precision,
    price: now?.price ?? null,
  });
  const reason = useReason(found, quick);
  const { schedule, sending, refused } = useSchedule(onClose);
  const off = found !== null || sending !== null || !quick.ready;
  const place = (direction: Direction) => {
    // What is missing stands far above the buttons: a press leads to it.
    const missing = found === 'other_price' ? 'price' : found;
    if (missing !== null) document.querySelector<HTMLElement>(`[role="dialog"] [data-need="${missing}"]`)?.focus();
    if (off) return;
    const { stake } = summary(ticket.ticket, scene);
    const when =
      draft.kind === 'price'
        ? { price: readPrice(draft.price, pair.precision) ?? '' }
        : { at: new Date(nextAt(draft.time, scene.now) ?? 0).toISOString() };
    void schedule({
      pair: pair.id,
      direction,
      stake: toDecimal(stake, 2),
      durationSec: chosenDuration(ticket.ticket, scene) ?? ticket.ticket.durationSec,
      minPayout: (readPercent(draft.least) ?? 0) / 10_000,
      ...when,
    });
  };
  return (
    <div className="grid gap-2.5">
      <Refused refused={refused} />
      <div className="grid grid-cols-2 gap-2.5">
        {(['UP', 'DOWN'] as const).map((direction) => (
          <Button
            key={direction}
            variant={direction === 'UP' ? 'up' : 'down'}
            size="lg"
            wide
            aria-disabled={off}
            aria-describedby={id}
            onClick={() => place(direction)}
            className="h-auto! min-h-12 py-2 leading-5 max-[22.4375rem]:px-2.5 [&_svg]:size-4 [&_svg]:shrink-0"
          >
            {direction === 'UP' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
            <PlaceText quick={quick} direction={direction} sending={sending === direction} />
          </Button>
        ))}
      </div>
      <output id={id} className="min-h-5 text-13 text-mut">
        {reason}
      </output>
    </div>
  );
}

function PlaceText({
  quick,
  direction,
  sending,
}: {
  readonly quick: QuickTrading;
  readonly direction: Direction;
  readonly sending: boolean;
}) {
  const { t } = useTranslation('later');
  const { t: trading } = useTranslation('trading');
  const formats = useFormats();
  if (sending) return trading('state.placing');
  const { stake } = summary(quick.ticket.ticket, quick.ticket.scene);
  const way = direction === 'UP' ? trading('dir.up') : trading('dir.down');
  return t('place', { direction: way, amount: formats.money(toDecimal(stake, 2)) });
}

function useReason(found: ScheduledProblem | null, quick: QuickTrading): string {
  const { t } = useTranslation('later');
  const { t: trading } = useTranslation('trading');
  const formats = useFormats();
  const { pair } = quick.ticket;
  const isMarket = (what: ScheduledProblem) => (BLOCKING as ReadonlySet<ScheduledProblem>).has(what);
  const blocked = useBlockedReason(found === null || !isMarket(found) ? null : (found as 'closed'), pair);
  if (found === null) return '';
  if (isMarket(found)) return blocked;
  if (found === 'belowMin') return trading('problem.belowMin', { amount: formats.money(String(pair.minStake)) });
  if (found === 'aboveMax') return trading('problem.aboveMax', { amount: formats.money(String(pair.maxStake)) });
  if (found === 'amountMissing' || found === 'noBalance') return trading(`problem.${found}`);
  if (found === 'price' || found === 'other_price' || found === 'time' || found === 'least') return t(`need.${found}`);
  return '';
}

/** What the server said no to. */
function Refused({ refused }: { readonly refused: ReturnType<typeof useSchedule>['refused'] }) {
  const { t } = useTranslation('later');
  if (refused === null) return null;
  const silent = refused.unknownOutcome || refused.title === '';
  return (
    <Banner tone="warn" role="alert" title={silent ? t('no_answer') : refused.title}>
      {silent ? null : refused.text}
    </Banner>
  );
}
